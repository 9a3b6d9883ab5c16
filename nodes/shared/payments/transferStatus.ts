import { ENDPOINTS, type Endpoint } from '../../../gateway/client/endpoints';
import { readTransferStatus, type Transfer } from '../../../gateway/calls/transferCall';
import { requireRecord } from '../../../gateway/client/response';
import { joined, lookUpOf, type LookUp } from '../../../gateway/lookUp';
import type { Connection } from '../transport/transport';
import { sendCall, type FetchRecord } from './sendCall';

/** Fetches a transfer's record by the service's reference or by the request ID; providers differ in which they find. */
export const transferStatus = recordFrom(ENDPOINTS.transferStatus);

const statusByRequestId = recordFrom(ENDPOINTS.transferByRequestId);

/** Fetches a transfer's record by the service's reference, or by the request ID at the other documented path. */
export const fetchTransfer: FetchRecord<Transfer> = async (connection, reference) => {
	const first = await transferStatus(connection, reference);
	if (lookUpOf(first).kind !== 'cannotTell' || !hasPublishedPath(connection)) return first;
	const second = await statusByRequestId(connection, reference);
	return lookUpOf(second).kind === 'cannotTell' ? first : second;
};

/**
 * Looks up what the service has under a request ID. Two pages of the providers' documentation have two paths for it, so both are
 * asked, unless the credential has a path of its own. Where neither knows it, they cannot tell.
 */
export async function findTransfer(connection: Connection, requestId: string): Promise<LookUp<Transfer>> {
	const calls = hasPublishedPath(connection) ? [transferStatus, statusByRequestId] : [transferStatus];
	const fetched = await Promise.all(calls.map(async (fetch) => await fetch(connection, requestId)));
	return joined(fetched.map((answered) => lookUpOf(answered)));
}

function hasPublishedPath({ transport }: Connection): boolean {
	return transport.settings.transferStatusPath === ENDPOINTS.transferStatus.path;
}

function recordFrom(endpoint: Endpoint): FetchRecord<Transfer> {
	return async (connection, reference) =>
		await sendCall(connection, [], {
			endpoint,
			call: { parameters: { reference, requestId: reference } },
			read: (data, settings) => requireRecord(readTransferStatus(data, reference, settings.transferStatuses)),
		});
}
