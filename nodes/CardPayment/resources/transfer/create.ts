import { InputError } from '../../../../gateway/protocol/errors';
import { buildTransfer, type TransferRequest } from '../../../../gateway/calls/transfer';
import { lookUpSentTransfer, sendTransfer } from '../../../shared/payments/transfer';
import type { WhenUsed } from '../../../shared/payments/usedReference';
import { digitsOf } from '../../../shared/execution/automaticReference';
import type { Operation } from '../../../shared/execution/operation';
import { whenUsed } from '../whenUsed';
import { createFields } from './createFields';

/** Transfer: Create, the outward transfer of specification section 1, in the form that providers publish. */
export const create: Operation<TransferRequest & { whenUsed: WhenUsed }> = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create transfer',
		description: 'Send money to a bank account',
	},
	fields: createFields,
	payments: 'transfer',

	prepare(parameters, automaticReference, { amountsIn }) {
		const accountDigits = parameters.given<number>('options.accountDigits') ?? 10;
		const requestId = parameters.given<string>('requestId');
		const input = {
			bankCode: parameters.get('bank'),
			accountNumber: parameters.get('accountNumber'),
			amount: parameters.get('amount'),
			amountUnit: parameters.get('amountUnit'),
			currency: parameters.get('currency'),
			narration: parameters.get('narration'),
			requestId:
				requestId ??
				automaticReference.forItem(parameters.itemIndex, [
					parameters.get('bank'),
					digitsOf(parameters.get('accountNumber')),
					parameters.get('narration'),
				]),
			...(parameters.given('checkName') ? { expectedName: parameters.get('expectedName') } : {}),
		};
		const request = buildTransfer(input, { accountDigits, amountsIn });
		if (!('expectedName' in input) || request.expectedName !== undefined)
			return { ...request, whenUsed: whenUsed(parameters, requestId === undefined) };
		throw new InputError([
			{
				path: ['expectedName'],
				field: 'Expected Account Name',
				rule: 'is missing. Write the name, or turn off "Check Account Name First".',
			},
		]);
	},

	perform: async (run, request) => await sendTransfer(run, request, request.whenUsed),

	money: {
		reference: ({ body }) => body.requestId,
		referenceField: 'Request ID',
		isAutomatic: ({ whenUsed: chosen }) => chosen === 'own',
		words: { what: 'money', done: 'transferred' },
		alike: { money: ({ money }) => money, what: 'bank account and narration' },
		withoutSecrets: (request) => request,
		lookUpSent: (run, { request }) => lookUpSentTransfer(run, request),
	},
};
