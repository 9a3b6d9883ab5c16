import { getEventListeners } from 'node:events';

import { pause, withDeadline } from '../../../../nodes/shared/transport/time';

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

describe('a pause', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	/** Whether a pause is over. */
	function watch(paused: Promise<void>): () => boolean {
		let isOver = false;
		void paused.then(() => (isOver = true));
		return () => isOver;
	}

	test('ends when its time is over, and no sooner', async () => {
		const isOver = watch(pause(500, undefined));
		await jest.advanceTimersByTimeAsync(499);
		expect(isOver()).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(isOver()).toBe(true);
	});

	test('ends when the execution is stopped', async () => {
		const execution = new AbortController();
		const isOver = watch(pause(500, execution.signal));
		await jest.advanceTimersByTimeAsync(100);
		expect(isOver()).toBe(false);
		execution.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(isOver()).toBe(true);
	});
});
