import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../shared/execution/parameters';
import type { WhenUsed } from '../../shared/payments/resolution';

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
			{ name: 'Fail the Item', value: 'fail', description: `The error tells what became of the first ${payment}` },
			{
				name: `Show the First ${name}`,
				value: 'show',
				description: `The item is the first ${payment}, with "duplicate" true. "authorized" then says that it was paid, not that it was paid now.`,
			},
		],
		default: 'fail',
		description:
			'Nothing is sent twice in any case. What this execution has sent itself is no repeat: it is always shown.',
	};
}

/**
 * What to do where an item's reference was used before.
 * @throws InputError where the option has an expression that gives nothing
 */
export function whenUsed(parameters: Parameters, isAutomatic: boolean): WhenUsed {
	const chosen = parameters.given('options.ifUsed') === 'show' ? 'show' : 'fail';
	// Nobody else has an automatic reference.
	return isAutomatic ? 'own' : chosen;
}
