// Loaded into n8n itself: notes every few seconds, in its folder, what is left of its memory after a collection, and its open sockets.
const { appendFileSync, readdirSync, readlinkSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const EVERY = 5_000;

// n8n's other processes inherit the setting that loads this.
if (process.argv[1]?.endsWith('/n8n')) {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	setInterval(() => {
		collect();
		const { heapUsed, external, rss } = process.memoryUsage();
		const sample = { at: Date.now(), process: process.pid, memory: heapUsed + external, rss, sockets: sockets() };
		appendFileSync(join(process.env.N8N_USER_FOLDER, process.env.SAMPLES), `${JSON.stringify(sample)}\n`);
	}, EVERY).unref();
}

function sockets() {
	return readdirSync('/proc/self/fd').filter((fd) => isSocket(`/proc/self/fd/${fd}`)).length;
}

function isSocket(path) {
	try {
		return readlinkSync(path).startsWith('socket:');
	} catch {
		// Closed in the meantime.
		return false;
	}
}
