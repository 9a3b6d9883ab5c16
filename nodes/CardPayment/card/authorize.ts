import type { INodeProperties } from 'n8n-workflow';

import { buildAuthorize, type AuthorizeRequest } from '../../../gateway/calls/authorizeCall';
import { isNothing } from '../../../gateway/values/input';
import { sentPaymentIn } from '../../../gateway/calls/sentPayment';
import { lookUpSentAuthorization, sendAuthorization } from '../../shared/payments/sendAuthorization';
import type { Operation } from '../../shared/execution/operation';
import { SECRET } from '../../shared/fields/options';
import { labelsOf } from '../../shared/webhooks/readParameters';
import { isPassedOn } from './passOn';
import { moneyOptions, transactionReference } from '../commonFields';

const fields: INodeProperties[] = [
	transactionReference,
	{
		displayName: 'OTP',
		name: 'otp',
		...SECRET,
		required: true,
		placeholder: 'e.g. 123456',
		description: 'The one-time password that the customer received. It is sent as text, so leading zeros stay.',
	},
	moneyOptions(),
];

/** Card: Authorize (specification 2.4, 2.5, 4.4). */
export const authorize: Operation<AuthorizeRequest> = {
	option: {
		name: 'Authorize',
		value: 'authorize',
		action: 'Submit OTP',
		description: 'Submit the OTP that the customer received for a charge',
	},
	fields,
	payments: 'otp',
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
		return { ...request, sent: sentPaymentIn(parameters.item, request.body.transactionReference, settings) };
	},

	perform: sendAuthorization,

	money: {
		reference: ({ body }) => body.transactionReference,
		referenceField: 'Transaction Reference',
		words: { what: 'payment', done: 'authorized' },
		withoutSecrets: ({ body, sent }) => ({ body: { ...body, otp: '' }, secrets: [], sent }),
		// Also where the item has another transaction reference by now. Its input is the same at every try, so the node was
		// edited; to authorize the other transaction as well would be a second payment for one item.
		lookUpSent: (run, request, { now, ...before }) =>
			lookUpSentAuthorization(run, { ...request, secrets: now?.secrets ?? [] }, before),
	},
};
