import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { SentPayment } from '../../../gateway/calls/sentPayment';
import { readVerify, type VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { exchange, expectOwn, type FetchRecord } from './exchange';

/** Fetches a card transaction's record (specification 2.6, 4.5). */
export const verify = verifyOf(undefined);

/**
 * Fetches the record of a payment of which something is known. One that contradicts it is a failure.
 * @param sent what is known; undefined where nothing is
 */
export function verifyOf(sent: SentPayment | undefined): FetchRecord<VerifiedPayment> {
	return async (connection, reference, secretValues) =>
		await exchange(connection, {
			endpoint: ENDPOINTS.verify,
			call: { parameters: { transactionReference: reference } },
			secretValues,
			read: (data) => expectOwn(readVerify(data, reference, connection.transport.settings, sent)),
		});
}
