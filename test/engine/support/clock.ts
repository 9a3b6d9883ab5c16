import { runInThisContext } from 'node:vm';

import { hostProcess, hostRequire } from '../../../dev/engine/n8n';

const REAL = [
	...(['nextTick', 'queueMicrotask', 'hrtime', 'performance', 'setImmediate', 'clearImmediate'] as const),
	...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** The clock of n8n and of the package, which run outside of Jest's sandbox. */
const hostDate = runInThisContext('Date') as DateConstructor;
const hostNow = hostDate.now;

/** Sets the clocks of n8n and of the sandbox to a time, at which they stand. Timers go on as before. */
export function setClock(time: number): void {
	hostDate.now = () => time;
	jest.useFakeTimers({ now: time, doNotFake: [...REAL] });
}

/** Sets clocks that stand at a later time. */
export function passTime(milliseconds: number): void {
	const time = hostDate.now() + milliseconds;
	hostDate.now = () => time;
	jest.setSystemTime(time);
}

/** Lets the clocks go on as they really do. */
export function resetClock(): void {
	hostDate.now = hostNow;
	jest.useRealTimers();
}

/** n8n and the package wait with these. */
const { createRequire } = hostProcess.getBuiltinModule('node:module');
const fromN8n = createRequire(hostRequire.resolve('n8n-workflow'));
const waiting = fromN8n('@n8n/utils/sleep') as { sleep: (milliseconds: number) => Promise<void> };

/** In a test file, no wait of the package takes any time. Returns how long they would have been, in milliseconds. */
export function skipWaits(): number[] {
	const waits: number[] = [];
	const { sleep } = waiting;
	beforeAll(() =>
		Object.assign(waiting, { sleep: async (time: number) => await Promise.resolve(void waits.push(time)) }),
	);
	beforeEach(() => (waits.length = 0));
	afterAll(() => Object.assign(waiting, { sleep }));
	return waits;
}

/** In a test file, the clocks stand, and go on only by what is waited, which takes no time. */
export function passWaits(): void {
	const { sleep } = waiting;
	beforeAll(() =>
		Object.assign(waiting, { sleep: async (time: number) => await Promise.resolve(void passTime(time)) }),
	);
	beforeEach(() => setClock(Date.now()));
	afterEach(resetClock);
	afterAll(() => Object.assign(waiting, { sleep }));
}
