import type { IWebhookFunctions } from 'n8n-workflow';

import { claimIn, receiveRequest } from '../../../nodes/shared/webhooks/http';

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

test('nothing of the body is looked at until it is read', async () => {
	const look = jest.fn(() => ['transactionReference']);
	const body = new Proxy({ transactionReference: 'SBX-1' }, { ownKeys: look });
	const request = await receive({ raw: '{"transactionReference":"SBX-1"}', body });
	expect(look).not.toHaveBeenCalled();
	expect(claimIn(request)).toMatchObject({ transactionReference: 'SBX-1' });
	expect(look).toHaveBeenCalled();
});

test('a body is JSON whatever its type, and otherwise the query counts', async () => {
	const claimOf = async (sent: Sent) => claimIn(await receive(sent));
	expect(await claimOf({ raw: '{"status":2,"merchantRef":"ORDER-1"}' })).toEqual({
		record: { status: 2, merchantRef: 'ORDER-1' },
		transactionReference: null,
		reference: 'ORDER-1',
	});
	expect(await claimOf({ url: '/webhook/1/callback?reference=ORDER-2' })).toMatchObject({ reference: 'ORDER-2' });
});

test.each([
	['deep', '['.repeat(32_000) + ']'.repeat(32_000)],
	['wide', `[${Array(20_000).fill('{}').join()}]`],
])('JSON of no type is not looked into where it is too %s', async (_, nasty) => {
	expect(claimIn(await receive({ raw: nasty }))).toBeUndefined();
});
