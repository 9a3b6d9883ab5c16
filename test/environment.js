const { TestEnvironment } = require('jest-environment-node');

// A worker that has nothing left to do ends at once. Otherwise Node takes its memory and n8n's isolates apart first, which takes
// longer than the half second that Jest waits, and now and then never ends. Jest loads this file for each test file.
if (process.listenerCount('beforeExit', process.exit) === 0) process.once('beforeExit', process.exit);

module.exports = TestEnvironment;
