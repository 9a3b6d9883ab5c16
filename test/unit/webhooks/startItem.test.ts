import fc from 'fast-check';

import { readRecord } from '../../../gateway/calls/verify';
import { startItem } from '../../../nodes/shared/webhooks/startItem';
import { settingsWith } from '../gateway/examples';
import { always } from '../gateway/property';

/* A secret sealed or signed in the addresses that the service was given is hidden, in whatever spelling the service repeats it. */

const VALUE = Buffer.from(Array.from({ length: 200 }, (_, index) => (index * index * 37) % 251)).toString('base64url');
const ADDRESS = `https://n8n.example/webhook/checkout-1/callback?payment=INV-7&attempt=${VALUE}&lang=fr`;

/** The item with which a record starts the workflow, as JSON. */
function itemOf(data: Record<string, unknown>): string {
	const payment = readRecord(data, settingsWith());
	return JSON.stringify(
		startItem({ payment, response: { data }, isVerified: true, simplify: false, shows: [] }, settingsWith()),
	);
}

const perCharacter = (pattern: RegExp, spelling: (code: number) => string) => (text: string) =>
	text.replace(pattern, (character) => spelling(character.charCodeAt(0)));
const hex = (code: number, length = 2) => code.toString(16).padStart(length, '0');

/** The spellings that services, forms and pages give a text. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
	'in an address': encodeURIComponent,
	'in an address, every character': perCharacter(/[^]/g, (code) => `%${hex(code).toUpperCase()}`),
	'in JSON': (text) => JSON.stringify({ text }),
	'in JSON of ASCII that is safe in HTML': perCharacter(/[^\w .:/-]/g, (code) => `\\u${hex(code, 4)}`),
	'in JSON with every sign escaped': perCharacter(/[\W_]/g, (code) => `\\u${hex(code, 4).toUpperCase()}`),
	'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('=', '&#x3d;'),
	'on a line of its own': (text) => `first\n${text}\nlast`,
};

/** The forms in which the value may come. */
const FORMS: Readonly<Record<string, string>> = {
	'an address': ADDRESS,
	'a query': ADDRESS.split('?')[1]!,
	'its query as an object': JSON.stringify({ payment: 'INV-7', attempt: VALUE }),
	'its query as a list': JSON.stringify([['attempt', VALUE]]),
	'a sentence': `The attempt: ${VALUE}`,
	'another letter case': ADDRESS.replace('attempt', 'ATTEMPT'),
	'a signature': ADDRESS.replace('attempt', 'signature'),
};

/** A text as somebody reads it who decodes it for as long as anything is escaped. */
function decoded(text: string): string {
	const character = (_: string, ...codes: Array<string | undefined>) =>
		String.fromCharCode(Number.parseInt(codes.slice(0, 3).find(Boolean)!, 16));
	const once = text
		.replace(/\\+(["/nrt\\])/g, '$1')
		.replace(/%([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]+);/gi, character)
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');
	return once === text ? text : decoded(once);
}

const TABLE = Object.keys(FORMS).flatMap((form) => Object.keys(SPELLINGS).map((spelling) => [form, spelling] as const));

test.each(TABLE)('%s, %s', (form, spelling) => {
	const text = SPELLINGS[spelling]!(FORMS[form]!);
	const shows = (shown: string) => decoded(shown).includes(VALUE);
	const item = itemOf({ status: 2, note: text, [text]: 1 });
	expect([shows(text), shows(item), item.includes('[hidden]')]).toEqual([true, false, true]);
});

test('as often as it is escaped, up to three times', () => {
	const spellings = fc.array(fc.constantFrom(...Object.keys(SPELLINGS)), { maxLength: 3 });
	always(
		fc.property(fc.constantFrom(...Object.keys(FORMS)), spellings, (form, layers) => {
			const text = layers.reduce((inner, layer) => SPELLINGS[layer]!(inner), FORMS[form]!);
			expect(decoded(itemOf({ status: 2, metadata: { note: [text] } })).includes(VALUE)).toBe(false);
		}),
	);
});

test('as members of an object, and wherever it is repeated without a name', () => {
	const item = itemOf({ query: { attempt: VALUE }, metadata: `see ${VALUE}` });
	expect(item.includes(VALUE)).toBe(false);
});

test.each([
	['a short value', { attempt: 2, signature: 'Ada Okafor' }],
	['another name', { rrn: '4'.repeat(40), lastAttempt: 'x'.repeat(60), note: `attempts=${'x'.repeat(60)}` }],
])('%s is shown', (_, data) => {
	expect(JSON.parse(itemOf(data))).toMatchObject({ response: { data } });
});
