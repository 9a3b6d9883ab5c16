import { isNotFound } from '../sending/failures';
import {
	combineLookUps,
	findLeadingRecord,
	lookUpOf,
	type Finders,
	type LookUp,
	type Question,
	type LookUpRequest,
} from '../sending/lookUp';
import { send, type Service } from '../sending/service';
import type { Settings } from '../client/settings';
import type { ExpectedPayment } from '../payment';
import type { Likeness } from '../values/responseFields';
import { isUnderpaid, comparePayment } from './expectedPayment';
import { history } from './history';
import { verify, type VerifiedPayment } from './verify';

/**
 * The ways to find the record of a card payment. No document says that verify finds a payment by the merchant's reference, and the
 * transaction history is documented to; the credential's "Find Payments With" says which of them are asked.
 */
export const findPayments: Finders<VerifiedPayment> = {
	own: fetchFromVerify,
	merchant: ({ findPaymentsWith }) => BY_THE_MERCHANTS[findPaymentsWith],
	either: ({ findPaymentsWith }) =>
		findPaymentsWith === 'verify' ? [fetchFromVerify] : [fetchFromVerify, fetchFromHistory],
	hasAttempts: true,
};

const BY_THE_MERCHANTS = {
	both: [fetchFromVerify, fetchFromHistory],
	history: [fetchFromHistory],
	verify: [fetchFromVerifyAlone],
};

/** Makes the request for a look-up by the service's own reference, where the charge may be known. */
export function makeOwnLookUpRequest(
	reference: string,
	expected: ExpectedPayment | undefined,
	settings: Pick<Settings, 'amountsIn'>,
): LookUpRequest<VerifiedPayment> {
	return {
		own: [reference],
		...(expected && { compare: (record) => compareUnderReference(expected, record, settings) }),
	};
}

/** Compares a record under its own reference: one that cannot be compared belongs to this payment, unless it was paid only in part. */
function compareUnderReference(
	expected: ExpectedPayment,
	record: VerifiedPayment,
	settings: Pick<Settings, 'amountsIn'>,
): Likeness {
	const likeness = comparePayment(expected, record, settings);
	const isTooLittle = isUnderpaid(record.outcome, record.grossAmount, expected, settings);
	return likeness === 'different' || !isTooLittle ? (likeness === 'notKnown' ? 'same' : likeness) : 'notKnown';
}

/** Fetches the record from verify (specification 2.6, 4.5). */
async function fetchFromVerify(service: Service, question: Question): Promise<LookUp<VerifiedPayment>> {
	return lookUpOf(await send(service, verify, question, question.secrets ?? []));
}

/**
 * Fetches the record from verify alone. The credential says that it finds payments by the merchant's reference, so it is taken at its word
 * when it finds none.
 */
async function fetchFromVerifyAlone(service: Service, question: Question): Promise<LookUp<VerifiedPayment>> {
	const found = await fetchFromVerify(service, question);
	return found.kind === 'cannotTell' && isNotFound(found.failure) ? { ...found, kind: 'nothing' } : found;
}

/** Fetches the record from the transaction history, whose filter takes either reference. */
async function fetchFromHistory(
	service: Service,
	{ reference, secrets = [] }: Question,
): Promise<LookUp<VerifiedPayment>> {
	const listed = await send(service, history, reference, secrets);
	if ('failure' in listed) return lookUpOf<VerifiedPayment>(listed);
	const { value, raw } = listed;
	const { payments, failure } = value;
	const found = findLeadingRecord(payments.map((record) => ({ kind: 'record' as const, record, raw }))) ?? NOTHING;
	return failure ? combineLookUps([found, { kind: 'unanswered', failure }]) : found;
}

const NOTHING = { kind: 'nothing' } as const;
