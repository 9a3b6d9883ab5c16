import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../../../gateway/values/errors';
import { checkInput, objectOf, text } from '../../../gateway/values/input';
import { currencyCode, readAmount, type AmountCounting, type Money } from '../../../gateway/values/money';
import type { Parameters } from '../../shared/execution/parameters';
import { editorLabels } from '../../shared/fields/fields';
import { TEXT } from '../../shared/fields/options';

/** The field in which a person limits what an AI agent may ask for. Only a tool shows it. */
export const agentLimitsField: INodeProperties = {
	displayName: 'Agent Limits',
	name: 'agentLimits',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Currency',
	required: true,
	noDataExpression: true,
	default: {},
	description:
		'The currencies in which the agent may create links, and the largest amount of a link in each. Of several for one currency, the smallest counts. The agent cannot change them.',
	displayOptions: { show: { '@tool': [true] } },
	options: [
		{
			displayName: 'Limit',
			name: 'limit',
			values: [
				{
					displayName: 'Currency',
					name: 'currency',
					...TEXT,
					noDataExpression: true,
					placeholder: 'e.g. NGN',
				},
				{
					displayName: 'Largest Amount',
					name: 'largestAmount',
					...TEXT,
					noDataExpression: true,
					placeholder: 'e.g. 500.00',
				},
			],
		},
	],
};

const labels = editorLabels([agentLimitsField]);

const limitsSchema = z.object({
	agentLimits: z
		.array(objectOf({ currency: currencyCode, largestAmount: text }))
		.min(1, 'is empty. Add each currency that the agent may use, with its largest amount.'),
});

/**
 * Checks a link that an AI agent creates. The agent may choose the amount, the currency and the reference; in which currencies, up to
 * which amount and for which page is written in the node, where a person has set it.
 * @throws InputError where the link is not within the limits, or where there are none
 */
export function checkAgentLimits(parameters: Parameters, { minor, currency }: Money, amountsIn: AmountCounting): void {
	parameters.getFixedValue('checkoutUrl', 'Checkout URL', '');
	const given = parameters.getFixedValue<unknown[]>('agentLimits.limit', agentLimitsField.displayName, []);
	const { agentLimits: limits } = checkInput(limitsSchema, { agentLimits: given }, labels);
	const field = `${labels.agentLimits} > ${labels.largestAmount}`;
	const [smallest] = limits
		.filter((limit) => limit.currency === currency)
		.map(({ largestAmount }) => ({ largestAmount, ...moneyOf({ amount: largestAmount, currency }, amountsIn, field) }))
		.sort((one, other) => one.minor - other.minor);
	if (!smallest) {
		const allowed = [...new Set(limits.map((limit) => limit.currency))].join(', ');
		throw problem('currency', 'Currency', `is ${currency}, for which the agent has no limit. Use one of ${allowed}.`);
	}
	const { largestAmount } = smallest;
	if (minor <= smallest.minor) return;
	const rule = `is above the agent's limit of ${currency} ${largestAmount}. Enter less, or let a person create the link.`;
	throw problem('amount', 'Amount', rule);
}

/** Reads an amount. @throws InputError where it is not a valid amount of its currency */
export function moneyOf(given: { amount: string; currency: string }, amountsIn: AmountCounting, field: string): Money {
	const money = readAmount({ ...given, unit: 'major' }, amountsIn);
	if ('rule' in money) throw problem('amount', field, money.rule);
	return money;
}

function problem(name: string, field: string, rule: string): InputError {
	return new InputError([{ path: [name], field, rule }]);
}
