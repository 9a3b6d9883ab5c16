import { idOf } from '../../../gateway/calls/verify';
import {
	countOf,
	hasStarted,
	noteFurtherRefund,
	remember,
	recall,
	startOnce,
	triggerKey,
} from '../../../nodes/shared/webhooks/memory';
import { MEMORY, withManyStarts } from '../../manyStarts';
import { idInThisProcess, inAnotherProcess, newProcess } from './process';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 1, 12);
const MOST = 1000;
const MOST_STARTS = 40_000;

type Context = Parameters<typeof recall>[0];
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
		expect(recall(trigger, 'charges', id('1'))).toMatchObject({ name: 'redirect' });
		expect(recall(trigger, 'charges', id('2'))).toMatchObject({ name: 'check' });
		expect(recall(trigger, 'heard', id('1'))).toBeUndefined();
		expect([countOf(trigger, 'charges', HOUR), countOf(trigger, 'heard', HOUR)]).toEqual([2, 0]);
	});

	test.each([
		['charges', MOST],
		['links', 2 * MOST],
	])('is forgotten beyond the most that its list keeps, the oldest first: %s', (list, most) => {
		const put = (name: number) => {
			jest.advanceTimersByTime(1);
			remember(trigger, list, id(`${name}-`), {});
		};
		for (let name = 0; name < most; name++) put(name);
		put(0);
		put(most);
		const isKnown = [0, 1, 2, most].map((name) => recall(trigger, list, id(`${name}-`)) !== undefined);
		expect(isKnown).toEqual([true, false, true, true]);
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
		expect(recall(triggerIn('A'), 'charges', id('1'))).toMatchObject({ name: 'otp' });
	});

	test('is known as the process knows it that was the last to learn of it', () => {
		remember(trigger, 'otps', id('1'), { tried: 1 });
		const stored = copyOf(trigger.stored);
		jest.advanceTimersByTime(1000);
		inAnotherProcess(() => {
			remember(triggerIn('A', stored), 'otps', id('1'), { tried: 2 });
			remember(triggerIn('A', stored), 'charges', id('2'), {});
		});
		expect(recall(triggerIn('A', stored), 'charges', id('2'))).toBeDefined();
		expect(recall(triggerIn('A', stored), 'otps', id('1'))).toMatchObject({ tried: 2 });
	});

	test.each([0, 1000])('is known as learned last, %i ms later, whatever another process knew', (later) => {
		remember(trigger, 'otps', id('1'), { tried: 1 });
		const stored = copyOf(trigger.stored);
		jest.advanceTimersByTime(later);
		remember(trigger, 'otps', id('1'), { tried: 2 });
		inAnotherProcess(() => remember(triggerIn('A', stored), 'charges', id('2'), {}));
		expect(recall(triggerIn('A', stored), 'otps', id('1'))).toMatchObject({ tried: 2 });
	});

	test('is stored as well by a request that has read static data before it, whatever that one stores', () => {
		remember(trigger, 'charges', id('1'), { name: 'otp' });
		const slow = triggerIn('A', {}, { name: 'Page' });
		remember(slow, 'otps', id('3'), { tried: 1 });
		newProcess();
		expect(recall(triggerIn('A', slow.stored), 'charges', id('1'))).toMatchObject({ name: 'otp' });
	});

	test('belongs to the address of its trigger: another name changes nothing, and a copy shares nothing', () => {
		const named = (name: string, webhookId: string) => triggerIn('A', {}, { name, webhookId });
		remember(named('Trigger', 'W-1'), 'cards', id('1'), {});
		expect(recall(named('Renamed', 'W-1'), 'cards', id('1'))).toBeDefined();
		expect(recall(named('Trigger', 'W-2'), 'cards', id('1'))).toBeUndefined();
		expect(recall(triggerIn('B', {}, { webhookId: 'W-1' }), 'cards', id('1'))).toBeUndefined();
		expect(triggerKey(named('Renamed', 'W-1'))).toBe(triggerKey(named('Trigger', 'W-1')));
	});

	test('is nothing in a test in the editor, as n8n stores nothing of it', () => {
		remember(trigger, 'cards', id('1'), {});
		const test = () => triggerIn('A', {}, { name: 'Trigger' }, 'manual');
		const first = test();
		expect(recall(first, 'cards', id('1'))).toBeUndefined();
		remember(first, 'cards', id('2'), {});
		expect(recall(first, 'cards', id('2'))).toBeDefined();
		expect([trigger, test()].map((context) => recall(context, 'cards', id('2')))).toEqual([undefined, undefined]);
	});
});

describe('a start', () => {
	/** The start of a payment that began now, or at another time. */
	const start = (name: string, began: number | undefined = Date.now(), context: Context = trigger) =>
		startOnce(context, { id: idOf([name]), began });
	const startMany = ({ stored }: { stored: Stored }, count: number, name?: string) => {
		stored[MEMORY] = withManyStarts(stored[MEMORY], 'Trigger', count, name);
	};
	const ageless = (name: string) => startOnce(trigger, { id: idOf([name]) });

	test('happens once, in this process and in another that reads what n8n has stored', () => {
		expect(['1', '1', '2', '1'].map((name) => start(name))).toEqual(['first', 'repeat', 'first', 'repeat']);
		expect(['1', '3'].map((name) => hasStarted(trigger, idOf([name])))).toEqual([true, false]);
		expect([triggerIn('A'), triggerIn('A')].map((context) => start('4', NOON, context))).toEqual(['first', 'repeat']);
		expect(start('1', NOON, triggerIn('B'))).toBe('first');
		const stored = copyOf(trigger.stored);
		newProcess();
		expect(start('1', NOON, triggerIn('A', stored))).toBe('repeat');
	});

	test('happens however long ago its payment began, as long as nothing is forgotten', () => {
		expect([start('1', NOON - 300 * DAY), start('2', 1), ageless('3')]).toEqual(['first', 'first', 'first']);
		jest.setSystemTime(NOON + 300 * DAY);
		expect([start('1', NOON), start('4', NOON), ageless('3')]).toEqual(['repeat', 'first', 'repeat']);
	});

	test('does not happen for what may be forgotten, and happens for all that began after it', () => {
		const [early, late] = [NOON, NOON + 3 * DAY];
		start('early');
		startMany(trigger, 1000);
		jest.setSystemTime(late);
		startMany(trigger, MOST_STARTS);
		jest.setSystemTime(late + DAY);
		const now = [start('early', early), start('never', early), start('since', late), start('new')];
		expect(now).toEqual(['forgotten', 'forgotten', 'first', 'first']);
		// An event with no known beginning starts again, and is known then.
		expect([ageless('early'), start('early', early)]).toEqual(['first', 'repeat']);
		newProcess();
		expect(start('never', early, triggerIn('A', trigger.stored))).toBe('forgotten');
	});

	test('is known while thirty thousand others follow it', () => {
		start('1', NOON - DAY);
		startMany(trigger, 30_000);
		expect(start('1', NOON - DAY)).toBe('repeat');
	});

	test('of a refund happens once, whichever record tells of it first, and each further refund once', () => {
		const [base, first, second, third] = [idOf(['base']), idOf(['first']), idOf(['second']), idOf(['third'])];
		const detailed = (id: string) => startOnce(trigger, { id, base });
		const bare = () => startOnce(trigger, { id: base });
		expect([detailed(first), detailed(first), bare(), detailed(second), bare()]).toEqual([
			'first',
			...['repeat', 'repeat'],
			'first',
			'repeat',
		]);
		trigger = triggerIn('B');
		expect([bare(), bare(), detailed(first), detailed(first), bare(), detailed(third)]).toEqual([
			'first',
			...['repeat', 'repeat', 'repeat', 'repeat'],
			'first',
		]);
	});

	test('that is told of again leaves what n8n has stored as it is', () => {
		start('1');
		const { stored } = trigger;
		const before = copyOf(stored);
		Object.freeze(stored);
		expect([start('1'), hasStarted(trigger, idOf(['1']))]).toEqual(['repeat', true]);
		noteFurtherRefund(trigger, idOf(['never']));
		expect(stored).toEqual(before);
	});

	test('of a refund that was told in two ways is known in each of them', () => {
		const told = (name: string, base?: string) => startOnce(trigger, { id: idOf([name]), base: base && idOf([base]) });
		expect([told('amount', 'part'), told('amount', 'whole'), told('part'), told('whole')]).toEqual([
			'first',
			...['repeat', 'repeat', 'repeat'],
		]);
	});

	test('of a refund without details is not that of details which are told after more was claimed', () => {
		const [base, other] = [idOf(['base']), idOf(['other'])];
		const detailed = (name: string, of: string) => startOnce(trigger, { id: idOf([name]), base: of });
		noteFurtherRefund(trigger, base);
		startOnce(trigger, { id: base });
		expect(detailed('filled in', base)).toBe('repeat');
		startOnce(trigger, { id: other });
		for (let again = 0; again < 2; again++) noteFurtherRefund(trigger, other);
		// Another process reads it.
		newProcess();
		trigger = triggerIn('A', trigger.stored);
		expect([detailed('further', other), detailed('further', other)]).toEqual(['first', 'repeat']);
		expect(startOnce(trigger, { id: other })).toBe('repeat');
		// It is said of each refund by itself.
		startOnce(trigger, { id: idOf(['third']) });
		expect(detailed('of the third', idOf(['third']))).toBe('repeat');
	});

	describe('in several processes', () => {
		test('is known to each that reads what another has stored after it', () => {
			const stored = trigger.stored;
			start('1');
			inAnotherProcess(() => {
				const other = triggerIn('A', stored);
				expect([start('1', NOON, other), start('2', NOON, other)]).toEqual(['repeat', 'first']);
			});
			expect([start('2'), start('3')]).toEqual(['repeat', 'first']);
			newProcess();
			const third = triggerIn('A', stored);
			expect(['1', '2', '3', '4'].map((name) => start(name, NOON, third))).toEqual([
				...['repeat', 'repeat', 'repeat'],
				'first',
			]);
		});

		test('is known to the process that recorded it, whatever another has stored over it', () => {
			const before = copyOf(trigger.stored);
			start('1');
			inAnotherProcess(() => start('2', NOON, triggerIn('A', before)));
			const read = triggerIn('A', before);
			expect(['1', '2', '3'].map((name) => start(name, NOON, read))).toEqual(['repeat', 'repeat', 'first']);
			// And it stores what both know.
			newProcess();
			expect(start('1', NOON, triggerIn('A', before))).toBe('repeat');
		});

		test('that may be forgotten by one is doubtful for the other as well', () => {
			startMany(trigger, MOST_STARTS + 1000);
			inAnotherProcess(() => expect(start('old', NOON, triggerIn('A', copyOf(trigger.stored)))).toBe('forgotten'));
		});

		test('does not make the memory grow: each takes turns with the others', () => {
			const { stored } = trigger;
			for (let turn = 0; turn < 3; turn++) {
				startMany(triggerIn('A', stored), 15_000, `own ${turn}`);
				inAnotherProcess(() => startMany(triggerIn('A', stored), 15_000, `other ${turn}`));
			}
			expect(stored[MEMORY]!.length).toBeLessThan(500_000);
		});
	});

	test('is recorded where static data has something that was never stored here', () => {
		for (const odd of ['', '{}', 'x', '{"lists":1}'])
			expect(start('1', NOON, triggerIn(`odd ${odd}`, { [MEMORY]: odd }))).toBe('first');
	});
});
