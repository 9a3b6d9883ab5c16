import { Semaphore } from 'async-mutex';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { Accounts } from '../transport/accounts';
import { Transport } from '../transport/transport';
import type { NodeRun } from './operation';
import { z } from 'zod/v4';
import { asGatewayError, type GatewayError } from '../../../gateway/values/errors';
import { checkInput } from '../../../gateway/values/input';
import { editorLabels } from '../fields/fields';
import { positiveNumber, simplifyField, timeoutField, timeoutRule } from '../fields/options';
import { Parameters } from './parameters';

const SECOND = 1000;

/**
 * Opens a run of a node.
 * @param atOnce how many requests may be under way, unless the user sets it
 * @returns why it cannot begin, when an option cannot be used
 */
export function openRun(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	atOnce: number,
): NodeRun | GatewayError {
	try {
		const { requestsAtOnce, timeout, simplify } = readRunOptions(context, fields, atOnce);
		const signal = context.getExecutionCancelSignal();
		const services = new Accounts(context, (stored) => new Transport(context, stored, timeout * SECOND, signal));
		return { services, requestSlots: new Semaphore(requestsAtOnce), signal, simplify };
	} catch (error) {
		return asGatewayError(error);
	}
}

/** The number of requests that may be under way, unless the user sets it. Calls that move money are sent one after another, in order. */
export const REQUESTS_AT_ONCE = { money: 1, reads: 20 };

// In seconds.
const USUAL_TIMEOUT = 60;

/** Makes the options of an operation that moves money. */
export function optionsOfMoney(more: INodeProperties[] = []): INodeProperties {
	return optionsField(
		more,
		REQUESTS_AT_ONCE.money,
		'How many calls to send at the same time. With 1, they are sent one after another, in order.',
	);
}

/** Makes the options of an operation that only reads. */
export function optionsOfReads(more: INodeProperties[] = []): INodeProperties {
	return optionsField(more, REQUESTS_AT_ONCE.reads, 'How many calls to send at the same time');
}

function optionsField(more: INodeProperties[], requestsAtOnce: number, description: string): INodeProperties {
	const options: INodeProperties[] = [
		...more,
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: requestsAtOnce,
			description,
		},
		simplifyField,
		timeoutField(
			USUAL_TIMEOUT,
			'How long to wait for each answer. If the answer to a charge or a transfer does not arrive in time, this node looks it up and never sends it again.',
		),
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	};
}

const optionsSchema = z.object({
	simplify: z.unknown(),
	requestsAtOnce: positiveNumber.optional(),
	timeout: timeoutRule.optional(),
});

/**
 * Reads the options that operations have, with the values of the first item. The timeout is in seconds.
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
	const {
		requestsAtOnce = atOnce,
		timeout = USUAL_TIMEOUT,
		simplify = true,
	} = checkInput(optionsSchema, given, editorLabels(fields));
	return { requestsAtOnce, timeout, simplify: Boolean(simplify) };
}
