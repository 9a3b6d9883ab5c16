import type { INodeProperties } from 'n8n-workflow';

import { numberFrom } from '../../../gateway/values/input';

const LONGEST = 3600;

/**
 * The option "Timeout (Seconds)".
 * @param usual how long, unless the user sets it
 */
export function timeoutField(usual: number, description: string): INodeProperties {
	return {
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LONGEST },
		default: usual,
		description,
	};
}

/** The values that the option accepts. Node cannot count beyond 24 days, and would end each call at once. */
export const timeoutRule = numberFrom(1, 'is not a number above zero. Write 1 or more.').refine(
	(seconds) => seconds <= LONGEST,
	`is more than an hour. Write ${LONGEST} at most.`,
);
