import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	buildAuthorize,
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../../gateway/authorize';
import { AUTHORIZE } from '../../../../gateway/endpoints';
import { RefusedError } from '../../../../gateway/errors';
import { isFinal } from '../../../../gateway/outcome';
import { commonPart, payment, type Payment } from '../../../../gateway/payment';
import { exchange } from '../../../shared/exchange';
import { isNotFound, lookUp, type Sought } from '../../../shared/lookUp';
import type { Operation, Run } from '../../../shared/operation';
import { recallOf, settle, type Settlement } from '../../../shared/settlement';
import { verify } from '../../../shared/verification';
import { moneyOptions, simplify, transactionReference } from '../fields';

const description: INodeProperties[] = [
	transactionReference,
	{
		displayName: 'OTP',
		name: 'otp',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description: 'The one-time password that the customer received. It is sent as text, so leading zeros stay.',
	},
	{
		displayName: 'Authorization Type',
		name: 'authorizationType',
		type: 'string',
		default: 'OTP',
		description: 'OTP is the only value that the service documents',
	},
	simplify,
	moneyOptions(),
];

/** Card: Authorize (specification 2.4, 2.5, 4.4). */
export const authorize: Operation<AuthorizeRequest> = {
	description,

	prepare(parameters) {
		return buildAuthorize({
			transactionReference: parameters.get('transactionReference'),
			otp: parameters.get('otp'),
			authorizationType: parameters.get('authorizationType'),
		});
	},

	async perform(run, request) {
		const answered = await exchange(run, AUTHORIZE, { body: request.body }, request.secrets, (data) =>
			readAuthorize(data, request, run.transport.settings.statusTable),
		);
		return await settle(run, answered, settlementOf(run, request));
	},

	money: {
		reference: ({ body }) => body.transactionReference,
		referenceField: 'Transaction Reference',
		notDone: 'not authorized',
		recall: recallOf('this OTP', settlementOf),
	},
};

function settlementOf(run: Run, request: AuthorizeRequest): Settlement {
	const { transactionReference: reference } = request.body;
	const sought: Sought = {
		reference,
		ask: verify,
		isIt: (record) => record.transactionReference === reference,
		secrets: request.secrets,
	};
	return {
		sought,
		unknown: payment({ outcome: 'unknown', transactionReference: reference }),
		question: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		describe,
		async refused(failure) {
			// A wrong OTP is an outcome (section 7). A transaction that is settled or does not exist is refused alike.
			if (!(failure instanceof RefusedError) || failure.httpStatus !== 400) return undefined;
			const found = await lookUp(run, sought, { mayAppear: false });
			if ('record' in found && isFinal(found.record.outcome)) {
				return { output: describe({ ...found.record, otpRejected: !found.record.authorized }) };
			}
			if ('record' in found) return { output: describe(otpRejected(request, failure.serviceMessage)) };
			if (isNotFound(found.failure)) throw unknownTransaction(failure);
			// The OTP may have been taken before, and the answer been lost.
			const message = `${failure.message}. Asking for the transaction did not help, so it is not known whether an earlier try was successful: ${found.why}. Verify it before you ask for another OTP.`;
			return { output: describe({ ...otpRejected(request, message), outcome: 'unknown' }) };
		},
	};
}

function unknownTransaction({ httpStatus, serviceMessage }: RefusedError): RefusedError {
	const { message, next } = AUTHORIZE.errors[404]!;
	return new RefusedError(message, next, httpStatus, serviceMessage);
}

function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): IDataObject {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	return { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl, answerLost };
}
