import { runInThisContext } from 'node:vm';

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

/** Lets the clocks go on as they really do. */
export function resetClock(): void {
	hostDate.now = hostNow;
	jest.useRealTimers();
}
