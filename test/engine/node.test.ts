import type { INodeProperties } from 'n8n-workflow';

import { chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(async () => await world.stop());

describe('the searchable lists', () => {
	const node = () => world.node('Node', 'card', 'charge');

	test.each([
		['ngn', 'NGN - Nigerian Naira', 'NGN'],
		['japan', 'JPY - Japanese Yen', 'JPY'],
	])('currencies are found by code and by name: %s', async (filter, name, value) => {
		const { results } = await world.engine.listSearch(node(), 'searchCurrencies', filter);
		expect(results).toContainEqual({ name, value });
	});

	test('a bank list that cannot be had says why', async () => {
		world.sandbox.fail({ on: 'banks', kind: 'status', status: 503 });
		await expect(world.engine.listSearch(node(), 'searchBanks')).rejects.toMatchObject({
			message: expect.stringContaining('n8n could not list banks'),
		});
	});
});

test.each([
	['refund', 'card'],
	['constructor', 'card'],
])('the operation "%s" of "%s" is refused, and passes no input on', async (operation, resource) => {
	const node = world.node('Node', resource, operation, {}, { onError: 'continueRegularOutput' });
	const run = await world.run([node], [{ secret: 1 }]);
	expect(run.items('Node').map(({ json }) => Object.keys(json))).toEqual([['error']]);
});

test('a credential that is gone is said to be so', async () => {
	const credentials = { cardPaymentApi: { id: 'gone', name: 'gone' } };
	const run = await world.run([{ ...world.node('Node', 'bank', 'getMany'), credentials }]);
	expect(run.error).toMatchObject({ message: 'There is no credential that this node can use.' });
});

test('secrets are typed as passwords', () => {
	const { properties } = world.engine.nodeType('n8n-nodes-card-payment.cardPayment').description;
	const inCollections = properties.flatMap((property) => [
		property,
		...((property.options ?? []) as INodeProperties[]),
	]);
	const secret = inCollections.filter(
		({ name, type }) => type === 'string' && ['cardNumber', 'cvv', 'cardPin', 'otp'].includes(name),
	);
	expect(secret.map(({ name }) => name).sort()).toEqual(['cardNumber', 'cardPin', 'cvv', 'otp']);
	expect(secret.every(({ typeOptions }) => typeOptions?.password)).toBe(true);
});

test.each([
	['of its item', [{ minutes: 10 }]],
	['of the first item that waits', [{ minutes: 'many' }, { minutes: 10 }]],
])('a customer is waited for until the time limit %s', async (_, input) => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	const { transactionReference } = charged!.json;
	const collect = { transactionReference, timeLimit: '={{ $json.minutes }}' };
	const node = world.node('Node', 'card', 'collectOtp', collect, { onError: 'continueRegularOutput' });
	const { run, status } = await world.run([node], input);
	const minutes = (run.waitTill!.getTime() - Date.now()) / 60_000;
	expect([status, Math.round(minutes)]).toEqual(['waiting', 10]);
});
