import { forget, isFirst, remembered, remember } from '../../../../nodes/shared/webhooks/memory';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

type Context = Parameters<typeof isFirst>[0];
type Stored = { started?: string };

/** A trigger in a workflow, with what n8n has stored for it. */
function triggerIn(workflow: string, stored: Stored = {}): Context & { stored: Stored } {
	const parts = { getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: 'node-1' }) };
	const getWorkflowStaticData = (type: string) => (type === 'node' ? stored : {});
	return { stored, ...parts, getWorkflowStaticData } as unknown as Context & { stored: Stored };
}

const idsIn = ({ started = '[]' }: Stored) => (JSON.parse(started) as Array<[string, object]>).map(([each]) => each);
const id = (text: string) => text.padEnd(32, '0');
const WEEK = { window: 168 * HOUR, most: 1000 };

let trigger: ReturnType<typeof triggerIn>;
beforeEach(() => {
	jest.useFakeTimers({ now: NOON });
	trigger = triggerIn('A');
});
afterEach(() => {
	jest.useRealTimers();
	forget(trigger);
});

test('the first of its kind is one, its repeats are none', () => {
	expect([id('1'), id('1'), id('2'), id('1')].map((each) => isFirst(trigger, each, WEEK))).toEqual([
		true,
		false,
		true,
		false,
	]);
});

test.each([
	['known', -2000, false],
	['new', 0, true],
])('a repeat is %s, %i ms from the end of the window', (_, distance, isNew) => {
	const window = 3 * HOUR;
	expect(isFirst(trigger, id('1'), { ...WEEK, window })).toBe(true);
	jest.setSystemTime(NOON + window + distance);
	expect(isFirst(trigger, id('1'), { ...WEEK, window })).toBe(isNew);
});

test('a repeat does not make the window longer', () => {
	for (const hours of [0, 1, 2]) {
		jest.setSystemTime(NOON + hours * HOUR);
		expect(isFirst(trigger, id('1'), { window: 3 * HOUR, most: 10 })).toBe(hours === 0);
	}
	jest.setSystemTime(NOON + 3 * HOUR);
	expect(isFirst(trigger, id('1'), { window: 3 * HOUR, most: 10 })).toBe(true);
});

test('what the window has left behind is stored no more', () => {
	isFirst(trigger, id('1'), WEEK);
	jest.setSystemTime(NOON + WEEK.window);
	isFirst(trigger, id('2'), WEEK);
	expect(idsIn(trigger.stored)).toEqual([id('2').slice(0, 16)]);
});

test('no more than wanted are remembered, the oldest are forgotten first', () => {
	const memory = { ...WEEK, most: 3 };
	for (const name of ['1', '2', '3', '4']) {
		jest.advanceTimersByTime(1000);
		expect(isFirst(trigger, id(name), memory)).toBe(true);
	}
	expect(idsIn(trigger.stored)).toHaveLength(3);
	expect(['2', '3', '4'].map((name) => isFirst(trigger, id(name), memory))).toEqual([false, false, false]);
	expect(isFirst(trigger, id('1'), memory)).toBe(true);
});

test('of many in the same second the last are remembered', () => {
	const names = Array.from({ length: 5000 }, (_, index) => id(String(index).padStart(5, 'a')));
	for (const name of names) isFirst(trigger, name, { ...WEEK, most: 100 });
	expect(idsIn(trigger.stored)).toEqual(names.slice(-100).map((name) => name.slice(0, 16)));
});

test('requests side by side are told apart, though each sees what n8n had stored before', () => {
	const requests = [triggerIn('A'), triggerIn('A'), triggerIn('A')];
	expect(requests.map((request) => isFirst(request, id('1'), WEEK))).toEqual([true, false, false]);
	expect(new Set(requests.map(({ stored }) => JSON.stringify(stored))).size).toBe(1);
});

test('what another process has stored is known', () => {
	isFirst(trigger, id('1'), WEEK);
	forget(trigger);
	const stored = JSON.parse(JSON.stringify(trigger.stored)) as Stored;
	expect(isFirst(triggerIn('A', stored), id('1'), WEEK)).toBe(false);
	forget(trigger);
	expect(isFirst(triggerIn('A'), id('1'), WEEK)).toBe(true);
});

test('a trigger does not know what another has started', () => {
	isFirst(trigger, id('1'), WEEK);
	const other = triggerIn('B');
	expect(isFirst(other, id('1'), WEEK)).toBe(true);
	forget(other);
});

describe('something that is remembered', () => {
	test('is known under its id, in its list, until another takes its place', () => {
		remember(trigger, 'charges', { id: id('1'), value: { name: 'otp' } }, WEEK);
		remember(trigger, 'charges', { id: id('2'), value: { name: 'check' } }, WEEK);
		remember(trigger, 'charges', { id: id('1'), value: { name: 'redirect' } }, WEEK);
		expect(remembered(trigger, 'charges', id('1'), WEEK)).toMatchObject({ name: 'redirect' });
		expect(remembered(trigger, 'charges', id('2'), WEEK)).toMatchObject({ name: 'check' });
		expect(remembered(trigger, 'heard', id('1'), WEEK)).toBeUndefined();
		expect(isFirst(trigger, id('1'), WEEK)).toBe(true);
	});

	test('is forgotten after its time', () => {
		remember(trigger, 'charges', { id: id('1'), value: {} }, { window: HOUR, most: 10 });
		jest.setSystemTime(NOON + HOUR);
		expect(remembered(trigger, 'charges', id('1'), { window: HOUR, most: 10 })).toBeUndefined();
	});

	test('is known as the process knows it that was the last to learn of it', () => {
		remember(trigger, 'otps', { id: id('1'), value: { tried: 1 } }, WEEK);
		const stored = JSON.parse(JSON.stringify(trigger.stored)) as Stored;
		jest.advanceTimersByTime(1000);
		jest.isolateModules(() => {
			const elsewhere = jest.requireActual<typeof import('../../../../nodes/shared/webhooks/memory')>(
				'../../../../nodes/shared/webhooks/memory',
			);
			elsewhere.remember(triggerIn('A', stored), 'otps', { id: id('1'), value: { tried: 2 } }, WEEK);
			elsewhere.isFirst(triggerIn('A', stored), id('2'), WEEK);
		});
		expect(idsIn(stored)).toEqual([id('2').slice(0, 16)]);
		expect(remembered(triggerIn('A', stored), 'otps', id('1'), WEEK)).toMatchObject({ tried: 2 });
	});

	test('is as old as its newest value, also after another process has stored an older one', () => {
		const memory = { ...WEEK, most: 2 };
		for (const tried of [1, 2]) {
			remember(trigger, 'otps', { id: id('1'), value: { tried } }, memory);
			jest.advanceTimersByTime(2000);
		}
		const at = NOON / 1000;
		const others = [
			[id('1').slice(0, 16), { tried: 1, at }],
			[id('2').slice(0, 16), { tried: 1, at: at + 1 }],
		];
		const later = triggerIn('A', { otps: JSON.stringify(others) } as Stored);
		remember(later, 'otps', { id: id('3'), value: { tried: 1 } }, memory);
		expect(remembered(later, 'otps', id('1'), memory)).toMatchObject({ tried: 2 });
		expect(remembered(later, 'otps', id('2'), memory)).toBeUndefined();
	});

	test('is known to another process that reads what n8n has stored', () => {
		remember(trigger, 'charges', { id: id('1'), value: { name: 'otp' } }, WEEK);
		const stored = JSON.parse(JSON.stringify(trigger.stored)) as Stored;
		forget(trigger);
		expect(remembered(triggerIn('A', stored), 'charges', id('1'), WEEK)).toMatchObject({ name: 'otp' });
	});
});
