import type { INodeProperties } from 'n8n-workflow';

import { bankPayment as call, buildBankPayment, type BankPaymentRequest } from '../../../gateway/calls/bankPayment';
import type { PayOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/run';
import { editorLabels } from '../../shared/fields/fields';
import {
	amountField,
	ifUsedField,
	readIfUsed,
	readReference,
	readSendAgain,
	requestIdField,
	sendAgainField,
} from '../commonFields';

/** The fields of Bank Payment: Create. */
const fields: INodeProperties[] = [
	{
		...amountField,
		description:
			'A plain number with a point, such as 10.50, in the Default Currency of the credential: this call names no currency',
	},
	requestIdField(
		'invoice',
		'e.g. INV-1001',
		'The number of the invoice, which is "reference" in the output. Where the service has a bank payment under it already, no second account is created.',
	),
	optionsOfMoney([ifUsedField, sendAgainField('bank payment')]),
];

/** Bank Payment: Create. The specification does not have it; this is what providers publish. */
export const create: PayOperation<BankPaymentRequest> = {
	kind: 'pay',
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create bank payment',
		description: 'Get a bank account to which the customer pays one invoice. No money moves when it is created.',
	},
	fields,
	call,
	shows: ['account', 'amountPaid', 'duplicate', 'details'],

	prepare(parameters, settings) {
		const { reference: requestId, isRandom } = readReference(parameters, 'requestId', settings);
		const request = buildBankPayment({ amount: parameters.get('amount'), requestId }, settings, editorLabels(fields));
		return { ...request, isRandom, ifUsed: readIfUsed(parameters), sendAgain: readSendAgain(parameters) };
	},
};
