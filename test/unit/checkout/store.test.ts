import type { IWebhookFunctions } from 'n8n-workflow';

import { newSession, type CheckoutSession } from '../../../nodes/CardPaymentCheckout/session';
import { PaymentStore } from '../../../nodes/CardPaymentCheckout/store';
import { forget } from '../../../nodes/shared/webhooks/memory';
import { NOW } from '../gateway/examples';

const SECOND = 1000;
const WEEK = 7 * 24 * 3_600 * SECOND;

let context: IWebhookFunctions;
let stored: Record<string, string>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	stored = {};
	context = contextIn('trigger');
});
afterEach(() => {
	forget(context);
	jest.useRealTimers();
});

function contextIn(mode: string): IWebhookFunctions {
	return {
		getMode: () => mode,
		getNode: () => ({ id: 'node-1' }),
		getWorkflow: () => ({ id: 'workflow-1' }),
		getWorkflowStaticData: () => stored,
	} as unknown as IWebhookFunctions;
}

/** What this n8n remembers, as one of its requests sees it. */
const store = (paymentsRemembered = 1000) => new PaymentStore(context, { browserSeconds: 30, paymentsRemembered });

/** A try of the payment with a reference. */
function sessionOf(reference: string, tryNumber = 1, changes: Partial<CheckoutSession> = {}): CheckoutSession {
	const terms = {
		reference,
		amount: '10.50',
		currency: 'NGN',
		description: 'A chair',
		expires: NOW + WEEK,
		tries: 3,
		customFields: {},
	};
	return { ...newSession(terms, tryNumber), ...changes };
}

const session = sessionOf('ORDER-1');
const others: Array<[string, CheckoutSession]> = [
	['payment', sessionOf('ORDER-2')],
	['try', sessionOf('ORDER-1', 2)],
];

/** Another process has no memory of its own, and reads what n8n has stored. */
const inAnotherProcess = () => forget(context);

describe('the progress of a charge', () => {
	const atBank = { stage: 'redirect', transactionReference: 'T-1', acsUrl: 'https://bank.example/acs' } as const;

	test('is what a later request finds, and no more of the session', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, email: 'ada@shop.example' }));
		const progress = { ...atBank, at: NOW / SECOND };
		expect(store().progress(session)).toEqual(progress);
		inAnotherProcess();
		expect(store().progress(session)).toEqual(progress);
	});

	test('is the last one', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { stage: 'otp' }));
		store().keepProgress(sessionOf('ORDER-1', 1, { stage: 'check' }));
		expect(store().progress(session)).toMatchObject({ stage: 'check' });
	});

	test.each(others)('is not that of another %s', (_, other) => {
		store().keepProgress(session);
		expect(store().progress(other)).toBeUndefined();
	});

	test('is remembered for a week', () => {
		store().keepProgress(session);
		jest.setSystemTime(NOW + WEEK - SECOND);
		expect(store().progress(session)).toBeDefined();
		jest.setSystemTime(NOW + WEEK);
		expect(store().progress(session)).toBeUndefined();
	});

	test('is remembered of 500 charges', () => {
		for (let index = 0; index <= 500; index++) store().keepProgress(sessionOf(`ORDER-${index}`));
		expect(store().progress(sessionOf('ORDER-0'))).toBeUndefined();
		expect(store().progress(sessionOf('ORDER-1'))).toBeDefined();
	});
});

describe('the OTPs that were tried', () => {
	test('are none at first', () => {
		expect(store().otpsTried(session)).toBe(0);
	});

	test('are the larger of what the form and this n8n know', () => {
		store().keepOtpsTried(session, 2);
		const known = [0, 1, 2, 3].map((wrongOtps) => store().otpsTried(sessionOf('ORDER-1', 1, { wrongOtps })));
		expect(known).toEqual([2, 2, 2, 3]);
		inAnotherProcess();
		expect(store().otpsTried(session)).toBe(2);
	});

	test.each(others)('are not those of another %s', (_, other) => {
		store().keepOtpsTried(session, 2);
		expect(store().otpsTried(other)).toBe(0);
	});

	test('do not count as progress', () => {
		store().keepOtpsTried(session, 2);
		expect(store().progress(session)).toBeUndefined();
	});
});

describe('the first notification of an outcome', () => {
	test.each([
		[0, true],
		[29, true],
		[30, false],
		[31, false],
	])('leaves it to the browser for 30 seconds: after %i, %p', (seconds, isLeft) => {
		expect(store().isNewlyNotified(session, 'authorized')).toBe(true);
		jest.setSystemTime(NOW + seconds * SECOND);
		expect(store().isNewlyNotified(session, 'authorized')).toBe(isLeft);
	});

	test('stays the first when it is repeated', () => {
		for (const seconds of [0, 20, 40]) {
			jest.setSystemTime(NOW + seconds * SECOND);
			expect(store().isNewlyNotified(session, 'authorized')).toBe(seconds < 30);
			inAnotherProcess();
		}
	});

	test('is of that outcome and that payment alone', () => {
		store().isNewlyNotified(session, 'declined');
		jest.setSystemTime(NOW + 60 * SECOND);
		expect(store().isNewlyNotified(session, 'declined')).toBe(false);
		expect(store().isNewlyNotified(session, 'authorized')).toBe(true);
		for (const [, other] of others) expect(store().isNewlyNotified(other, 'declined')).toBe(true);
	});

	test('starts nothing', () => {
		store().isNewlyNotified(session, 'authorized');
		expect(store().hasStarted(session, 'authorized')).toBe(false);
	});
});

describe('the start of the workflow', () => {
	test('happens once for a payment and an outcome', () => {
		expect(store().hasStarted(session, 'authorized')).toBe(false);
		expect(store().isFirstStart(session, 'authorized')).toBe(true);
		expect(store().isFirstStart(session, 'authorized')).toBe(false);
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		inAnotherProcess();
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		expect(store().isFirstStart(session, 'authorized')).toBe(false);
	});

	test('with one outcome does not count for another', () => {
		store().isFirstStart(session, 'declined');
		expect(store().hasStarted(session, 'authorized')).toBe(false);
		expect(store().isFirstStart(session, 'authorized')).toBe(true);
	});

	test.each(others)('does not count for another %s', (_, other) => {
		store().isFirstStart(session, 'authorized');
		expect(store().hasStarted(other, 'authorized')).toBe(false);
		expect(store().isFirstStart(other, 'authorized')).toBe(true);
	});

	test('is remembered for a week', () => {
		store().isFirstStart(session, 'authorized');
		jest.setSystemTime(NOW + WEEK - SECOND);
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		jest.setSystemTime(NOW + WEEK);
		expect(store().hasStarted(session, 'authorized')).toBe(false);
		expect(store().isFirstStart(session, 'authorized')).toBe(true);
	});

	test('is remembered of as many payments as the settings say', () => {
		for (const reference of ['ORDER-1', 'ORDER-2', 'ORDER-3'])
			store(2).isFirstStart(sessionOf(reference), 'authorized');
		const started = ['ORDER-1', 'ORDER-2', 'ORDER-3'].map((reference) =>
			store(2).hasStarted(sessionOf(reference), 'authorized'),
		);
		expect(started).toEqual([false, true, true]);
	});

	test('happens each time in a test, where n8n stores nothing', () => {
		context = contextIn('manual');
		expect(store().isFirstStart(session, 'authorized')).toBe(true);
		expect(store().isFirstStart(session, 'authorized')).toBe(true);
		expect(stored).toEqual({});
	});
});

test('no reference is stored as text', () => {
	store().keepProgress(session);
	store().isFirstStart(session, 'authorized');
	expect(JSON.stringify(stored)).not.toContain('ORDER-1');
});
