import type { IDataObject } from 'n8n-workflow';

import { instanceBaseUrl } from '../../dev/engine/additional-data';
import { CARDS, chargeFields, transferFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: true });
});
afterAll(() => world.stop());
beforeEach(async () => await world.sandbox.reset());

const { notify: _, callbackUrl, webhookURL, ...onlyTheVisible } = chargeFields();
const sent = () => world.requestsTo('/transaction/charge').map(({ body }) => body as IDataObject);

describe('Notify: Nobody, the default', () => {
	test('sends the start page of this n8n for both URLs, and nothing secret in it', async () => {
		await world.one('card', 'charge', onlyTheVisible);
		expect(sent()).toMatchObject([{ callbackUrl: instanceBaseUrl, webhookURL: instanceBaseUrl }]);
	});

	test('leaves URLs in the JSON as they are, and fills in those that are missing', async () => {
		const charge = { ...CARDS.otp, amount: 1050, currency: 'NGN' };
		await world.one('card', 'chargeFromJson', { charge: '={{ $json }}' }, [
			{ ...charge, reference: 'J-1' },
			{ ...charge, reference: 'J-2', callbackUrl, webhookURL: '' },
			{ ...charge, reference: 'J-3', callbackUrl, webhookURL },
		]);
		expect(sent()).toMatchObject([
			{ callbackUrl: instanceBaseUrl, webhookURL: instanceBaseUrl },
			{ callbackUrl, webhookURL: instanceBaseUrl },
			{ callbackUrl, webhookURL },
		]);
	});

	test('is needed where JSON without URLs shall bring its own', async () => {
		const charge = JSON.stringify({ ...CARDS.otp, amount: 1050, currency: 'NGN' });
		const run = await world.run([world.node('Node', 'card', 'chargeFromJson', { charge, notify: 'urls' })]);
		expect(run.error!.message).toBe('The card was not charged: callbackUrl and webhookURL have mistakes.');
		expect(run.error!.description).toBe(
			'callbackUrl is missing. Give it a value. webhookURL is missing. Give it a value.',
		);
		expect(sent()).toEqual([]);
	});
});

test('nodes that are put one behind the other, with nothing but their own fields, end authorized', async () => {
	const run = await world.run([
		world.node('Charge', 'card', 'charge', onlyTheVisible),
		world.node('Authorize', 'card', 'authorize', { otp: '123456' }),
		world.node('Verify', 'transaction', 'verify'),
		world.node('Wait', 'transaction', 'waitForOutcome'),
	]);
	expect(run.error).toBeUndefined();
	for (const name of ['Authorize', 'Verify', 'Wait'])
		expect(run.items(name)).toMatchObject([{ json: { authorized: true } }]);
});

test('so do those of a transfer', async () => {
	const run = await world.run([
		world.node('Transfer', 'transfer', 'create', transferFields()),
		world.node('Status', 'transfer', 'getStatus'),
		world.node('Wait', 'transfer', 'waitForOutcome'),
	]);
	expect(run.error).toBeUndefined();
	for (const name of ['Status', 'Wait']) expect(run.items(name)).toMatchObject([{ json: { authorized: true } }]);
});

test('an item that brings no transaction reference is refused, and nothing is asked', async () => {
	const run = await world.run([world.node('Verify', 'transaction', 'verify')], [{ order: 1 }]);
	expect(run.error!.message).toBe('Transaction Reference is missing.');
	expect(world.sandbox.requests).toEqual([]);
});
