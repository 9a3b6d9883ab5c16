import { OTP } from '../../dev/sandbox';
import { LOSSES } from './support/losses';
import { CARDS, chargeFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start();
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

const impatient = { options: { timeout: 1 } };
const threeOrders = ['A-1', 'A-2', 'A-3'].map((reference) => ({ reference }));
const fromOrder = chargeFields({ ...impatient, reference: '={{ $json.reference }}' });

describe.each(LOSSES)('a service that takes the charge and then %s', (_, loss) => {
	test('where verify knows the merchant reference: what was found is put out', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		world.sandbox.fail({ on: 'charge', skip: 1, ...loss });

		const items = await world.one('card', 'charge', fromOrder, threeOrders);

		expect(items.map(({ json }) => [json.reference, json.outcome, json.answerLost])).toEqual([
			['A-1', 'otp_required', false],
			['A-2', 'pending', true],
			['A-3', 'otp_required', false],
		]);
		const recorded = world.sandbox.ledger.byReference('A-2');
		expect(items[1]!.json.transactionReference).toBe(recorded?.transactionReference);
		expectOneChargeEach();
	});

	test('where it does not: the outcome stays unknown, with advice', async () => {
		world.sandbox.fail({ on: 'charge', skip: 1, ...loss });

		const items = await world.one('card', 'charge', fromOrder, threeOrders);

		expect(items).toHaveLength(3);
		expect(items[1]!.json).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			answerLost: true,
			reference: 'A-2',
			message: 'It is not known whether the card was charged. Verify it before you charge it again.',
			details: expect.stringContaining('Do not charge the card again under a new reference'),
		});
		expect(items[1]!.json.details).toContain('and not every provider can find payments by it');
		// For those who watch n8n's log.
		expect(world.engine.logs.join('\n')).toContain(
			'Node: 1 of 3 items has an unknown outcome (A-2). The card may have been charged.',
		);
		expectOneChargeEach();
	});

	test('an authorization: the transaction is looked up, and the OTP is sent once', async () => {
		const [charged] = await world.one('card', 'charge', chargeFields());
		const transactionReference = charged!.json.transactionReference as string;
		world.sandbox.fail({ on: 'authorize', ...loss });

		const [item] = await world.one('card', 'authorize', { transactionReference, otp: '123456', ...impatient });

		expect(item!.json).toMatchObject({
			outcome: 'authorized',
			authorized: true,
			answerLost: true,
			transactionReference,
		});
		expect(world.requestsTo('/charge/authorize')).toHaveLength(1);
	});
});

function expectOneChargeEach(): void {
	expect(world.requestsTo('/transaction/charge')).toHaveLength(3);
	for (const { reference } of threeOrders) expect(world.sandbox.ledger.chargesOf(reference)).toBe(1);
}

test('a charge that was authorized at once and whose answer was lost is found authorized', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'B-1' }));
	expect(item!.json).toMatchObject({ outcome: 'authorized', authorized: true, answerLost: true, amount: 10.5 });
});

test.each([
	[2, { outcome: 'authorized', authorized: true, otpRejected: false }],
	[3, { outcome: 'unknown', authorized: false, otpRejected: true, details: expect.stringContaining('not known') }],
])('an OTP that was taken before is not called rejected when verify fails %i times', async (times, expected) => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	const { transactionReference } = charged!.json;
	await world.one('card', 'authorize', { transactionReference, otp: OTP });
	world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times });
	const [again] = await world.one('card', 'authorize', { transactionReference, otp: OTP });
	expect(again!.json).toMatchObject(expected);
});

test('the look-up is asked again when it fails at first', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
	const [item] = await world.one('card', 'charge', chargeFields({ reference: 'B-2' }));
	expect(item!.json.outcome).toBe('pending');
});

test('a record of another amount under the same reference is not taken for this charge', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'B-3' }));
	world.sandbox.fail({ on: 'charge', kind: 'reset', when: 'before' });
	const [item] = await world.one(
		'card',
		'charge',
		chargeFields({ ...CARDS.frictionless, reference: 'B-3', amount: '99' }),
	);
	expect(item!.json).toMatchObject({ outcome: 'unknown', authorized: false });
	expect(item!.json.details).toContain('another payment');
});

test('without a private key the outcome stays unknown, and the reason is told', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	world.editCredential({ privateKey: '' });
	const [item] = await world.one('card', 'charge', chargeFields());
	world.editCredential({ privateKey: world.sandbox.options.privateKey });
	expect(item!.json).toMatchObject({
		outcome: 'unknown',
		details: expect.stringContaining('the credential has no Private Key'),
	});
});

test('with Simplify off an item without an answer has the form of all others', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.sandbox.fail({ on: 'charge', kind: 'reset', skip: 1 });
	const items = await world.one('card', 'charge', { ...fromOrder, options: { simplify: false } }, threeOrders);
	const [answered, lost] = items.map(({ json }) => json);
	expect(Object.keys(lost!)).toEqual(Object.keys(answered!));
	expect(answered).toMatchObject({ outcome: 'otp_required', response: { status: 200 } });
	expect(lost).toMatchObject({ outcome: 'pending', answerLost: true, reference: 'A-2', response: null });
	expect(lost!.details).toContain('may or may not have sent an OTP');
});

test('an answer with a field "error" is no failed item, and nothing is sent again', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { error: '', data: { otpMessage: 'Other' } } });
	const node = world.node('Charge', 'card', 'charge', chargeFields({ options: { simplify: false } }), {
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});
	const run = await world.run([node]);
	expect(run.items('Charge')[0]!.json).toMatchObject({ outcome: 'otp_required', response: { error: '' } });
	expect(run.items('Charge')[0]!.json).not.toHaveProperty('error');
	expect(world.requestsTo('/transaction/charge')).toHaveLength(1);
});

describe('an answer that is not about what was sent is looked up', () => {
	test.each([
		['another merchant reference', { clientReference: 'ORDER-2' }],
		['less than was asked for', { grossAmount: 0.1 }],
		['another requested amount', { requestedAmount: 99 }],
		['a status that contradicts itself', { statusCode: 'REFUSED' }],
	])('a 2DS charge with %s', async (_, data) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data }, times: 2 });
		const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: '' }));
		// The record has the amount that was charged, so this is not what the answer says.
		expect(item!.json).toMatchObject({ outcome: 'authorized', amount: 10.5 });
		const { reference, transactionReference } = item!.json;
		expect([reference, transactionReference].flatMap((one) => world.requestsTo(`/verify/${String(one)}`))).toHaveLength(
			1,
		);
		// A given reference may have been used before.
		const [given] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'D-1' }));
		expect(given!.json).toMatchObject({ outcome: 'unknown', authorized: false, reference: 'D-1' });
		expect(given!.json.details).toContain('may come from an earlier request (outcome authorized');
	});

	test('and is unknown where that does not help', async () => {
		const fields = { data: { clientReference: 'ORDER-2' } };
		world.sandbox.fail({ on: 'charge', kind: 'altered', fields });
		const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'D-2' }));
		expect(item!.json).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			transactionReference: null,
			details: expect.stringMatching(/^The service answered about another payment, so it is not known/),
		});
	});

	test.each([{ clientReference: 'ORDER-2' }, { grossAmount: 0.1 }])(
		'an authorization of an item that the charge put out: %j',
		async (data) => {
			world.sandbox.configure({ verifyKnowsMerchantReference: true });
			world.sandbox.fail({ on: 'authorize', kind: 'altered', fields: { data } });
			const otp = { transactionReference: '={{ $json.transactionReference }}', otp: OTP };
			const run = await world.run([
				world.node('Charge', 'card', 'charge', chargeFields({ reference: 'D-3' })),
				world.node('Authorize', 'card', 'authorize', otp),
			]);
			const { json } = run.items('Authorize')[0]!;
			expect(json).toMatchObject({ outcome: 'authorized', reference: 'D-3', amount: 10.5, answerLost: false });
			expect(world.requestsTo(`/verify/${String(json.transactionReference)}`)).toHaveLength(1);
		},
	);
});

describe('the record of another payment under our transaction reference is not taken for that of the charge', () => {
	const somebody = { merchantRef: 'SOMEBODY', requestedAmount: 1, currencyCode: 'USD', status: 2 };
	const transactionReference = '={{ $json.transactionReference }}';
	const answerForSomebody = () => {
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: somebody }, times: 3 });
	};

	test.each([
		['is lost', { kind: 'status', status: 503, when: 'before' }],
		['is a refusal', { kind: 'status', status: 400, when: 'before' }],
		['is about another payment', { kind: 'altered', fields: { data: { clientReference: 'OTHER' } } }],
	] as const)('by Authorize, where its answer %s', async (_, first) => {
		world.sandbox.fail({ on: 'authorize', ...first });
		answerForSomebody();
		const run = await world.run([
			world.node('Charge', 'card', 'charge', chargeFields({ reference: 'D-7' })),
			world.node('Authorize', 'card', 'authorize', { transactionReference, otp: OTP }),
		]);
		const known = { reference: 'D-7', amount: 10.5, currency: 'NGN' };
		expect(run.items('Authorize')[0]!.json).toMatchObject({ ...known, outcome: 'unknown', authorized: false });
	});

	test('by Collect OTP and Authorize', async () => {
		answerForSomebody();
		const run = await world.run([
			world.node('Charge', 'card', 'charge', chargeFields({ reference: 'D-8' })),
			world.node('Collect', 'card', 'collectOtp', { transactionReference, timeLimit: 15 }),
		]);
		expect(run.error?.message).toContain('The service answered with the record of another transaction');
	});
});

test('where verify knows only its own reference, a 2DS charge is verified under the one that it answered', async () => {
	const run = await world.run([
		world.node('Charge', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'D-4' })),
		world.node('Verify', 'transaction', 'verify', { transactionReference: '={{ $json.transactionReference }}' }),
	]);
	expect(run.items('Verify')[0]!.json).toMatchObject({ outcome: 'authorized', reference: 'D-4' });
});

test('an authorization that is refused as a conflict is looked up', async () => {
	const [charged] = await world.one('card', 'charge', chargeFields({ reference: 'D-5' }));
	const { transactionReference } = charged!.json;
	world.sandbox.fail({ on: 'authorize', kind: 'status', status: 409 });
	const [item] = await world.one('card', 'authorize', { transactionReference, otp: OTP });
	expect(item!.json).toMatchObject({ outcome: 'authorized', otpRejected: false, reference: 'D-5' });
});

test('a wrong OTP keeps what is known of the payment, and a right one on a closed payment is not rejected', async () => {
	const [charged] = await world.one('card', 'charge', chargeFields({ reference: 'D-6' }));
	const { transactionReference } = charged!.json;
	const [wrong] = await world.one('card', 'authorize', { transactionReference, otp: '000000' });
	expect(wrong!.json).toMatchObject({
		...{ outcome: 'otp_required', otpRejected: true, reference: 'D-6' },
		...{ amount: 10.5, amountMinor: 1050, currency: 'NGN' },
	});
	world.sandbox.setStatus(String(transactionReference), 14);
	const [closed] = await world.one('card', 'authorize', { transactionReference, otp: OTP });
	expect(closed!.json).toMatchObject({ outcome: 'declined', otpRejected: false, reference: 'D-6' });
});

test('an answer of a kind that is not known is looked up as well', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.editCredential({ statusCodes: '{"4": {"name": "ODD", "outcome": "unknown"}}' });
	const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, cvv: '999' }));
	world.editCredential({ statusCodes: '' });
	expect(item!.json).toMatchObject({ outcome: 'unknown', authorized: false, status: 4, answerLost: false });
	expect(world.sandbox.requests.map(({ url }) => url)).toContainEqual(expect.stringContaining('/transaction/verify/'));
});

test.each([
	['nothing answers at the address', 'http://127.0.0.1:9'],
	['the host name does not exist', 'http://no-such-host.invalid'],
])('when %s, the charge was not sent, and that is a plain error', async (_, baseUrl) => {
	world.editCredential({ baseUrl });
	const run = await world.run([world.node('Charge', 'card', 'charge', chargeFields({ reference: 'C-1' }))]);
	world.editCredential({ baseUrl: world.sandbox.url });
	expect(run.status).toBe('error');
	expect(run.error).toMatchObject({
		message: expect.stringMatching(/^The card was not charged: .* the service( does not exist)?\.$/),
		description: expect.stringContaining('<br>Reference: C-1'),
	});
});
