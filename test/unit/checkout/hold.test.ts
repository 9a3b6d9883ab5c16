import { holdForm } from '../../../nodes/CardPaymentCheckout/hold';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a form waits for its time', async () => {
	const held = holdForm(10_000);
	await jest.advanceTimersByTimeAsync(9_999);
	expect(jest.getTimerCount()).toBe(1);
	await jest.advanceTimersByTimeAsync(1);
	expect(await held).toBe(true);
});

test('one that would have to wait too long does not wait', async () => {
	expect(await holdForm(10_001)).toBe(false);
});

test('of a flood, no more than a hundred wait at once, and the next do when those are done', async () => {
	const flood = Array.from({ length: 1_000 }, async () => await holdForm(2_000));
	expect(jest.getTimerCount()).toBe(100);
	await jest.advanceTimersByTimeAsync(2_000);
	expect((await Promise.all(flood)).filter(Boolean)).toHaveLength(100);
	const next = holdForm(2_000);
	await jest.advanceTimersByTimeAsync(2_000);
	expect(await next).toBe(true);
});
