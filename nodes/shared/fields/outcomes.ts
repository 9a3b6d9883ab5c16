import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The outcomes that a record can have, in the order of the editor. */
export const RECORD_OUTCOMES = ['authorized', 'declined', 'pending', 'refunded', 'unknown'] as const;
type RecordOutcome = (typeof RECORD_OUTCOMES)[number];

type Descriptions = Readonly<Record<RecordOutcome, string>>;

const DESCRIPTIONS: Descriptions = {
	authorized: 'The payment is confirmed',
	declined: 'Refused, cancelled or expired',
	pending: 'Still open',
	refunded: 'Paid back, in part or in full',
	unknown: 'A status that the service does not document',
};

const nameOf = (outcome: RecordOutcome) => outcome.charAt(0).toUpperCase() + outcome.slice(1);

/** The options of a field for outcomes. */
export const OUTCOME_OPTIONS: INodePropertyOptions[] = RECORD_OUTCOMES.map((value) => ({
	name: nameOf(value),
	value,
	description: DESCRIPTIONS[value],
}));

/**
 * Makes the field of a trigger for the outcomes that start the workflow. n8n's nodes panel lists each of them by its action, and presets it, because
 * the field has this name.
 * @param outcomes the outcomes that the trigger can report
 * @param texts the description of the field, and those of outcomes that mean something else here
 */
export function triggerOnField<T extends RecordOutcome>(
	outcomes: readonly T[],
	{ description, of = {} }: { description: string; of?: Partial<Descriptions> },
): INodeProperties {
	return {
		displayName: 'Trigger On',
		name: 'outcomes',
		type: 'multiOptions',
		noDataExpression: true,
		options: outcomes.map((value) => ({
			name: nameOf(value),
			value,
			description: of[value] ?? DESCRIPTIONS[value],
			action: `On payment ${value}`,
		})),
		default: ['authorized'],
		required: true,
		description,
	};
}
