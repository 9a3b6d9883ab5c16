// Installs what this project needs, when it is missing or out of date: its packages, and the Node that n8n needs. The
// arguments name versions of n8n to install as well: those of the folders in dev/n8n, or "playground", "oldest" or "all".
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const oldest = engines.node.replace('>=', '');
if (process.versions.node.localeCompare(oldest, 'en', { numeric: true }) < 0) {
	fail(`Node ${oldest} or newer is needed, and this is ${process.versions.node}.`);
}

// Not `npm ci`: it refuses a lockfile without the binaries of other platforms, where the registry does not have them.
await install(root, [
	[
		'Installing packages (n8n-core and the tools, about 500 MB; a minute or two)',
		['install', '--no-save', '--no-progress', '--ignore-scripts'],
	],
	// n8n and some tools run on Node 24, which comes as a package whose script links it into node_modules/.bin.
	['Installing Node 24 for n8n', ['rebuild', 'node', '--ignore-scripts=false']],
]);
const n8nVersions = readdirSync(`${root}dev/n8n`, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name)
	.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
// The end-to-end tests know the editor of this one.
const playground = JSON.parse(readFileSync(`${root}dev/n8n/playground.json`, 'utf8'));
const named = { playground: [playground.version], oldest: n8nVersions.slice(0, 1), all: n8nVersions };
for (const version of new Set(process.argv.slice(2).flatMap((name) => named[name] ?? [name]))) {
	if (!n8nVersions.includes(version)) fail(`There is no n8n ${version} here. There are ${n8nVersions.join(', ')}.`);
	await installN8n(version);
}

async function installN8n(version) {
	await install(`${root}dev/n8n/${version}/`, [
		[`Installing n8n ${version} (2,000 packages, about 2 GB; some minutes)`, ['install', '--no-save', '--no-progress']],
		[
			'Building its database driver (some minutes where it cannot be downloaded)',
			['rebuild', 'sqlite3', '--ignore-scripts=false'],
			'Where it cannot be downloaded, it is compiled: that needs python3, make and g++ (on Debian: apt-get install python3 make g++).',
		],
	]);
}

async function install(folder, steps) {
	const stamp = `${folder}node_modules/.installed`;
	const lock = createHash('sha256')
		.update(readFileSync(`${folder}package-lock.json`))
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
	for (const [what, args, help] of steps) await step(folder, what, args, help);
	writeFileSync(stamp, lock);
}

async function step(cwd, what, args, help = 'Look at its message above.') {
	const start = Date.now();
	const seconds = () => Math.round((Date.now() - start) / 1000);
	console.log(`${what} ...`);
	const ticker = setInterval(() => console.log(`  still working, ${seconds()} s`), 10_000);
	const output = [];
	const npm = spawn('npm', args, { cwd, shell: process.platform === 'win32' });
	for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (data) => output.push(data));
	const code = await new Promise((resolve) => npm.on('close', resolve).on('error', () => resolve(1)));
	clearInterval(ticker);
	if (code !== 0) fail(`${Buffer.concat(output)}\nnpm ${args[0]} failed. ${help}`);
	console.log(`  done in ${seconds()} s`);
}

function fail(message) {
	console.error(message);
	// Nothing that follows can work.
	process.exit(1);
}
