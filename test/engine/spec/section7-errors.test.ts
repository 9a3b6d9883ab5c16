import type { Fault } from '../../../dev/sandbox';
import { chargeFields } from '../support/world';
import { setUpWorld, world } from '../support/worldTests';
import { charged, failure, only } from './helpers';

setUpWorld();

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
			'The card was not charged by this call: the service refused the keys that were sent with this call.',
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

	test('500 Server Error, after the card was charged: the record of the service is the outcome', async () => {
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 500 });
		const item = await only(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		const { transactionReference } = world.sandbox.ledger.byReference('C-1')!;
		expect(item).toMatchObject({ outcome: 'pending', reference: 'C-1', transactionReference });
	});

	test('500 Server Error, and nothing is found: no error, but an outcome that is unknown', async () => {
		world.sandbox.configure({ hasHistory: false });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 500 });
		const item = await only(world, 'card', 'charge', chargeFields({ reference: 'C-1' }));
		expect(world.sandbox.ledger.chargesOf('C-1')).toBe(1);
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, reference: 'C-1' });
		expect(item.details).toContain('status 500, it says: "Server Error"');
		expect(item.message).toBe(
			'It is not known whether the card was charged. Verify the payment before you charge again.',
		);
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

	test('400 of a transaction that the service does not know: an error, as no other OTP would help', async () => {
		refuse('authorize', 400);
		const error = await failure(world, 'card', 'authorize', { transactionReference: 'SBX-unknown', otp: '123456' });
		expect(error.message).toMatch(/^The payment was not authorized by this call: /);
		expect(error.description).toContain('Transaction Reference: SBX-unknown');
	});

	test('500 Server Error, after the payment was authorized: the outcome is looked up', async () => {
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 500 });
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			outcome: 'authorized',
		});
	});

	test('500 Server Error, and the payment is as open as before: the outcome is unknown, as the OTP may still count', async () => {
		refuse('authorize', 500);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			outcome: 'unknown',
			authorized: false,
		});
	});

	test('500 Server Error, and verify fails as well: the outcome is unknown, with advice', async () => {
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 500 });
		world.sandbox.configure({ ipNotWhitelisted: true });
		const item = await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
		expect(item).toMatchObject({ outcome: 'unknown', authorized: false, transactionReference });
		expect(item.details).toContain("the service does not accept calls from this server's IP address");
		expect(item.details).toContain('Do not charge the card again');
	});
});
