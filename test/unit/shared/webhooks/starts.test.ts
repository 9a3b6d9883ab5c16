import { hasStarted, startOnce, windowFor } from '../../../../nodes/shared/webhooks/memory';
import { newProcess, triggerIn as storedTriggerIn } from './process';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 1, 12);
const WEEK = { window: 7 * DAY, most: 1000 };

type Stored = Record<string, string>;

const warn = jest.fn<void, [string]>();

const triggerIn = (workflow: string, stored?: Stored) => storedTriggerIn(workflow, stored, warn);

const idsIn = ({ 'Trigger: started': started = '[]' }: Stored) =>
	(JSON.parse(started) as Array<[string, object]>).map(([each]) => each).filter((each) => each !== '');
const id = (text: string) => text.padEnd(32, '0');
/** The start of a payment that began now, or at another time. */
const startOf = (name: string, began: number | undefined = Date.now()) => ({ id: id(name), began });
const ageless = (name: string) => ({ id: id(name), began: undefined });

let trigger: ReturnType<typeof triggerIn>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOON });
	warn.mockClear();
	trigger = triggerIn('A');
});
afterEach(() => {
	jest.useRealTimers();
	newProcess();
});

test('the first of its kind starts, its repeats do not', () => {
	const verdicts = ['1', '1', '2', '1'].map((name) => startOnce(trigger, startOf(name), WEEK));
	expect(verdicts).toEqual(['first', 'repeat', 'first', 'repeat']);
	expect([hasStarted(trigger, id('1')), hasStarted(trigger, id('3'))]).toEqual([true, false]);
});

test('requests side by side are told apart, though each sees what n8n had stored before', () => {
	const requests = [triggerIn('A'), triggerIn('A'), triggerIn('A')];
	const verdicts = requests.map((request) => startOnce(request, startOf('1'), WEEK));
	expect(verdicts).toEqual(['first', 'repeat', 'repeat']);
	expect(new Set(requests.map(({ stored }) => JSON.stringify(stored))).size).toBe(1);
});

test('what another process has stored is known', () => {
	startOnce(trigger, startOf('1'), WEEK);
	newProcess();
	const stored = JSON.parse(JSON.stringify(trigger.stored)) as Stored;
	expect(startOnce(triggerIn('A', stored), startOf('1'), WEEK)).toBe('repeat');
	newProcess();
	expect(startOnce(triggerIn('A'), startOf('1'), WEEK)).toBe('first');
});

test('a trigger does not know what another has started', () => {
	startOnce(trigger, startOf('1'), WEEK);
	const other = triggerIn('B');
	expect(startOnce(other, startOf('1'), WEEK)).toBe('first');
});

describe('after the window', () => {
	test.each([
		['a repeat', -2000, 'repeat'],
		['a repeat', 0, 'repeat'],
		['a repeat', 300 * DAY, 'repeat'],
	])('what has started is %s, %i ms from its end', (_, distance, verdict) => {
		const start = startOf('1');
		startOnce(trigger, start, WEEK);
		jest.setSystemTime(NOON + WEEK.window + distance);
		expect(startOnce(trigger, start, WEEK)).toBe(verdict);
	});

	test('it is too old also where nothing is remembered', () => {
		expect(startOnce(trigger, startOf('1', NOON - WEEK.window), WEEK)).toBe('tooOld');
		expect(startOnce(trigger, startOf('2', NOON - WEEK.window + 1000), WEEK)).toBe('first');
		expect(idsIn(trigger.stored)).toHaveLength(1);
	});

	test('what has no age is still remembered', () => {
		startOnce(trigger, ageless('1'), WEEK);
		jest.setSystemTime(NOON + 300 * DAY);
		expect(startOnce(trigger, ageless('1'), WEEK)).toBe('repeat');
		expect(startOnce(trigger, ageless('2'), WEEK)).toBe('first');
	});
});

describe('where more has started than is remembered', () => {
	const few = { ...WEEK, most: 2 };
	const WARNING = 'Trigger: more payments than it remembers have started the workflow';

	test('those of the last day are remembered all the same', () => {
		for (const name of ['1', '2', '3']) {
			expect(startOnce(trigger, startOf(name), few)).toBe('first');
			jest.advanceTimersByTime(8 * HOUR);
		}
		for (const name of ['1', '2', '3']) expect(startOnce(trigger, startOf(name), few)).toBe('repeat');
		expect(warn).not.toHaveBeenCalled();
	});

	test('the oldest are forgotten, which the log says, and do not start again', () => {
		const starts = ['1', '2'].map((name) => startOf(name));
		for (const start of starts) startOnce(trigger, start, few);
		jest.advanceTimersByTime(2 * DAY);
		expect(startOnce(trigger, startOf('3'), few)).toBe('first');
		expect(idsIn(trigger.stored)).toEqual([id('2').slice(0, 16), id('3').slice(0, 16)]);
		expect(warn).toHaveBeenCalledWith(expect.stringContaining(WARNING));
		expect(starts.map((start) => startOnce(trigger, start, few))).toEqual(['tooOld', 'repeat']);
		// Another process reads it from what n8n has stored.
		newProcess();
		expect(startOnce(trigger, starts[0]!, few)).toBe('tooOld');
	});

	test('what has started within 28 hours is not forgotten, so what began 28 hours ago may still start', () => {
		for (const name of ['1', '2', '3']) startOnce(trigger, startOf(name), few);
		jest.advanceTimersByTime(28 * HOUR);
		expect(startOnce(trigger, startOf('4'), few)).toBe('first');
		expect(startOnce(trigger, startOf('5', NOON), few)).toBe('first');
		expect(warn).not.toHaveBeenCalled();
	});

	test('what is new starts, even if the time zone of the service is not known', () => {
		for (const name of ['1', '2', '3', '4']) {
			startOnce(trigger, startOf(name), few);
			jest.advanceTimersByTime(29 * HOUR);
		}
		expect(warn).toHaveBeenCalled();
		const asLittleAsPossible = Date.now() - 28 * HOUR;
		expect(startOnce(trigger, startOf('5', asLittleAsPossible), few)).toBe('first');
	});

	test('what has no known beginning is a repeat as long as it is remembered, and then starts again', () => {
		const undated = { id: id('1'), began: undefined };
		startOnce(trigger, undated, few);
		startOnce(trigger, startOf('2'), few);
		jest.advanceTimersByTime(2 * DAY);
		expect(startOnce(trigger, undated, few)).toBe('repeat');
		startOnce(trigger, startOf('3'), few);
		expect(startOnce(trigger, undated, few)).toBe('first');
	});
});

test('a window is so long that the zone of a payment does not matter', () => {
	expect(windowFor(7 * DAY)).toBe(7 * DAY + 28 * HOUR);
});
