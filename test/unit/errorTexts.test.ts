import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { ENDPOINTS } from '../../gateway/client/endpoints';
import { adviceFor } from '../../gateway/client/advice';
import { ERROR_CODES, InputError } from '../../gateway/values/errors';

const ROOT = join(__dirname, '../..');
/** Errors whose first text is the beginning of a sentence, and no headline. */
const CLAUSES = ['LostAnswerError'];

interface Text {
	where: string;
	text: string;
}

/** Every text that stands in the code of the package as the message or the description of an error, or as a rule. */
function textsOf(file: string): { messages: Text[]; descriptions: Text[]; rules: Text[] } {
	const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.ES2022, true);
	const found = { messages: [] as Text[], descriptions: [] as Text[], rules: [] as Text[] };
	const add = (texts: Text[], node: ts.Node | undefined) => {
		const text = node && literalOf(node);
		const { line } = source.getLineAndCharacterOfPosition(node?.getStart() ?? 0);
		if (text) texts.push({ where: `${file}:${line + 1}`, text });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && /^[A-Z]\w+Error$/.test(node.expression.getText())) {
			const [message, description] = node.arguments ?? [];
			if (!CLAUSES.includes(node.expression.getText())) add(found.messages, message);
			add(found.descriptions, description);
		}
		const text = literalOf(node);
		// A rule continues the name of its field.
		if (text && /^(is|has|had|does|was|begins|cannot|must|can) \w+.* /.test(text)) add(found.rules, node);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** The text of a literal, with a word in place of each value; undefined for anything else. */
function literalOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
}

const files = ['gateway', 'nodes']
	.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((path) => join(folder, String(path))))
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.includes('languages'));
const all = files.map(textsOf);
const messages = all.flatMap((texts) => texts.messages);
const descriptions = all.flatMap((texts) => texts.descriptions);
const rules = all.flatMap((texts) => texts.rules);

const inWords = ({ where, text }: Text) => `${where} ${text}`;

test('the texts of errors are found', () => {
	expect(messages.length).toBeGreaterThan(20);
	expect(descriptions.length).toBeGreaterThan(20);
	expect(rules.length).toBeGreaterThan(40);
});

test('a headline is one sentence, with a capital and a full stop', () => {
	const isSentence = ({ text }: Text) => /^[A-Zn].*\.$/.test(text) && !/[.!?] [A-Z]/.test(text);
	expect(messages.filter((message) => !isSentence(message)).map(inWords)).toEqual([]);
});

test('a description says what to do, in sentences', () => {
	const isAdvice = ({ text }: Text) => text === '' || /^[A-ZX].*[.]( X)?$/.test(text);
	expect(descriptions.filter((description) => !isAdvice(description)).map(inWords)).toEqual([]);
});

test('a rule says what is wrong, and then what to do', () => {
	const isComplete = ({ text }: Text) => /^[^.]+?(https:\/\/)?[^.]*(\.\d+)?\. [A-ZX].*$/.test(text);
	expect(rules.filter((rule) => !isComplete(rule)).map(inWords)).toEqual([]);
});

test('each refusal of the service has a sentence, and what to do', () => {
	const statuses = [400, 401, 403, 404, 405, 418, 429];
	for (const endpoint of Object.values(ENDPOINTS)) {
		const advice = statuses.map((status) => adviceFor(endpoint, status));
		for (const { message, next } of advice) {
			expect(message).toMatch(/^[A-Z].*\.$/);
			expect(next).toMatch(/^[A-Z].*\.$/);
		}
	}
});

test('no text names an item in brackets, the specification, or a field of the code', () => {
	const unwanted = /\(item|specification|amountUnit|pinFormat|yearDigits|additionalFields/;
	expect([...messages, ...descriptions, ...rules].filter(({ text }) => unwanted.test(text)).map(inWords)).toEqual([]);
});

test('a rule without advice gets some', () => {
	const error = new InputError([{ path: ['a'], field: 'A', rule: 'is odd' }]);
	expect([error.message, error.description]).toEqual(["'A' is odd.", 'Correct it, and run the workflow again.']);
	expect(new InputError([{ path: ['a'], field: 'A', rule: 'is odd. Write 2' }]).description).toBe('Write 2.');
	const twice = [
		{ path: ['a'], field: 'A', rule: 'is odd. Write 2. Or 4.' },
		{ path: ['a'], field: 'A', rule: 'is long.' },
	];
	expect(new InputError(twice)).toMatchObject({
		message: "'A' must be corrected.",
		description: "'A' is odd. Write 2. Or 4. 'A' is long.",
	});
});

test('the guide explains every code of an error', () => {
	const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
	for (const code of ERROR_CODES) expect(guide).toContain(`| \`${code}\` |`);
});
