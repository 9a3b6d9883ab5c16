import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

setUpWorld();

const orders = ['first', 'second', 'third'].map((name) => ({ name }));

describe('a service that answers strangely', () => {
	let server: Server | undefined;
	afterEach(() => {
		server?.closeAllConnections();
		server?.close();
		world.editCredential({ baseUrl: world.sandbox.url });
	});
	async function serve(handler: Parameters<typeof createServer>[1]): Promise<void> {
		server = createServer(handler as never);
		await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
		world.editCredential({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
	}

	test('a refusal with the record of a payment in it is shown as unknown, and nothing is sent again', async () => {
		const charged: string[] = [];
		await serve((request, response) => {
			response.setHeader('content-type', 'application/json');
			response.statusCode = request.method === 'GET' ? 404 : 402;
			if (request.method === 'GET') return void response.end(JSON.stringify({ status: 'error', message: 'not found' }));
			let body = '';
			request.on('data', (part) => (body += String(part)));
			request.on('end', () => {
				const { reference } = JSON.parse(body) as { reference: string };
				charged.push(reference);
				const data = { authorizationType: '2DS', statusCode: 2, ref: `T-${reference}`, reference };
				response.end(JSON.stringify({ status: 402, message: 'refused', data }));
			});
		});
		// Another reference at every try.
		const reference = '={{ $json.name }}-{{ $now.toMillis() }}';
		const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await world.run([world.node('Pay', 'card', 'charge', chargeFields({ reference }), retries)], orders);
		expect(run.status).toBe('success');
		expect(run.items('Pay').map(({ json }) => json.outcome)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(charged).toHaveLength(3);
	}, 30_000);

	test.each<[string, string, object]>([
		['card', 'charge', chargeFields()],
		['transaction', 'verify', { transactionReference: 'T-1' }],
		['bank', 'getMany', {}],
		['account', 'checkSetup', {}],
	])('Timeout: %s %s waits for no drops, and ends each connection', async (resource, operation, parameters) => {
		const open = new Set<ServerResponse>();
		await serve((request, response) => {
			response.setHeader('content-type', 'application/json');
			if (request.url!.endsWith('/auth') && operation !== 'checkSetup')
				return void response.end(JSON.stringify({ accessToken: 'opaque-token', refreshToken: '' }));
			response.writeHead(200);
			const timer = setInterval(() => response.write(' '), 100);
			open.add(response);
			response.on('close', () => {
				clearInterval(timer);
				open.delete(response);
			});
		});
		const run = await world.run([
			world.node(
				'Node',
				resource,
				operation,
				{ ...parameters, options: { timeout: 1 } },
				{ onError: 'continueErrorOutput' },
			),
		]);
		expect(run.error).toBeUndefined();
		// The server learns of it a moment later.
		await Promise.all([...open].map(async (response) => await once(response, 'close')));
	});
});
