import type { INodeProperties } from 'n8n-workflow';

import { MOST_TRIES } from '../../../checkout/attempt';
import { numberRule } from '../../../gateway/values/input';

export { TEXT } from '../../../gateway/fields';

/**
 * Makes a field whose value is chosen from a searchable list, or entered as a code.
 * @param searchListMethod the method of the node that fills the list
 * @param placeholders of the list and of the code
 */
export function listOrCode(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required' | 'builderHint'>,
	searchListMethod: string,
	[inList, inCode]: [inList: string, inCode: string],
): INodeProperties {
	return {
		required: true,
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: inList,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: inCode },
		],
	};
}

// Options of several operations and triggers, and the rules for their values.

/** The option to return only the fields that people need, in every operation and trigger. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The values that a field for a count accepts. */
export const positiveNumber = numberRule(1, 'is not a number above zero. Write 1 or more.').refine(
	Number.isInteger,
	'is not a whole number. Write one without decimals.',
);

const LONGEST_TIMEOUT = 3600;

/**
 * Makes the option "Timeout (Seconds)".
 * @param usual how long, unless the user sets it
 */
export function timeoutField(usual: number, description: string): INodeProperties {
	return {
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
		default: usual,
		description,
	};
}

/** The values that the option accepts. Node cannot count beyond 24 days, and would end each call at once. */
export const timeoutRule = positiveNumber.refine(
	(seconds) => seconds <= LONGEST_TIMEOUT,
	`is more than an hour. Write ${LONGEST_TIMEOUT} at most.`,
);

const USUAL_TRIES = 3;

/** The option "OTP Tries" of pages that ask for an OTP. */
export const otpTriesField: INodeProperties = {
	displayName: 'OTP Tries',
	name: 'otpTries',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: USUAL_TRIES,
	description: 'How many wrong OTPs the page accepts. The service has a limit of its own.',
};

/** The values that the option accepts. */
export const otpTriesRule = positiveNumber.default(USUAL_TRIES);

/** The number of cards that a customer may try: what a link, and a page without links, accepts. */
export const cardTriesRule = positiveNumber.refine(
	(tries) => tries <= MOST_TRIES,
	`is too large. Write ${MOST_TRIES} at most.`,
);
