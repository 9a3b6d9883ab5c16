import { CARDS, chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => (world = await World.start()));
afterAll(async () => await world.stop());

const reading = { transactionReference: '={{ $json.transactionReference || $json.reference }}', timeLimit: 0 };
const unknown = (reference: string) => [{ outcome: 'unknown', reference, transactionReference: null }];

describe.each(['verify', 'waitForOutcome'])('%s after a charge whose outcome is unknown', (operation) => {
	test('finds the payment by the reference of the merchant', async () => {
		const reference = `U-${operation}`;
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference }));
		const [item] = await world.one('transaction', operation, reading, unknown(reference));
		expect(item!.json).toMatchObject({ outcome: 'authorized', reference, amount: 10.5 });
	});
});

test('verify says what it means for the money that the service has nothing', async () => {
	const failed = world.one('transaction', 'verify', reading, unknown('U-0'));
	await expect(failed).rejects.toMatchObject({
		message: 'It is not known whether the card was charged. The service has nothing under U-0.',
		description: expect.stringContaining('Do not charge again: ask your provider about this reference.') as string,
	});
});

test('wait for outcome leaves it unknown when the time is up', async () => {
	const [item] = await world.one('transaction', 'waitForOutcome', reading, unknown('U-1'));
	expect(item!.json).toMatchObject({ outcome: 'unknown', timedOut: true });
});
