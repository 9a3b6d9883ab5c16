import { z } from 'zod/v4';

import { checkInput, requiredText, type Labels } from '../values/input';
import { meaningOf, readStatus, type StatusTable } from '../outcome';
import { commonPart, payment, type Payment } from '../payment';
import { comparedText, decimal, optionalAddress, optionalText, readFields } from '../values/responseFields';
import {
	ABOUT_ANOTHER,
	completed,
	differences,
	isUnderpaid,
	OTHER_AMOUNT,
	UNDERPAID,
	repeatedIn,
	type ExpectedPayment,
} from './expectedPayment';
import { referenceText } from '../values/reference';

/** A checked authorization, ready to be sent (specification 2.4). */
export interface AuthorizeRequest {
	body: { transactionReference: string; otp: string; authorizationType: string };
	secrets: string[];
	/** What the charge was sent with, where it is known. */
	expected?: ExpectedPayment;
}

/** The fields that an authorization's answer adds to the payment (2.5). */
export interface AuthorizedPayment extends Payment {
	/** True when the service refused the OTP: the payment still waits for the right one. */
	otpRejected: boolean;
	grossAmount: number | null;
	paymentReference: string | null;
	callbackUrl: string | null;
}

const NOTHING_MORE = { otpRejected: false, grossAmount: null, paymentReference: null, callbackUrl: null };

const authorizeSchema = z.object({
	transactionReference: referenceText,
	otp: requiredText,
	authorizationType: requiredText,
});

const answerFields = {
	errorMessage: optionalText,
	transactionReference: comparedText,
	clientReference: optionalText,
	authorizationType: optionalText,
	callbackUrl: optionalAddress,
	callbackURL: optionalAddress,
	paymentReference: optionalText,
	grossAmount: decimal,
};

/**
 * Checks an authorization and builds its request (2.4, 4.4). The OTP stays text, so leading zeros are kept.
 * @throws InputError with every broken rule
 */
export function buildAuthorize(input: unknown, labels: Labels = {}): AuthorizeRequest {
	const body = checkInput(authorizeSchema, input, labels);
	// A service may repeat an OTP such as "G-482913" as its digits alone.
	return { body, secrets: [body.otp, body.otp.replace(/\D/g, '')] };
}

/**
 * Reads the answer of an authorization (2.5). Its status code is the transaction's: 2 means AUTHORIZED. An answer about
 * another payment or amount is `unknown`.
 */
export function readAuthorize(
	data: Record<string, unknown>,
	{ body, expected }: AuthorizeRequest,
	table: StatusTable,
): AuthorizedPayment {
	const answer = readFields(data, answerFields);
	const repeated = repeatedIn(data);
	const { transactionReference } = body;
	const isOurs = answer.transactionReference === null || answer.transactionReference === transactionReference;
	const differing = expected ? differences(expected, repeated, 'ignored') : [];
	if (!isOurs || differing.includes('reference')) {
		// An answer about another payment says nothing about this payment.
		const known = payment({ ...expected, outcome: 'unknown', transactionReference, details: ABOUT_ANOTHER });
		return { ...known, ...NOTHING_MORE };
	}
	const isOtherAmount = differing.length > 0;
	const status = isOtherAmount ? null : readStatus(data, table);
	const { name: statusName, outcome: ofStatus } = meaningOf(status, table);
	const isTooLittle = isUnderpaid(ofStatus, answer.grossAmount, repeated.amount ?? expected?.amount ?? null);
	return {
		...payment({
			reference: answer.clientReference,
			...expected,
			outcome: isTooLittle ? 'unknown' : ofStatus,
			status,
			statusName,
			transactionReference,
			authorizationType: answer.authorizationType,
			serviceMessage: answer.errorMessage,
			details: isOtherAmount ? OTHER_AMOUNT : isTooLittle ? UNDERPAID : null,
		}),
		otpRejected: false,
		grossAmount: answer.grossAmount,
		paymentReference: answer.paymentReference,
		callbackUrl: answer.callbackUrl ?? answer.callbackURL,
	};
}

/**
 * The payment after a refused OTP (7). It still waits for the right one.
 * @param record the service's record; what it does not tell is as it was sent
 */
export function otpRejected(
	{ body, expected }: AuthorizeRequest,
	serviceMessage: string | undefined,
	record: Payment,
): AuthorizedPayment {
	const { authorizationType } = body;
	const open = { ...completed(commonPart(record), expected), authorizationType, outcome: 'otp_required' } as const;
	return { ...open, serviceMessage: serviceMessage ?? null, ...NOTHING_MORE, otpRejected: true };
}
