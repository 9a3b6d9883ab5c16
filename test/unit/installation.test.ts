/* The steps of docs/install.md and of compose.yaml, done as they are written there, but without Docker. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { PLAYGROUND_N8N } from '../../dev/n8n';
import { pack } from '../../dev/playground/tarball';
import manifest from '../../package.json';

const GUIDE = readFileSync(join(__dirname, '../../docs/install.md'), 'utf8');
const codeOf = (language: string) => [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))];

let tarball: string;
/** In place of the root of a file system. */
let root: string;

beforeAll(() => {
	tarball = pack();
});
afterAll(() => rmSync(dirname(tarball), { recursive: true }));

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'card-payment-install-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const shell = (script: string, env?: Record<string, string>) =>
	execFileSync('sh', ['-e'], { input: script, cwd: dirname(tarball), env: { ...process.env, ...env } });

// The commands are for the shells that servers with n8n have.
const whereShellIs = process.platform === 'win32' ? test.skip : test;

/** Lists what n8n loads of the package, as far as it is there. */
const installed = (userFolder: string) => {
	const folder = join(userFolder, 'nodes/node_modules', manifest.name);
	return [...manifest.n8n.credentials, ...manifest.n8n.nodes].filter((path) => existsSync(join(folder, path)));
};

test('the tarball has the name that the guide gives it', () => {
	const names = GUIDE.match(/\bn8n-nodes-card-payment-[\d.]+\.tgz/g);
	expect(new Set(names)).toEqual(new Set([basename(tarball)]));
});

whereShellIs('the commands for a tarball put it where n8n looks for it', () => {
	const [, unpack] = codeOf('sh').map(([, script]) => script!);
	shell(unpack!, { HOME: root });
	expect(installed(join(root, '.n8n'))).toHaveLength(4);
});

whereShellIs('the commands for a container with a volume put it where n8n looks for it', () => {
	const [, , inContainer] = codeOf('sh').map(([, script]) => script!);
	expect(inContainer).toContain('docker restart n8n');
	// The commands that Docker would run in the container run here, with another root.
	const commands = inContainer!.replaceAll(/^docker (exec( -i)? n8n |restart n8n$)/gm, '');
	shell(commands.replaceAll('/home', `${root}/home`));
	expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
});

test('all images of n8n in the guide have the version that the package is tested with', () => {
	const images = [...GUIDE.matchAll(/n8nio\/n8n:([\w.]+)/g)].map(([, version]) => version);
	expect(new Set(images)).toEqual(new Set([PLAYGROUND_N8N]));
});

/** The instructions of a Dockerfile, each a keyword and its arguments. */
const instructionsOf = (dockerfile: string) =>
	[...dockerfile.replaceAll('\\\n', ' ').matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, keyword, args]) => ({
		keyword: keyword!,
		args: args!.trim().split(/ +/),
	}));
const lastRun = (dockerfile: string) =>
	instructionsOf(dockerfile)
		.filter(({ keyword }) => keyword === 'RUN')
		.at(-1)!
		.args.join(' ');
const inRoot = (command: string) => command.replaceAll(/(?<= )\/(?=opt|home)/g, `${root}/`);

describe('the Dockerfile', () => {
	const [[, dockerfile]] = codeOf('dockerfile') as [RegExpExecArray];

	whereShellIs('puts the package where n8n looks for it', () => {
		const add = instructionsOf(dockerfile!).find(({ keyword }) => keyword === 'ADD')!;
		const [source, target] = add.args.filter((argument) => !argument.startsWith('--'));
		const unpacked = join(root, target!);
		mkdirSync(unpacked, { recursive: true });
		// Docker unpacks a tarball that it adds.
		execFileSync('tar', ['-xzf', join(dirname(tarball), source!), '-C', unpacked]);
		shell(inRoot(lastRun(dockerfile!)));
		expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
	});
});

// That it is valid is checked by `docker compose config`, before a release.
describe('compose.yaml', () => {
	const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
	const compose = read('compose.yaml');
	const valuesOf = (name: string) =>
		[...compose.matchAll(new RegExp(`^ +${name}: (.+)$`, 'gm'))].map(([, value]) => value!);
	const [dockerfilePath, ...otherPaths] = new Set(valuesOf('dockerfile'));
	const dockerfile = read(dockerfilePath!);

	test('builds both services from one file, on the n8n that the package is tested with', () => {
		const stages = [...dockerfile.matchAll(/^FROM .+ AS (\w+)$/gm)].map(([, stage]) => stage);
		expect(otherPaths).toEqual([]);
		expect(valuesOf('target').sort()).toEqual(stages.sort());
		expect(compose.match(/n8nio\/n8n:[\w.-]+/g)).toContain(`n8nio/n8n:${PLAYGROUND_N8N}`);
		expect(dockerfile.match(/n8nio\/n8n:[\w.-]+/g)).toEqual([`n8nio/n8n:${PLAYGROUND_N8N}`]);
		expect(valuesOf('N8N_UNVERIFIED_PACKAGES_ENABLED')).toEqual(["'true'"]);
	});

	whereShellIs('puts the package where n8n looks for it', () => {
		mkdirSync(join(root, 'opt/package'), { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', join(root, 'opt/package'), '--strip-components=1']);
		shell(inRoot(lastRun(dockerfile)));
		expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
	});
});
