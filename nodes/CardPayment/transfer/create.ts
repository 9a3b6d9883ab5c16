import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/errors';
import { buildTransfer, transfer as call, transferFields, type TransferRequest } from '../../../gateway/calls/transfer';
import type { PayOperation } from '../../shared/execution/operation';
import { editorLabels, editorFields } from '../../shared/fields/fields';
import {
	amountField,
	amountUnitField,
	ifUsedField,
	readCurrency,
	readIfUsed,
	readReference,
	readSendAgain,
	requestIdField,
	sendAgainField,
} from '../commonFields';
import { optionsOfMoney } from '../../shared/execution/run';
import { currencyField } from '../../shared/fields/currency';
import { bankAccountFields, expectedNameField } from '../bankAccount/accountFields';

/** The fields of Transfer: Create. */
const fields: INodeProperties[] = [
	...bankAccountFields,
	amountField,
	{
		...amountUnitField,
		default: '',
		required: true,
		description: 'The unit of the amount. There is no default, so that you choose what your list has.',
	},
	{
		...currencyField,
		description:
			'The currency of your account, as a three-letter code (ISO 4217). It is not sent to the service; it determines how many decimals the amount can have.',
	},
	...editorFields(transferFields),
	requestIdField(
		'payout',
		'e.g. PAYOUT-1001',
		'The number of the payout in your list, which is "reference" in the output. When you send a transfer again, always use the same request ID: it keeps money from being sent twice. After a refusal, use a new one for a corrected account, such as PAYOUT-1001-2.',
	),
	{
		displayName: 'Check Account Name First',
		name: 'checkName',
		type: 'boolean',
		default: false,
		description:
			'Whether to look up the account holder first, and send the money only if the name is the expected one. Every word of the name must match. Case, word order, punctuation and accents on Latin letters do not matter.',
	},
	{
		...expectedNameField,
		required: true,
		description: 'The name of the person or company that the account must belong to',
		displayOptions: { show: { checkName: [true] } },
	},
	optionsOfMoney([ifUsedField, sendAgainField('transfer')]),
];

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: PayOperation<TransferRequest> = {
	kind: 'pay',
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create transfer',
		description: 'Send money to a bank account',
	},
	fields,
	call,
	shows: ['duplicate', 'accountName', 'details'],

	prepare(parameters, settings) {
		const { reference: requestId, isRandom } = readReference(parameters, 'requestId', settings);
		const checksName = parameters.getIfSet<boolean>('checkName');
		const input = {
			bankCode: parameters.get('bankCode'),
			...parameters.getFields(call.fields),
			amount: parameters.get('amount'),
			amountUnit: parameters.get('amountUnit'),
			currency: readCurrency(parameters, settings),
			requestId,
			...(checksName && { expectedName: parameters.get('expectedName') }),
		};
		const request = buildTransfer(input, settings, editorLabels(fields));
		if (checksName && request.expectedName === undefined) {
			const rule = "is missing. Write the name, or turn off 'Check Account Name First'.";
			throw new InputError([{ path: ['expectedName'], field: 'Expected Account Name', rule }]);
		}
		return { ...request, isRandom, ifUsed: readIfUsed(parameters), sendAgain: readSendAgain(parameters) };
	},
};
