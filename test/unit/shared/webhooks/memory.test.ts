import { countOf, forgetTest, remember, remembered, triggerKey } from '../../../../nodes/shared/webhooks/memory';
import { inAnotherProcess, newProcess, triggerIn } from './process';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

type Context = Parameters<typeof remembered>[0];
type Stored = Record<string, string>;

const idsIn = (stored: Stored, list: string) =>
	(JSON.parse(stored[`Trigger: ${list}`] ?? '[]') as Array<[string, object]>).map(([each]) => each);
const id = (text: string) => text.padEnd(32, '0');
const MOST = 1000;

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
		remember(trigger, 'charges', { id: id('1'), value: { name: 'otp' } }, MOST);
		remember(trigger, 'charges', { id: id('2'), value: { name: 'check' } }, MOST);
		remember(trigger, 'charges', { id: id('1'), value: { name: 'redirect' } }, MOST);
		expect(remembered(trigger, 'charges', id('1'))).toMatchObject({ name: 'redirect' });
		expect(remembered(trigger, 'charges', id('2'))).toMatchObject({ name: 'check' });
		expect(remembered(trigger, 'heard', id('1'))).toBeUndefined();
		expect([countOf(trigger, 'charges', HOUR), countOf(trigger, 'heard', HOUR)]).toEqual([2, 0]);
	});

	test('of many is forgotten but for the last, and for those of the last day', () => {
		const names = Array.from({ length: 500 }, (_, index) => id(String(index).padStart(5, 'a')));
		const rememberEach = (those: string[]) =>
			those.forEach((name) => remember(trigger, 'charges', { id: name, value: {} }, 100));
		rememberEach(names.slice(0, 499));
		expect(idsIn(trigger.stored, 'charges')).toHaveLength(499);
		jest.advanceTimersByTime(25 * HOUR);
		rememberEach(names.slice(499));
		expect(idsIn(trigger.stored, 'charges')).toEqual(names.slice(-100).map((name) => name.slice(0, 16)));
	});

	test('of the last day is kept beyond the largest number', () => {
		const one = 1;
		const put = (name: string) => remember(trigger, 'charges', { id: id(name), value: {} }, one);
		put('1');
		jest.advanceTimersByTime(24 * HOUR);
		put('2');
		expect(idsIn(trigger.stored, 'charges')).toEqual(['1', '2'].map((name) => id(name).slice(0, 16)));
		jest.advanceTimersByTime(1000);
		put('3');
		expect(idsIn(trigger.stored, 'charges')).toEqual(['2', '3'].map((name) => id(name).slice(0, 16)));
	});

	test('becomes the newest when it is stored again', () => {
		const two = 2;
		const put = (name: string) => remember(trigger, 'charges', { id: id(name), value: {} }, two);
		put('1');
		put('2');
		jest.advanceTimersByTime(HOUR);
		put('1');
		jest.advanceTimersByTime(48 * HOUR);
		put('3');
		expect(idsIn(trigger.stored, 'charges')).toEqual(['1', '3'].map((name) => id(name).slice(0, 16)));
	});

	test('is counted while it is younger than an age, and not where a clock was ahead when it was stored', () => {
		for (const name of ['1', '2', '3']) {
			remember(trigger, 'charges', { id: id(name), value: {} }, MOST);
			jest.advanceTimersByTime(1000);
		}
		// They were stored three, two and one seconds ago.
		expect([1000, 2000, 3000, 4000].map((age) => countOf(trigger, 'charges', age))).toEqual([0, 1, 2, 3]);
		jest.setSystemTime(NOON + 1000);
		expect(countOf(trigger, 'charges', HOUR)).toBe(2);
	});

	test('is known to requests side by side, though each sees what n8n had stored before', () => {
		remember(triggerIn('A'), 'charges', { id: id('1'), value: { name: 'otp' } }, MOST);
		expect(remembered(triggerIn('A'), 'charges', id('1'))).toMatchObject({ name: 'otp' });
	});

	test('is known as the process knows it that was the last to learn of it', () => {
		remember(trigger, 'otps', { id: id('1'), value: { tried: 1 } }, MOST);
		const stored = JSON.parse(JSON.stringify(trigger.stored)) as Stored;
		jest.advanceTimersByTime(1000);
		inAnotherProcess(() => {
			remember(triggerIn('A', stored), 'otps', { id: id('1'), value: { tried: 2 } }, MOST);
			remember(triggerIn('A', stored), 'charges', { id: id('2'), value: {} }, MOST);
		});
		expect(idsIn(stored, 'charges')).toEqual([id('2').slice(0, 16)]);
		expect(remembered(triggerIn('A', stored), 'otps', id('1'))).toMatchObject({ tried: 2 });
	});

	test('is as old as its newest value, also after another process has stored an older one', () => {
		const most = 2;
		for (const tried of [1, 2]) {
			remember(trigger, 'otps', { id: id('1'), value: { tried } }, most);
			jest.advanceTimersByTime(2000);
		}
		const at = NOON / 1000;
		jest.advanceTimersByTime(24 * HOUR - 2000);
		const others = [
			[id('1').slice(0, 16), { tried: 1, at }],
			[id('2').slice(0, 16), { tried: 1, at: at + 1 }],
		];
		const later = triggerIn('A', { 'Trigger: otps': JSON.stringify(others) });
		remember(later, 'otps', { id: id('3'), value: { tried: 1 } }, most);
		expect(remembered(later, 'otps', id('1'))).toMatchObject({ tried: 2 });
		expect(remembered(later, 'otps', id('2'))).toBeUndefined();
	});

	test('in another list is stored as well by a request that has read static data before it', () => {
		const slow = triggerIn('A', {
			'Trigger: cards': JSON.stringify([[id('0').slice(0, 16), { count: 1, at: NOON / 1000 }]]),
		});
		remember(trigger, 'charges', { id: id('1'), value: { name: 'otp' } }, MOST);
		remember(triggerIn('A'), 'cards', { id: id('2'), value: { count: 1 } }, MOST);
		remember(slow, 'otps', { id: id('3'), value: { tried: 1 } }, MOST);
		newProcess();
		expect(remembered(triggerIn('A', slow.stored), 'charges', id('1'))).toMatchObject({ name: 'otp' });
		expect(idsIn(slow.stored, 'cards')).toEqual(['0', '2'].map((name) => id(name).slice(0, 16)));
	});
});

describe('what a process remembers of a trigger', () => {
	const put = (name: string) => remember(trigger, 'cards', { id: id(name), value: {} }, MOST);
	const isKnown = (name: string) => remembered(trigger, 'cards', id(name)) !== undefined;

	test('is kept by its webhook id: another name changes nothing, and a copy shares nothing', () => {
		const named = (name: string, webhookId: string) =>
			({ ...triggerIn('A'), getNode: () => ({ name, webhookId }) }) as unknown as Context;
		remember(named('Trigger', 'W-1'), 'cards', { id: id('1'), value: {} }, MOST);
		expect(remembered(named('Renamed', 'W-1'), 'cards', id('1'))).toBeDefined();
		expect(remembered(named('Trigger', 'W-2'), 'cards', id('1'))).toBeUndefined();
	});

	test('is not shared with a test in the editor, of which nothing stays', () => {
		put('1');
		const test = { ...triggerIn('A'), getMode: () => 'manual' } as unknown as Context;
		expect(remembered(test, 'cards', id('1'))).toBeUndefined();
		remember(test, 'cards', { id: id('2'), value: {} }, MOST);
		expect([remembered(test, 'cards', id('2')) !== undefined, isKnown('2')]).toEqual([true, false]);
		forgetTest(trigger);
		forgetTest({ ...test, getWorkflowStaticData: () => ({}) } as unknown as Context);
		expect(remembered({ ...test, getWorkflowStaticData: () => ({}) }, 'cards', id('2'))).toBe(undefined);
		expect(isKnown('1')).toBe(true);
	});

	test('is written again with what another trigger of the workflow stores', () => {
		remember(trigger, 'started', { id: id('1'), value: {} }, MOST);
		const slow = { ...triggerIn('A'), getNode: () => ({ name: 'Page' }) } as unknown as typeof trigger;
		remember(slow, 'cards', { id: id('2'), value: {} }, MOST);
		newProcess();
		expect(remembered(triggerIn('A', slow.stored), 'started', id('1'))).toBeDefined();
	});
});

test('a trigger has a key of its own, and its tests in the editor have another', () => {
	const changed = (changes: object) => triggerKey({ ...trigger, ...changes });
	const others = [
		{ getNode: () => ({ name: 'Trigger1' }) },
		{ getWorkflow: () => ({ id: 'B' }) },
		{ getMode: () => 'manual' },
	];
	const keys = [triggerKey(trigger), ...others.map(changed)];
	expect(new Set(keys).size).toBe(4);
	expect(triggerKey(triggerIn('A'))).toBe(keys[0]);
});
