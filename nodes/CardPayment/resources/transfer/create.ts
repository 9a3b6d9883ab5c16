import { InputError } from '../../../../gateway/protocol/errors';
import { buildTransfer, type TransferFormat, type TransferRequest } from '../../../../gateway/calls/transfer';
import { lookUpSentTransfer, sendTransfer } from '../../../shared/payments/transfer';
import type { Operation } from '../../../shared/execution/operation';
import { createFields } from './createFields';

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: Operation<TransferRequest> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a transfer',
		description: 'Send money to a bank account',
	},
	fields: createFields,

	prepare(parameters, automaticReference, { amountsIn }) {
		const { accountDigits = 10 } = parameters.get<Partial<TransferFormat>>('options', {});
		const input = {
			bankCode: parameters.get('bank'),
			accountNumber: parameters.get('accountNumber'),
			amount: parameters.get('amount'),
			amountUnit: parameters.get('amountUnit'),
			currency: parameters.get('currency'),
			narration: parameters.get('narration'),
			requestId: parameters.get('requestId') || automaticReference.forItem(parameters.itemIndex),
			...(parameters.get('checkName', false) ? { expectedName: parameters.get('expectedName') } : {}),
		};
		const request = buildTransfer(input, { accountDigits, amountsIn });
		if (!('expectedName' in input) || request.expectedName !== undefined) return request;
		throw new InputError([
			{ path: ['expectedName'], field: 'Expected Account Name', rule: 'is required to check the account name' },
		]);
	},

	perform: sendTransfer,

	money: {
		reference: ({ body }) => body.requestId,
		referenceField: 'Request ID',
		notDone: 'not transferred',
		lookUpSent: lookUpSentTransfer,
	},
};
