import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import type { Settings } from '../../gateway/client/settings';
import { readAttempt } from '../../gateway/values/attempt';
import { checkInput } from '../../gateway/values/input';
import type { Parameters } from '../shared/execution/parameters';
import { positiveNumber, TEXT } from '../shared/fields/options';
import { editorLabels } from '../shared/fields/fields';
import { randomUUID } from 'crypto';

export const transactionReferenceField: INodeProperties = {
	displayName: 'Transaction Reference',
	name: 'transactionReference',
	type: 'string',
	required: true,
	default: '={{ $json.transactionReference }}',
	description:
		'The "transactionReference" that Card: Charge returned. Some providers cannot look up payments by your reference.',
};

/** The reference of the payment that an item is about. A failed item has it under `error`. */
export const REFERENCE_OF_ITEM =
	'={{ $json.transactionReference || $json.error?.transactionReference || $json.reference || $json.error?.reference }}';

export const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	...TEXT,
	required: true,
	placeholder: 'e.g. 10.50',
	description: 'A plain number with a point, such as 10.50. It cannot have more decimals than the currency.',
};

/** Reads the currency of an item, or the credential's currency where the field is left as it is. Empty where neither has one. */
export function readCurrency(parameters: Parameters, { defaultCurrency }: Settings): unknown {
	return parameters.getIfSet<unknown>('currency') ?? defaultCurrency;
}

/** The unit of an amount. */
export const amountUnitField: INodeProperties = {
	displayName: 'Amount Unit',
	name: 'amountUnit',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Major Unit (10.50 Is 10.50)', value: 'major' },
		{ name: 'Minor Unit (1050 Is 10.50)', value: 'minor' },
	],
	default: 'major',
};

/** The number of results that a list returns. */
export const limitFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

const limitSchema = z.object({ limit: positiveNumber });

/** Reads the limit of a list; undefined where all are to be returned. @throws InputError */
export function readLimit(parameters: Parameters): number | undefined {
	if (parameters.get<boolean>('returnAll', false)) return undefined;
	// n8n has no value for a limit that it does not show.
	return checkInput(limitSchema, { limit: parameters.get('limit', 50) }, editorLabels(limitFields)).limit;
}

/** A list of names and values of the user's own, such as "Metadata". */
export function namesAndValues(displayName: string, name: string, description: string): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		description,
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{ displayName: 'Name', name: 'name', ...TEXT },
					{ displayName: 'Value', name: 'value', ...TEXT },
				],
			},
		],
	};
}

/** The field for the reference of a payment. */
export function referenceField(description: string): INodeProperties {
	return {
		...{ displayName: 'Reference', name: 'reference', ...TEXT, placeholder: 'e.g. ORD-1001' },
		description: `${description} ${NEEDS_ONE}`,
		builderHint: numberOf('order'),
	};
}

/** The field for the caller's ID of a transfer or a bank payment. @param whose what has this number in the user's lists */
export function requestIdField(whose: string, placeholder: string, description: string): INodeProperties {
	return {
		...{ displayName: 'Request ID', name: 'requestId', ...TEXT, placeholder },
		description: `${description} ${NEEDS_ONE}`,
		builderHint: numberOf(whose),
	};
}

const NEEDS_ONE = 'A published workflow needs one.';

/** Makes the hint for n8n's AI builder: with another number in each run, the same order would be paid in each. */
function numberOf(whose: string) {
	return {
		propertyHint: `The number of the ${whose} from the data, never $now, a random value, $execution.id or $runIndex: the same ${whose} must have the same one in each run, because it is paid once for each. A published workflow needs one.`,
	};
}

/**
 * Reads the reference of a payment (specification 2.2, 8.3). Only where no money moves, when somebody tries the workflow in the
 * editor with a Test credential, an empty one becomes a random one.
 * @param name the parameter
 * @returns the reference, undefined where it is missing, which the check of the request reports; and whether this node has made it
 * @throws InputError where an expression returns nothing
 */
export function readReference(parameters: Parameters, name: string, { environment }: Settings) {
	const reference = parameters.getIfSet<string>(name);
	const isRandom = reference === undefined && parameters.context.getMode() === 'manual' && environment === 'test';
	// Whoever writes the reference of an attempt means its order.
	const order = typeof reference === 'string' ? readAttempt(reference).order : reference;
	return { reference: isRandom ? `test-${randomUUID()}` : order, isRandom };
}

/** Reads what to do where a reference was used before. @throws InputError where an expression returns nothing */
export function readIfUsed(parameters: Parameters): 'fail' | 'show' | undefined {
	return parameters.getIfSet<'fail' | 'show'>(`options.${ifUsedField.name}`);
}

/** The action where a reference was used before. */
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

/** Makes the option to send again what this node has sent before, although no look-up finds it. @param name what is sent: "refund" */
export function sendAgainField(name: string): INodeProperties {
	return {
		displayName: 'Send Again',
		name: 'sendAgain',
		type: 'boolean',
		default: false,
		description: `Whether to send a ${name} that this node has sent before, in another execution, and that the service does not show. Only after your provider's dashboard has shown that the first ${name} was not made.`,
	};
}

/** Reads whether it is sent again. Text such as "false", from an expression, turns nothing on. */
export function readSendAgain(parameters: Parameters): boolean {
	return parameters.getIfSet<unknown>('options.sendAgain') === true;
}
