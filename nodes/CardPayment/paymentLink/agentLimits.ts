import { z } from 'zod/v4';

import { InputError } from '../../../gateway/values/errors';
import { checkInput, objectOf, text } from '../../../gateway/values/input';
import { currencyCode, readAmount, type AmountCounting, type Money } from '../../../gateway/values/money';
import type { Parameters } from '../../shared/execution/parameters';
import { create } from './create';

const LABELS = { agentLimits: 'Agent Limits', currency: 'Currency', largestAmount: 'Largest Amount' };

const limitsSchema = z.object({
	agentLimits: z
		.array(objectOf({ currency: currencyCode, largestAmount: text }))
		.min(1, 'is empty. Add each currency that the agent may use, with its largest amount.'),
});

/**
 * Payment Link: Create for an AI agent. The agent may choose the amount, the currency and the reference; in which currencies, up to
 * which amount and for which page is written in the node, where a person has set it.
 */
export const createWithinLimits: typeof create = {
	...create,

	prepare(parameters, settings) {
		const request = create.prepare(parameters, settings);
		parameters.fixed('checkoutUrl', 'Checkout URL', '');
		checkLimits(parameters, request.money, settings.amountsIn);
		return request;
	},
};

/** @throws InputError where the link is not within the limits, or where there are none */
function checkLimits(parameters: Parameters, { minor, currency }: Money, amountsIn: AmountCounting): void {
	const given = parameters.fixed<unknown[]>('agentLimits.limit', LABELS.agentLimits, []);
	const { agentLimits } = checkInput(limitsSchema, { agentLimits: given }, LABELS);
	const limit = agentLimits.find((candidate) => candidate.currency === currency);
	if (!limit) {
		const allowed = agentLimits.map((candidate) => candidate.currency).join(', ');
		throw problem('currency', 'Currency', `is ${currency}, for which the agent has no limit. Use one of ${allowed}.`);
	}
	const largest = readAmount({ amount: limit.largestAmount, unit: 'major', currency }, amountsIn);
	if ('rule' in largest) throw problem('agentLimits', `${LABELS.agentLimits} > ${LABELS.largestAmount}`, largest.rule);
	if (minor > largest.minor) {
		throw problem(
			'amount',
			'Amount',
			`is above the agent's limit of ${currency} ${limit.largestAmount}. Enter less, or let a person create the link.`,
		);
	}
}

function problem(name: string, field: string, rule: string): InputError {
	return new InputError([{ path: [name], field, rule }]);
}
