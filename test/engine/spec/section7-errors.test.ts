import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox';
import { chargeFields, World } from '../support/world';
import { charged, failure, only } from './helpers';

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

/** The service refuses the next call before it acts. */
const refuse = (on: Fault['on'], status: number, more: Partial<Fault> = {}) =>
	world.sandbox.fail({ on, kind: 'status', status, when: 'before', ...more });

describe('7 Charge', () => {
	test.each([
		[
			400,
			'Invalid Request',
			'The card was not charged by this call: the service found a missing or invalid value in the charge.',
			'Correct the value.',
		],
		[
			403,
			'Unauthorized',
			'The card was not charged by this call: the service refused the API key or the signature of this call.',
			'Check the keys in the credential. If they are right, run Account: Check Setup, which finds out the Card Authentication',
		],
	])('%i %s: the error says what it means, and what to do', async (status, serviceMessage, meaning, advice) => {
		refuse('charge', status);
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		expect(error.message).toBe(meaning);
		expect(error.description).toContain(`The service says: "${serviceMessage}"`);
		expect(error.description).toContain(advice);
		expect(world.sandbox.ledger.chargesOf('C-1')).toBe(0);
	});

	test('400 Invalid Request, with a list of errors: it is told as well', async () => {
		// Nothing finds the first charge before, so the service itself refuses the second one.
		world.sandbox.configure({ hasHistory: false });
		await charged(world, { reference: 'C-1' });
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		expect(error.description).toContain('The service says: "Invalid Request; reference: has been used before"');
	});

	test('403 Unauthorized: the same with a wrong key', async () => {
		world.sandbox.configure({ apiKey: 'another-api-key' });
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		expect(error.message).toBe(
			'The card was not charged by this call: the service refused the API key or the signature of this call.',
		);
		expect(error.description).toContain('The service says: "Unauthorized"');
	});

	test('500 Server Error, after the card was charged: the record of the service is the outcome', async () => {
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 500 });
		const item = await only(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		const { transactionReference } = world.sandbox.ledger.byReference('C-1')!;
		expect(item).toMatchObject({ outcome: 'pending', answerLost: true, reference: 'C-1', transactionReference });
	});

	test('500 Server Error, and nothing is found: no error, but an outcome that is unknown', async () => {
		world.sandbox.configure({ hasHistory: false });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 500 });
		const item = await only(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		expect(world.sandbox.ledger.chargesOf('C-1')).toBe(1);
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, answerLost: true, reference: 'C-1' });
		expect(item.details).toContain('status 500, it says: "Server Error"');
		expect(item.message).toBe('It is not known whether the card was charged. Verify it before you charge it again.');
	});

	test.each([400, 403])('%i, for the second of three items: the error names that one', async (status) => {
		refuse('charge', status, { skip: 1 });
		const orders = ['C-1', 'C-2', 'C-3'].map((reference) => ({ reference }));
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: '={{ $json.reference }}' }), orders);
		expect(error.message).toBe('1 of 3 sent, stopped at C-2.');
		expect(error.description).toContain('Item 1, C-2: not charged.');
		expect(error.description).toContain('Item 0, C-1: otp_required.');
		expect(error.description).toContain('Item 2, C-3: not sent.');
	});
});

describe('7 Authorize', () => {
	let transactionReference: string;
	beforeEach(async () => {
		({ transactionReference } = await charged(world));
	});
	const rejected = (serviceMessage: string) => ({
		outcome: 'otp_required',
		authorized: false,
		otpRejected: true,
		transactionReference,
		message: 'The OTP was refused. Ask the customer for the right one, and authorize again.',
		serviceMessage,
	});

	test("400 Invalid OTP: an outcome with the service's message, not an error", async () => {
		refuse('authorize', 400);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject(
			rejected('Invalid OTP'),
		);
	});

	test('400 Invalid OTP: the same with a wrong OTP', async () => {
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '654321' })).toMatchObject(
			rejected('Invalid OTP; otp: is wrong'),
		);
	});

	test('400 of a payment that is declined by now: what the service says comes along', async () => {
		for (const otp of ['654321', '654322']) await only(world, 'card', 'authorize', { transactionReference, otp });
		const said = async (otp: string) => await only(world, 'card', 'authorize', { transactionReference, otp });
		// No other OTP would help.
		const declined = { outcome: 'declined', authorized: false, otpRejected: false };
		expect(await said('654323')).toMatchObject({ ...declined, message: 'Invalid OTP; otp: is wrong' });
		expect(await said('123456')).toMatchObject({ ...declined, message: 'Transaction already processed' });
	});

	test('400 of a transaction that the service does not know: an error, as no other OTP would help', async () => {
		refuse('authorize', 400);
		const error = await failure(world, 'card', 'authorize', { transactionReference: 'SBX-unknown', otp: '123456' });
		expect(error.message).toMatch(/^The payment was not authorized by this call: /);
		expect(error.description).toContain('Transaction Reference: SBX-unknown');
	});

	test('404 Transaction Not Found: the error says what it means, and what to do', async () => {
		const error = await failure(world, 'card', 'authorize', { transactionReference: 'SBX-unknown', otp: '123456' });
		expect(error.message).toBe(
			'The payment was not authorized by this call: the service does not know this transaction.',
		);
		expect(error.description).toContain('The service says: "Transaction Not Found"');
		expect(error.description).toContain('Use the "transactionReference" that Card: Charge returned');
	});

	test('500 Server Error, after the payment was authorized: the outcome is looked up', async () => {
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 500 });
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			outcome: 'authorized',
			answerLost: true,
		});
	});

	test('500 Server Error, and the payment is as open as before: the outcome is unknown, as the OTP may still count', async () => {
		refuse('authorize', 500);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			answerLost: true,
		});
	});

	test('500 Server Error, and verify fails as well: the outcome is unknown, with advice', async () => {
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 500 });
		world.sandbox.configure({ ipNotWhitelisted: true });
		const item = await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, answerLost: true, transactionReference });
		expect(item.details).toContain("the service does not accept calls from this server's IP address");
		expect(item.details).toContain('Do not charge the card again');
	});

	test('403 (5.7, for charge): the error says what it means, and what to do', async () => {
		refuse('authorize', 403);
		const error = await failure(world, 'card', 'authorize', { transactionReference, otp: '123456' });
		expect(error.message).toBe(
			'The payment was not authorized by this call: the service refused the API key or the signature of this call.',
		);
		expect(error.description).toContain('The service says: "Unauthorized"');
	});

	test('404, for the second of two items: the error names that one, and what became of the other', async () => {
		const error = await failure(
			world,
			'card',
			'authorize',
			{ transactionReference: '={{ $json.transactionReference }}', otp: '123456' },
			[{ transactionReference }, { transactionReference: 'SBX-unknown' }],
		);
		expect(error.message).toBe('1 of 2 authorized, stopped at SBX-unknown.');
		expect(error.description).toContain(`Item 0, ${transactionReference}: authorized.`);
	});
});

describe('7 Verify', () => {
	const ROWS: Array<[number, string, () => void, string, string, string]> = [
		[
			401,
			'Unauthorized',
			() => world.sandbox.configure({ privateKey: 'another-private-key' }),
			'The service refused the private key.',
			'The private key is invalid',
			'Check the Private Key in the credential',
		],
		[
			403,
			'Forbidden',
			() => world.sandbox.configure({ ipNotWhitelisted: true }),
			"The service does not accept calls from this server's IP address.",
			'The IP address 127.0.0.1 is not whitelisted for this private key',
			"Ask your provider to add the IP address of this n8n server to the private key's whitelist.",
		],
		[
			404,
			'Not Found',
			() => undefined,
			'The service does not know a transaction with this reference.',
			'There is no transaction with the reference ORDER-7',
			'Use the "transactionReference" that Card: Charge returned.',
		],
	];

	test.each(ROWS)(
		"%i %s: the error says what it means, in the service's words as well, and what to do",
		async (_, __, arrange, meaning, serviceMessage, advice) => {
			arrange();
			const error = await failure(world, 'transaction', 'verify', { transactionReference: 'ORDER-7' });
			expect(error.message).toBe(meaning);
			expect(error.description).toContain(`The service says: "${serviceMessage}".`);
			expect(error.description).toContain(advice);
		},
	);

	test.each(ROWS)('%i %s: Wait for Outcome does not go on asking', async (_, __, arrange, meaning) => {
		arrange();
		const parameters = { transactionReference: 'ORDER-7', timeLimit: 60 };
		const error = await failure(world, 'transaction', 'waitForOutcome', parameters);
		expect(error.message).toBe(meaning);
		expect(world.sandbox.requests.filter(({ endpoint }) => endpoint === 'verify')).toHaveLength(1);
	});

	test('404, for the second of three items: the error names that one', async () => {
		const { transactionReference } = await charged(world);
		const error = await failure(
			world,
			'transaction',
			'verify',
			{ transactionReference: '={{ $json.transactionReference }}' },
			[{ transactionReference }, { transactionReference: 'ORDER-7' }, { transactionReference }],
		);
		expect(error.message).toBe('The service does not know a transaction with this reference.');
		expect(error.description).toContain('There is no transaction with the reference ORDER-7');
	});

	test('404 for the own reference: some providers know it, and then it is found', async () => {
		await charged(world, { reference: 'ORDER-7' });
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		expect(await only(world, 'transaction', 'verify', { transactionReference: 'ORDER-7' })).toMatchObject({
			reference: 'ORDER-7',
			outcome: 'pending',
		});
	});
});

describe('7 Errors that the specification does not show', () => {
	const verify = { transactionReference: 'SBX-1' };
	const charge = chargeFields();
	test.each<[Fault['on'], number, [string, string, IDataObject?], string, string]>([
		[
			'banks',
			403,
			['bank', 'getMany'],
			'The service does not allow this call with these keys',
			'bank transfers are enabled',
		],
		['banks', 429, ['bank', 'getMany'], 'The service is getting too many requests', 'Wait a moment, and set'],
		['banks', 500, ['bank', 'getMany'], 'n8n could not list banks', 'You can safely run it again in a moment'],
		['token', 403, ['account', 'get'], 'The service refused the API key or the client ID', 'Client ID'],
		['token', 404, ['account', 'get'], 'There is no login at this address', 'Check the Base URL'],
		['token', 503, ['account', 'get'], 'status 503', 'You can safely run it again in a moment'],
		[
			'verify',
			500,
			['transaction', 'verify', verify],
			'n8n could not verify',
			'You can safely run it again in a moment',
		],
		['verify', 405, ['transaction', 'verify', verify], 'does not belong to the payment service', 'Transaction Base'],
		[
			'charge',
			401,
			['card', 'charge', charge],
			'the service refused the API key or the signature',
			'Card Authentication',
		],
		['charge', 404, ['card', 'charge', charge], 'the service does not offer this call', 'Transaction Base'],
		['charge', 422, ['card', 'charge', charge], 'the service refused to charge the card', 'Ask your provider'],
	])('%s answers %i: the error says what it means, and what to do', async (on, status, call, meaning, advice) => {
		refuse(on, status);
		const error = await failure(world, ...call);
		expect(error.message).toContain(meaning);
		expect(error.description).toContain(advice);
	});

	test('banks answers 401, also for a new token: the error says so', async () => {
		refuse('banks', 401, { times: 2 });
		const error = await failure(world, 'bank', 'getMany');
		expect(error.message).toBe('The service let n8n log in, but refused this call with that login.');
	});
});
