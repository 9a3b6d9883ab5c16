import { z } from 'zod/v4';

import { ENDPOINTS, NOT_ABOUT_THE_CARD } from '../client/endpoints';
import { labelsOf, rulesOf, SECRET, type Field } from '../fields';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { RefusedError, type GatewayError } from '../values/errors';
import { checkInput, requiredText } from '../values/input';
import { isFinal, meaningOf, readStatus } from '../outcome';
import {
	commonPart,
	completePayment,
	payment,
	paymentItem,
	type ExpectedPayment,
	type Payment,
	type PaymentItem,
} from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import { decimal, optionalAddress, optionalText, readFields } from '../values/responseFields';
import { ABOUT_ANOTHER, contradictionOf, isUnderpaid, OTHER_AMOUNT, UNDERPAID } from './expectedPayment';
import { findPayments, makeOwnLookUpRequest } from './findPayments';
import { roundAmount } from '../values/money';
import { compareReferences } from '../values/attempt';
import { referenceText } from '../values/reference';
import type { RecordSettings } from './verify';

/** A checked authorization, ready to be sent (specification 2.4). */
export interface AuthorizeRequest extends MoneyRequest {
	body: { transactionReference: string; otp: string; authorizationType: string };
	/** The charge as it was sent, where that is known. */
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

/** Removes the separators between the digits of an OTP, which people group, as in 123-456. */
function withoutGroups(otp: string): string {
	return /^[\d\s\p{Pd}]+$/u.test(otp) ? otp.replace(/\D/g, '') : otp;
}

/** The fields of an authorization, besides the transaction. */
const authorizeFields = {
	otp: {
		displayName: 'OTP',
		...SECRET,
		required: true,
		placeholder: 'e.g. 123456',
		description: 'The one-time password that the customer received. It is sent as text, so leading zeros stay.',
		rule: requiredText
			.transform(withoutGroups)
			.refine((otp) => otp !== '', 'has no digits. Write the code as the customer received it.'),
	},
} satisfies Record<string, Field>;

const schema = z.object({ transactionReference: referenceText, ...rulesOf(authorizeFields) });
const LABELS = { transactionReference: 'Transaction Reference', ...labelsOf(authorizeFields) };

const answerFields = {
	errorMessage: optionalText,
	transactionReference: optionalText,
	clientReference: optionalText,
	authorizationType: optionalText,
	callbackUrl: optionalAddress,
	callbackURL: optionalAddress,
	paymentReference: optionalText,
	grossAmount: decimal,
	requestedAmount: decimal,
	currencyCode: optionalText,
};

/**
 * Checks an authorization and builds its request (2.4, 4.4). The OTP stays text, so leading zeros are kept; people group its digits, as in
 * 123-456, and it is sent without the separators.
 * @param expected what the charge was sent with, where it is known
 * @throws InputError with every broken rule
 */
export function buildAuthorize(
	input: { transactionReference: unknown; otp: unknown },
	expected?: ExpectedPayment,
): AuthorizeRequest {
	const { transactionReference, otp } = checkInput(schema, input, LABELS);
	const body = { transactionReference, otp, authorizationType: 'OTP' };
	return { body, reference: transactionReference, secrets: secretsOfOtp(otp), expected };
}

/** Lists the texts that hide an OTP: a service may repeat one such as "G-482913" as its digits alone. */
export function secretsOfOtp(otp: string): string[] {
	return [otp, otp.replace(/\D/g, '')];
}

/**
 * Reads the answer of an authorization (2.5). Its status code is the transaction's: 2 means AUTHORIZED. An answer about
 * another payment or amount is `unknown`.
 */
export function readAuthorizeAnswer(
	data: Record<string, unknown>,
	{ body, expected }: AuthorizeRequest,
	{ statusTable: table, amountsIn }: RecordSettings,
): AuthorizedPayment {
	const answer = readFields(data, answerFields);
	const { transactionReference } = body;
	const isOurs = compareReferences(transactionReference, answer.transactionReference) !== 'different';
	const contradiction = expected && contradictionOf(data, expected, { amountsIn });
	if (!isOurs || contradiction === 'reference') {
		// An answer about another payment says nothing about this payment.
		const known = payment({ ...expected, outcome: 'unknown', transactionReference, details: ABOUT_ANOTHER });
		return { ...known, ...NOTHING_MORE };
	}
	const isOtherAmount = contradiction === 'amount';
	const requested = {
		amount: answer.requestedAmount ?? expected?.amount ?? null,
		currency: answer.currencyCode?.toUpperCase() ?? expected?.currency ?? null,
	};
	const grossAmount = roundAmount(answer.grossAmount, requested.currency, amountsIn);
	const status = isOtherAmount ? null : readStatus(data, table);
	const { name: statusName, outcome: ofStatus } = meaningOf(status, table);
	const isTooLittle = isUnderpaid(ofStatus, grossAmount, requested, { amountsIn });
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
		grossAmount,
		paymentReference: answer.paymentReference,
		callbackUrl: answer.callbackUrl ?? answer.callbackURL,
	};
}

const words: ItemWords = {
	name: 'otp',
	outcomes: {
		...CARD_OUTCOMES,
		unknown: 'It is not known whether the OTP was accepted. Verify before you try another one.',
	},
	circumstances: ({ outcome, otpRejected }) =>
		outcome === 'otp_required' && otpRejected === true
			? 'The OTP was refused. Ask the customer for the right one, and authorize again.'
			: undefined,
};

/** Authorizes a charge with an OTP (specification 2.4, 2.5, 4.4). A wrong OTP is an outcome: the payment still waits for the right one. */
export const authorize: MoneyCall<AuthorizeRequest, AuthorizedPayment> = {
	endpoint: ENDPOINTS.authorize,
	words: {
		what: 'payment',
		participle: 'authorized',
		action: 'authorizing',
		inDoubt: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		referenceField: 'Transaction Reference',
		item: words,
	},
	fields: authorizeFields,
	content: ({ body }) => ({ body }),
	read: readAuthorizeAnswer,
	partToStore: (request) => ({ ...request, body: { ...request.body, otp: '' }, secrets: [] }),
	finders: findPayments,
	lookUpRequest: ({ reference, expected }, _, settings) => makeOwnLookUpRequest(reference, expected, settings),
	earlier: { kind: 'sentEachRun' },
	verdict({ outcome }) {
		if (isFinal(outcome)) return 'outcome';
		return outcome === 'pending' ? 'asBefore' : 'untold';
	},
	wrongEntryStatus: 400,
	paymentBefore: ({ reference, expected }) =>
		payment({ ...expected, outcome: 'unknown', transactionReference: reference }),
	item(request, paid: Payment & Partial<AuthorizedPayment>, { isWrongEntry, refusalMessage }): AuthorizeItem {
		if (isWrongEntry) return paymentItem(words, afterWrongOtp(request, refusalMessage, paid), {});
		// The record gives no reason for a decline; the refusal does.
		const serviceMessage = paid.serviceMessage ?? (paid.authorized ? null : (refusalMessage ?? null));
		const { grossAmount, paymentReference, callbackUrl, ...known } = commonPart(
			paid,
			'grossAmount',
			'paymentReference',
			'callbackUrl',
		);
		const more = { otpRejected: false, grossAmount, paymentReference, callbackUrl };
		return paymentItem(words, { ...known, serviceMessage, ...more }, {});
	},
};

/** The item of an authorization. */
export type AuthorizeItem = PaymentItem<AuthorizedPayment>;

/**
 * Returns the payment after a refused OTP (7). It still waits for the right one.
 * @param record the service's record; what it does not tell is as it was sent
 */
function afterWrongOtp(
	{ body, expected }: AuthorizeRequest,
	serviceMessage: string | undefined,
	record: Payment,
): AuthorizedPayment {
	const { authorizationType } = body;
	const open = {
		...completePayment(commonPart(record), expected),
		authorizationType,
		outcome: 'otp_required',
	} as const;
	return { ...open, serviceMessage: serviceMessage ?? null, ...NOTHING_MORE, otpRejected: true };
}

/** Says whether the service has refused the card or the OTP that a customer entered, and not the keys. Such a refusal counts as a try. */
export function isEntryRefusal(failure: GatewayError): boolean {
	return failure instanceof RefusedError && !NOT_ABOUT_THE_CARD.includes(failure.httpStatus);
}
