import type { PlainRequest } from '../../../gateway/client/request';
import type { Answer } from '../../../gateway/client/response';
import { CHECKS, runProbes, type CheckName } from '../../../gateway/setup/probes';
import { RefusedError, SettingError, type GatewayError } from '../../../gateway/values/errors';

const STORED = {
	environment: 'test',
	baseUrl: 'https://service.example',
	apiKey: 'api-key-5c1f',
	clientId: 'the-client-id',
	privateKey: 'private-key-9e2d',
	publicApiKey: 'public-key-4b8c',
};
const REFUSED: Answer = { httpStatus: 401, body: { status: 'error', message: 'No private-key-9e2d' } };

/** Runs rows until one has a failure, as whoever runs some of them does. */
async function run(names: readonly CheckName[], answer: Answer = REFUSED, stored: object = STORED) {
	const requests: PlainRequest[] = [];
	const send = async (request: PlainRequest) => {
		requests.push(request);
		return await Promise.resolve(answer);
	};
	let failed: { name: CheckName; failure: GatewayError } | undefined;
	for await (const { check, failure } of runProbes(stored, { send }, names)) {
		if (!failure) continue;
		failed = { name: check.check, failure };
		break;
	}
	return { failed, asked: requests.map(({ endpoint }) => endpoint.label) };
}

test('a row runs without the one that it needs where only it is asked for', async () => {
	const { failed, asked } = await run(['Private Key']);
	expect(failed).toMatchObject({ name: 'Private Key', failure: { httpStatus: 401 } });
	expect(failed!.failure).toBeInstanceOf(RefusedError);
	expect(asked).toEqual(['verify the transaction']);
});

test('whoever stops at a failure asks nothing after it', async () => {
	const { failed, asked } = await run(['Login', 'Private Key', 'Hosted Checkout']);
	expect(failed!.name).toBe('Login');
	expect(asked).toEqual(['log in']);
});

test('the rows of the login ask for it once where it is there', async () => {
	const token: Answer = { httpStatus: 200, body: { accessToken: 'access-token-b7a4' } };
	const { failed, asked } = await run(['Environment', 'Base URL', 'Login'], token);
	expect(failed).toBeUndefined();
	expect(asked).toEqual(['log in']);
});

test('a key of the other environment is a failure that no row needs, and nothing is sent for it', async () => {
	const stored = { ...STORED, privateKey: 'sk_live_9e2d41c7b06f58a3' };
	const { failed, asked } = await run(['Environment'], REFUSED, stored);
	expect(failed!.failure).toBeInstanceOf(SettingError);
	expect(failed!.failure.message).toBe(
		'Payments with the Private Key ("sk_live_…") are real, but Environment is Test.',
	);
	expect(asked).toEqual([]);
	const checks: boolean[] = [];
	const send = async () => await Promise.resolve({ httpStatus: 404, body: { status: 'error', message: 'No' } });
	for await (const { check } of runProbes(stored, { send }, CHECKS))
		checks.push(check.found.includes('Environment failed'));
	expect(checks).not.toContain(true);
});

test.each(CHECKS)('%s fails with what is wrong with the settings where it is the first row', async (name) => {
	const { failed, asked } = await run([name], REFUSED, { ...STORED, baseUrl: 'shop' });
	expect(failed!.failure).toBeInstanceOf(SettingError);
	expect(failed!.failure.message).toBe("The credential's 'Base URL' is not a web address.");
	expect(asked).toEqual([]);
});

test.each([401, 403])('a public key that is refused with %d is a failure', async (httpStatus) => {
	const { failed } = await run(['Hosted Checkout'], { ...REFUSED, httpStatus });
	expect(failed!.failure).toMatchObject({ httpStatus });
});

test.each([400, 404, 405, 500])('the status %d says nothing of the public key', async (httpStatus) => {
	expect((await run(['Hosted Checkout'], { ...REFUSED, httpStatus })).failed).toBeUndefined();
});

test('no failure tells a key', async () => {
	for (const name of CHECKS) {
		const { failed } = await run([name]);
		expect(`${failed?.failure.message} ${failed?.failure.description}`).not.toMatch(/-key-|the-client-id/);
	}
});
