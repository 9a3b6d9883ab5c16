const { TestEnvironment } = require('jest-environment-node');

// A worker that has nothing left to do ends at once. Otherwise Node takes its memory and n8n's isolates apart first, which takes
// longer than the half second that Jest waits, and now and then never ends.
process.once('beforeExit', () => process.exit());

module.exports = TestEnvironment;
