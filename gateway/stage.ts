import type { Payment } from './payment';

/** The stages of a payment, each further than the one before it. */
const STAGES = ['open', 'declined', 'authorized', 'released', 'partial refund', 'refunded', 'chargeback'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * The codes that say more than their outcome: VOIDED and FAILED_TO_CAPTURE, which were authorized before, PARTIALLY_REFUNDED and
 * CHARGED_BACK. A code that only the credential's table has is never one of them.
 */
const STAGES_OF_CODES: Readonly<Record<string, Readonly<Record<number, Stage>>>> = {
	declined: { 9: 'released', 13: 'released' },
	refunded: { 11: 'partial refund', 7: 'chargeback' },
};

/** Returns the stage of a payment. One whose outcome is not known is no further than an open one. */
export function stageOf({ outcome, status }: Pick<Payment, 'outcome' | 'status'>): Stage {
	const ofOutcome = STAGES.find((stage) => stage === outcome) ?? 'open';
	return (status === null ? undefined : STAGES_OF_CODES[outcome]?.[status]) ?? ofOutcome;
}

/** Says whether money was paid back at a stage, of which more may be. A chargeback takes all that is left. */
export function isRefund(stage: Stage): boolean {
	return stage === 'partial refund' || stage === 'refunded';
}

/** Says whether the bank has taken a payment back for the customer, which tells of no refund. */
export function isChargedBack(payment: Pick<Payment, 'outcome' | 'status'>): boolean {
	return stageOf(payment) === 'chargeback';
}

/** Compares two stages: more than 0 where the first one is further. */
export function compareStages(one: Stage, other: Stage): number {
	return STAGES.indexOf(one) - STAGES.indexOf(other);
}
