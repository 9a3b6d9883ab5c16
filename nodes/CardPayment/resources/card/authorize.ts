import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	buildAuthorize,
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../../gateway/authorize';
import { AUTHORIZE } from '../../../../gateway/endpoints';
import { LostAnswerError, RefusedError } from '../../../../gateway/errors';
import { isFinal } from '../../../../gateway/outcome';
import { commonPart, payment, type Payment } from '../../../../gateway/payment';
import type { VerifiedPayment } from '../../../../gateway/verify';
import { exchange } from '../../../shared/exchange';
import type { Operation, Result, Run } from '../../../shared/operation';
import { isNotFound, lookUp } from '../../../shared/verification';
import { moneyOptions, simplify } from '../fields';

const description: INodeProperties[] = [
	{
		displayName: 'Transaction Reference',
		name: 'transactionReference',
		type: 'string',
		required: true,
		default: '',
		placeholder: '={{ $json.transactionReference }}',
		description: 'The "transactionReference" that Card: Charge returned, not your own reference',
	},
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
		if ('failure' in answered) {
			const { failure } = answered;
			// The payment may have been authorized: find out, and never send the OTP again.
			if (failure instanceof LostAnswerError) return await settle(run, request, failure.message);
			// A refused OTP is an outcome (section 7). A transaction that is already settled is refused alike.
			if (failure instanceof RefusedError && failure.httpStatus === 400) return await rejected(run, request, failure);
			throw failure;
		}
		const { value, raw } = answered;
		if (value.outcome !== 'unknown') return { output: describe(value), raw };
		// Readable, but with a status that this package does not know: the record may tell more.
		return await settle(run, request, value.message ?? 'The service gave a status that this node does not know', value);
	},

	money: {
		reference: ({ body }) => body.transactionReference,
		referenceField: 'Transaction Reference',
		notDone: 'not authorized',
		recall: async (run, request) =>
			await settle(run, request, 'An earlier try in this execution sent this OTP and got no answer'),
	},
};

async function rejected(run: Run, request: AuthorizeRequest, refusal: RefusedError): Promise<Result> {
	const found = await lookUp(run, request.body.transactionReference, isAuthorizationOf(request), [0]);
	if ('record' in found && isFinal(found.record.outcome)) {
		return { output: describe({ ...found.record, otpRejected: !found.record.authorized }) };
	}
	// The service means the reference then, and no OTP will ever fit.
	if ('why' in found && isNotFound(found.failure)) throw unknownTransaction(refusal);
	return { output: describe(otpRejected(request, refusal.serviceMessage)) };
}

function unknownTransaction({ httpStatus, serviceMessage }: RefusedError): RefusedError {
	const { message, next } = AUTHORIZE.errors[404]!;
	return new RefusedError(message, next, httpStatus, serviceMessage);
}

/** What became of an authorization that was sent and whose answer does not tell: the service's record, or `unknown`. */
async function settle(
	run: Run,
	request: AuthorizeRequest,
	reason: string,
	answered?: AuthorizedPayment,
): Promise<Result> {
	const answerLost = answered === undefined;
	const found = await lookUp(run, request.body.transactionReference, isAuthorizationOf(request));
	if ('record' in found) return { output: describe(found.record, answerLost) };
	const unknown = answered ?? payment({ outcome: 'unknown', transactionReference: request.body.transactionReference });
	const message = `${reason}, so it is not known whether the payment was authorized. Asking for the transaction did not help: ${found.why}. Do not charge the card again: verify this transaction later, or ask your provider about it.`;
	return { output: describe({ ...unknown, message }, answerLost) };
}

/** The same fields for every authorization, whether its own answer tells or the record that was looked up. */
function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): IDataObject {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	return { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl, answerLost };
}

function isAuthorizationOf({ body }: AuthorizeRequest): (record: VerifiedPayment) => boolean {
	return (record) => record.transactionReference === body.transactionReference;
}
