// @ts-nocheck
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { readTransferStatus, type Transfer } from '../../../gateway/calls/transfer';
import { exchange } from './exchange';
import type { FetchRecord } from './lookUp';
import { expectOwn } from './ownRecord';

/** Fetches a transfer's record by the service's reference or by the request ID; providers differ in which they find. */
export const transferStatus: FetchRecord<Transfer> = async (connection, reference, secretValues) => {
	const { transferStatuses } = connection.transport.settings;
	return await exchange(connection, {
		endpoint: ENDPOINTS.transferStatus,
		call: { parameters: { reference, requestId: reference } },
		secretValues,
		read: (data) => expectOwn(readTransferStatus(data, reference, transferStatuses)),
	});
};
