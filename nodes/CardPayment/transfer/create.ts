import { InputError } from '../../../gateway/values/errors';
import { buildTransfer, isRecordOf, type Transfer, type TransferRequest } from '../../../gateway/calls/transferCall';
import { lookUpSentTransfer, sendTransfer, transferItem } from '../../shared/payments/sendTransfer';
import { findTransfer } from '../../shared/payments/transferStatus';
import type { Operation } from '../../shared/execution/operation';
import { labelsOf } from '../../shared/webhooks/readParameters';
import { readCurrency } from '../commonFields';
import { adviceToShow, readIfUsed, readReference } from '../reference';
import { createFields } from './createFields';

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: Operation<TransferRequest & { isRandom: boolean; ifUsed: 'fail' | 'show' }> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create transfer',
		description: 'Send money to a bank account',
	},
	fields: createFields,
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
		return { ...request, isRandom, ifUsed: readIfUsed(parameters) };
	},

	perform: sendTransfer,

	money: {
		reference: ({ body }) => body.requestId,
		referenceField: 'Request ID',
		words: { what: 'money', done: 'transferred' },
		withoutSecrets: (request) => request,
		lookUpSent: lookUpSentTransfer,
		payment: {
			name: 'transfer',
			parameter: 'requestId',
			money: ({ money }) => money,
			isRandom: ({ isRandom }) => isRandom,
			ifUsed: ({ ifUsed }) => ifUsed,
			ask: (run, { body }) => findTransfer(run, body.requestId),
			isSame: (request, record) => isRecordOf(request, record as Transfer),
			adviceIfUsed: adviceToShow('Request ID', 'transfer'),
			showFirst: (request, record) => ({ output: transferItem(request, record, { duplicate: true }) }),
		},
	},
};
