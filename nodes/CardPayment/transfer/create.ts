import { InputError } from '../../../gateway/values/errors';
import { buildTransfer, isRecordOf, type Transfer, type TransferRequest } from '../../../gateway/calls/transferCall';
import { sendTransfer, transferCall, transferItem } from '../../shared/payments/sendTransfer';
import { findTransfer } from '../../shared/payments/transferStatus';
import type { MoneyOperation, MoneyRequest } from '../../shared/execution/operation';
import { labelsOf } from '../../shared/fields/labels';
import { readCurrency } from '../commonFields';
import { readReference } from '../reference';
import { createFields } from './createFields';

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: MoneyOperation<TransferRequest & MoneyRequest> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create transfer',
		description: 'Send money to a bank account',
	},
	fields: createFields,
	referenceField: 'Request ID',
	payments: 'transfer',
	shows: ['duplicate', 'accountName', 'details'],

	prepare(parameters, settings) {
		const { reference: requestId, isRandom } = readReference(parameters, 'requestId', settings);
		const checksName = parameters.given<boolean>('checkName');
		const input = {
			bankCode: parameters.get('bankCode'),
			accountNumber: parameters.get('accountNumber'),
			accountDigits: parameters.given('options.accountDigits') ?? 10,
			amount: parameters.get('amount'),
			amountUnit: parameters.get('amountUnit'),
			currency: readCurrency(parameters, settings),
			narration: parameters.get('narration'),
			requestId,
			...(checksName && { expectedName: parameters.get('expectedName') }),
		};
		const request = buildTransfer(input, settings.amountsIn, labelsOf(createFields));
		if (checksName && request.expectedName === undefined) {
			const rule = "is missing. Write the name, or turn off 'Check Account Name First'.";
			throw new InputError([{ path: ['expectedName'], field: 'Expected Account Name', rule }]);
		}
		return {
			...request,
			reference: request.body.requestId,
			secrets: [],
			isRandom,
			ifUsed: parameters.given<'fail' | 'show'>('options.ifUsed') ?? 'fail',
		};
	},

	perform: sendTransfer,

	money: {
		words: { what: 'money', done: 'transferred' },
		withoutSecrets: (request) => request,
		lookUpOf: transferCall,
		ask: (run, { reference }) => findTransfer(run, reference),
		payment: {
			name: 'transfer',
			isSame: (request, record) => isRecordOf(request, record as Transfer),
			showFirst: (request, record) => ({ output: transferItem(request, record, { duplicate: true }) }),
		},
	},
};
