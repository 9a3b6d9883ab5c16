// Loaded into n8n's process. At BENCH_BLOCKS_PORT it answers for how long nothing else could run there at most, in milliseconds, since
// it was last asked.
const { createServer } = require('node:http');

const EVERY = 5;
let longest = 0;
let last = performance.now();

const look = () => {
	const now = performance.now();
	longest = Math.max(longest, now - last - EVERY);
	last = now;
};
setInterval(look, EVERY).unref();

createServer((_, response) => {
	look();
	response.end(String(longest));
	longest = 0;
})
	// Processes that n8n starts load this file as well.
	.on('error', () => undefined)
	.listen(Number(process.env.BENCH_BLOCKS_PORT), '127.0.0.1')
	.unref();
