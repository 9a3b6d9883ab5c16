import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	ICredentialTestFunctions,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { ENDPOINTS } from '../../gateway/client/endpoints';
import { plainSender } from '../../nodes/shared/transport/plainRequest';
import { backendNetwork, Container } from '../../dev/engine/n8n';
import { skipWaits } from './support/clock';
import { chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

setUpWorld();
skipWaits();

const orders = ['first', 'second', 'third'].map((name) => ({ name }));

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
	world.editCredential({ baseUrl: world.sandbox.url });
});

/** Starts a server for one test. Returns its address. */
async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
	const server = createServer(handler as never);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Lets the credential lead to a service that a test makes up. */
async function serveAs(handler: Parameters<typeof createServer>[1]): Promise<void> {
	world.editCredential({ baseUrl: await serve(handler) });
}

/** The words with which something fails, wherever n8n shows them. */
const wordsOf = async (failing: Promise<unknown>) =>
	await failing.then(
		(result) => JSON.stringify(result),
		(error: Error & { description?: string }) => `${error.message} ${error.description}`,
	);

/** Everything that sends: operations with n8n's authentication and without, and the credential's test with n8n's older helper. */
const SENDERS: Array<[name: string, words: () => Promise<string>]> = [
	['an operation', async () => await wordsOf(world.one('account', 'get'))],
	['a login that an operation needs', async () => await wordsOf(world.one('bank', 'getMany'))],
	['a verification', async () => await wordsOf(world.one('transaction', 'verify', { transactionReference: 'SBX-1' }))],
	['Check Setup', async () => await wordsOf(world.one('account', 'checkSetup'))],
	[
		"the credential's test",
		async () =>
			await wordsOf(world.engine.testCredential('cardPaymentApi', world.engine.store.read(world.credentialId))),
	],
];

describe.each(SENDERS)('with %s', (_, words) => {
	test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
		const arrived: string[] = [];
		const elsewhere: unknown[] = [];
		const other = await serve((request, response) => void response.end(String(elsewhere.push(request.url))));
		await serveAs((request, response) => {
			arrived.push(`${request.method} ${request.url}`);
			response.writeHead(status, { location: `${other}/log-in` }).end();
		});
		expect(await words()).toContain(`(status ${status})`);
		expect(arrived).not.toEqual([]);
		expect(elsewhere).toEqual([]);
	});

	test('what a service says in latin1 is read as it was written', async () => {
		await serveAs((_request, response) => {
			const body = JSON.stringify({ status: 'error', message: 'Clé refusée, Adébáyò' });
			response.writeHead(401, { 'content-type': 'application/json; charset=ISO-8859-1' }).end(body, 'latin1');
		});
		expect(await words()).toContain('Clé refusée, Adébáyò');
	});
});

test.each([301, 302, 303, 307, 308])('a charge that is redirected (%i) takes no card elsewhere', async (status) => {
	const charges: string[] = [];
	const elsewhere: unknown[] = [];
	const other = await serve((request, response) => void response.end(String(elsewhere.push(request.url))));
	await serveAs((request, response) => {
		response.setHeader('content-type', 'application/json');
		if (request.method === 'GET')
			return void response.writeHead(404).end(JSON.stringify({ status: 'error', message: 'not found' }));
		charges.push(String(request.url));
		response.writeHead(status, { location: `${other}/charge` }).end();
	});
	const [item] = await world.one('card', 'charge', chargeFields());
	expect(item!.json.outcome).toBe('unknown');
	expect(charges).toEqual(['/transaction/charge']);
	expect(elsewhere).toEqual([]);
});

describe("an answer that needs no charset is read as n8n's own helpers read it", () => {
	const answers: Array<[name: string, status: number, type: string | undefined, body: string | Buffer]> = [
		['JSON', 200, 'application/json', '{"data":{"name":"Zoë"}}'],
		['JSON with a charset', 200, 'application/json; charset=utf-8', '[{"name":"Zoë"}]'],
		['JSON of another type', 404, 'text/html', '{"data":1}'],
		['JSON of no type', 200, undefined, '{"data":1}'],
		['JSON with a byte order mark', 200, 'application/json', '\ufeff{"data":1}'],
		['a number', 200, 'application/json', '5'],
		['null', 200, 'application/json', 'null'],
		['JSON text', 200, 'application/json', '"yes"'],
		['text', 200, 'text/plain', 'yes'],
		['broken JSON', 200, 'application/json', '{"status":200,"data":{"ref'],
		['an HTML page', 502, 'text/html', '<!DOCTYPE html><h1>502</h1>'],
		['no UTF-8', 200, 'application/json', Buffer.from('{"name":"Zo\xeb"}', 'latin1')],
		['an empty body', 200, 'application/json', ''],
		['no content', 204, undefined, ''],
		['spaces', 500, 'application/json', ' \n'],
	];
	const { token: endpoint } = ENDPOINTS;

	test.each(answers)('%s', async (_, status, type, body) => {
		const url = await serve((_request, response: ServerResponse) => {
			response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
		});
		const n8n = Container.get(backendNetwork.OutboundHttp).requests();
		const whole = { json: true, ignoreHttpStatusErrors: true, returnFullResponse: true };
		const read = (await n8n.request({ url, method: 'POST', body: '{}', ...whole })) as IN8nHttpFullResponse;
		const newer = { httpRequest: async (options: IHttpRequestOptions) => await n8n.request(options) };
		const older = { request: async (options: object) => await n8n.requestLegacy(options) };
		for (const helpers of [newer, older]) {
			const send = plainSender({ helpers } as unknown as IHttpRequestHelper | ICredentialTestFunctions, 9000);
			expect(await send({ endpoint, url })).toEqual({ httpStatus: status, body: read.body });
		}
	});
});

describe('a service that answers strangely', () => {
	test('a refusal with the record of a payment in it is shown as unknown, and nothing is sent again', async () => {
		const charged: string[] = [];
		await serveAs((request, response) => {
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
});
