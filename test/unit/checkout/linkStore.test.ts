import type { IWebhookFunctions } from 'n8n-workflow';

import { sessionOf, type Attempt, type CardAttempt } from '../../../checkout/attempt';
import { readRecord } from '../../../gateway/calls/verify';
import type { Outcome } from '../../../gateway/outcome';
import { LinkStore } from '../../../nodes/CardPaymentCheckoutTrigger/linkStore';
import { NOW, settingsWith } from '../gateway/examples';
import { MEMORY, withManyStarts } from '../../manyStarts';
import { idInThisProcess, newProcess } from '../webhooks/process';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const warn = jest.fn<void, [string]>();

let stored: Record<string, string>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	warn.mockClear();
	stored = {};
});
afterEach(() => {
	newProcess();
	jest.useRealTimers();
});

/** This n8n's memory, as one of its requests sees it. */
function storeOf({ mode = 'trigger', name = 'Checkout', refusedPerHour = 20 } = {}): LinkStore {
	const context = {
		getMode: () => mode,
		getNode: () => ({ name, webhookId: 'checkout-1' }),
		getWorkflow: () => ({ id: idInThisProcess('workflow-1') }),
		getWorkflowStaticData: () => stored,
		logger: { warn },
	} as unknown as IWebhookFunctions;
	return new LinkStore(context, refusedPerHour);
}

const attemptOf = (reference: string, number = 1, isPublic = true): Attempt => ({
	terms: {
		...{ reference, amount: '10.50', currency: 'NGN', description: 'A chair' },
		...{ expires: NOW + DAY, tries: 3, customFields: {} },
	},
	number,
	isPublic,
});
const chargeOf = (attempt: Attempt, at = Date.now()): CardAttempt => ({
	...attempt,
	payer: { at, email: 'ada@shop.example', cardLast4: '0023', cardBrand: null },
});

/** True if the workflow starts. An attempt without its payer is one whose charge nobody knows. */
function start(
	attempt: Attempt | CardAttempt,
	outcome: Outcome = 'authorized',
	data?: Record<string, unknown>,
): boolean {
	const cardAttempt = 'payer' in attempt ? attempt : undefined;
	const record = data && readRecord(data, settingsWith());
	return storeOf().start({ session: sessionOf(attempt), state: outcome, record, cardAttempt }, outcome);
}

describe('what is known of a link', () => {
	test('is its last attempt, in this process and in the next, whatever the trigger is called', () => {
		const [first, second] = [attemptOf('A'), attemptOf('A', 2)];
		storeOf().keepAttempt(first, { transactionReference: 'T-1', otps: 2, cards: 1 });
		storeOf().keepAttempt(second, { acsUrl: 'https://bank.example', cards: 2 });
		newProcess();
		const store = storeOf({ name: 'Renamed' });
		expect(store.recallAttempt(second)).toMatchObject({ attempt: 2, transactionReference: null, otps: 0, cards: 2 });
		expect(store.recallAttempt(second).acsUrl).toBe('https://bank.example');
		expect(store.recallAttempt(first)).toMatchObject({ attempt: 0, transactionReference: null, cards: 2 });
		// Late news of an earlier attempt changes nothing.
		store.keepAttempt(first, { transactionReference: 'T-1' });
		expect(store.recallAttempt(second).attempt).toBe(2);
		expect(storeOf().recallAttempt(attemptOf('B')).attempt).toBe(0);
	});

	test('is how many cards it has sent, refused ones as well, and not the attempts of its order', () => {
		const store = storeOf();
		expect([1, 2, 3].map((number) => store.recallAttempt(attemptOf('A', number)).cards)).toEqual([0, 0, 0]);
		store.keepLink(attemptOf('A').terms, { ...store.recallAttempt(attemptOf('A')), cards: 2 });
		expect([1, 2, 3, 4].map((number) => store.recallAttempt(attemptOf('A', number)).cards)).toEqual([2, 2, 2, 2]);
	});

	test('is noted with its time, which does not change when it is noted again', () => {
		const attempt = attemptOf('A');
		const noteLater = (changes: Parameters<LinkStore['keepAttempt']>[1]) => {
			jest.advanceTimersByTime(1000);
			storeOf().keepAttempt(attempt, changes);
			return storeOf().recallLink(attempt.terms).at - NOW;
		};
		const known = { transactionReference: 'T-1', otps: 1 };
		// That it was sent is news as well, where nothing more is known.
		const notes = [{}, {}, known, known, { otps: 1 }, { otps: 2 }].map(noteLater);
		expect(notes).toEqual([1000, 1000, 3000, 3000, 3000, 6000]);
	});

	describe("of the bank's page", () => {
		const bank = (length: number) => 'https://bank.example/'.padEnd(length, 'x');
		const keep = (reference: string, acsUrl: string | null) => storeOf().keepAttempt(attemptOf(reference), { acsUrl });
		const kept = (reference: string) => storeOf().recallAttempt(attemptOf(reference)).acsUrl;

		test('is its address while it is open, of 2,000 characters at most, in any process', () => {
			const addresses = { A: bank(2000), B: bank(2001), C: bank(50) };
			for (const [reference, address] of Object.entries(addresses)) keep(reference, address);
			keep('C', null);
			newProcess();
			expect(Object.keys(addresses).map(kept)).toEqual([addresses.A, null, null]);
			expect(JSON.stringify(stored).match(/bank\.example/g)).toHaveLength(1);
		});

		test('is that of its last attempt', () => {
			keep('A', bank(50));
			storeOf().keepAttempt(attemptOf('A', 2), { cards: 2 });
			expect(storeOf().recallLink(attemptOf('A').terms).acsUrl).toBeNull();
			// The attempt before is known again where the last card was refused.
			const before = { ...storeOf().recallLink(attemptOf('A').terms), attempt: 1, acsUrl: bank(50) };
			storeOf().keepLink(attemptOf('A').terms, before);
			expect(kept('A')).toBe(bank(50));
		});

		test('goes when 200 others were opened since, and all else of the link stays', () => {
			storeOf().keepAttempt(attemptOf('A'), { acsUrl: bank(50), otps: 1, transactionReference: 'T-1' });
			const before = storeOf().recallAttempt(attemptOf('A'));
			for (let index = 0; index < 200; index++) keep(`other ${index}`, bank(50));
			expect(storeOf().recallAttempt(attemptOf('A'))).toEqual({ ...before, acsUrl: null });
			expect(kept('other 0')).toBe(bank(50));
		});

		test('that is too long leaves all else that is news', () => {
			storeOf().keepAttempt(attemptOf('A'), { acsUrl: bank(2001), otps: 2, transactionReference: 'T-1' });
			expect(storeOf().recallAttempt(attemptOf('A'))).toMatchObject({
				...{ acsUrl: null, otps: 2, transactionReference: 'T-1' },
			});
		});

		test('that is too long is no news each time', () => {
			keep('A', bank(2001));
			jest.advanceTimersByTime(1000);
			keep('A', bank(2001));
			expect(storeOf().recallAttempt(attemptOf('A')).at).toBe(NOW);
		});
	});

	test('names no reference and no customer', () => {
		const charge = chargeOf(attemptOf('ORD-1'));
		storeOf().keepAttempt(charge, {});
		storeOf().countRefusedCard(charge);
		start(charge);
		expect(JSON.stringify(stored)).not.toMatch(/ORD-1|shop\.example|payer|cardLast4/);
	});
});

describe('refused cards', () => {
	test('close a page that anybody can open for an hour, which the log says once', () => {
		const store = storeOf({ refusedPerHour: 2 });
		const refuseAll = () => ['A', 'B', 'C'].forEach((name) => store.countRefusedCard(chargeOf(attemptOf(name), NOW)));
		refuseAll();
		expect(store.refusedCardsLeft).toBe(-1);
		expect(warn.mock.calls).toEqual([[expect.stringContaining("'Refused Cards per Hour' sets the limit")]]);
		// Nothing is refused again when customers look again.
		jest.setSystemTime(NOW + HOUR / 2);
		refuseAll();
		jest.setSystemTime(NOW + HOUR + 1000);
		expect(store.refusedCardsLeft).toBe(2);
	});

	test('count for a whole hour', () => {
		const store = storeOf({ refusedPerHour: 2 });
		store.countRefusedCard(chargeOf(attemptOf('A'), NOW - HOUR));
		expect(store.refusedCardsLeft).toBe(1);
	});

	test.each<[string, (store: LinkStore) => void]>([
		['count once each', (store) => store.countRefusedCard(chargeOf(attemptOf('A'), NOW))],
		['are not those of a signed link', (store) => store.countRefusedCard(chargeOf(attemptOf('B', 1, false)))],
		['are not those of earlier hours', (store) => store.countRefusedCard(chargeOf(attemptOf('B'), NOW - HOUR - 1))],
	])('%s', (_, refuse) => {
		const store = storeOf({ refusedPerHour: 2 });
		store.countRefusedCard(chargeOf(attemptOf('A'), NOW));
		refuse(store);
		expect(store.refusedCardsLeft).toBe(1);
	});
});

describe('a start', () => {
	test('happens once for a payment and an outcome', () => {
		const charge = chargeOf(attemptOf('A'));
		expect([start(charge, 'declined'), start(charge), start(charge)]).toEqual([true, true, false]);
		expect(start(chargeOf(attemptOf('A', 2)))).toBe(true);
		// That it has started is enough to know, and nothing to warn of.
		expect(start(attemptOf('A'))).toBe(false);
		expect(warn).not.toHaveBeenCalled();
	});

	test('does not happen for a charge that nobody knows, which the log says', () => {
		expect(start(attemptOf('A'))).toBe(false);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('its charge is not known'));
		expect(start(chargeOf(attemptOf('A'), NOW - 6 * DAY))).toBe(true);
	});

	test('happens however long ago the card was entered', () => {
		expect(start(chargeOf(attemptOf('A'), NOW - 400 * DAY))).toBe(true);
		expect(start(chargeOf(attemptOf('A'), NOW - 400 * DAY))).toBe(false);
		expect(warn).not.toHaveBeenCalled();
	});

	test('happens for each refund of a payment, however its amount is told first', () => {
		const charge = chargeOf(attemptOf('A'));
		const refunds = [
			{ status: 11 },
			{ status: 11, refundedAmount: 2 },
			{ status: 11, refundedAmount: 2 },
			{ status: 11, refundedAmount: 5, lastRefundDate: '2026-11-24T10:00:00' },
			{ status: 6, refundedAmount: 10.5, lastRefundDate: '2026-11-25T10:00:00' },
			{ status: 6, refundedAmount: 10.5, lastRefundDate: '2026-11-25T10:00:00' },
		];
		const started = refunds.map((data) => start(charge, 'refunded', { currencyCode: 'NGN', ...data }));
		expect(started).toEqual([true, false, false, true, true, false]);
	});

	test('happens for a refund and for a chargeback of the same payment', () => {
		const charge = chargeOf(attemptOf('A'));
		const told = [6, 7, 6, 7].map((status) => start(charge, 'refunded', { status }));
		expect(told).toEqual([true, true, false, false]);
	});

	test('of what may be forgotten does not happen, which the log says: of a refund by its own date', () => {
		stored[MEMORY] = withManyStarts(undefined, 'checkout-1', 41_000);
		const early = chargeOf(attemptOf('A'), NOW - DAY);
		const refundOf = (time: number) => ({
			...{ status: 6, refundedAmount: 5, currencyCode: 'NGN' },
			lastRefundDate: new Date(time).toISOString(),
		});
		expect([start(early), start(early, 'declined')]).toEqual([false, false]);
		const told = ['authorized', 'declined'].map((outcome) => [
			`Checkout: the payment A is ${outcome}, but this node does`,
		]);
		expect(warn.mock.calls.map(([text]) => [text.split(' not remember')[0]])).toEqual(told);
		expect(start(early, 'refunded', refundOf(NOW - HOUR))).toBe(false);
		expect(warn).toHaveBeenCalledTimes(3);
		expect(start(early, 'refunded', refundOf(NOW + HOUR))).toBe(true);
		// Nobody knows when it was made, so it is not kept back.
		expect(start(early, 'refunded')).toBe(true);
		expect(start(chargeOf(attemptOf('B'), NOW + 1))).toBe(true);
		expect(warn).toHaveBeenCalledTimes(3);
	});

	test('that nobody knows what became of a payment is told once, whatever its record has', () => {
		const charge = chargeOf(attemptOf('A'));
		const told = [undefined, { status: 77 }, { status: 2 }].map((data) => start(charge, 'unknown', data));
		expect([...told, start(charge)]).toEqual([true, false, false, true]);
	});
});
