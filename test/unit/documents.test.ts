/* What README and the guides name exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { CardPaymentApi } from '../../credentials/CardPaymentApi.credentials';
import { CardPayment } from '../../nodes/CardPayment/CardPayment.node';
import { CardPaymentCheckout } from '../../nodes/CardPaymentCheckout/CardPaymentCheckout.node';
import { CardPaymentTrigger } from '../../nodes/CardPaymentTrigger/CardPaymentTrigger.node';
import manifest from '../../package.json';

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

test.each(documents)('all commands of npm in %s exist', (path) => {
	const commands = [...read(path).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g)];
	for (const [, script, short] of commands) expect(Object.keys(manifest.scripts)).toContain(script ?? short);
});

describe('README', () => {
	const readme = read('README.md');

	test('can be read in a minute: it has 150 lines at most', () => {
		expect(readme.split('\n').length).toBeLessThanOrEqual(151);
	});

	test('names the three commands to try, the first one first', () => {
		const commands = [...readme.matchAll(/```sh\n(.+)\n```/g)].map(([, command]) => command);
		expect(commands).toEqual(['npm start', 'npm run demo', 'npm test']);
	});

	test('calls fields and operations what the editor calls them', () => {
		const types = [CardPayment, CardPaymentCheckout, CardPaymentTrigger].map((Node) => new Node().description);
		const credential = new CardPaymentApi();
		const names = new Set([
			credential.displayName,
			...types.map(({ displayName }) => displayName),
			...[credential, ...types].flatMap(({ properties }) => namesOf(properties)),
		]);
		const fields = [...readme.matchAll(/(?<![*\w])\*([A-Z][^*]+)\*(?!\*)/g)].map(([, name]) => name!);
		expect(fields.length).toBeGreaterThan(5);
		for (const field of fields) expect(names).toContain(field);
		const operations = [...readme.matchAll(/\b(Card|Transaction|Transfer|Bank Account|Account): ([A-Z][\w ]*\w)/g)];
		expect(operations.length).toBeGreaterThan(6);
		for (const [, resource, operation] of operations) {
			expect(names).toContain(resource);
			expect(names).toContain(operation);
		}
		for (const [, node] of readme.matchAll(/\*\*(Card Payment[^*]*)\*\*/g)) expect(names).toContain(node);
	});
});
