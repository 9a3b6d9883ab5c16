import { randomUUID } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';

import type { Settings } from '../../gateway/client/settings';
import type { Parameters } from '../shared/execution/parameters';
import { TEXT } from '../shared/fields/options';

/** The field for the reference of a payment. */
export function referenceField(description: string): INodeProperties {
	return { displayName: 'Reference', name: 'reference', ...TEXT, placeholder: 'e.g. ORD-1001', description };
}

/** The reference of an item, and whether this node has made it. */
export interface GivenReference {
	/** Undefined where it is missing, which the check of the request tells. */
	reference: string | undefined;
	isRandom: boolean;
}

/**
 * Reads the reference of a payment (specification 2.2, 8.3). Only where no money moves, when somebody tries the workflow in the
 * editor with a Test credential, an empty one becomes a random one.
 * @param name the parameter
 * @throws InputError where an expression returns nothing
 */
export function readReference(parameters: Parameters, name: string, { environment }: Settings): GivenReference {
	const reference = parameters.given<string>(name);
	const isRandom = reference === undefined && parameters.isManual && environment === 'test';
	return { reference: isRandom ? `test-${randomUUID()}` : reference, isRandom };
}

/**
 * The option of what to do where a reference was used before.
 * @param reference what the editor calls it
 * @param payment what was made under it: "payment" or "transfer"
 */
export function ifUsedOption(reference: string, payment: 'payment' | 'transfer'): INodeProperties {
	return {
		displayName: nameOfIfUsed(reference),
		name: 'ifUsed',
		type: 'options',
		options: [
			{ name: 'Fail the Item', value: 'fail', description: `It shows the outcome of the first ${payment}` },
			{
				name: SHOW[payment],
				value: 'show',
				description: `The item shows the first ${payment}, with "duplicate" true. Nothing was paid now, even if "authorized" is true.`,
			},
		],
		default: 'fail',
		description:
			'Nothing is sent twice, whatever you choose. What this execution has sent itself does not count as used before, and is always shown.',
	};
}

const SHOW = { payment: 'Show the First Payment', transfer: 'Show the First Transfer' };
const nameOfIfUsed = (reference: string) => `If the ${reference} Was Used Before`;

/** How to have an item show the payment that was made under its reference before. */
export function adviceToShow(reference: string, payment: 'payment' | 'transfer'): string {
	return `To get it as the result, set '${nameOfIfUsed(reference)}' to '${SHOW[payment]}'.`;
}

/**
 * What to do where an item's reference was used before.
 * @throws InputError where the option has an expression that returns nothing
 */
export function readIfUsed(parameters: Parameters): 'fail' | 'show' {
	return parameters.given('options.ifUsed') === 'show' ? 'show' : 'fail';
}
