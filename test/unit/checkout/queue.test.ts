import { inTurn, type Limits } from '../../../nodes/CardPaymentCheckout/queue';

/** Forms that are being sent, each with what ends it. */
const ends: Array<(result: string) => void> = [];
beforeEach(() => {
	ends.length = 0;
});

const send = async () => await new Promise<string>((resolve) => ends.push(resolve));
const settle = async () => await new Promise(setImmediate);
const limitsOf = (underway: number, waiting = 100): Limits => ({ atOnce: () => underway, mostWaiting: waiting });

test('of a link, one form is sent at a time, in the order in which they came', async () => {
	const replies = ['1', '2', '3'].map(async () => await inTurn('link', limitsOf(1), send));
	for (const number of [0, 1, 2]) {
		await settle();
		expect(ends).toHaveLength(number + 1);
		ends[number]!(String(number));
	}
	expect(await Promise.all(replies)).toEqual(['0', '1', '2']);
});

test('a form waits for one that has waited before it', async () => {
	const replies = ['1', '2'].map(async () => await inTurn('link', limitsOf(1), send));
	await settle();
	ends[0]!('sent');
	await settle();
	const late = inTurn('link', limitsOf(1), send);
	await settle();
	expect(ends).toHaveLength(2);
	ends[1]!('sent');
	await settle();
	ends[2]!('sent');
	expect(await Promise.all([...replies, late])).toEqual(['sent', 'sent', 'sent']);
});

test('what fails makes room as well', async () => {
	const failing = inTurn('link', limitsOf(1), async () => await Promise.reject(new Error('lost')));
	const next = inTurn('link', limitsOf(1), send);
	await expect(failing).rejects.toThrow('lost');
	await settle();
	ends[0]!('sent');
	expect(await next).toBe('sent');
});

test('nobody is turned away by forms that are being sent, and all by those that were refused', async () => {
	let refused = 0;
	const page: Limits = { atOnce: () => 3 - refused, mostWaiting: 100 };
	const replies = Array.from({ length: 9 }, async () => await inTurn('page', page, send));
	await settle();
	expect(ends).toHaveLength(3);
	// Two are paid, so that two more are sent.
	for (const index of [0, 1]) ends[index]!('paid');
	await settle();
	expect(ends).toHaveLength(5);
	for (const index of [2, 3, 4]) {
		refused++;
		ends[index]!('refused');
		await settle();
	}
	expect(await Promise.all(replies)).toEqual(['paid', 'paid', ...Array(3).fill('refused'), ...Array(4).fill('closed')]);
	expect(await inTurn('page', page, send)).toBe('closed');
});

test('a form that is still being sent keeps its place when another one is done and nobody waits', async () => {
	const first = ['1', '2'].map(async () => await inTurn('page', limitsOf(2), send));
	await settle();
	ends[0]!('sent');
	await settle();
	const next = ['3', '4'].map(async () => await inTurn('page', limitsOf(2), send));
	await settle();
	expect(ends).toHaveLength(3);
	for (const index of [1, 2]) ends[index]!('sent');
	await settle();
	ends[3]!('sent');
	expect(await Promise.all([...first, ...next])).toEqual(Array(4).fill('sent'));
});

test('where too many wait, no more do', async () => {
	const replies = Array.from({ length: 4 }, async () => await inTurn('page', limitsOf(1, 2), send));
	await settle();
	ends[0]!('sent');
	await settle();
	ends[1]!('sent');
	await settle();
	ends[2]!('sent');
	expect(await Promise.all(replies)).toEqual(['sent', 'sent', 'sent', 'busy']);
});
