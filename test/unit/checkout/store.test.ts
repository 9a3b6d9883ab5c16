import type { IWebhookFunctions } from 'n8n-workflow';

import type { CheckoutSession, SentCharge } from '../../../nodes/CardPaymentCheckout/session';
import { newSession } from '../../../nodes/CardPaymentCheckout/states';
import { PaymentStore } from '../../../nodes/CardPaymentCheckout/store';
import { NOW } from '../gateway/examples';
import { idInThisProcess, newProcess } from '../shared/webhooks/process';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const WEEK = 7 * 24 * HOUR;

const DAY = 24 * 3_600 * SECOND;
const warn = jest.fn<void, [string]>();

let context: IWebhookFunctions;
let stored: Record<string, string>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	warn.mockClear();
	stored = {};
	context = contextIn('trigger');
});
afterEach(() => {
	newProcess();
	jest.useRealTimers();
});

function contextIn(mode: string): IWebhookFunctions {
	return {
		getMode: () => mode,
		getNode: () => ({ name: 'Checkout' }),
		getWorkflow: () => ({ id: idInThisProcess('workflow-1') }),
		getWorkflowStaticData: () => stored,
		logger: { warn },
	} as unknown as IWebhookFunctions;
}

/** What this n8n remembers, as one of its requests sees it. */
const store = (paymentsRemembered = 1000, refusedPerHour = 20, privateKey = 'private-key-9e2d') =>
	new PaymentStore(
		context,
		{ browserSeconds: 30, paymentsRemembered, refusedPerHour },
		{ purpose: 'checkout-session', scope: 'trigger-1', privateKey },
	);

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
const charge: SentCharge = { at: NOW, email: 'ada@shop.example', cardLast4: '0023', cardBrand: 'Mastercard' };
const others: Array<[string, CheckoutSession]> = [
	['payment', sessionOf('ORDER-2')],
	['try', sessionOf('ORDER-1', 2)],
];

describe('the progress of a charge', () => {
	const atBank = {
		stage: 'redirect',
		transactionReference: 'T-1',
		acsUrl: 'https://bank.example/acs',
		expires: NOW + WEEK,
	} as const;

	const charged = { charge, terms: session.terms };

	test('is what a later request finds, with the charge that was sent, and no more of the session', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge, email: 'eve@shop.example' }));
		expect([store().progress(session), store().charged(session)]).toEqual([atBank, charged]);
		newProcess();
		expect([store().progress(session), store().charged(session)]).toEqual([atBank, charged]);
	});

	test('leads to nothing more once a payment has taken as long as it may, whoever has gone on with it', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge }));
		jest.setSystemTime(NOW + WEEK - 1);
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, expires: NOW + 9 * WEEK }));
		expect(store().progress(session)).toEqual(atBank);
		jest.setSystemTime(NOW + WEEK);
		expect(store().progress(session)).toEqual({
			...atBank,
			stage: 'check',
			acsUrl: null,
			expires: NOW + WEEK + HOUR,
		});
	});

	test('keeps its charge when another browser goes on with it', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge }));
		store().keepProgress(sessionOf('ORDER-1', 1, { stage: 'check', email: 'eve@shop.example' }));
		expect(store().charged(session)).toEqual(charged);
	});

	test('keeps a reference that a notification has told before the answer to the charge, which has none', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge }));
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge, transactionReference: null }));
		expect(store().progress(session)).toEqual(atBank);
	});

	test('has no charge where none is known, or the key that it was sealed with', () => {
		expect(store().charged(session)).toBeUndefined();
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge }));
		expect(store(1000, 20, 'another private key').charged(session)).toBeUndefined();
		expect(store().charged(session)).toEqual(charged);
	});

	test('holds nothing that can be read of the customer', () => {
		store().keepProgress(sessionOf('ORDER-1', 1, { ...atBank, charge }));
		// With characters around the short ones that no sealed text has, which is random.
		expect(JSON.stringify(stored)).not.toMatch(/ada@|"0023|Mastercard/);
	});

	test.each(others)('is not that of another %s', (_, other) => {
		store().keepProgress(session);
		expect(store().progress(other)).toBeUndefined();
	});

	test('is remembered for as long as a link can be paid', () => {
		store().keepProgress(session);
		jest.setSystemTime(NOW + 366 * DAY);
		expect(store().progress(session)).toBeDefined();
	});

	test('is remembered of as many payments as the settings say, and of those of the last day', () => {
		const keep = (reference: string) => store(2).keepProgress(sessionOf(reference));
		const isKnown = (reference: string) => store(2).progress(sessionOf(reference)) !== undefined;
		for (const reference of ['ORDER-1', 'ORDER-2', 'ORDER-3']) keep(reference);
		expect(['ORDER-1', 'ORDER-2', 'ORDER-3'].map(isKnown)).toEqual([true, true, true]);
		jest.setSystemTime(NOW + 2 * DAY);
		keep('ORDER-4');
		expect(['ORDER-2', 'ORDER-3', 'ORDER-4'].map(isKnown)).toEqual([false, true, true]);
	});
});

describe('a charge or an OTP that is under way', () => {
	test.each([
		['answered', () => Promise.resolve('answer')],
		['lost', () => Promise.reject(new Error('reset'))],
	])('is so until it is %s, in this process', async (_, send) => {
		let seen: boolean[] = [];
		expect(store().isUnderway(session)).toBe(false);
		const sent = store().whileUnderway(session, async () => {
			seen = [store().isUnderway(session), ...others.map(([, other]) => store().isUnderway(other))];
			return await send();
		});
		await sent.catch(() => undefined);
		expect(seen).toEqual([true, false, false]);
		expect(store().isUnderway(session)).toBe(false);
	});

	test('is so until the last of several OTPs is answered', async () => {
		const isOver = [new AbortController(), new AbortController()];
		const sent = isOver.map(async ({ signal }) => {
			const send = async () => await new Promise((resolve) => signal.addEventListener('abort', resolve));
			await store().whileUnderway(session, send, { isOtp: true });
		});
		const seen: boolean[] = [];
		for (const [index, one] of isOver.entries()) {
			seen.push(store().isUnderway(session));
			one.abort();
			await sent[index];
		}
		expect([...seen, store().isUnderway(session)]).toEqual([true, true, false]);
	});
});

describe('the cards of a link', () => {
	test('are counted for all its tries, as the session or this n8n knows them', () => {
		expect(store().cardsSent(session)).toEqual({ count: 0, last: 0 });
		store().keepCardsSent(session, 2);
		const known = [session, sessionOf('ORDER-1', 2), sessionOf('ORDER-1', 1, { cardsSent: 5 })];
		expect(known.map((each) => store().cardsSent(each).count)).toEqual([2, 2, 5]);
		expect(store().cardsSent(session).last).toBe(NOW);
		expect(store().cardsSent(sessionOf('ORDER-2')).count).toBe(0);
		newProcess();
		expect(store().cardsSent(session).count).toBe(2);
	});

	test('and refused ones are not stored where the charge may be the repeat of another request', () => {
		store().keepCardsSent(session, 1, { mayBeRepeat: true });
		store().keepRefused(session, charge, { mayBeRepeat: true });
		expect([store().cardsSent(session).count, store(1000, 1).refusesCards, stored]).toEqual([1, true, {}]);
	});
});

describe('refused cards', () => {
	const refuse = (index: number, at = Date.now()) =>
		store(1000, 3).keepRefused(sessionOf(`ORDER-${index}`), { ...charge, at });
	const isClosed = () => store(1000, 3).refusesCards;

	test('are as many as the settings allow within an hour, then it is said in the log, once', () => {
		for (const index of [1, 2]) refuse(index);
		expect([isClosed(), warn.mock.calls.length]).toEqual([false, 0]);
		for (const index of [3, 4]) {
			refuse(index);
			expect([isClosed(), warn.mock.calls.length]).toEqual([true, 1]);
		}
		expect(warn).toHaveBeenCalledWith(
			expect.stringMatching(/^Checkout: 3 cards were refused within an hour, so somebody may be testing stolen cards/),
		);
		newProcess();
		expect(isClosed()).toBe(true);
		jest.setSystemTime(NOW + 3_600 * SECOND);
		expect(isClosed()).toBe(false);
	});

	test('count once each, however often they are seen', () => {
		[1, 2, 3, 4].forEach(() => refuse(1, NOW));
		expect(isClosed()).toBe(false);
	});

	test('count from when they are noticed, and not again when they are seen later', () => {
		for (const index of [1, 2, 3]) refuse(index, NOW - 5 * DAY);
		expect(isClosed()).toBe(true);
		jest.setSystemTime(NOW + 3_600 * SECOND);
		for (const index of [1, 2, 3]) refuse(index, NOW - 5 * DAY);
		expect(isClosed()).toBe(false);
	});

	test('may be those that are under way', async () => {
		for (const index of [1, 2]) refuse(index);
		await store().whileUnderway(session, () => {
			expect(isClosed()).toBe(true);
			return Promise.resolve();
		});
		expect(isClosed()).toBe(false);
	});

	test('are not those whose OTP is under way', async () => {
		for (const index of [1, 2]) refuse(index);
		const send = async () => await Promise.resolve(isClosed());
		expect(await store().whileUnderway(session, send, { isOtp: true })).toBe(false);
	});
});

describe('the OTPs that were tried', () => {
	test('are the larger of what the form and this n8n know', () => {
		expect(store().otpsTried(session)).toBe(0);
		store().keepOtpsTried(session, 2);
		const known = [0, 1, 2, 3].map((wrongOtps) => store().otpsTried(sessionOf('ORDER-1', 1, { wrongOtps })));
		expect(known).toEqual([2, 2, 2, 3]);
		newProcess();
		expect([store().otpsTried(session), store().progress(session)]).toEqual([2, undefined]);
	});

	test.each(others)('are not those of another %s', (_, other) => {
		store().keepOtpsTried(session, 2);
		expect(store().otpsTried(other)).toBe(0);
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
			newProcess();
		}
	});

	test('is of that outcome and that payment alone', () => {
		store().isNewlyNotified(session, 'declined');
		jest.setSystemTime(NOW + 60 * SECOND);
		expect(store().isNewlyNotified(session, 'declined')).toBe(false);
		expect(store().isNewlyNotified(session, 'authorized')).toBe(true);
		for (const [, other] of others) expect(store().isNewlyNotified(other, 'declined')).toBe(true);
	});
});

describe('the start of the workflow', () => {
	test('happens once for a payment and an outcome', () => {
		expect(store().hasStarted(session, 'authorized')).toBe(false);
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(true);
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(false);
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		newProcess();
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(false);
		expect(warn).not.toHaveBeenCalled();
	});

	test.each(others)('does not count for another %s', (_, other) => {
		store().isFirstStart(session, 'authorized', charge);
		expect(store().hasStarted(other, 'authorized')).toBe(false);
		expect(store().isFirstStart(other, 'authorized', charge)).toBe(true);
	});

	test('is remembered for as long as a payment may take, and does not happen after that', () => {
		store().isFirstStart(session, 'authorized', charge);
		jest.setSystemTime(NOW + WEEK);
		expect(store().hasStarted(session, 'authorized')).toBe(true);
		jest.setSystemTime(NOW + WEEK + DAY);
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(false);
		expect(warn).toHaveBeenCalledWith(
			expect.stringContaining('the payment with the reference ORDER-1 is older than what this node remembers'),
		);
	});

	test('is remembered of as many payments as the settings say, and is not repeated of the others', () => {
		const start = (reference: string, at: number) =>
			store(2).isFirstStart(sessionOf(reference), 'authorized', { ...charge, at });
		for (const reference of ['ORDER-1', 'ORDER-2']) start(reference, NOW);
		jest.setSystemTime(NOW + 2 * DAY);
		expect(start('ORDER-3', NOW + DAY)).toBe(true);
		expect(store(2).hasStarted(sessionOf('ORDER-1'), 'authorized')).toBe(false);
		expect(['ORDER-1', 'ORDER-2', 'ORDER-3'].map((reference) => start(reference, NOW))).toEqual([false, false, false]);
	});

	test('happens each time in a test, where n8n stores nothing', () => {
		context = contextIn('manual');
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(true);
		expect(store().isFirstStart(session, 'authorized', charge)).toBe(true);
		expect(stored).toEqual({});
	});
});

test('no reference is stored as text', () => {
	store().keepProgress(session);
	store().isFirstStart(session, 'authorized', charge);
	expect(JSON.stringify(stored)).not.toContain('ORDER-1');
});
