import { gzipSync } from 'node:zlib';

import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { rawRequest } from '../support/rawRequest';
import { chargeAtSandbox, claimOf } from '../support/trigger';
import { activate, setUpTriggers, trigger, world } from '../support/triggerTests';

type Paid = Awaited<ReturnType<typeof chargeAtSandbox>>;
type Headers = Record<string, string>;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT = { 'content-type': 'text/plain' };
const KILOBYTE = 1024;

setUpTriggers();
beforeEach(async () => await activate());

/** Bytes go without a content type of fetch's own. */
async function post(body: string | Uint8Array, headers: Headers = JSON_TYPE, url = trigger.notificationUrl) {
	return await fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? Buffer.from(body) : body });
}

const json = (value: unknown) => JSON.stringify(value);
const form = (value: object) => new URLSearchParams(value as Record<string, string>).toString();
const nest = (value: object, ...names: string[]) =>
	names.reduceRight<object>((inner, name) => ({ [name]: inner, status: 200 }), value);

/** Every field that providers document, and some that they do not. */
const whole = (paid: Paid) => ({
	...claimOf(paid),
	grossAmount: 10.66,
	requestedAmount: 10.5,
	currencyCode: 'NGN',
	refundedAmount: 0,
	lastRefundDate: null,
	metadata: { a: [1, { b: 2 }] },
	surprise: 'new',
	another: null,
	list: [[]],
});

const numbersAsText = (paid: Paid) => ({
	...claimOf(paid),
	status: '2',
	requestedAmount: '10.50',
	transactionFee: ' 0 ',
});

/** JSON under types that do not announce it, beginning with the one that PHP's curl sends. */
const JSON_TYPES: Array<[type: string, headers: Headers]> = [
	['a form', FORM],
	['a form with a charset', { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
	['plain text', TEXT],
	['no type', {}],
	['a binary type', { 'content-type': 'application/octet-stream' }],
	['HTML', { 'content-type': 'text/html' }],
	['JSON', JSON_TYPE],
];
const MARKS: Array<[name: string, mark: string]> = [
	['', ''],
	[', with a byte order mark', '\ufeff'],
];
const URLS: Array<[name: string, urlFor: (paid: Paid) => string]> = [
	['an unsigned', () => trigger.notificationUrl],
	['a signed', ({ reference }) => signedUrl({ reference, amount: '', currency: '' })],
];
const signedUrl = (terms: Parameters<typeof signUrl>[1]) =>
	signUrl(trigger.notificationUrl, terms, world.sandbox.options.privateKey);

const ACCEPTED: Array<[name: string, (paid: Paid) => string | Uint8Array, headers?: Headers]> = [
	['flat', (paid) => json(claimOf(paid))],
	['nested one level', (paid) => json(nest(claimOf(paid), 'data'))],
	['nested two levels', (paid) => json(nest(claimOf(paid), 'data', 'transaction'))],
	['nested three levels', (paid) => json(nest(claimOf(paid), 'data', 'transaction', 'record'))],
	['in a list', (paid) => json([claimOf(paid)])],
	['in a list in an object', (paid) => json({ events: [{ id: 1 }, { payload: claimOf(paid) }] })],
	['as a form', (paid) => form(claimOf(paid)), FORM],
	['with numbers as text', (paid) => json(numbersAsText(paid))],
	['with the status as a name', (paid) => json({ ...claimOf(paid), status: 'authorized' })],
	['with a status of another kind', (paid) => json({ ...claimOf(paid), status: { code: 2 } })],
	['with unknown fields', (paid) => json(whole(paid))],
	['with every field null but the reference', (paid) => json({ ...empty(whole(paid)), ...only(paid) })],
	['with nothing but the reference', (paid) => json(only(paid))],
	['as JSON of another type', (paid) => json(claimOf(paid)), { 'content-type': 'application/vnd.api+json' }],
	['twice in a list', (paid) => json([claimOf(paid), claimOf(paid)])],
	['compressed', (paid) => gzipSync(json(whole(paid))), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
];

const only = ({ transactionReference }: Paid) => ({ transactionReference });
const empty = (value: object) => Object.fromEntries(Object.keys(value).map((name) => [name, null]));

// Rest parameters, because Jest would give its callback for a parameter that a row leaves out.
test.each(ACCEPTED)('a notification starts the workflow %s', async (...[, bodyFor, headers]) => {
	const paid = await chargeAtSandbox(world);
	expect(await trigger.result(post(bodyFor(paid), headers))).toEqual([200, 1]);
	expect(await trigger.started()).toMatchObject([{ ...paid, outcome: 'authorized', authorized: true, amount: 10.5 }]);
});

const announced = JSON_TYPES.flatMap(([type, headers]) =>
	MARKS.flatMap(([name, mark]) => URLS.map(([url, urlFor]) => [url, type + name, headers, mark, urlFor] as const)),
);

test.each(announced)('at %s URL, JSON that comes as %s starts the workflow', async (...[, , headers, mark, urlFor]) => {
	const paid = await chargeAtSandbox(world);
	expect(await trigger.result(post(mark + json(claimOf(paid)), headers, urlFor(paid)))).toEqual([200, 1]);
	expect(await trigger.started()).toMatchObject([{ ...paid, outcome: 'authorized' }]);
});

const big = (bytes: number) =>
	json({ transactionReference: 'SBX-1', junk: '' }).replace('""', `"${'x'.repeat(bytes)}"`);

const REFUSED: Array<[name: string, status: number, body: string | Uint8Array, headers?: Headers]> = [
	['broken JSON', 422, '{"transactionReference": "SBX-1", '],
	['broken JSON of no type', 400, '{"transactionReference": "SBX-1", ', {}],
	['an empty body', 400, ''],
	['an empty body of no type', 400, '', {}],
	['an empty object', 400, '{}'],
	['an empty list', 400, '[]'],
	['null', 400, 'null'],
	['a number', 400, '5'],
	['other names', 400, '{"ref": "SBX-1"}'],
	['an empty reference', 400, '{"transactionReference": " "}'],
	['an object as reference', 400, '{"transactionReference": {"$ne": null}}'],
	['JSON without a reference as a form', 400, '{"ref": "SBX-1"}', FORM],
	['broken JSON as a form', 400, '{"transactionReference": "SBX-1", ', FORM],
	['two references in a form', 400, 'transactionReference=SBX-1&transactionReference=SBX-2', FORM],
	['a reference of dots', 400, '{"transactionReference": ".."}'],
	['half a character as reference', 400, '{"transactionReference": "\\ud800"}'],
	['an endless reference', 400, json({ transactionReference: 'x'.repeat(257) })],
	['1 MB of JSON', 413, big(KILOBYTE * KILOBYTE)],
	['1 MB of text', 413, 'x'.repeat(KILOBYTE * KILOBYTE), TEXT],
	['1 MB of zeros', 413, Buffer.alloc(KILOBYTE * KILOBYTE), {}],
	['1 MB as a form', 413, `transactionReference=SBX-1&a=${'x'.repeat(KILOBYTE * KILOBYTE)}`, FORM],
	['1 MB, compressed', 413, gzipSync(big(KILOBYTE * KILOBYTE)), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
];

test.each(REFUSED)('%s is answered with %i', async (...[, status, body, headers]) => {
	expect(await trigger.result(post(body, headers))).toEqual([status, 0]);
	expect(world.requestsTo('/SBX-1')).toEqual([]);
});

test('more than n8n reads is refused by what it announces', async () => {
	const { pathname } = new URL(trigger.notificationUrl);
	const announced = 17 * KILOBYTE * KILOBYTE;
	expect(await rawRequest(trigger.notificationUrl, 'POST', pathname, '0', 'application/octet-stream', announced)).toBe(
		413,
	);
	expect(world.requestsTo('/SBX-1')).toEqual([]);
});

describe('the largest notification', () => {
	const padded = (paid: Paid, bytes: number) => json(claimOf(paid)).padEnd(bytes, ' ');

	test('has 64 KB', async () => {
		const paid = await chargeAtSandbox(world);
		expect(await trigger.result(post(padded(paid, 64 * KILOBYTE + 1)))).toEqual([413, 0]);
		expect(await trigger.result(post(padded(paid, 64 * KILOBYTE)))).toEqual([200, 1]);
	});

	test('is found without an announced length, too', async () => {
		const body = new Blob([big(65 * KILOBYTE)]).stream();
		const init = { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' };
		expect(await trigger.result(fetch(trigger.notificationUrl, init as RequestInit))).toEqual([413, 0]);
	});
});
