import { randomUUID } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';

import type { Settings } from '../../gateway/client/settings';
import type { Parameters } from '../shared/execution/parameters';
import { TEXT } from '../shared/fields/options';

/** The field for the reference of a payment. */
export function referenceField(description: string): INodeProperties {
	return { displayName: 'Reference', name: 'reference', ...TEXT, placeholder: 'e.g. ORD-1001', description };
}

/**
 * Reads the reference of a payment (specification 2.2, 8.3). Only where no money moves, when somebody tries the workflow in the
 * editor with a Test credential, an empty one becomes a random one.
 * @param name the parameter
 * @returns the reference, undefined where it is missing, which the check of the request tells; and whether this node has made it
 * @throws InputError where an expression returns nothing
 */
export function readReference(parameters: Parameters, name: string, { environment }: Settings) {
	const reference = parameters.getIfSet<string>(name);
	const isRandom = reference === undefined && parameters.context.getMode() === 'manual' && environment === 'test';
	return { reference: isRandom ? `test-${randomUUID()}` : reference, isRandom };
}

/** What to do where a reference was used before. */
export const ifUsedField: INodeProperties = {
	displayName: 'If the Reference Was Used Before',
	name: 'ifUsed',
	type: 'options',
	options: [
		{ name: 'Fail the Item', value: 'fail', description: 'It shows the outcome of the first payment' },
		{
			name: 'Show the First Payment',
			value: 'show',
			description:
				'The item shows the first payment, with "duplicate" true. Nothing was paid now, even if "authorized" is true.',
		},
	],
	default: 'fail',
	description:
		'Nothing is sent twice, whatever you choose. What this execution has sent itself does not count as used before, and is always shown.',
};
