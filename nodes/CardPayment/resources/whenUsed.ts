import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../shared/execution/parameters';
import type { WhenUsed } from '../../shared/payments/usedReference';

/**
 * The option of what to do where a reference was used before.
 * @param reference what the editor calls it
 * @param payment what was made under it, such as "payment"
 */
export function ifUsedOption(reference: string, payment: string): INodeProperties {
	const name = payment.charAt(0).toUpperCase() + payment.slice(1);
	return {
		displayName: `If the ${reference} Was Used Before`,
		name: 'ifUsed',
		type: 'options',
		options: [
			{ name: 'Fail the Item', value: 'fail', description: `The error shows the outcome of the first ${payment}` },
			{
				name: `Show the First ${name}`,
				value: 'show',
				description: `The item shows the first ${payment}, with "duplicate" true. Nothing was paid now, even if "authorized" is true.`,
			},
		],
		default: 'fail',
		description:
			'Nothing is sent twice, whatever you choose. What this execution has sent itself does not count as used before, and is always shown.',
	};
}

/**
 * What to do where an item's reference was used before.
 * @throws InputError where the option has an expression that returns nothing
 */
export function whenUsed(parameters: Parameters, isAutomatic: boolean): WhenUsed {
	const chosen = parameters.given('options.ifUsed') === 'show' ? 'show' : 'fail';
	// Nobody else has an automatic reference.
	return isAutomatic ? 'own' : chosen;
}
