import type { INodePropertyOptions } from 'n8n-workflow';

/** The outcomes that a record can have, in the order of the editor. */
export const RECORD_OUTCOMES = ['authorized', 'declined', 'pending', 'refunded', 'unknown'] as const;

const DESCRIPTIONS: Readonly<Record<(typeof RECORD_OUTCOMES)[number], string>> = {
	authorized: 'The payment is confirmed',
	declined: 'Refused, cancelled or expired',
	pending: 'Still open',
	refunded: 'Paid back, in part or in full',
	unknown: 'A status that the service does not document',
};

/** The options of a field for outcomes. */
export const OUTCOME_OPTIONS: INodePropertyOptions[] = RECORD_OUTCOMES.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
	description: DESCRIPTIONS[value],
}));
