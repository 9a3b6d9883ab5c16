import { OUTCOMES, type Outcome } from '../../../gateway/outcome';
import { compareStages, isChargedBack, isRefund, stageOf, type Stage } from '../../../gateway/stage';

test.each<[Outcome, number | null, Stage]>([
	['authorized', 2, 'authorized'],
	['authorized', 16, 'authorized'],
	['declined', 4, 'declined'],
	['declined', 9, 'released'],
	['declined', 13, 'released'],
	['refunded', 11, 'partial refund'],
	['refunded', 6, 'refunded'],
	['refunded', 7, 'chargeback'],
	// A code that a credential gives another outcome says no more than that.
	['authorized', 9, 'authorized'],
	['declined', 7, 'declined'],
	['refunded', 13, 'refunded'],
	...OUTCOMES.filter((outcome) => !['authorized', 'declined', 'refunded'].includes(outcome)).flatMap((outcome) =>
		[null, 1, 2, 9, 11].map((status): [Outcome, number | null, Stage] => [outcome, status, 'open']),
	),
	['authorized', null, 'authorized'],
	['refunded', null, 'refunded'],
])('a payment that is %s with the status %p is at the stage "%s"', (outcome, status, stage) => {
	expect(stageOf({ outcome, status })).toBe(stage);
	expect(isChargedBack({ outcome, status })).toBe(stage === 'chargeback');
});

test('each stage is further than those before it, and two of them are refunds', () => {
	const stages: Stage[] = ['open', 'declined', 'authorized', 'released', 'partial refund', 'refunded', 'chargeback'];
	for (const [index, stage] of stages.entries())
		expect(stages.map((other) => Math.sign(compareStages(stage, other)))).toEqual(
			stages.map((_, place) => Math.sign(index - place)),
		);
	expect(stages.filter(isRefund)).toEqual(['partial refund', 'refunded']);
});
