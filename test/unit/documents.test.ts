/* README and the guides name only what exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { PLAYGROUND_N8N } from '../../dev/n8n';
import { nameMismatch } from '../../gateway/values/name';
import { CardPayment } from '../../nodes/CardPayment/CardPayment.node';
import { CardPaymentCheckoutTrigger } from '../../nodes/CardPaymentCheckoutTrigger/CardPaymentCheckoutTrigger.node';
import { CardPaymentTrigger } from '../../nodes/CardPaymentTrigger/CardPaymentTrigger.node';
import manifest from '../../package.json';
import { missingOwner } from '../../scripts/owner';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.trim()
	.split('\n');

/** GitHub's anchors of a document's headings. */
function anchorsOf(path: string): string[] {
	return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\w\- ]/g, '')
			.replaceAll(' ', '-'),
	);
}

/** Names of fields, options and operations, as the editor shows them. */
function namesOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) => {
			if ('values' in option) return [option.displayName, ...namesOf(option.values)];
			return 'displayName' in option ? namesOf([option]) : [option.name];
		}),
	]);
}

test.each(documents)('all links of %s lead somewhere', (path) => {
	for (const [, link] of read(path).matchAll(/\]\(((?!https?:)[^)\s]*)\)/g)) {
		const [file, anchor] = link!.split('#') as [string, string?];
		const target = file === '' ? path : join(dirname(path), file);
		expect([link, existsSync(join(ROOT, target))]).toEqual([link, true]);
		if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
	}
});

test.each(documents)('%s names the variable for the public address by its present name', (path) => {
	const old = [...read(path).matchAll(/(?<!N8N_)WEBHOOK_URL`?(.{0,16})/g)].map(([, after]) => after);
	expect(old).toEqual(old.map(() => ' before n8n 2.41'));
});

test.each(documents)('all commands of npm in %s exist', (path) => {
	const commands = [...read(path).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)];
	for (const [, script, short] of commands) expect(Object.keys(manifest.scripts)).toContain(script ?? short);
});

test('doc comments begin with a verb or a noun, not with a question word', () => {
	const isSource = (path: string) =>
		/^(checkout|credentials|dev|gateway|nodes|scripts|test)\/.*\.(js|mjs|ts)$/.test(path);
	const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
		.toString()
		.split('\n')
		.filter((path) => isSource(path) && existsSync(join(ROOT, path)));
	expect(sources.length).toBeGreaterThan(600);
	const found = sources.map((path) => [
		path,
		...(read(path).match(/\/\*\*[\s*]*(What|Whether|How|Why|When|Where|Which|Who)\b.*/g) ?? []),
	]);
	expect(found.filter(([, comment]) => comment)).toEqual([]);
});

describe('README', () => {
	const readme = read('README.md');

	test('calls fields and operations what the editor calls them', () => {
		const types = [CardPayment, CardPaymentCheckoutTrigger, CardPaymentTrigger].map((Node) => new Node().description);
		const credential = new CardPaymentApi();
		const names = new Set([
			credential.displayName,
			...types.map(({ displayName }) => displayName),
			...[credential, ...types].flatMap(({ properties }) => namesOf(properties)),
		]);
		const fields = [...readme.matchAll(/(?<![*\w])\*([A-Z][^*]+)\*(?!\*)/g)].map(([, name]) => name!);
		expect(fields.length).toBeGreaterThan(5);
		for (const field of fields) expect(names).toContain(field);
		const operations = [
			...readme.matchAll(/\b(Card|Payment|Payment Link|Transaction|Transfer|Bank Account|Account): ([A-Z][\w ]*\w)/g),
		];
		expect(operations.length).toBeGreaterThan(6);
		for (const [, resource, operation] of operations) {
			expect(names).toContain(resource);
			expect(names).toContain(operation);
		}
		for (const [, node] of readme.matchAll(/\*\*(Card Payment[^*]*)\*\*/g)) expect(names).toContain(node);
	});
});

describe('the submission', () => {
	const submission = read('docs/submission.md');

	test('claims headings that the README has', () => {
		const [, claimed] = /\| README: ([^|]+) \|/.exec(submission)!;
		for (const heading of claimed!.split(', ')) expect(anchorsOf('README.md')).toContain(heading.replace(' ', '-'));
	});

	test('names files and folders that exist', () => {
		const paths = [...submission.matchAll(/`((?:nodes|gateway|checkout|credentials|test|\.github|\.ci)\/[^`*]+)`/g)];
		expect(paths.length).toBeGreaterThan(5);
		expect(paths.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
	});
});

describe('the tour', () => {
	const tour = read('docs/working-on-it.md');

	test('names every command', () => {
		// npm runs it before it publishes.
		const { prepublishOnly: _, ...scripts } = manifest.scripts;
		const isNamed = (name: string) => new RegExp(`npm (run )?${name}\\b(?![:-]\\w)`).test(tour);
		expect(Object.keys(scripts).filter((name) => !isNamed(name))).toEqual([]);
	});

	test('says what every folder of the sources holds', () => {
		const folders = ['.', 'dev', 'gateway', 'nodes', 'nodes/shared'].flatMap((parent) =>
			readdirSync(join(ROOT, parent), { withFileTypes: true })
				.filter((entry) => entry.isDirectory() && !/^(\.|coverage$|dist$|docs$|node_modules$)/.test(entry.name))
				.map(({ name }) => join(parent, name).replaceAll('\\', '/')),
		);
		const rows = [...tour.matchAll(/^\| (`.+?) \|/gm)].map(([, paths]) => paths!).join(' ');
		expect(folders.filter((folder) => !rows.includes(`\`${folder}/`))).toEqual([]);
	});
});

test('README and package.json name the same oldest Node', () => {
	expect(read('README.md')).toContain(`With Node ${manifest.engines.node.replace('>=', '')} or newer`);
});

test('The guide and the form for bugs name the n8n that everything is tested in', () => {
	expect(read('docs/install.md')).toContain(`is tested in n8n ${PLAYGROUND_N8N},`);
	expect(read('.github/ISSUE_TEMPLATE/bug.yml')).toContain(`n8n ${PLAYGROUND_N8N}, queue mode`);
});

test.each([
	['README.md', 'not on npm yet'],
	['SECURITY.md', 'it is a placeholder'],
	['CODE_OF_CONDUCT.md', 'it is a placeholder'],
])('%s says "%s" for as long as the package has no owner', (path, words) => {
	expect(read(path).includes(words)).toBe(missingOwner(manifest).length > 0);
});

describe('the guide to the credential', () => {
	const fields = new CardPaymentApi().properties.filter(({ type }) => !['notice', 'hidden'].includes(type));

	test.each(fields.map(({ displayName }) => displayName))('explains %s', (name) => {
		const rows = [...read('docs/credential.md').matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) =>
			names!.split(', '),
		);
		expect(rows).toContain(name);
	});
});

test('the guide to transfers has names that match, and names that do not, as the node compares them', () => {
	const [, names] = /\n- \*\*Check Account Name First\*\*([^]*?)\n\n/.exec(read('docs/bank-transfers.md'))!;
	const compared = [...names!.matchAll(/`([\p{L}\p{M}']+)` is (not )?`([\p{L}\p{M}']+)`/gu)];
	expect(compared.length).toBeGreaterThan(3);
	const wrong = compared.filter(([, one, not, other]) => (nameMismatch(one!, other!) === null) === (not !== undefined));
	expect(wrong).toEqual([]);
});

describe("the operator's guide", () => {
	const [, logs] = /## What is in the logs\n([^]*?)\n## /.exec(read('docs/operating.md'))!;
	const quoted = [...logs!.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words!).filter((words) => words.includes(' '));
	const sources = ['nodes', 'gateway']
		.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))))
		.filter((path) => path.endsWith('.ts'))
		.map(read)
		.join('\n');

	test('quotes what the package writes', () => {
		expect(quoted.filter((words) => !sources.includes(words))).toEqual([]);
	});
});

interface ExampleNode {
	name: string;
	type: string;
	parameters: { resource?: string; tableName?: string; columns?: { column?: Array<{ name: string; type: string }> } };
}

describe('the guide to the examples', () => {
	const guide = read('docs/examples.md');
	const examples = readdirSync(join(ROOT, 'examples')).map((name) => ({
		name,
		nodes: (JSON.parse(read(`examples/${name}`)) as { nodes: ExampleNode[] }).nodes,
	}));
	test('lists each table with its columns, for an n8n that cannot create it', () => {
		const listed = [...guide.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, table, columns]) => [
			table,
			[...columns!.matchAll(/((?:`\w+`(?:, )?)+) \((\w+)\)/g)].flatMap(([, names, type]) =>
				[...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name, type })),
			),
		]);
		const created = examples
			.flatMap(({ nodes }) => nodes)
			.filter(({ type, parameters }) => type === 'n8n-nodes-base.dataTable' && parameters.resource === 'table')
			.map(({ parameters }) => [parameters.tableName, parameters.columns!.column]);
		expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(created));
	});
});
