import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';

import { testCardPaymentApi } from '../../../nodes/shared/transport/credentialTest';

const data = {
	environment: 'live',
	baseUrl: 'https://service.example',
	apiKey: 'api-key-5c1f',
	clientId: 'the-client-id',
	privateKey: 'private-key-9e2d',
};

afterEach(() => jest.restoreAllMocks());

/** Tests the credential at a service that refuses whatever it is asked, each time after so many milliseconds. */
async function timeoutsAt(pace: number): Promise<number[]> {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const timeouts: number[] = [];
	const request = async ({ timeout }: { timeout: number }) => {
		timeouts.push(timeout);
		now += pace;
		return await Promise.resolve({ statusCode: 401, body: { message: 'Unauthorized' } });
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential: ICredentialsDecrypted = { id: '', name: '', type: 'cardPaymentApi', data };
	const { status, message } = await testCardPaymentApi.call(context, credential);
	expect([status, message]).toEqual(['Error', expect.stringMatching(/^The login does not work\. /)]);
	return timeouts;
}

test('the test of a credential gives each answer its time, and ends when the time for all is up', async () => {
	expect(await timeoutsAt(14_000)).toEqual([15_000, 15_000, 15_000, 3_000]);
	const quick = await timeoutsAt(1);
	expect(quick.length).toBeGreaterThan(4);
	expect(new Set(quick)).toEqual(new Set([15_000]));
});

test('the test of a credential names a Shop Website that is none, and sends nothing', async () => {
	const request = jest.fn();
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const shop = { ...data, shopWebsite: 'shop.example' };
	const credential: ICredentialsDecrypted = { id: '', name: '', type: 'cardPaymentApi', data: shop };
	expect(await testCardPaymentApi.call(context, credential)).toEqual({
		status: 'Error',
		message: expect.stringContaining("'Shop Website' is not a web address") as string,
	});
	expect(request).not.toHaveBeenCalled();
});
