import {
	countOf,
	hasStarted,
	remember,
	remembered,
	startOnce,
	triggerKey,
} from '../../../nodes/shared/webhooks/memory';
import { idInThisProcess, inAnotherProcess, newProcess } from './process';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 1, 12);
const WEEK = 7 * DAY;
const MOST = 1000;

type Context = Parameters<typeof remembered>[0];
type Stored = Record<string, string>;

/** A trigger in a workflow, with what n8n has stored for it. */
function triggerIn(workflow: string, stored: Stored = {}, node: object = { name: 'Trigger' }, mode = 'webhook') {
	const context = {
		getMode: () => mode,
		getWorkflow: () => ({ id: idInThisProcess(workflow) }),
		getNode: () => node,
		getWorkflowStaticData: (type: string) => (type === 'global' ? stored : {}),
	};
	return { ...context, stored } as unknown as Context & { stored: Stored };
}

const id = (text: string) => text.padEnd(16, '0');
const copyOf = (stored: Stored) => ({ ...stored });

let trigger: ReturnType<typeof triggerIn>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOON });
	trigger = triggerIn('A');
});
afterEach(() => {
	jest.useRealTimers();
	newProcess();
});

describe('something that is remembered', () => {
	test('is known under its id, in its list, until another takes its place', () => {
		remember(trigger, 'charges', id('1'), { name: 'otp' });
		remember(trigger, 'charges', id('2'), { name: 'check' });
		remember(trigger, 'charges', id('1'), { name: 'redirect' });
		expect(remembered(trigger, 'charges', id('1'))).toMatchObject({ name: 'redirect' });
		expect(remembered(trigger, 'charges', id('2'))).toMatchObject({ name: 'check' });
		expect(remembered(trigger, 'heard', id('1'))).toBeUndefined();
		expect([countOf(trigger, 'charges', HOUR), countOf(trigger, 'heard', HOUR)]).toEqual([2, 0]);
	});

	test('is forgotten beyond a thousand, the oldest first, but never within two days', () => {
		const put = (name: number) => remember(trigger, 'charges', id(`${name}-`), {});
		for (let name = 0; name <= MOST; name++) put(name);
		jest.advanceTimersByTime(2 * DAY);
		put(0);
		expect(remembered(trigger, 'charges', id('1-'))).toBeDefined();
		jest.advanceTimersByTime(1);
		put(MOST + 1);
		const isKnown = [0, 1, 2, 3, MOST + 1].map((name) => remembered(trigger, 'charges', id(`${name}-`)) !== undefined);
		expect(isKnown).toEqual([true, false, false, true, true]);
	});

	test('is counted while it is younger than an age, and not where a clock was ahead when it was stored', () => {
		for (const name of ['1', '2', '3']) {
			remember(trigger, 'charges', id(name), {});
			jest.advanceTimersByTime(1000);
		}
		// They were stored three, two and one seconds ago.
		expect([1000, 2000, 3000, 4000].map((age) => countOf(trigger, 'charges', age))).toEqual([0, 1, 2, 3]);
		jest.setSystemTime(NOON + 1000);
		expect(countOf(trigger, 'charges', HOUR)).toBe(2);
	});

	test('is known to requests side by side, though each sees what n8n had stored before', () => {
		remember(triggerIn('A'), 'charges', id('1'), { name: 'otp' });
		expect(remembered(triggerIn('A'), 'charges', id('1'))).toMatchObject({ name: 'otp' });
	});

	test('is known as the process knows it that was the last to learn of it', () => {
		remember(trigger, 'otps', id('1'), { tried: 1 });
		const stored = copyOf(trigger.stored);
		jest.advanceTimersByTime(1000);
		inAnotherProcess(() => {
			remember(triggerIn('A', stored), 'otps', id('1'), { tried: 2 });
			remember(triggerIn('A', stored), 'charges', id('2'), {});
		});
		expect(remembered(triggerIn('A', stored), 'charges', id('2'))).toBeDefined();
		expect(remembered(triggerIn('A', stored), 'otps', id('1'))).toMatchObject({ tried: 2 });
	});

	test.each([0, 1000])('is known as learned last, %i ms later, whatever another process knew', (later) => {
		remember(trigger, 'otps', id('1'), { tried: 1 });
		const stored = copyOf(trigger.stored);
		jest.advanceTimersByTime(later);
		remember(trigger, 'otps', id('1'), { tried: 2 });
		inAnotherProcess(() => remember(triggerIn('A', stored), 'charges', id('2'), {}));
		expect(remembered(triggerIn('A', stored), 'otps', id('1'))).toMatchObject({ tried: 2 });
	});

	test('is stored as well by a request that has read static data before it, whatever that one stores', () => {
		remember(trigger, 'charges', id('1'), { name: 'otp' });
		const slow = triggerIn('A', {}, { name: 'Page' });
		remember(slow, 'otps', id('3'), { tried: 1 });
		newProcess();
		expect(remembered(triggerIn('A', slow.stored), 'charges', id('1'))).toMatchObject({ name: 'otp' });
	});

	test('belongs to the address of its trigger: another name changes nothing, and a copy shares nothing', () => {
		const named = (name: string, webhookId: string) => triggerIn('A', {}, { name, webhookId });
		remember(named('Trigger', 'W-1'), 'cards', id('1'), {});
		expect(remembered(named('Renamed', 'W-1'), 'cards', id('1'))).toBeDefined();
		expect(remembered(named('Trigger', 'W-2'), 'cards', id('1'))).toBeUndefined();
		expect(remembered(triggerIn('B', {}, { webhookId: 'W-1' }), 'cards', id('1'))).toBeUndefined();
		expect(triggerKey(named('Renamed', 'W-1'))).toBe(triggerKey(named('Trigger', 'W-1')));
	});

	test('is nothing in a test in the editor, as n8n stores nothing of it', () => {
		remember(trigger, 'cards', id('1'), {});
		const test = () => triggerIn('A', {}, { name: 'Trigger' }, 'manual');
		const first = test();
		expect(remembered(first, 'cards', id('1'))).toBeUndefined();
		remember(first, 'cards', id('2'), {});
		expect(remembered(first, 'cards', id('2'))).toBeDefined();
		expect([trigger, test()].map((context) => remembered(context, 'cards', id('2')))).toEqual([undefined, undefined]);
	});
});

describe('a start', () => {
	/** The start of a payment that began now, or at another time. */
	const start = (name: string, began: number | undefined = Date.now(), context: Context = trigger) =>
		startOnce(context, { id: id(name), began }, WEEK);
	const ageless = (name: string) => startOnce(trigger, { id: id(name), began: undefined }, WEEK);
	const startMany = () => {
		for (let name = 0; name < MOST; name++) start(`${name}-`);
	};

	test('happens once, in this process and in another that reads what n8n has stored', () => {
		expect(['1', '1', '2', '1'].map((name) => start(name))).toEqual(['first', 'repeat', 'first', 'repeat']);
		expect([hasStarted(trigger, id('1')), hasStarted(trigger, id('3'))]).toEqual([true, false]);
		expect([triggerIn('A'), triggerIn('A')].map((context) => start('4', NOON, context))).toEqual(['first', 'repeat']);
		expect(start('1', NOON, triggerIn('B'))).toBe('first');
		const stored = copyOf(trigger.stored);
		newProcess();
		expect(start('1', NOON, triggerIn('A', stored))).toBe('repeat');
	});

	test('does not happen for what began before the window, unless nobody knows when it began', () => {
		expect([start('1', NOON - WEEK), start('2', NOON - WEEK + 1), ageless('3')]).toEqual(['tooOld', 'first', 'first']);
		jest.setSystemTime(NOON + 300 * DAY);
		expect([start('1', NOON), start('2', NOON), ageless('3'), ageless('4')]).toEqual([
			'tooOld',
			'repeat',
			'repeat',
			'first',
		]);
	});

	test('does not happen again for what may be forgotten, because more has started since', () => {
		startMany();
		jest.advanceTimersByTime(3 * DAY);
		expect(start('new')).toBe('first');
		const again = [start('0-', NOON), start('1-', NOON), start('other', NOON), start('late', NOON + DAY)];
		expect(again).toEqual(['tooOld', 'repeat', 'tooOld', 'first']);
		newProcess();
		expect(start('0-', NOON, triggerIn('A', trigger.stored))).toBe('tooOld');
	});

	test('of what is new happens even if the time zone of the service is not known', () => {
		startMany();
		jest.advanceTimersByTime(HOUR);
		expect(start('new', Date.now() - 28 * HOUR)).toBe('first');
	});

	test('of what has no known beginning happens again when it is forgotten', () => {
		ageless('0');
		jest.advanceTimersByTime(1);
		startMany();
		expect(ageless('0')).toBe('repeat');
		jest.advanceTimersByTime(3 * DAY);
		start('new');
		expect(ageless('0')).toBe('first');
	});
});
