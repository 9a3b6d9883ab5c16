import { idOf, readRecord } from '../../../gateway/calls/verify';
import type { StaticDataContext } from '../../../nodes/shared/webhooks/memory';
import { claimId, isGivenUp, noteAnswer, OUTAGE } from '../../../nodes/shared/webhooks/unconfirmed';
import { NOW, settingsWith } from '../gateway/examples';
import { idInThisProcess, newProcess } from './process';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ID = idOf(['T-1', 'refunded']);

let stored: Record<string, string>;
let writes: number;
beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
	stored = {};
	writes = 0;
});
afterEach(() => {
	newProcess();
	jest.useRealTimers();
});

const counted = () =>
	new Proxy(stored, {
		set(target, name, value: string) {
			writes += 1;
			return Reflect.set(target, name, value);
		},
	});

const context = () =>
	({
		getMode: () => 'webhook',
		getNode: () => ({ name: 'Trigger' }),
		getWorkflow: () => ({ id: idInThisProcess('workflow-1') }),
		getWorkflowStaticData: counted,
	}) as unknown as StaticDataContext;

const afterTime = (time: number, id = ID) => {
	jest.setSystemTime(NOW + time);
	return isGivenUp(context(), id);
};

test('a notification is given up three days after it was first answered with 503, in any process', () => {
	expect([0, 2 * DAY, 3 * DAY - 1].map((time) => afterTime(time))).toEqual([false, false, false]);
	newProcess();
	expect([3 * DAY, 4 * DAY].map((time) => afterTime(time))).toEqual([true, true]);
});

test('the three days begin anew where none was answered with 503 for three days', () => {
	const times = [0, 3 * DAY + 1, 5 * DAY, 6 * DAY, 6 * DAY + 1];
	expect(times.map((time) => afterTime(time))).toEqual([false, false, false, false, true]);
});

test('what is claimed of another payment has its own three days', () => {
	afterTime(0);
	expect([afterTime(3 * DAY, idOf(['T-1', 'authorized'])), afterTime(3 * DAY)]).toEqual([false, true]);
});

test('n8n stores it once an hour at most, however often it comes, and no more once it is given up', () => {
	for (const minute of [0, 30, 59, 60, 119, 120]) afterTime(minute * MINUTE);
	expect(writes).toBe(3);
	for (const day of [2, 3, 4, 5]) afterTime(day * DAY);
	expect(writes).toBe(4);
});

test('a notification is not forgotten, however many others come meanwhile', () => {
	const answers: boolean[] = [];
	for (let hour = 0; hour <= 80; hour++) {
		answers.push(afterTime(hour * HOUR));
		for (let other = 0; other < 50; other++) afterTime(hour * HOUR, idOf([hour, other]));
	}
	expect(answers.indexOf(true)).toBe(72);
});

describe('an outage', () => {
	test('has three days for all notifications together, until the service answers', () => {
		expect([0, 2 * DAY].map((time) => afterTime(time, OUTAGE))).toEqual([false, false]);
		noteAnswer(context());
		newProcess();
		expect([3 * DAY, 5 * DAY, 6 * DAY].map((time) => afterTime(time, OUTAGE))).toEqual([false, false, true]);
	});

	test('that never was leaves nothing when the service answers', () => {
		noteAnswer(context());
		expect([stored, writes]).toEqual([{}, 0]);
		afterTime(0, OUTAGE);
		for (const count of [2, 2]) {
			noteAnswer(context());
			expect(writes).toBe(count);
		}
	});
});

describe('a claim', () => {
	const record = (status: number) => readRecord({ transactionReference: 'T-1', status }, settingsWith());

	test('is known by what the record says and the status that is claimed, or else by its reference', () => {
		const ids = [
			claimId({ record: record(2), reference: 'ORDER-1' }, 6),
			claimId({ record: record(2) }, 7),
			claimId({ record: record(6) }, 7),
			claimId({ reference: 'ORDER-1' }, 6),
			claimId({ reference: 'ORDER-1' }, 7),
			claimId({ reference: 'ORDER-2' }, 6),
		];
		expect(new Set(ids).size).toBe(ids.length);
		expect(claimId({ record: record(3) }, 6)).toBe(ids[0]);
	});
});
