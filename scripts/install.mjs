// Installs what this project needs, when it is missing or out of date: its packages, and the Node that n8n needs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.installed`;
const lock = createHash('sha256')
	.update(readFileSync(`${root}package-lock.json`))
	.digest('hex');

if (Number(process.versions.node.split('.')[0]) < 20) fail('Node 20 or newer is needed.');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
	await step('Installing packages (n8n-core and the tools, about 500 MB; a minute or two)', ['ci', '--no-progress']);
	// n8n 2.40 runs on Node 24, which comes as a package whose script links it into node_modules/.bin.
	await step('Installing Node 24 for n8n', ['rebuild', 'node', '--ignore-scripts=false']);
	writeFileSync(stamp, lock);
}

async function step(what, args) {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	console.log(`${what} ...`);
	const ticker = setInterval(() => console.log(`  still working, ${seconds()} s`), 10_000);
	const output = [];
	const npm = spawn('npm', args, { cwd: root, shell: process.platform === 'win32' });
	for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (data) => output.push(data));
	const code = await new Promise((resolve) => npm.on('close', resolve).on('error', () => resolve(1)));
	clearInterval(ticker);
	if (code !== 0) fail(`${Buffer.concat(output)}\nnpm ${args[0]} failed. Look at its message above.`);
	console.log(`  done in ${seconds()} s`);
}

function fail(message) {
	console.error(message);
	process.exit(1);
}
