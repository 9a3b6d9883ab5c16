import {
	readAttempt,
	compareReferences,
	compareWithOrder,
	MOST_ATTEMPTS,
	attemptReference,
} from '../../../gateway/values/attempt';
import { isCardNumber } from '../../../gateway/values/card';

const ORDERS = ['ORD-1001', '1', 'ORD-1-2', 'a b', 'ORD-1001-2-abcdefghijkl', 'Bestellung Ä', 'line\nbreak'];
const ATTEMPTS = Array.from({ length: MOST_ATTEMPTS }, (_, index) => index + 1);

test('an order and its attempt are read back from the reference that was sent, each of which is another', () => {
	const read = ORDERS.flatMap((order) => ATTEMPTS.map((attempt) => readAttempt(attemptReference({ order, attempt }))));
	expect(read).toEqual(ORDERS.flatMap((order) => ATTEMPTS.map((attempt) => ({ order, attempt }))));
	const references = ORDERS.flatMap((order) => ATTEMPTS.map((attempt) => attemptReference({ order, attempt })));
	expect(new Set(references).size).toBe(ORDERS.length * MOST_ATTEMPTS);
	expect(references.filter(isCardNumber)).toEqual([]);
});

test('the references of attempts never change, because the service keeps them', () => {
	expect([1, 2, 10].map((attempt) => attemptReference({ order: 'ORDER-1', attempt }))).toEqual([
		'ORDER-1',
		'ORDER-1-2-dflkppeiphdm',
		expect.stringMatching(/^ORDER-1-10-[a-p]{12}$/),
	]);
});

test.each([
	['capitals', (sent: string) => sent.toUpperCase()],
	['capitals and digits alone', (sent: string) => sent.toUpperCase().replaceAll('-', '')],
	['letters and digits alone', (sent: string) => sent.replaceAll('-', '')],
])('an attempt is the same one in %s, as some services write it', (_, written) => {
	for (const order of ['ORDER1', '1', 'ORDER10'])
		for (const attempt of ATTEMPTS.slice(1)) {
			const sent = attemptReference({ order, attempt });
			expect(readAttempt(written(sent))).toEqual({ order, attempt });
			expect(compareReferences(sent, written(sent))).toBe('same');
			expect(compareWithOrder(order, written(sent))).toBe('same');
		}
});

test.each([
	'ORDER-1-2',
	'ORDER-1-2-dflkppeiphdn',
	'ORDER-2-2-dflkppeiphdm',
	'ORDER-1-1-dflkppeiphdm',
	'ORDER-1-02-dflkppeiphdm',
	'ORDER-1-11-dflkppeiphdm',
	'-2-dflkppeiphdm',
])('%s is the number of an order', (reference) => {
	expect(readAttempt(reference)).toEqual({ order: reference, attempt: 1 });
});

test.each([
	['ORDER-1', 'ORDER-1', 'same'],
	['ORDER-1', 'ORDER-1-2-dflkppeiphdm', 'same'],
	['ORDER-1-2-dflkppeiphdm', 'ORDER-1', 'different'],
	['ORDER-1', 'ORDER-1-2-dflkppeiphdn', 'different'],
	['ORDER-1', 'order1', 'notKnown'],
	['ORDER-1', null, 'notKnown'],
	[null, 'ORDER-2', 'same'],
])('%s and %s: %s', (expected, told, likeness) => {
	expect(compareWithOrder(expected, told)).toBe(likeness);
});
