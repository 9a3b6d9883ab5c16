import { unconfirmedOutcome, isReadable, readNotification } from '../../../gateway/calls/notification';
import { notificationId, readRecord } from '../../../gateway/calls/verify';
import { payment } from '../../../gateway/payment';
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
		['declined', [4, 5, 9], 1],
		['refunded', [6, 11], 2],
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

	test('uses the merchant reference where there is no other', () => {
		const a = notificationId({ ...base, transactionReference: null });
		expect(a).not.toBe(notificationId({ ...base, transactionReference: null, reference: 'ORDER-2' }));
	});
});

test('a payload may have empty fields', () => {
	expect(isReadable({ a: null, b: [null, undefined] })).toBe(true);
});

test.each([
	[1, 2, 'authorized'],
	[99, 1, undefined],
	[99, 99, undefined],
	[4, 2, undefined],
])(
	'of a payment with status %i, a notification with status %i claims this beyond it: %s',
	(status, claimed, beyond) => {
		const claim = readNotification({ ...references, status: claimed });
		expect(unconfirmedOutcome(readRecord({ ...references, status }, settings), claim, settings)).toBe(beyond);
	},
);
