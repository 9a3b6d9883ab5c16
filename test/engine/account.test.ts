import type { IDataObject } from 'n8n-workflow';

import { USER } from '../../dev/sandbox/routes/auth';
import { setUpWorld, world } from './support/worldTests';

/* An operation that is about the credential and not about items runs once. */

setUpWorld();

const input = Array.from({ length: 100 }, (_, id): IDataObject => ({ id }));
const run = async (operation: string, parameters: object = {}, settings: object = {}) =>
	await world.run([world.node('Node', 'account', operation, parameters, settings)], input);
const pairedItem = input.map((_, item) => ({ item }));

test('100 items: one login, and one item, which comes from all of them', async () => {
	const items = (await run('get')).items('Node');
	expect(items).toMatchObject([{ json: { firstName: USER.firstName }, pairedItem }]);
	expect(items[0]!.pairedItem).toHaveLength(100);
	expect(world.sandbox.requests).toHaveLength(1);
});

test('with Simplify off it has what the service said beside it', async () => {
	const [item] = (await run('get', { options: { simplify: false } })).items('Node');
	expect(item!.json).toMatchObject({ firstName: USER.firstName, response: { user: USER } });
});

describe('the balance', () => {
	test('is that of the account, for 100 items once, in the default currency', async () => {
		world.editCredential({ defaultCurrency: 'NGN' });
		world.sandbox.configure({ transferBalance: 12_345_67, overdraftLimit: 500_00 });
		const items = (await run('getBalance')).items('Node');
		const balance = { accountBalance: 12345.67, overdraftLimit: 500, totalAccountBalance: 12845.67, currency: 'NGN' };
		expect(items).toEqual([{ json: balance, pairedItem }]);
		const asked = world.requestsTo('/business/account/v2/balance');
		expect(asked).toMatchObject([{ headers: { authorization: expect.stringMatching(/^Bearer /) } }]);
		const [whole] = (await run('getBalance', { options: { simplify: false } })).items('Node');
		expect(whole!.json).toMatchObject({ ...balance, response: { data: { accountBalance: 12345.67 } } });
		world.editCredential({ defaultCurrency: '' });
		expect((await run('getBalance')).items('Node')[0]!.json).toMatchObject({ currency: null });
	});

	test.each([404, 405])('is not told where the service answers %i, and the error says so', async (status) => {
		world.sandbox.fail({ on: 'balance', kind: 'status', status });
		const { error } = await run('getBalance');
		expect(error!.message).toBe('This provider does not tell the balance here.');
		expect(error!.description).toMatch(/See it in your provider's dashboard\. .* check the Balance Path\.$/);
	});

	test('is asked for where the credential says', async () => {
		world.sandbox.configure({ hasBalance: false });
		world.editCredential({ balancePath: '/v3/balance' });
		expect((await run('getBalance')).error!.message).toBe('This provider does not tell the balance here.');
		expect(world.requestsTo('/v3/balance')).toHaveLength(1);
		world.editCredential({ balancePath: '' });
	});

	test.each([{ data: {} }, { data: { overdraftLimit: 1 } }, { data: { accountBalance: 'much' } }])(
		'is nothing where the answer has none: %j',
		async (fields) => {
			world.sandbox.fail({
				on: 'balance',
				kind: 'altered',
				fields: { ...fields, data: { accountBalance: null, totalAccountBalance: null, ...fields.data } },
			});
			expect((await run('getBalance')).error!.message).toMatch(/^n8n could not get the balance: /);
		},
	);
});

test('no answer within the timeout: the node fails', async () => {
	world.sandbox.fail({ on: 'token', kind: 'hang', times: 9 });
	const { error } = await run('get', { options: { timeout: 1 } });
	expect(error!.message).toBe('n8n could not log in: no answer came in time.');
});

describe.each(['get', 'getBalance', 'checkSetup'])('%s that fails', (operation) => {
	const parameters = { options: { timeout: 'soon' } };
	const message = "'Timeout (Seconds)' is not a number above zero.";

	test('fails the node', async () => {
		expect((await run(operation, parameters)).error!.message).toBe(message);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'])('is one item with %s', async (onError) => {
		const failed = (await run(operation, parameters, { onError })).items(
			'Node',
			onError === 'continueErrorOutput' ? 1 : 0,
		);
		expect(failed).toMatchObject([
			{ json: { error: { message, code: 'invalid_input', charged: 'no' } }, pairedItem: 0 },
		]);
		expect(world.sandbox.requests).toEqual([]);
	});
});
