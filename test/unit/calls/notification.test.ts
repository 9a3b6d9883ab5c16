import {
	statusOfClaim,
	isReadable,
	outcomeOfClaim,
	readNotification,
	findUnconfirmedClaim,
} from '../../../gateway/calls/notification';
import { notificationId, paymentIds, readRecord } from '../../../gateway/calls/verify';
import type { Outcome } from '../../../gateway/outcome';
import { payment } from '../../../gateway/payment';
import { attemptReference } from '../../../gateway/values/attempt';
import { settingsWith } from '../gateway/examples';

const settings = settingsWith();
const references = { transactionReference: 'SBX-1', merchantRef: 'ORDER-1' };
const wrap = (value: unknown, depth: number): unknown => (depth === 0 ? value : wrap({ data: value }, depth - 1));

describe('readNotification', () => {
	test.each([0, 1, 2, 3, 50])('finds the references %i levels deep', (depth) => {
		expect(readNotification(wrap({ ...references, status: 2 }, depth))).toEqual({
			record: { ...references, status: 2 },
			transactionReference: 'SBX-1',
			reference: 'ORDER-1',
		});
	});

	test('takes the fields of the object that has the reference, not those of its envelope', () => {
		const claim = readNotification({ status: 200, message: 'ok', data: { ...references, status: 4 } });
		expect(claim!.record).toEqual({ ...references, status: 4 });
	});

	test('prefers the reference of the service, wherever it is', () => {
		const claim = readNotification({ reference: 'ORDER-1', data: { transactionReference: 'SBX-1' } });
		expect(claim).toMatchObject({ transactionReference: 'SBX-1', reference: null });
	});

	test.each(['merchantRef', 'reference', 'clientReference'])('knows the merchant reference as %s', (name) => {
		expect(readNotification({ [name]: 'ORDER-1' })).toMatchObject({ transactionReference: null, reference: 'ORDER-1' });
	});

	test('knows a reference of 256 characters', () => {
		const transactionReference = 'x'.repeat(256);
		expect(readNotification({ transactionReference })).toMatchObject({ transactionReference });
	});

	test("knows the service's reference as `reference` beside another of the merchant, as in a record of a hosted checkout", () => {
		const claim = readNotification({ reference: 'S-1', merchantRef: 'ORDER-1' });
		expect(claim).toMatchObject({ transactionReference: 'S-1', reference: 'ORDER-1' });
	});

	test('looks into lists', () => {
		expect(readNotification({ events: [{ id: 1 }, references] })).toMatchObject({ transactionReference: 'SBX-1' });
	});

	test.each([
		['nothing', undefined],
		['text', 'SBX-1'],
		['a number', 5],
		['an empty list', []],
		['an empty reference', { transactionReference: ' ' }],
		['an object as reference', { transactionReference: { $ne: null } }],
		['a list as reference', { transactionReference: ['SBX-1', 'SBX-2'] }],
		['an endless reference', { transactionReference: 'x'.repeat(257) }],
		['other names', { data: { ref: 'SBX-1' } }],
	])('finds no reference in %s', (_, payload) => {
		expect(readNotification(payload)).toBeUndefined();
	});
});

describe('a payload is readable', () => {
	const nested = (levels: number): unknown => (levels === 0 ? 'end' : { data: nested(levels - 1) });
	const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a[k${index}]`, 1]));

	test.each([
		['a hundred levels deep', nested(100), true],
		['deeper than that', nested(101), false],
		['deeper in lists', [nested(100)], false],
		['so deep that no recursive function could look through it', JSON.parse('['.repeat(9e4) + ']'.repeat(9e4)), false],
		['with ten thousand keys', keys(10_000), true],
		['with more', keys(10_001), false],
		['with more in all of its levels together', { one: keys(5000), other: keys(5000) }, false],
		['with more entries of lists', [Array(5000).fill(1), Array(5000).fill(1)], false],
		['that is text', 'x'.repeat(1e6), true],
		['that is nothing', undefined, true],
	])('%s', (_, payload, expected) => {
		expect(isReadable(payload)).toBe(expected);
	});
});

describe('notificationId', () => {
	const base = payment({
		outcome: 'authorized',
		status: 2,
		transactionReference: 'SBX-1',
		reference: 'ORDER-1',
	});

	test('is the same for the same transaction in the same status, whatever else has changed', () => {
		expect(notificationId({ ...base, amount: 5, serviceMessage: 'again' })).toBe(notificationId(base));
		expect(notificationId(base)).toMatch(/^[0-9a-f]{16}$/);
	});

	test.each([
		['authorized', [0, 2, 3, 16], 1],
		['declined', [4, 5, 14], 1],
		['declined', [4, 9, 13], 2],
		['refunded', [6, 7, 11], 3],
		['pending', [1, 8], 2],
		['unknown', [99, 100], 2],
	] as const)('of a payment that is %s in several statuses: %j are %i', (outcome, statuses, count) => {
		const ids = statuses.map((status) => notificationId({ ...base, outcome, status }));
		expect(new Set(ids).size).toBe(count);
	});

	test.each([
		['another outcome', { outcome: 'refunded', status: 6 } as const],
		['a decline', { outcome: 'declined', status: 4 } as const],
		['another transaction', { transactionReference: 'SBX-2' }],
	])('differs for %s', (_, change) => {
		expect(notificationId({ ...base, ...change })).not.toBe(notificationId(base));
	});

	const refund = { ...base, outcome: 'refunded', status: 11 } as const;
	const [NOON, NIGHT] = ['2026-01-15T12:00:00', '2026-01-15T23:00:00'];

	// Each row is of refunds that are one.
	const refunds = () =>
		[
			[{}, { refundedAmount: 0 }, { lastRefundDate: '0001-01-01T00:00:00' }, { lastRefundDate: 'today' }],
			[{ status: 6 }],
			[{ refundedAmount: 3 }, { refundedAmount: 3, lastRefundDate: NOON }, { refundedAmount: 3, status: 6 }],
			[{ refundedAmount: 5, lastRefundDate: NOON }],
			['', '.000', 'Z'].map((end) => ({ refundedAmount: 0, lastRefundDate: NOON + end })),
			[{ lastRefundDate: NIGHT }, { lastRefundDate: NIGHT, status: 6 }],
			[{ status: 7 }, { status: 7, refundedAmount: 3 }, { status: 7, lastRefundDate: NOON }],
		].map((row) => row.map((details) => paymentIds({ ...refund, ...details })));

	test('is the same for a refund in whatever form it is told, and another for each refund', () => {
		const ids = refunds().map((row) => new Set(row.map(({ id }) => id)));
		expect(ids.map(({ size }) => size)).toEqual(ids.map(() => 1));
		expect(new Set(ids.flatMap((row) => [...row])).size).toBe(ids.length);
		// Workflows store it, so it must stay what it is.
		expect(notificationId({ ...refund, refundedAmount: 3 })).toBe('82d50e43a656aa6c');
	});

	test('of a refund without what the record tells of it is that of a list, which tells only its status', () => {
		const rows = refunds();
		const bases = rows.map((row) => row.map((ids) => ids.base));
		const [part, whole] = [rows[0]![0]!.id, rows[1]![0]!.id];
		const none = undefined;
		expect(bases).toEqual([
			[none, none, none, none],
			[none],
			[part, part, whole],
			[part],
			[part, part, part],
			[part, whole],
			[none, none, none],
		]);
		expect(notificationId({ ...base, refundedAmount: 3 })).toBe(notificationId(base));
	});

	test('uses the merchant reference where there is no other', () => {
		const a = notificationId({ ...base, transactionReference: null });
		expect(a).not.toBe(notificationId({ ...base, transactionReference: null, reference: 'ORDER-2' }));
	});
});

test('a payload may have empty fields', () => {
	expect(isReadable({ a: null, b: [null, undefined] })).toBe(true);
});

describe('what a notification claims beyond the record', () => {
	const unconfirmed = (record: object, claimed: object, changes: Parameters<typeof settingsWith>[0] = {}) => {
		const claim = readNotification({ ...references, ...claimed });
		const known = readRecord({ ...references, currencyCode: 'NGN', ...record }, settingsWith(changes));
		return findUnconfirmedClaim(known, claim, settingsWith(changes))?.outcome;
	};

	/** The statuses in the order in which a payment comes further; those of one row say as much as each other. */
	const RANKS = [
		[1, 8, 10, 12, 15, 17, 99, 200, undefined, 'SETTLED'],
		[4, 5, 14],
		[0, 2, 3, 16],
		[9, 13],
		[11],
		[6],
		[7],
	];
	const statuses = RANKS.flatMap((row, rank) => row.map((status) => ({ status, rank })));

	test.each(statuses)('is a status of a later row than $status', ({ status, rank }) => {
		const beyond = statuses.filter((claimed) => unconfirmed({ status }, { status: claimed.status }) !== undefined);
		expect(beyond).toEqual(statuses.filter((claimed) => claimed.rank > rank));
	});

	test('is the outcome of that status', () => {
		expect([2, '2', 'AUTHORIZED', 6, 4, 9].map((status) => unconfirmed({ status: 1 }, { status }))).toEqual([
			...['authorized', 'authorized', 'authorized'],
			...['refunded', 'declined', 'declined'],
		]);
	});

	test('is nothing where the amounts of a record with the same status make its outcome unknown', () => {
		const underpaid = { status: 2, requestedAmount: 10.5, grossAmount: 1 };
		expect([2, 3, 6].map((status) => unconfirmed(underpaid, { status }))).toEqual([undefined, undefined, 'refunded']);
	});

	test('obeys the status codes of the credential', () => {
		const providerDiffers = true;
		const statusCodes = '{"9":{"name":"PAID","outcome":"authorized"},"99":{"name":"GONE","outcome":"declined"}}';
		expect(unconfirmed({ status: 2 }, { status: 9 }, { providerDiffers, statusCodes })).toBeUndefined();
		expect(unconfirmed({ status: 1 }, { status: 99 }, { providerDiffers, statusCodes })).toBe('declined');
	});

	test.each<[recorded: object, claimed: object, isBeyond: boolean]>([
		[{ refundedAmount: 3 }, { refundedAmount: 5 }, true],
		[{ refundedAmount: 3 }, { refundedAmount: '5.00' }, true],
		[{ refundedAmount: 5 }, { refundedAmount: 5 }, false],
		[{ refundedAmount: 19.99 }, { refundedAmount: 19.990000000000002 }, false],
		[{ refundedAmount: 5 }, { refundedAmount: 3 }, false],
		[{ refundedAmount: 5 }, {}, false],
		// A service whose record does not tell it would be asked for days.
		[{}, { refundedAmount: 5 }, false],
		[{ refundedAmount: 0 }, { refundedAmount: 5 }, true],
		[{ refundedAmount: 0 }, { refundedAmount: 0 }, false],
		[{ refundedAmount: 3 }, { refundedAmount: 5, status: 2 }, false],
		[{ refundedAmount: 3, status: 6 }, { refundedAmount: 5, status: 6 }, true],
		[{ refundedAmount: 3, status: 6 }, { refundedAmount: 5 }, false],
		// A chargeback is one, whatever its amount.
		[{ refundedAmount: 3, status: 7 }, { refundedAmount: 5, status: 7 }, false],
	])('is a larger refund: %j, %j, %p', (recorded, claimed, isBeyond) => {
		const beyond = unconfirmed({ status: 11, ...recorded }, { status: 11, ...claimed });
		expect(beyond).toBe(isBeyond ? 'refunded' : undefined);
	});

	test.each([
		[6, 6],
		['refunded', 6],
		[99, null],
		['SETTLED', null],
		[undefined, null],
	])('is counted by its status, where the table has it: %p', (status, counted) => {
		const claim = readNotification({ ...references, status });
		expect(statusOfClaim(claim, settings)).toBe(counted);
	});

	const SECOND = attemptReference({ order: 'ORDER-1', attempt: 2 });
	test.each<[claimed: object, current: string | null, Outcome | undefined]>([
		[{ merchantRef: 'ORDER-1' }, 'ORDER-1', 'authorized'],
		[{ merchantRef: 'ORDER-1' }, null, 'authorized'],
		[{ merchantRef: SECOND }, 'ORDER-1', 'authorized'],
		[{ merchantRef: SECOND }, SECOND, 'authorized'],
		[{ merchantRef: 'ORDER-1' }, SECOND, undefined],
		// Under the service's reference it is of this very transaction.
		[{ merchantRef: 'ORDER-1', transactionReference: 'SBX-1' }, SECOND, 'authorized'],
		[{ transactionReference: 'SBX-1' }, SECOND, 'authorized'],
	])(
		'may be of an earlier attempt, of which nothing more is to come: %j, where %p counts',
		(claimed, current, outcome) => {
			const known = readRecord({ merchantRef: current, status: 1 }, settings);
			const claim = readNotification({ ...claimed, status: 2 });
			expect(findUnconfirmedClaim(known, claim, settings)?.outcome).toBe(outcome);
		},
	);

	test('is of an unknown outcome without a claim', () => {
		expect([outcomeOfClaim(undefined, settings), statusOfClaim(undefined, settings)]).toEqual(['unknown', null]);
	});

	test('is nothing without a claim', () => {
		expect(findUnconfirmedClaim(readRecord({ status: 1 }, settings), undefined, settings)).toBeUndefined();
	});
});
