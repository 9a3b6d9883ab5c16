// Loads what n8n loads of this package, and prints how long that took, in milliseconds.
// What n8n has loaded by then.
require('n8n-workflow');
require('zod/v4');
const { n8n } = require('../../package.json');

const start = performance.now();
for (const path of [...n8n.credentials, ...n8n.nodes]) {
	for (const Type of Object.values(require(`../../${path}`))) new Type();
}
console.log(performance.now() - start);
