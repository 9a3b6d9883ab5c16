import { idOf } from '../../../gateway/calls/verify';
import type { StaticDataContext } from '../../../nodes/shared/webhooks/memory';
import { isGivenUp, noteConfirmed } from '../../../nodes/shared/webhooks/unconfirmed';
import { NOW } from '../gateway/examples';
import { idInThisProcess, newProcess } from './process';

const HOUR = 3_600_000;
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

test('a notification is given up three days after it was first answered with 503, in any process, and stays given up', () => {
	expect([0, HOUR, 3 * DAY - 1].map((time) => afterTime(time))).toEqual([false, false, false]);
	newProcess();
	expect([3 * DAY, 30 * DAY].map((time) => afterTime(time))).toEqual([true, true]);
	expect(writes).toBe(1);
});

test('what is claimed of another payment, or later of this one, has its own three days', () => {
	afterTime(0);
	const other = idOf(['T-1', 'authorized']);
	expect([afterTime(3 * DAY, other), afterTime(3 * DAY)]).toEqual([false, true]);
});

test('the three days of a payment are the same under each of its names', () => {
	const [named, ordered] = [ID, idOf(['ORDER-1', 'refunded'])];
	const either = (time: number) => {
		jest.setSystemTime(NOW + time);
		return isGivenUp(context(), ordered, named);
	};
	expect([afterTime(0, named), either(2 * DAY), afterTime(3 * DAY - 1, ordered)]).toEqual([false, false, false]);
	expect([afterTime(3 * DAY, ordered), either(3 * DAY)]).toEqual([true, true]);
	noteConfirmed(context(), ordered, named);
	expect(either(4 * DAY)).toBe(false);
});

test('once it was confirmed, the three days begin anew', () => {
	afterTime(0);
	noteConfirmed(context(), ID);
	newProcess();
	expect([30 * DAY, 33 * DAY - 1, 33 * DAY].map((time) => afterTime(time))).toEqual([false, false, true]);
});

test('a notification that was never answered with 503 leaves nothing when it is confirmed', () => {
	noteConfirmed(context(), ID);
	expect([stored, writes]).toEqual([{}, 0]);
});
