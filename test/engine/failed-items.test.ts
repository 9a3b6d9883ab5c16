import { CARDS, chargeFields, transferFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(() => world.stop());

const CARD = CARDS.otp.cardNumber;
const ROWS = [
	{ reference: 'USED', amount: '10.50', card: CARD },
	{ reference: 'WRONG', amount: '10,50', card: CARD },
	{ reference: 'GOOD', amount: '10.50', card: CARD },
];
const charge = (more: object) =>
	world.node(
		'Charge',
		'card',
		'charge',
		chargeFields({ ...CARDS.frictionless, reference: '={{ $json.reference }}', amount: '={{ $json.amount }}' }),
		{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0, ...more },
	);

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('Failed items with %s', (onError) => {
	beforeEach(async () => {
		await world.sandbox.reset();
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'USED' }));
	});

	// n8n passes the input on where a node throws.
	test.each([
		['charge', 'simplify'],
		['charge', 'timeout'],
		['charge', 'ifUsed'],
		['verify', 'simplify'],
	])('hold none of the input where an option has an expression that fails: %s, %s', async (operation, option) => {
		const options = { [option]: "={{ $('Nowhere').first().json.x }}" };
		const resource = operation === 'charge' ? 'card' : 'transaction';
		const fields =
			operation === 'charge' ? chargeFields({ cardNumber: '={{ $json.card }}' }) : { transactionReference: 'T' };
		const node = world.node('Node', resource, operation, { ...fields, options }, { onError });
		const run = await world.run([node], [{ card: CARD }]);
		const failed = run.items('Node', onError === 'continueErrorOutput' ? 1 : 0);
		expect(failed.map(({ json }) => json)).toMatchObject([{ error: { code: 'invalid_input' } }]);
		expect(JSON.stringify([run.items('Node'), failed])).not.toContain(CARD);
	});

	test('say in fields what happened, and what it means for the money; nothing is sent again', async () => {
		const run = await world.run([charge({ onError })], ROWS);
		const failed = onError === 'continueErrorOutput' ? run.items('Charge', 1) : run.items('Charge').slice(0, 2);
		expect(failed.map(({ json }) => json)).toEqual([
			{
				error: {
					message: expect.stringMatching(
						'Nothing was charged now: Reference USED was used before, and its payment is authorized.',
					),
					description: expect.stringContaining("set 'If the Reference Was Used Before' to ") as unknown,
					code: 'reference_used',
					field: null,
					reference: 'USED',
					charged: 'no',
					outcome: 'authorized',
					transactionReference: world.sandbox.ledger.byReference('USED')!.transactionReference,
				},
			},
			{
				error: {
					message: "The card was not charged: 'Amount' has a comma.",
					description: 'Write 10.50, with a point.',
					code: 'invalid_input',
					field: 'Amount',
					reference: null,
					charged: 'no',
				},
			},
		]);
		expect(world.sandbox.ledger.chargesOf('GOOD')).toBe(1);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(2);
		expect(JSON.stringify([failed, run.items('Charge')])).not.toContain(CARD);
	});
});

test('a payment that cannot be asked about may be charged', async () => {
	const verify = world.node('Verify', 'transaction', 'verify', { transactionReference: 'NONE' });
	const run = await world.run([{ ...verify, onError: 'continueRegularOutput' }]);
	expect(run.items('Verify')[0]!.json.error).toMatchObject({ code: 'refused', reference: null, charged: 'unknown' });
});

test.each([
	['charge', () => world.node('Node', 'card', 'charge', chargeFields({ cvv: '1x' }))],
	['transfer', () => world.node('Node', 'transfer', 'create', transferFields({ amount: '1,000.50' }))],
	['refusal', () => world.node('Node', 'transaction', 'verify', { transactionReference: 'NONE' })],
])('the error panel of the built package shows no internals: %s', async (_, node) => {
	const { error, stored } = await world.run([node()]);
	expect(error).toMatchObject({ messages: [], stack: '' });
	expect((error as { cause?: unknown }).cause).toBeUndefined();
	expect(error!.name).toMatch(/^Node(Operation|Api)Error$/);
	expect(stored).not.toMatch(/bundle\.js|OperationalError|\\n {4}at /);
});
