import type { INodeProperties } from 'n8n-workflow';

import { buildAuthorize, type AuthorizeRequest } from '../../../gateway/calls/authorizeCall';
import { isNothing } from '../../../gateway/values/input';
import { expectedPaymentIn } from '../../../gateway/calls/expectedPayment';
import { callToAuthorize, sendAuthorization } from '../../shared/payments/sendAuthorization';
import type { MoneyOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/runOptions';
import { SECRET } from '../../shared/fields/options';
import { labelsOf } from '../../shared/fields/labels';
import { isPassedOn } from './passOn';
import { transactionReferenceField } from '../commonFields';

const fields: INodeProperties[] = [
	transactionReferenceField,
	{
		displayName: 'OTP',
		name: 'otp',
		...SECRET,
		required: true,
		placeholder: 'e.g. 123456',
		description: 'The one-time password that the customer received. It is sent as text, so leading zeros stay.',
	},
	optionsOfMoney(),
];

/** Card: Authorize (specification 2.4, 2.5, 4.4). */
export const authorize: MoneyOperation<AuthorizeRequest & { reference: string }> = {
	option: {
		name: 'Authorize',
		value: 'authorize',
		action: 'Submit OTP',
		description: 'Submit the OTP that the customer received for a charge',
	},
	fields,
	referenceField: transactionReferenceField.displayName,
	paymentKind: 'otp',
	shows: ['otpRejected', 'otpUrl', 'details'],

	passesOn: (parameters) => isPassedOn(parameters, () => !isNothing(parameters.get<unknown>('otp'))),

	prepare(parameters, settings) {
		const given = {
			transactionReference: parameters.get('transactionReference'),
			otp: parameters.get('otp'),
			authorizationType: 'OTP',
		};
		const request = buildAuthorize(given, labelsOf(fields));
		// The item of the charge tells what the answer must be about.
		const reference = request.body.transactionReference;
		return { ...request, reference, expected: expectedPaymentIn(parameters.item, reference, settings) };
	},

	perform: sendAuthorization,

	moneyRules: {
		wording: { what: 'payment', done: 'authorized' },
		withoutSecrets: (request) => ({ ...request, body: { ...request.body, otp: '' }, secrets: [] }),
		// Also where the item has another transaction reference by now. Its input is the same at every try, so the node was
		// edited; to authorize the other transaction as well would be a second payment for one item.
		buildLookUp: callToAuthorize,
	},
};
