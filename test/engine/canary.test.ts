import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../dev/sandbox';
import { CANARY, hidden, secretsIn } from './support/canary';
import { chargeFields, transferFields, World } from './support/world';

let world: World;
beforeAll(async () => {
	world = await World.start({
		echo: true,
		apiKey: CANARY.apiKey,
		privateKey: CANARY.privateKey,
		otp: CANARY.otp,
		refreshPath: '/renew',
	});
	world.editCredential({ renewalPath: '/renew' });
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.editCredential({ ...KEYS, cardAuthentication: 'apiKey' });
});

const BAD_PIN = `0${CANARY.shortPin}`;
const KEYS = { apiKey: CANARY.apiKey, privateKey: CANARY.privateKey };

const secretCharge = (changes: IDataObject = {}) =>
	chargeFields({
		cardNumber: hidden(CANARY.cardNumber),
		cvv: hidden(CANARY.cvv),
		additionalFields: { cardPin: hidden(CANARY.shortPin, CANARY.longPin) },
		options: { timeout: 1, requestsAtOnce: 2 },
		...changes,
	});
const secretOtp = (transactionReference: string) => ({
	transactionReference,
	otp: hidden(CANARY.shortWrongOtp, CANARY.longWrongOtp),
	options: { timeout: 1 },
});

/** The transaction references of two payments that wait for their OTPs, for an item each. */
async function waitingPayments(): Promise<string> {
	const charged = await world.one('card', 'charge', chargeFields(), [{}, {}]);
	return `={{ ${JSON.stringify(charged.map(({ json }) => json.transactionReference))}[$itemIndex] }}`;
}

/** Everything that the execution left, in n8n's database, its logs and its error workflow. */
async function traces(operation: string, parameters: object, onError: string): Promise<string> {
	world.engine.logs.length = 0;
	const [resource, name] = operation.split('.') as [string, string];
	const run = await world.run(
		[world.node('Node', resource, name, parameters, { onError })],
		[{ order: 1 }, { order: 2 }],
	);
	const addresses = world.sandbox.requests.map(({ url }) => url);
	return [run.serialized, JSON.stringify(run.error), ...addresses, ...world.engine.logs].join('\n');
}

function expectNoSecret(text: string, more: string[] = []): void {
	const { accessToken, refreshToken } = world.engine.store.read(world.credentialId);
	const tokens = [accessToken, refreshToken].map(String).filter(Boolean);
	expect(secretsIn(text, [...Object.values(CANARY), ...tokens, ...more])).toEqual([]);
	expect(text.length).toBeGreaterThan(500);
}

const LOSSES: Array<Pick<Fault, 'kind' | 'status'>> = [
	{ kind: 'reset' },
	{ kind: 'hang' },
	{ kind: 'html', status: 502 },
	{ kind: 'empty' },
	{ kind: 'brokenJson' },
	...[400, 401, 403, 404, 409, 418, 429, 500, 503].map((status) => ({ kind: 'status' as const, status })),
];
const MODES = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

describe.each(MODES)('with "%s", a service that repeats its input', (mode) => {
	test.each(LOSSES)('and fails the charge with $kind $status', async (fault) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true }); // found at once where the answer is lost
		world.sandbox.fail({ on: 'charge', times: 2, ...fault });
		expectNoSecret(await traces('card.charge', secretCharge(), mode));
	});

	test('and refuses the keys of the charge', async () => {
		world.sandbox.configure({ apiKey: 'another' });
		expectNoSecret(await traces('card.charge', secretCharge(), mode));
	});

	test.each(['bearer', 'privateKey', 'privateKeyHeader'])(
		'and refuses the charge, opened by %s',
		async (cardAuthentication) => {
			world.sandbox.configure({ cardAuth: cardAuthentication as never });
			world.editCredential({ cardAuthentication });
			world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', times: 2 });
			expectNoSecret(await traces('card.charge', secretCharge(), mode));
		},
	);

	test('and declines the card', async () => {
		const charge = secretCharge({ cardNumber: hidden(CANARY.declinedCard), simplify: false });
		expectNoSecret(await traces('card.charge', charge, mode));
	});

	test.each(LOSSES)('and fails the authorization with $kind $status', async (fault) => {
		world.sandbox.fail({ on: 'authorize', when: 'before', times: 1, ...fault });
		expectNoSecret(await traces('card.authorize', secretOtp('={{ "T" + $json.order }}'), mode));
	});

	test('and refuses the OTP', async () => {
		const otps = { ...secretOtp(await waitingPayments()), simplify: false };
		expectNoSecret(await traces('card.authorize', otps, mode));
		expect(world.requestsTo('/authorize')).toHaveLength(2);
	});

	test.each(LOSSES)('and fails the transfer with $kind $status', async (fault) => {
		world.sandbox.fail({ on: 'transfer', times: 2, ...fault });
		const check = { checkName: true, expectedName: 'Adaeze Chinyere Okafor' };
		expectNoSecret(await traces('transfer.create', transferFields({ ...check, options: { timeout: 1 } }), mode));
	});

	test('and fails the name enquiry and the status of a transfer', async () => {
		for (const status of [401, 404, 500]) {
			world.sandbox.fail({ on: 'name', kind: 'status', status, times: 2 });
			expectNoSecret(await traces('bankAccount.resolveName', transferFields(), mode));
			world.sandbox.fail({ on: 'transferStatus', kind: 'status', status, times: 2 });
			expectNoSecret(await traces('transfer.getStatus', { transferReference: 'T1' }, mode));
		}
	});

	test.each(LOSSES)('and fails the verification with $kind $status', async (fault) => {
		world.sandbox.fail({ on: 'verify', times: 2, ...fault });
		expectNoSecret(await traces('transaction.verify', { transactionReference: 'T1', options: { timeout: 1 } }, mode));
	});

	test.each(['apiKey', 'privateKey'])('and refuses a wrong %s', async (key) => {
		const wrong = `canary-wrong-${key}-51c0`;
		world.editCredential({ [key]: wrong, accessToken: '' });
		expectNoSecret(await traces('bank.getMany', {}, mode), [wrong]);
		expectNoSecret(await traces('account.get', {}, mode), [wrong]);
		expectNoSecret(await traces('transaction.verify', { transactionReference: 'T1' }, mode), [wrong]);
	});

	test('and takes the token back, over and over', async () => {
		world.sandbox.fail({ on: 'banks', kind: 'status', status: 401, times: 9 });
		expectNoSecret(await traces('bank.getMany', {}, mode));
	});

	test.each([
		['card number', { cardNumber: hidden(CANARY.mistypedCard) }],
		['expiry', { expiryYear: '20' }],
		['PIN', { additionalFields: { cardPin: hidden(BAD_PIN) } }],
		['amount', { amount: hidden(CANARY.cardNumber) }],
		['currency', { currency: hidden(CANARY.cardNumber) }],
		['address', { callbackUrl: hidden(CANARY.cardNumber) }],
		['JSON', { inputMode: 'json', charge: `={{ '{"' + "4539" + '148803436467": {' }}` }],
		['field of JSON', { inputMode: 'json', charge: `={{ { ["4539" + "148803436467"]: "07" + "39" } }}` }],
	])('and input with a bad %s', async (_, changes) => {
		expectNoSecret(await traces('card.charge', secretCharge(changes), mode), [BAD_PIN]);
		expect(world.sandbox.requests).toHaveLength(0);
	});
});

test('payments that succeed leave no secret either, simplified or not', async () => {
	for (const simplify of [true, false]) {
		const otps = { transactionReference: await waitingPayments(), otp: hidden(CANARY.otp), simplify };
		expectNoSecret(await traces('card.authorize', otps, 'stopWorkflow'));
		expect(world.sandbox.ledger.transactions.slice(-2)).toMatchObject([{ status: 2 }, { status: 2 }]);
		const charge = { cardNumber: hidden('4000056655665556'), cvv: hidden(CANARY.cvv), simplify };
		expectNoSecret(await traces('card.charge', secretCharge(charge), 'stopWorkflow'), ['4000056655665556']);
		expectNoSecret(await traces('account.get', { simplify }, 'stopWorkflow'));
		expectNoSecret(await traces('bank.getMany', { simplify }, 'stopWorkflow'));
	}
});

test('the search finds what is there', async () => {
	const text = await traces('card.charge', secretCharge({ reference: `X ${CANARY.cvv}` }), 'continueRegularOutput');
	expect(() => expectNoSecret(text)).toThrow();
});
