import { z } from 'zod/v4';

import { checkInput, requiredText } from '../schema/input';
import { meaningOf, readStatus, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import { decimal, optionalAddress, optionalText } from '../schema/responseFields';

/** A checked authorization, ready to be sent (specification 2.4). */
export interface AuthorizeRequest {
	body: { transactionReference: string; otp: string; authorizationType: string };
	secrets: string[];
}

/** The fields that an authorization's answer adds to the payment (2.5). */
export interface AuthorizedPayment extends Payment {
	/** True when the service refused the OTP: the payment still waits for the right one. */
	otpRejected: boolean;
	grossAmount: number | null;
	paymentReference: string | null;
	callbackUrl: string | null;
}

const LABELS = { transactionReference: 'Transaction Reference', otp: 'OTP', authorizationType: 'Authorization Type' };

const NOTHING_MORE = { otpRejected: false, grossAmount: null, paymentReference: null, callbackUrl: null };

const authorizeSchema = z.object({
	transactionReference: requiredText,
	otp: requiredText,
	authorizationType: requiredText,
});

const authorizeAnswer = z.object({
	status: z.unknown(),
	statusCode: z.unknown(),
	errorMessage: optionalText,
	transactionReference: optionalText,
	authorizationType: optionalText,
	grossAmount: decimal,
	callbackUrl: optionalAddress,
	callbackURL: optionalAddress,
	clientReference: optionalText,
	paymentReference: optionalText,
});

/**
 * Checks an authorization and builds its request (2.4, 4.4). The OTP stays text, so leading zeros are kept.
 * @throws InputError with every broken rule
 */
export function buildAuthorize(input: unknown): AuthorizeRequest {
	const body = checkInput(authorizeSchema, input, LABELS, { section: '2.4' });
	return { body, secrets: [body.otp] };
}

/** Reads the answer of an authorization (2.5). Its status code is the transaction's: 2 means AUTHORIZED. */
export function readAuthorize(
	data: Record<string, unknown>,
	{ body }: AuthorizeRequest,
	table: StatusTable,
): AuthorizedPayment {
	const answer = authorizeAnswer.parse(data);
	const isOurs = answer.transactionReference === null || answer.transactionReference === body.transactionReference;
	if (!isOurs) return aboutAnother(body.transactionReference);
	const status = readStatus(answer, table);
	const { name, outcome } = meaningOf(status, table);
	return {
		...payment({
			outcome,
			status,
			statusName: name,
			reference: answer.clientReference,
			transactionReference: body.transactionReference,
			authorizationType: answer.authorizationType,
			message: answer.errorMessage,
		}),
		otpRejected: false,
		grossAmount: answer.grossAmount,
		paymentReference: answer.paymentReference,
		callbackUrl: answer.callbackUrl ?? answer.callbackURL,
	};
}

/** The payment after a refused OTP (7). It still waits for the right one. */
export function otpRejected({ body }: AuthorizeRequest, message: string | undefined): AuthorizedPayment {
	return {
		...payment({
			outcome: 'otp_required',
			transactionReference: body.transactionReference,
			authorizationType: body.authorizationType,
			message: message ?? 'The service refused the OTP.',
		}),
		...NOTHING_MORE,
		otpRejected: true,
	};
}

// An answer about another transaction says nothing about this one.
function aboutAnother(transactionReference: string): AuthorizedPayment {
	const message = 'The service answered about another transaction';
	return { ...payment({ outcome: 'unknown', transactionReference, message }), ...NOTHING_MORE };
}
