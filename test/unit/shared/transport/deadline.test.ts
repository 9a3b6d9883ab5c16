import { getEventListeners } from 'node:events';

import { withDeadline } from '../../../../nodes/shared/transport/deadline';

const never = () => new Promise<never>(() => undefined);

test('what comes in time is the result, and what fails in time fails so', async () => {
	const signals: AbortSignal[] = [];
	const answer = withDeadline(60_000, (signal) => {
		signals.push(signal);
		return Promise.resolve('answer');
	});
	await expect(answer).resolves.toBe('answer');
	expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
	// Whoever listens keeps a signal in memory until its time has come.
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
	await expect(withDeadline(60_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

test.each([1, 1.5])(
	'after %d ms it fails as a connection that times out, and the signal says so',
	async (milliseconds) => {
		let given: AbortSignal | undefined;
		const answer = withDeadline(milliseconds, (signal) => {
			given = signal;
			return never();
		});
		await expect(answer).rejects.toMatchObject({ code: 'ETIMEDOUT', message: 'No answer came in time' });
		expect(given?.aborted).toBe(true);
	},
);

/** The signal that something is given that may take so long. */
async function signalFor(milliseconds: number): Promise<AbortSignal> {
	return await withDeadline(milliseconds, async (signal) => await Promise.resolve(signal));
}

test('what begins at nearly the same time shares a signal, and what may take another time has another one', async () => {
	const [first, second, longer] = await Promise.all([signalFor(60_000), signalFor(60_000), signalFor(90_000)]);
	expect(second).toBe(first);
	expect(longer).not.toBe(first);
});

test('what begins later has its whole time', async () => {
	const first = await signalFor(60_000);
	const now = performance.now();
	const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 3_100);
	const later = await signalFor(60_000);
	clock.mockRestore();
	expect(later).not.toBe(first);
});

test('a deadline that has passed ends nothing that begins afterwards', async () => {
	await expect(withDeadline(2, never)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	expect((await signalFor(2)).aborted).toBe(false);
});
