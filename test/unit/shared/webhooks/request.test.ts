import type { IWebhookFunctions } from 'n8n-workflow';

import { receiveRequest } from '../../../../nodes/shared/webhooks/webhookRequest';

interface Sent {
	url?: string;
	headers?: Record<string, string>;
	raw?: string;
	/** What n8n has parsed. */
	body?: unknown;
}

async function receive({ url = '/webhook/1/notification', headers = {}, raw, body = {} }: Sent) {
	const rawBody = raw === undefined ? undefined : Buffer.from(raw);
	const path = new URL(url, 'http://n8n').pathname;
	const request = { originalUrl: url, path, headers, rawBody, readRawBody: () => Promise.resolve() };
	const context = { getRequestObject: () => request, getBodyData: () => body };
	return await receiveRequest(context as unknown as IWebhookFunctions);
}

test.each([
	['its body', { raw: '{"a":1}' }, 7],
	['the announced length of a body that n8n did not read', { headers: { 'content-length': '99' } }, 99],
	[
		'its body, where less was announced because it was compressed',
		{ raw: '{"a":1}', headers: { 'content-length': '3' } },
		7,
	],
	['that of an upload', { body: { data: { a: '1' } }, headers: { 'content-length': '300' } }, 300],
	['unknown, and so too large, for an upload without a length', { body: { data: { a: '1' } } }, Infinity],
	['nothing without a body', {}, 0],
])('the size of a request is %s', async (_, sent, size) => {
	expect((await receive(sent)).size).toBe(size);
});

test('the path is that by which n8n has found the webhook, whatever stands behind "#"', async () => {
	const request = await receive({ url: '/webhook/1/notification?a=1#/webhook/2/callback?a=2' });
	expect([request.path, request.query.getAll('a')]).toEqual(['/webhook/1/notification', ['1']]);
});

test.each([
	['a form', { body: { reference: 'ORDER-1', payload: '{"transactionReference":"SBX-1"}' } }],
	['a text in JSON', { body: { merchantRef: 'ORDER-1', data: '{"transactionReference":"SBX-1"}' } }],
	[
		'the address',
		{ url: '/webhook/1/notification?reference=ORDER-1', raw: '{"data":"{\\"transactionReference\\":\\"SBX-1\\"}"}' },
	],
])("the service's reference is found where the merchant's stands beside it in %s", async (_, sent) => {
	expect((await receive(sent)).read()!.claim).toMatchObject({ transactionReference: 'SBX-1' });
});

test('nothing of the body is looked at until it is read', async () => {
	const look = jest.fn(() => ['transactionReference']);
	const body = new Proxy({ transactionReference: 'SBX-1' }, { ownKeys: look });
	const request = await receive({ raw: '{"transactionReference":"SBX-1"}', body });
	expect(look).not.toHaveBeenCalled();
	expect(request.read()!.claim).toMatchObject({ transactionReference: 'SBX-1' });
	expect(look).toHaveBeenCalled();
});

test('a body is JSON whatever its type, and the query may have a second question mark', async () => {
	const request = await receive({ raw: '{"status":2}', url: '/webhook/1/callback?a=1?reference=ORDER-1' });
	expect(request.read()).toEqual({
		payload: [{ status: 2 }, { a: '1', reference: 'ORDER-1' }],
		claim: {
			record: { a: '1', reference: 'ORDER-1', merchantRef: 'ORDER-1' },
			transactionReference: null,
			reference: 'ORDER-1',
		},
	});
});

// Rest parameters below, because Jest would give its callback for a parameter that a row leaves out.
describe('JSON of a transaction is found', () => {
	const claim = { transactionReference: 'SBX-1', status: 2 };
	const json = JSON.stringify({ ...claim, note: 'a=b&c' });
	const found = async (raw: string, body?: unknown) => (await receive({ raw, body })).read();

	test.each<[string, string, unknown?]>([
		['under the type of a form', json, { [json.slice(0, 20)]: json.slice(21) }],
		['with a byte order mark', `\ufeff${json}`],
		['with a byte order mark under the type of a form', `\ufeff${json}`, { [json]: '' }],
		['in a field of a form', `payload=${encodeURIComponent(json)}&event=x`, { payload: json, event: 'x' }],
		['in a text of JSON', JSON.stringify({ event: 'x', data: json }), { event: 'x', data: json }],
		['in JSON that is one text', JSON.stringify(json)],
	])('%s', async (...[, raw, body]) => {
		expect((await found(raw, body))!.claim).toMatchObject({ record: claim });
	});

	test.each([
		['deep', '['.repeat(32_000) + ']'.repeat(32_000)],
		['wide', `[${Array(20_000).fill('{}').join()}]`],
	])('and is not looked into where it is too %s, under whatever type and in any field', async (_, nasty) => {
		expect(await found(nasty, { [nasty]: '' })).toBeUndefined();
		expect(await found('', { payload: nasty })).toBeUndefined();
		expect(await found(JSON.stringify(nasty))).toBeUndefined();
	});

	test('in so many characters as it has at most three times, however it is written', async () => {
		const size = 64 * 1024;
		const fill = (text: string) => text.repeat(Math.floor(size / text.length));
		const parse = jest.spyOn(JSON, 'parse');
		for (const nasty of ['[', '{"a":', '\\"', ' ', '[1],', '"[', '{}', 'k=[1,'].map(fill)) {
			const fields = Object.fromEntries(nasty.split(',').map((text, index) => [`k${index}`, text]));
			for (const [raw, body] of [
				[nasty, { [nasty]: '' }],
				['', { payload: nasty }],
				['', fields],
				[JSON.stringify(nasty)],
			] as Array<[string, unknown?]>) {
				parse.mockClear();
				await found(raw, body);
				const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
				expect(parsed).toBeLessThanOrEqual(3 * JSON.stringify([raw, body]).length);
			}
		}
		parse.mockRestore();
	});
});

test.each([
	[500, true],
	[501, false],
])('a query of %i parameters is read: %s', async (count, isRead) => {
	const query = Array.from({ length: count }, (_, index) => `k${index}=1`).join('&');
	expect((await receive({ url: `/webhook/1/callback?${query}` })).read() !== undefined).toBe(isRead);
});
