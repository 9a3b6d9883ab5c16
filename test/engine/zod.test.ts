import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '../..');
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const entries = [...n8n.nodes, ...n8n.credentials];

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'card-payment-zod-'));
	cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
	mkdirSync(join(folder, 'node_modules'));
	link('n8n-workflow');
});
afterEach(() => rmSync(folder, { recursive: true }));

function link(name: string): void {
	symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(folder, 'node_modules', name));
}

/** A zod from before 3.25, which has no `zod/v4`. */
function addOldZod(): void {
	const zod = join(folder, 'node_modules/zod');
	mkdirSync(zod);
	writeFileSync(
		join(zod, 'package.json'),
		JSON.stringify({ name: 'zod', version: '3.24.1', main: './index.js', exports: { '.': './index.js' } }),
	);
	writeFileSync(join(zod, 'index.js'), 'exports.z = {};');
}

/** Loads with Node's own loader: Jest's would find the project's packages. */
function load(entry: string): Record<string, unknown> {
	const nodeRequire = process.getBuiltinModule('module').createRequire(join(folder, 'index.js'));
	return nodeRequire(join(folder, entry)) as Record<string, unknown>;
}

describe('The built package uses the zod and the Luxon that n8n brings', () => {
	test.each(entries)('%s says in words that the zod beside it is too old', (entry) => {
		addOldZod();
		expect(() => load(entry)).toThrow(
			/^n8n-nodes-card-payment needs zod 3\.25\.67 or newer.*Settings > Community Nodes/,
		);
	});

	test('and the same where there is none', () => {
		expect(() => load(entries[0]!)).toThrow(/^n8n-nodes-card-payment needs zod 3\.25\.67 or newer/);
	});

	test('and where there is no Luxon', () => {
		link('zod');
		expect(() => load(entries[0]!)).toThrow(/^n8n-nodes-card-payment needs zod 3\.25\.67 or newer and Luxon/);
	});

	test('with the right ones it loads, and has none of its own', () => {
		link('zod');
		link('luxon');
		expect(Object.keys(load(entries[0]!))).toEqual(['CardPayment']);
		expect(readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).not.toMatch(/^(zod|valibot|luxon)$/m);
	});
});
