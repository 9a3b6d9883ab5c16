// @ts-nocheck
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { isNotFound } from '../shared/payments/lookUp';
import { verify } from '../shared/payments/verify';
import { referenceOf } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './request';
import type { CheckoutSession } from './session';

/**
 * Asks the service for the record of a session's payment (specification 4.5).
 * @param claimed the service's reference according to a request. It is used when the service has not given one itself.
 * @returns undefined when there is no record, or when it belongs to another payment
 */
export async function findRecord(
	request: CheckoutRequest,
	{ terms, tryNumber, transactionReference }: CheckoutSession,
	claimed?: string | null,
): Promise<VerifiedPayment | undefined> {
	const reference = referenceOf(terms, tryNumber);
	const answered = await verify(request.run, transactionReference ?? claimed ?? reference);
	if ('failure' in answered) {
		if (!isNotFound(answered.failure)) request.log(`a payment cannot be verified: ${answered.failure.message}`);
		return undefined;
	}
	const record = answered.value;
	const isOurs = record.reference === reference || (record.reference === null && transactionReference !== null);
	return isOurs ? record : undefined;
}
