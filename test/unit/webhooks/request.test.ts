import type { IWebhookFunctions } from 'n8n-workflow';

import { readClaim, receiveRequest } from '../../../nodes/shared/webhooks/http';

interface Sent {
	url?: string;
	headers?: Record<string, string>;
	raw?: string;
	/** The body that n8n has parsed. */
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

const TERMS = 'signedReference=A%26B&signature=x_y-z';
test.each([
	['as it was made', `?${TERMS}`],
	['escaped for HTML', `?${TERMS.replace('&', '&amp;')}`],
	['escaped for HTML, twice', `?${TERMS.replace('&', '&amp;amp;')}`],
	['escaped, from its beginning', `?&amp;${TERMS}`],
	['cut off before the first "&"', `?amp;${TERMS}`],
	['with parameters of the service behind another "?"', `?${TERMS}?reference=T-1&status=2`],
	['behind parameters of the service', `?reference=T-1?${TERMS}`],
])('the parameters of an address are the same where it comes back %s', async (_, query) => {
	const request = await receive({ url: `/webhook/1/callback${query}` });
	expect(['signedReference', 'signature'].map((name) => request.query.get(name))).toEqual(['A&B', 'x_y-z']);
	expect(readClaim(request)?.reference).toBe(query.includes('T-1') ? 'T-1' : undefined);
});

test('nothing of the body is looked at until it is read', async () => {
	const look = jest.fn(() => ['transactionReference']);
	const body = new Proxy({ transactionReference: 'SBX-1' }, { ownKeys: look });
	const request = await receive({ raw: 'transactionReference=SBX-1', body });
	expect(look).not.toHaveBeenCalled();
	expect(readClaim(request)).toMatchObject({ transactionReference: 'SBX-1' });
	expect(look).toHaveBeenCalled();
});

const JSON_BODY = '{"transactionReference":"SBX-1"}';

test.each<[name: string, sent: Sent]>([
	['JSON that n8n has not parsed', { raw: JSON_BODY }],
	['JSON that n8n took for a form', { raw: JSON_BODY, body: { [JSON_BODY]: '' } }],
	['JSON that n8n took for text', { raw: JSON_BODY, body: JSON_BODY }],
	['JSON with a byte order mark', { raw: `\ufeff${JSON_BODY}`, body: `\ufeff${JSON_BODY}` }],
	['a form', { raw: 'transactionReference=SBX-1', body: { transactionReference: 'SBX-1' } }],
	['an upload, which n8n keeps only as it has parsed it', { body: { data: { transactionReference: 'SBX-1' } } }],
	['nothing beside the query', { url: '/webhook/1/callback?transactionReference=SBX-1' }],
])('the transaction is found in %s', async (_, sent) => {
	expect(readClaim(await receive(sent))).toMatchObject({ transactionReference: 'SBX-1' });
});

test('a claim has the fields of the record, and the references in it', async () => {
	expect(readClaim(await receive({ raw: '{"status":2,"merchantRef":"ORDER-1"}' }))).toEqual({
		record: { status: 2, merchantRef: 'ORDER-1' },
		transactionReference: null,
		reference: 'ORDER-1',
	});
	expect(readClaim(await receive({ url: '/webhook/1/callback?reference=ORDER-2' }))).toMatchObject({
		reference: 'ORDER-2',
	});
});

test.each([
	['deep', '['.repeat(32_000) + ']'.repeat(32_000)],
	['wide', `[${Array(20_000).fill('{}').join()}]`],
])('JSON of no type is not looked into where it is too %s', async (_, nasty) => {
	expect(readClaim(await receive({ raw: nasty }))).toBeUndefined();
});
