import { OTP } from '../../dev/sandbox';
import { LOSSES } from './support/losses';
import { CARDS, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

setUpWorld({ webhooksEnabled: true });

describe.each(LOSSES)('a service that takes the OTP and then %s', (_, loss) => {
	test('is asked for the payment, and the OTP is sent once', async () => {
		const [charged] = await world.one('card', 'charge', chargeFields());
		const transactionReference = charged!.json.transactionReference as string;
		world.sandbox.fail({ on: 'authorize', ...loss });

		const [item] = await world.one('card', 'authorize', { transactionReference, otp: OTP, options: { timeout: 3 } });

		expect(item!.json).toMatchObject({
			outcome: 'authorized',
			authorized: true,

			transactionReference,
		});
		expect(world.requestsTo('/charge/authorize')).toHaveLength(1);
	});
});

test('an OTP that was taken before is not called rejected', async () => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	const { transactionReference } = charged!.json;
	await world.one('card', 'authorize', { transactionReference, otp: OTP });
	world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 2 });
	const [again] = await world.one('card', 'authorize', { transactionReference, otp: OTP });
	expect(again!.json).toMatchObject({ outcome: 'authorized', authorized: true, otpRejected: false });

	world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 3 });
	const node = world.node('Node', 'card', 'authorize', { transactionReference, otp: OTP });
	const run = await world.run([{ ...node, onError: 'continueRegularOutput' }]);
	expect(run.items('Node')[0]!.json.error).toMatchObject({ code: 'refused', charged: 'unknown' });
});

test('an OTP that the service refuses without reading it leaves the payment open', async () => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	const { transactionReference } = charged!.json;
	for (const [status, json] of [
		[400, { outcome: 'otp_required', otpRejected: true }],
		[403, { error: expect.objectContaining({ code: 'refused', charged: 'no' }) as unknown }],
		[503, { outcome: 'unknown', otpRejected: false }],
	] as const) {
		world.sandbox.fail({ on: 'authorize', kind: 'status', status, when: 'before' });
		const node = world.node('Node', 'card', 'authorize', { transactionReference, otp: OTP });
		const run = await world.run([{ ...node, onError: 'continueRegularOutput' }]);
		expect([status, run.items('Node')[0]!.json]).toMatchObject([status, json]);
	}
	expect(await world.one('card', 'authorize', { transactionReference, otp: OTP })).toMatchObject([
		{ json: { outcome: 'authorized' } },
	]);
});

test('without a private key nobody can be asked: nothing is sent, or the outcome stays unknown', async () => {
	world.editCredential({ privateKey: '' });
	const node = world.node('Node', 'card', 'charge', chargeFields(), { onError: 'continueRegularOutput' });
	const kept = await world.run([node]);
	world.editCredential({ checkReferences: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const lost = await world.run([node]);
	world.editCredential({ checkReferences: true, privateKey: world.sandbox.options.privateKey });
	expect(kept.items('Node')[0]!.json.error).toMatchObject({ code: 'reference_unchecked', charged: 'no' });
	const details = expect.stringContaining("the credential has no 'Private Key'") as unknown;
	expect(lost.items('Node')[0]!.json).toMatchObject({ outcome: 'unknown', details });
	expect(world.requestsTo('/transaction/charge')).toHaveLength(1);
});

test('with Simplify off an item without an answer has the form of all others', async () => {
	world.sandbox.fail({ on: 'charge', kind: 'reset', skip: 1 });
	const fields = chargeFields({ reference: '={{ $json.reference }}', options: { simplify: false } });
	const items = await world.one('card', 'charge', fields, [{ reference: 'A-1' }, { reference: 'A-2' }]);
	const [answered, lost] = items.map(({ json }) => json);
	expect(Object.keys(lost!)).toEqual(Object.keys(answered!));
	expect(answered).toMatchObject({ outcome: 'otp_required', response: { status: 200 } });
	expect(lost).toMatchObject({ outcome: 'pending', reference: 'A-2', response: null });
});

describe('an answer that is not about what was sent is looked up', () => {
	test.each([
		['another merchant reference', { clientReference: 'ORDER-2' }],
		['less than was asked for', { grossAmount: 0.1, requestedAmount: 10.5 }],
		['another requested amount', { requestedAmount: 99 }],
		['a status that contradicts itself', { statusCode: 'REFUSED' }],
	])('a 2DS charge with %s', async (_, data) => {
		world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data } });
		const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'D-1' }));
		// The record has the amount that was charged, so this is not what the answer says.
		expect(item!.json).toMatchObject({ outcome: 'authorized', amount: 10.5, reference: 'D-1' });
		expect(world.sandbox.ledger.chargesOf('D-1')).toBe(1);
	});

	test('and is unknown where that does not help', async () => {
		world.sandbox.configure({ hasHistory: false });
		const fields = { data: { clientReference: 'ORDER-2', ref: 'SBX-OTHER', transactionReference: 'SBX-OTHER' } };
		world.sandbox.fail({ on: 'charge', kind: 'altered', fields });
		const [item] = await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'D-2' }));
		expect(item!.json).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			transactionReference: null,
			details: expect.stringMatching(/^The service answered about another payment, so it is not known/),
		});
	});

	test.each([{ clientReference: 'ORDER-2' }, { requestedAmount: 99 }])(
		'an authorization of an item that the charge returned: %j',
		async (data) => {
			world.sandbox.fail({ on: 'authorize', kind: 'altered', fields: { data } });
			const otp = { transactionReference: '={{ $json.transactionReference }}', otp: OTP };
			const run = await world.run([
				world.node('Charge', 'card', 'charge', chargeFields({ reference: 'D-3' })),
				world.node('Authorize', 'card', 'authorize', otp),
			]);
			const { json } = run.items('Authorize')[0]!;
			expect(json).toMatchObject({ outcome: 'authorized', reference: 'D-3', amount: 10.5 });
			expect(world.requestsTo(`/verify/${String(json.transactionReference)}`)).toHaveLength(1);
		},
	);
});

describe('the record of another payment under our transaction reference is not taken for that of the charge', () => {
	const somebody = { merchantRef: 'SOMEBODY', requestedAmount: 1, currencyCode: 'USD', status: 2 };
	const transactionReference = '={{ $json.transactionReference }}';
	const answerForSomebody = () => {
		// The first call asks about the reference before the charge.
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: somebody }, skip: 1, times: 3 });
	};

	test.each([
		['is lost', { kind: 'status', status: 503, when: 'before' }],
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
		expect(run.error?.message).toContain('The service has another payment under this reference');
	});
});
