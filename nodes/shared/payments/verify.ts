import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { readVerify, type VerifiedPayment } from '../../../gateway/calls/verify';
import { exchange } from './exchange';
import type { FetchRecord } from './lookUp';
import { expectOwn } from './ownRecord';

/** Fetches a card transaction's record (specification 2.6, 4.5). */
export const verify: FetchRecord<VerifiedPayment> = async (connection, reference, secretValues) => {
	const { settings } = connection.transport;
	return await exchange(connection, {
		endpoint: ENDPOINTS.verify,
		call: { parameters: { transactionReference: reference } },
		secretValues,
		read: (data) => expectOwn(readVerify(data, reference, settings)),
	});
};
