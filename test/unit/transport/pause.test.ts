import { pause } from '../../../nodes/shared/transport/pause';

describe('a pause', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	/** Returns a function that says whether a pause is over. */
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
