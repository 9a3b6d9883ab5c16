import type { INode } from 'n8n-workflow';

import { resumeOnce, waitOf } from '../../../nodes/CardPayment/otpPage/resumption';

test('a wait is that of a node in one run of one output before it', () => {
	const evaluateExpression = jest.fn(() => '17:Charge:0:2');
	expect(waitOf({ evaluateExpression, getNode: () => ({ name: 'Ask' }) as INode })).toBe('Ask:17:Charge:0:2');
	expect(evaluateExpression).toHaveBeenCalledWith(
		'{{ [$execution.id, $prevNode.name, $prevNode.outputIndex, $prevNode.runIndex].join(":") }}',
		0,
	);
});

test('a wait is resumed once', () => {
	expect([resumeOnce('a wait'), resumeOnce('a wait')]).toEqual([true, false]);
});

test('a process remembers the last ten thousand waits', () => {
	for (let wait = 0; wait < 10_000; wait++) resumeOnce(`many-${wait}`);
	expect(resumeOnce('many-0')).toBe(false);
	resumeOnce('many-10000');
	expect([resumeOnce('many-1'), resumeOnce('many-0')]).toEqual([false, true]);
});
