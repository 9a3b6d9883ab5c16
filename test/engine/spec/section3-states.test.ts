import { PUBLISHED } from '../../publishedStatuses';
import { World } from '../support/world';
import { charged, failure, only, setStatus } from './helpers';

const AUTHORIZED = PUBLISHED.filter(([, , outcome]) => outcome === 'authorized');
const NOT_AUTHORIZED = PUBLISHED.filter(([, , outcome]) => outcome !== 'authorized');
const STILL_OPEN = PUBLISHED.filter(([, , outcome]) => outcome === 'pending');
const FINAL = PUBLISHED.filter(([, , outcome]) => outcome !== 'pending');

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());

/** A transaction that has reached a status. */
async function transactionIn(status: number): Promise<string> {
	const transaction = await charged(world);
	setStatus(world, transaction, status);
	return transaction.transactionReference;
}

const verified = async (transactionReference: string, options: object = {}) =>
	await only(world, 'transaction', 'verify', { transactionReference, options });

describe('3 The transition from pending OTP entry', () => {
	test('a wrong OTP leads nowhere: the right one can follow', async () => {
		const { transactionReference } = await charged(world);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '654321' })).toMatchObject({
			outcome: 'otp_required',
			authorized: false,
			otpRejected: true,
		});
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			outcome: 'authorized',
			otpRejected: false,
		});
	});
});

describe('3 Status codes, in the answer of verify', () => {
	test.each(PUBLISHED)('%i %s is %s', async (status, statusName, outcome) => {
		const authorized = outcome === 'authorized';
		expect(await verified(await transactionIn(status))).toMatchObject({ status, statusName, outcome, authorized });
	});

	test('99, which no table has, is unknown and never authorized', async () => {
		expect(await verified(await transactionIn(99))).toMatchObject({
			status: 99,
			statusName: null,
			outcome: 'unknown',
			authorized: false,
		});
	});
});

describe('3 Status codes, in the answer of authorize', () => {
	const authorizedWith = async (status: number) => {
		const transaction = await charged(world);
		transaction.decision = { status, errorCode: '', errorMessage: 'Set by the test' };
		const { transactionReference } = transaction;
		return await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
	};

	test.each(PUBLISHED)('%i %s is %s', async (status, statusName, outcome) => {
		const authorized = outcome === 'authorized';
		expect(await authorizedWith(status)).toMatchObject({ status, statusName, outcome, authorized });
	});

	test('99, which no table has, is unknown and never authorized', async () => {
		expect(await authorizedWith(99)).toMatchObject({ status: 99, outcome: 'unknown', authorized: false });
	});
});

describe('3 Status codes that the credential defines', () => {
	beforeAll(() =>
		world.editCredential({
			statusCodes: JSON.stringify({
				3: { name: 'ON_HOLD', outcome: 'pending' },
				99: { name: 'ABANDONED', outcome: 'declined' },
			}),
		}),
	);
	afterAll(() => world.editCredential({ statusCodes: '' }));

	test.each([
		['a code of its own', 99, 'ABANDONED', 'declined'],
		['another meaning for a published code', 3, 'ON_HOLD', 'pending'],
		['no entry: the published meaning', 4, 'DECLINED', 'declined'],
	])('%s', async (_, status, statusName, outcome) => {
		expect(await verified(await transactionIn(status))).toMatchObject({
			status,
			statusName,
			outcome,
			authorized: false,
		});
	});
});

describe('3 The option Fail Unless Authorized', () => {
	const failUnlessAuthorized = { failUnlessAuthorized: true };

	test.each(AUTHORIZED)('%i %s passes', async (status) => {
		expect(await verified(await transactionIn(status), failUnlessAuthorized)).toMatchObject({ authorized: true });
	});

	test.each([...NOT_AUTHORIZED, [99, '', 'unknown'] as const])('%i %s fails', async (status, statusName, outcome) => {
		const transactionReference = await transactionIn(status);
		const error = await failure(world, 'transaction', 'verify', {
			transactionReference,
			options: failUnlessAuthorized,
		});
		const code = `status ${status} ${statusName}`.trim();
		const words = { declined: 'was declined', refunded: 'was refunded' }[outcome] ?? 'is not authorized yet';
		expect(error.message).toBe(`The payment ${transactionReference} ${words} (${code}).`);
		expect(error.description).toMatch(
			outcome === 'declined' ? /^Do not deliver; ask for another card\. / : /^Do not deliver\. /,
		);
	});
});

describe('3 Wait for Outcome', () => {
	const waited = async (status: number) =>
		await only(world, 'transaction', 'waitForOutcome', {
			transactionReference: await transactionIn(status),
			timeLimit: 0,
		});

	test.each(FINAL)('%i %s is final: there is nothing to wait for', async (status, statusName, outcome) => {
		expect(await waited(status)).toMatchObject({ status, statusName, outcome, timedOut: false });
	});

	test.each(STILL_OPEN)('%i %s is still open when the time is up, which is no error', async (status, statusName) => {
		expect(await waited(status)).toMatchObject({ status, statusName, outcome: 'pending', timedOut: true });
	});
});
