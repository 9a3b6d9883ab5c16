import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { checkInput, numberFrom } from '../../../gateway/values/input';
import { timeoutRule } from '../fields/options';
import { Parameters } from './parameters';

const LABELS = { requestsAtOnce: 'Requests at Once', timeout: 'Timeout (Seconds)' };
const LONGEST_WAIT = 60;

const number = numberFrom(1, 'is not a number above zero. Write 1 or more.');
const optionsSchema = z.object({
	simplify: z.unknown(),
	requestsAtOnce: number.optional(),
	timeout: timeoutRule.optional(),
});

/**
 * The options that operations have, with the values of the first item. The timeout is in seconds.
 * @param atOnce how many requests may be under way, unless the user sets it
 * @throws InputError when a value is no number: without a time limit, a call could wait for ever
 */
export function readRunOptions(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	atOnce: number,
): { requestsAtOnce: number; timeout: number; simplify: boolean } {
	// n8n has no value for a field that the operation does not have.
	const hasOptions = fields.some(({ name }) => name === 'options');
	const given = hasOptions ? new Parameters(context, 0, fields).get('options') : {};
	const { requestsAtOnce = atOnce, timeout = LONGEST_WAIT, simplify = true } = checkInput(optionsSchema, given, LABELS);
	return { requestsAtOnce: Math.floor(requestsAtOnce), timeout, simplify: Boolean(simplify) };
}
