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
	/** The settings of a service, and those of its build and environment, by name. */
	const settingsOf = (service: string) => {
		const [, text] = new RegExp(`^  ${service}:\n((?:    .+\n|\n)+)`, 'm').exec(compose)!;
		return Object.fromEntries([...text!.matchAll(/^ +(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]));
	};
	const [n8n, examples] = [settingsOf('n8n'), settingsOf('examples')];
	const dockerfile = read(n8n.dockerfile);

	test('builds both services from one file, on the n8n that the package is tested with', () => {
		const image = `docker.n8n.io/n8nio/n8n:${PLAYGROUND_N8N}`;
		expect(examples.dockerfile).toBe(n8n.dockerfile);
		expect([n8n.target, examples.target]).toEqual(['n8n', 'examples']);
		expect(n8n.N8N_IMAGE).toBe(`\${N8N_IMAGE:-${image}}`);
		// The stage of n8n begins with its image, and the other one with Node's.
		const stages = instructionsOf(dockerfile).filter(({ keyword }) => keyword === 'FROM');
		expect(stages.map(({ args }) => args.join(' '))).toEqual([
			expect.stringMatching(/^node:\d+ AS examples$/),
			'${N8N_IMAGE} AS n8n',
		]);
		expect(instructionsOf(dockerfile)[0]).toEqual({ keyword: 'ARG', args: [`N8N_IMAGE=${image}`] });
	});

	test('lets n8n load a package that is not verified', () => {
		expect(n8n.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe("'true'");
		expect(examples).not.toHaveProperty('N8N_UNVERIFIED_PACKAGES_ENABLED');
	});

	whereShellIs('puts the package where n8n looks for it', () => {
		mkdirSync(join(root, 'opt/package'), { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', join(root, 'opt/package'), '--strip-components=1']);
		shell(inRoot(lastRun(dockerfile)));
		expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
	});
});
