import type { INode } from 'n8n-workflow';

import { openUntil, resumeOnce, waitOf } from '../../../../nodes/CardPayment/otpPage/resumption';

afterEach(() => jest.useRealTimers());

test('a wait is that of a node in one run of one output before it', () => {
	const evaluateExpression = jest.fn(() => '17:Charge:0:2');
	expect(waitOf({ evaluateExpression, getNode: () => ({ name: 'Ask' }) as INode })).toBe('Ask:17:Charge:0:2');
	expect(evaluateExpression).toHaveBeenCalledWith(
		'{{ [$execution.id, $prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join(":") }}',
		0,
	);
});

test('a wait is resumed once', () => {
	openUntil('known', Date.now() + 60_000);
	for (const wait of ['known', 'begun in another process']) {
		expect([resumeOnce(wait), resumeOnce(wait)]).toEqual([true, false]);
	}
});

test('a wait is not resumed when its time is up, because n8n has resumed it', () => {
	jest.useFakeTimers({ now: Date.UTC(2026, 0, 15) });
	for (const wait of ['late', 'in time']) openUntil(wait, Date.UTC(2026, 0, 15, 0, 15));
	jest.setSystemTime(Date.UTC(2026, 0, 15, 0, 15) - 1);
	expect(resumeOnce('in time')).toBe(true);
	jest.setSystemTime(Date.UTC(2026, 0, 15, 0, 15));
	expect(resumeOnce('late')).toBe(false);
});

test('a process remembers the last ten thousand waits', () => {
	for (let wait = 0; wait < 10_000; wait++) resumeOnce(`many-${wait}`);
	expect(resumeOnce('many-0')).toBe(false);
	// Wait 1 is the oldest now.
	resumeOnce('many-10000');
	expect([resumeOnce('many-0'), resumeOnce('many-1')]).toEqual([false, true]);
});
