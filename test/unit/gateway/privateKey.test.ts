import type { PlainRequest } from '../../../gateway/client/request';
import { FIREWALL } from '../../../gateway/client/response';
import { runProbes } from '../../../gateway/setup/probes';
import { RefusedError, ReadFailedError, type GatewayError } from '../../../gateway/values/errors';

const STORED = { environment: 'test', baseUrl: 'https://service.example', privateKey: 'sk_test_0123456789abcdef' };

/** Runs the row of the private key alone, as the activation of a trigger does. */
async function run(httpStatus: number, body: unknown) {
	const requests: PlainRequest[] = [];
	const send = async (request: PlainRequest) => {
		requests.push(request);
		return await Promise.resolve({ httpStatus, body });
	};
	const { value } = await runProbes(STORED, { send }, ['Private Key']).next();
	return { requests, failure: (value as { failure?: GatewayError }).failure };
}

const failureOf = async (httpStatus: number, body: unknown) => (await run(httpStatus, body)).failure!;

describe('Check of the private key (5.4 to 5.6)', () => {
	const NOT_FOUND = { status: 'error', message: 'Transaction not found' };
	const NO_CARD_SERVICE = 'There is no card service at this address.';
	const CHECK_ADDRESS =
		'Some providers serve card calls under another host or path than the login. Ask your provider for it, or run Account: Check Setup. Then turn on My Provider Needs Other Settings in the credential, and enter it as Transaction Base.';

	test('uses a reference that no transaction has, and sends one request', async () => {
		const urls = new Set<string>();
		for (let times = 1; times <= 2; times++) {
			const { requests } = await run(404, NOT_FOUND);
			expect(requests).toMatchObject([{ headers: { Authorization: STORED.privateKey } }]);
			urls.add(requests[0]!.url);
		}
		expect(urls.size).toBe(2);
		for (const url of urls)
			expect(url).toMatch(/\/transaction\/verify\/credential-test-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
	});

	test('is passed when the service does not find it', async () => {
		expect((await run(404, NOT_FOUND)).failure).toBeUndefined();
	});

	test.each([
		[404, '<html>not found</html>'],
		[404, {}],
		[200, { data: {} }],
		// The status alone decides.
		[200, NOT_FOUND],
	])('status %i with %j is no answer of verify', async (httpStatus, body) => {
		const error = await failureOf(httpStatus, body);
		expect(error).toBeInstanceOf(ReadFailedError);
		expect([error.message, error.description]).toEqual([NO_CARD_SERVICE, CHECK_ADDRESS]);
	});

	test.each([
		[401, { error: 'Unauthorized', message: 'Full authentication is required' }],
		[401, { status: 401, message: 'Unauthorized' }],
		[401, ''],
	])('status %i with %j does not blame the private key', async (httpStatus, body) => {
		const error = await failureOf(httpStatus, body);
		const inDoubt = `If the address is right, check the Private Key: the answer was ${httpStatus}.`;
		expect([error.message, error.description]).toEqual([NO_CARD_SERVICE, `${CHECK_ADDRESS} ${inDoubt}`]);
	});

	test.each(['<html>Forbidden</html>', ''])('a firewall says nothing of the private key: %j', async (body) => {
		const error = await failureOf(403, body);
		expect(error).toBeInstanceOf(RefusedError);
		expect([error.message, error.description]).toEqual([FIREWALL.message, FIREWALL.next]);
	});

	test.each<[number, string]>([
		...[400, 405, 410, 415].map((httpStatus): [number, string] => [httpStatus, NO_CARD_SERVICE]),
		// These may come from anybody.
		...[302, 408, 500, 503].map((httpStatus): [number, string] => [httpStatus, 'could not verify the transaction']),
		[429, 'too many requests'],
	])('status %i without a body: %s', async (httpStatus, message) => {
		expect((await failureOf(httpStatus, '')).message).toContain(message);
	});

	test.each([
		[401, RefusedError, 'The service refused the private key'],
		[403, RefusedError, "The service does not accept calls from this server's IP address"],
		[302, ReadFailedError, 'could not verify the transaction: the service redirected n8n to another address'],
		[503, ReadFailedError, 'could not verify the transaction: the service answered with status 503'],
	])('status %i says what is wrong', async (httpStatus, kind, message) => {
		const error = await failureOf(httpStatus, NOT_FOUND);
		expect(error).toBeInstanceOf(kind);
		expect(error.message).toContain(message);
	});
});
