import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { World } from './support/world';

/**
 * The credential in n8n's own HTTP Request node ("Predefined Credential Type"), which hands each of its requests to the
 * credential's `authenticate`. That node is not part of n8n-core, so its requests are made here, or by a stand-in that uses
 * the same helpers of n8n-core.
 */
let world: World;
beforeAll(async () => {
	world = await World.start();
	await world.one('bank', 'getMany', { limit: 1 });
});
afterAll(async () => await world.stop());

async function headersFor(
	request: { url?: string; uri?: string; baseURL?: string; headers?: Record<string, string> },
	changes: ICredentialDataDecryptedObject = {},
) {
	const { authenticate } = world.engine.credentialType('cardPaymentApi');
	if (typeof authenticate !== 'function') throw new Error('The credential has no authenticate function');
	const stored = world.engine.store.read(world.credentialId);
	return (await authenticate({ ...stored, ...changes }, request as IHttpRequestOptions)).headers;
}

test.each([
	['/uaa/api/auth', 'x-api-key'],
	['/paas/bank/transfer/v1/banks', 'Authorization'],
	['/paas/bank/transfer/v1/anything-else', 'Authorization'],
	['/transaction/charge', 'x-api-key'],
	['/transaction/verify/T1', 'Authorization'],
])('%s gets the key that opens it', async (path, header) => {
	for (const request of [
		{ url: world.sandbox.url + path },
		{ uri: world.sandbox.url + path },
		{ url: path, baseURL: world.sandbox.url },
	]) {
		expect(Object.keys((await headersFor(request))!)).toContain(header);
	}
});

test('a call that is verified gets the private key and no token', async () => {
	expect(await headersFor({ url: `${world.sandbox.url}/transaction/verify/T1` })).toEqual({
		Authorization: world.sandbox.options.privateKey,
		'Content-Type': 'application/json',
	});
});

test('a token of other keys is not sent, so that the answer 401 makes n8n fetch a new one', async () => {
	const headers = await headersFor({ url: `${world.sandbox.url}/paas/bank/transfer/v1/banks` }, { apiKey: 'changed' });
	expect(headers).toMatchObject({ Authorization: 'Bearer none' });
});

test.each(['https://elsewhere.example/transaction/verify/T1', 'http://127.0.0.1.elsewhere.example/', 'no address'])(
	'the keys are not sent to %s',
	async (url) => {
		await expect(headersFor({ url })).rejects.toMatchObject({
			message: 'This credential does not send its keys to this address.',
		});
	},
);

describe('keys do not follow redirects', () => {
	const servers: Server[] = [];
	let elsewhere: IncomingMessage[];
	beforeEach(() => (elsewhere = []));
	afterEach(() => {
		for (const server of servers.splice(0)) server.close();
		world.editCredential({ baseUrl: world.sandbox.url });
	});

	async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
		const server = createServer(answer);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	describe.each(['older', 'newer'])("with n8n's %s helper", (helper) => {
		test.each([
			[301, 'GET', '/transaction/verify/T1'],
			[302, 'GET', '/transaction/verify/T1'],
			[302, 'POST', '/transaction/charge'],
			[307, 'POST', '/transaction/charge'],
			[308, 'POST', '/paas/bank/transfer/v1/transfer-funds'],
			[307, 'POST', '/uaa/api/auth'],
		])('%i in answer to %s %s', async (status, method, path) => {
			const other = await serve((request, response) => {
				elsewhere.push(request);
				response.end('{}');
			});
			const arrived: string[] = [];
			const service = await serve((request, response) => {
				arrived.push(`${request.method} ${request.url}`);
				response.writeHead(status, { location: `${other}/steal` }).end();
			});
			world.editCredential({ baseUrl: service });
			const { credentials } = world.node('', '', '');
			const run = await world.run([
				{
					name: 'Call',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					credentials,
					parameters: {
						...{ method, url: service + path, nodeCredentialType: 'cardPaymentApi', helper },
						...{ sendBody: true, specifyBody: 'json', jsonBody: '{"cardNumber":"4012000033330026"}' },
					},
				},
			]);
			expect(run.error).toBeDefined();
			expect(arrived).toContain(`${method} ${path}`);
			expect(elsewhere).toEqual([]);
		});
	});
});
