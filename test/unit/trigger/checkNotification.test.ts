import { paymentIds, readRecord } from '../../../gateway/calls/verify';
import { LARGEST_BODY } from '../../../nodes/shared/webhooks/http';
import type { Start } from '../../../nodes/shared/webhooks/memory';
import { STORED, type Reply } from '../context';
import { settingsWith } from '../gateway/examples';
import {
	NO_ERROR,
	PAID,
	TERMS,
	ITEM,
	UNKNOWN,
	answerOf,
	answers,
	decide,
	decideWith,
	notificationOf,
	referencesIn,
	signedFor,
	stopClock,
} from './notifications';
import type { settingsOf } from './settings';

stopClock();

const NO_REFERENCE = 'it has no transaction reference';
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { data: nested(levels - 1) });

describe('before the service is asked', () => {
	test.each([
		['too large', { ...PAID }, LARGEST_BODY + 1, 'it is too large'],
		['too deep', { ...PAID, more: nested(99) }, 10, NO_REFERENCE],
		['too deep in lists', { ...PAID, more: [nested(98)] }, 10, NO_REFERENCE],
		['of too many values', { ...PAID, more: Array(10_000).fill(0) }, 10, NO_REFERENCE],
		['without a reference', { status: 2 }, 10, NO_REFERENCE],
		['of nothing', null, 10, NO_REFERENCE],
	])('a notification %s is rejected', async (_, body, size, reason) => {
		const kind = reason === NO_REFERENCE ? 'noReference' : 'tooLarge';
		const result = await decide(notificationOf(body, { size }));
		expect(result).toMatchObject({ decision: { kind, reason }, asked: [] });
	});

	test.each([
		['as large as allowed', { ...PAID }, LARGEST_BODY],
		['as deep as allowed', { ...PAID, more: nested(98) }, 10],
	])('a notification %s is not', async (_, body, size) => {
		const request = notificationOf(body, { size });
		const { decision, opened } = await decide(request, {}, answerOf(PAID));
		expect([decision.kind, opened]).toEqual(['accepted', 1]);
	});
});

describe('nothing of a notification is read', () => {
	const look = jest.fn(() => []);
	const unread = (size?: number) => notificationOf(new Proxy(PAID, { ownKeys: look }), { size });
	afterEach(() => expect(look).not.toHaveBeenCalled());

	test('before its size is checked', async () => {
		expect(await decide(unread(65 * 1024))).toMatchObject({ decision: { kind: 'tooLarge' }, opened: 0 });
	});

	test('before its signature is checked, where one is required', async () => {
		const result = await decide(unread(), { options: { requireSignedUrl: true } });
		expect(result).toMatchObject({ decision: { kind: 'forged' }, asked: [] });
	});
});

describe('the service is asked', () => {
	test('for the transaction, and its record starts the workflow', async () => {
		// Nothing that the notification claims counts.
		const claimed = { ...PAID, requestedAmount: 1_000_000, merchantRef: 'ORDER-2', status: 4 };
		const { decision, asked } = await decide(notificationOf(claimed), { options: { timeout: 7 } }, answerOf(PAID));
		expect(decision).toMatchObject({
			kind: 'accepted',
			record: expect.objectContaining({ outcome: 'authorized', reference: 'ORDER-1' }) as object,
			showsOutcome: false,
			start: { id: 'dc4c2229b7841166', began: undefined, item: ITEM },
		});
		expect(asked).toEqual([
			expect.objectContaining({ url: 'https://service.example/api/transaction/verify/T-1', timeout: 7000 }),
		]);
	});

	test("by the merchant's reference where there is no other", async () => {
		const { decision, asked } = await decide(notificationOf({ reference: 'ORDER-1' }), {}, answerOf(PAID));
		expect(decision).toMatchObject({ kind: 'accepted', record: { reference: 'ORDER-1' } });
		expect(asked).toMatchObject([{ url: 'https://service.example/api/transaction/verify/ORDER-1' }]);
	});

	test("by the merchant's reference as well, where it does not know the other", async () => {
		const { decision } = await decide(notificationOf(PAID), {}, UNKNOWN, answerOf(PAID));
		expect(decision).toMatchObject({ kind: 'accepted', start: { item: ITEM } });
	});

	test('for the history of a reference that verify does not know, as Transaction: Verify does', async () => {
		const { reference, ...row } = { ...PAID, reference: PAID.merchantRef };
		const listed = answerOf({ content: [{ ...row, merchantRef: undefined, reference }], last: true });
		const request = notificationOf({ reference: 'ORDER-1' });
		const { decision, asked } = await decide(request, {}, answers([UNKNOWN], listed));
		expect(decision).toMatchObject({ kind: 'accepted', start: { item: ITEM } });
		expect(asked).toMatchObject([
			{ url: 'https://service.example/api/transaction/verify/ORDER-1' },
			{ url: 'https://service.example/api/transaction/history', qs: { reference: 'ORDER-1' } },
		]);
	});

	test('for nothing that cannot be a reference', async () => {
		const result = await decide(notificationOf({ transactionReference: '..', merchantRef: '.', status: 2 }));
		expect(result.decision).toMatchObject({ kind: 'noReference', reason: NO_REFERENCE });
		expect(result.asked).toEqual([]);
	});

	test('and a transaction that it does not know is a forgery', async () => {
		const { decision, asked } = await decide(notificationOf(PAID), {}, UNKNOWN);
		expect(decision).toMatchObject({ kind: 'forged', reason: 'the service does not know its transaction' });
		expect(referencesIn(asked)).toEqual(['T-1', 'T-1', 'ORDER-1', 'ORDER-1']);
	});

	test.each<[string, Reply]>([
		['400', { statusCode: 400, body: NO_ERROR }],
		['405', { statusCode: 405, body: NO_ERROR }],
	])('and so is one of which it says so with %s', async (_, reply) => {
		const { decision } = await decide(notificationOf(PAID), {}, reply);
		expect(decision).toMatchObject({ kind: 'forged', isAnswered: true });
	});

	test('and nothing is a forgery as long as the service does not say that it knows none of the references', async () => {
		const { decision } = await decide(notificationOf(PAID), {}, UNKNOWN, { statusCode: 404, body: '<html>' });
		expect(decision).toMatchObject({ kind: 'tryLater' });
	});

	// Where verify cannot tell, the history is asked; the other reference only where the service does not know this one.
	test.each<[string, Reply, string[]]>([
		['another 404', { statusCode: 404, body: '<html>' }, ['T-1', 'T-1']],
		['another refusal', { statusCode: 401, body: NO_ERROR }, ['T-1']],
		['a failure', { statusCode: 503, body: 'busy' }, ['T-1']],
		['no answer', new Error('ECONNRESET'), ['T-1']],
		[
			'the record of another transaction',
			answerOf({ ...PAID, transactionReference: 'T-2', merchantRef: 'ORDER-2' }),
			['T-1', 'T-1'],
		],
		[
			'the record of another transaction of the order',
			answerOf({ ...PAID, transactionReference: 'T-2' }),
			['T-1', 'T-1'],
		],
	])('and after %s the notification is to come again', async (_, reply, references) => {
		const { decision, asked } = await decide(notificationOf(PAID), {}, reply);
		expect(decision).toMatchObject({ kind: 'tryLater' });
		expect(decision).not.toHaveProperty('start');
		expect(referencesIn(asked)).toEqual(references);
	});

	test('and what it says of the failure is told without the reference and the keys', async () => {
		const body = { message: 'T-1 with private-key-9e2d is being moved' };
		const { decision } = await decide(notificationOf(PAID), {}, { statusCode: 503, body });
		expect(decision).toMatchObject({
			kind: 'tryLater',
			reason:
				'n8n could not verify the transaction: the service answered with status 503, it says: "[hidden] with [hidden] is being moved".',
		});
	});
});

describe('an outcome that the service does not show yet', () => {
	type Outcomes = NonNullable<Parameters<typeof settingsOf>[0]>['outcomes'];

	// The status in the notification and in the record. What is claimed beyond a record has a table of its own.
	test.each<[claimed: unknown, known: number, reason: string]>([
		[2, 1, 'it claims authorized, but the service says pending'],
		[2, 99, 'it claims authorized, but the service says unknown'],
		[2, 4, 'it claims authorized, but the service says declined'],
		[6, 2, 'it claims refunded, but the service says authorized'],
	])('is waited for, whatever starts the workflow: %p, %p', async (claimed, known, reason) => {
		for (const outcomes of [['authorized'], ['authorized', 'declined', 'pending', 'unknown']] satisfies Outcomes[]) {
			const record = answerOf({ ...PAID, status: known });
			const { decision } = await decide(notificationOf({ ...PAID, status: claimed }), { outcomes }, record);
			expect(decision).toMatchObject({ kind: 'tryLater', reason });
			expect(decision).not.toHaveProperty('start');
		}
	});

	test.each<[claimed: unknown, known: number, Outcomes, outcome: string, starts: boolean]>([
		// The notification says no more than the record.
		[1, 1, ['pending'], 'pending', true],
		[99, 99, ['unknown'], 'unknown', true],
		[99, 99, ['authorized'], 'unknown', false],
		[1, 99, ['authorized'], 'unknown', false],
		[4, 2, ['authorized'], 'authorized', true],
		[2, 6, ['authorized', 'refunded'], 'refunded', true],
		// It says nothing that the table knows, and is only a nudge.
		[undefined, 1, ['authorized'], 'pending', false],
		['SETTLED', 1, ['pending'], 'pending', true],
		[99, 4, ['declined'], 'declined', true],
	])('is not waited for: %p, %p, %j', async (claimed, known, outcomes, outcome, starts) => {
		const record = answerOf({ ...PAID, status: known });
		const { decision } = await decide(notificationOf({ ...PAID, status: claimed }), { outcomes }, record);
		expect(decision).toMatchObject({ kind: 'accepted', record: { outcome, reference: 'ORDER-1' } });
		if (starts) expect(decision).toMatchObject({ start: { item: { outcome } } });
		else expect(decision).not.toHaveProperty('start');
	});
});

describe('the begin of a payment', () => {
	const dated = (status: number) =>
		answerOf({ ...PAID, status, transactionDate: '2026-01-10T12:00:00', lastRefundDate: '2026-01-12T12:00:00Z' });
	const outcomes = ['authorized', 'refunded'] as const;

	test.each([
		['counts from the date in the record, at the earliest in any zone', 2, Date.UTC(2026, 0, 9, 22)],
		['does not tell how old a refund is, which has a date of its own', 6, Date.UTC(2026, 0, 12, 11, 55)],
	])('%s', async (_, status, began) => {
		const { decision } = await decide(notificationOf(PAID), { outcomes: [...outcomes] }, dated(status));
		expect(decision).toMatchObject({ start: { item: { status } } });
		const { start } = decision as { start?: Start };
		expect(start!.began).toBe(began);
	});
});

describe('a returning customer', () => {
	test.each([
		['may read the outcome at a URL that was signed for the payment', signedFor(TERMS), true],
		['may not at one that was not signed', {}, false],
	])('%s', async (_, url, showsOutcome) => {
		const { decision } = await decide(notificationOf(PAID, url), {}, answerOf(PAID));
		expect([decision.kind, decision.showsOutcome]).toEqual(['accepted', showsOutcome]);
		const open = answerOf({ ...PAID, status: 1 });
		const later = await decide(notificationOf(PAID, url), {}, open);
		expect([later.decision.kind, later.decision.showsOutcome]).toEqual(['tryLater', showsOutcome]);
	});

	test('may read at such a URL that there is no outcome while the service cannot tell', async () => {
		const { decision } = await decide(notificationOf(PAID, signedFor(TERMS)), {}, { statusCode: 503, body: 'busy' });
		expect([decision.kind, decision.showsOutcome]).toEqual(['tryLater', true]);
	});
});

describe('the customer goes to', () => {
	const SHOP = 'https://shop.example';
	const [ORDER, BACK] = [`${SHOP}/orders/1`, `${SHOP}/back`];

	test.each([
		['the address that was signed with the payment', ORDER, BACK, SHOP, ORDER],
		["the trigger's, where none was signed", undefined, BACK, SHOP, BACK],
		['the website of the shop otherwise', undefined, undefined, SHOP, SHOP],
		['no address where the website is none', undefined, undefined, 'my shop', undefined],
		['no address where none is known', undefined, undefined, undefined, undefined],
	])('%s', async (_, returnUrl, redirectUrl, shopWebsite, address) => {
		const terms = { ...TERMS, ...(returnUrl && { returnUrl }) };
		const stored = { ...STORED, ...(shopWebsite && { shopWebsite }) };
		const options = redirectUrl ? { redirectUrl } : {};
		for (const reply of [answerOf(PAID), UNKNOWN]) {
			const { decision } = await decideWith(stored, notificationOf(PAID, signedFor(terms)), { options }, reply);
			expect(decision.terms).toEqual(terms);
			if (address) expect(decision.returnUrl).toBe(address);
			else expect(decision).not.toHaveProperty('returnUrl');
		}
	});

	test('no terms of a payment belong to a URL that was not signed', async () => {
		expect((await decide(notificationOf(PAID), {}, answerOf(PAID))).decision).not.toHaveProperty('terms');
	});
});

test.each<[string, boolean, Reply]>([
	['its record', true, answerOf(PAID)],
	['that it does not know the payment', true, UNKNOWN],
	['the record of another', true, answerOf({ ...PAID, transactionReference: 'T-2' })],
	['of a failure', false, { statusCode: 503, body: 'busy' }],
	['that it refuses the keys', false, { statusCode: 401, body: NO_ERROR }],
])('a service that tells %s has answered about the payment: %p', async (_, isAnswered, reply) => {
	const { decision } = await decide(notificationOf(PAID), {}, reply);
	expect([decision.isAnswered, decision.showsOutcome]).toEqual([isAnswered, false]);
});

describe('a further refund that the service does not show', () => {
	const [FURTHER, BEYOND] = [
		'it claims a further refund or a chargeback, which the service does not show',
		'it claims refunded, but the service says authorized',
	];
	const refund = (changes: object) => ({ ...PAID, status: 11, ...changes });

	test.each<[claimed: object, record: object, reason: string, isBare: boolean]>([
		[{ refundedAmount: 5 }, { refundedAmount: 0 }, FURTHER, true],
		[{ refundedAmount: 5 }, { refundedAmount: 3 }, FURTHER, false],
		[{ refundedAmount: 5, status: 6 }, { refundedAmount: 0 }, FURTHER, false],
		[{ status: 7 }, {}, FURTHER, false],
		[{}, { status: 2 }, BEYOND, false],
	])('is waited for: %j, where it has %j', async (claimed, record, reason, isBare) => {
		const known = refund(record);
		const { decision } = await decide(notificationOf(refund(claimed)), {}, answerOf(known));
		expect(decision).toMatchObject({ kind: 'tryLater', reason });
		const { id } = paymentIds(readRecord(known, settingsWith()));
		expect('refundId' in decision ? decision.refundId : undefined).toBe(isBare ? id : undefined);
	});
});

test('a notification needs no private key where no signature is used', async () => {
	const { decision } = await decideWith({ ...STORED, privateKey: '' }, notificationOf(PAID), {}, answerOf(PAID));
	expect(decision).toMatchObject({ kind: 'accepted', record: { reference: 'ORDER-1' } });
});
