import {
	historyPageQuery,
	readHistoryPage,
	type HistoryFilter,
	type HistoryPage,
} from '../../../gateway/calls/historyCall';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { ReadFailedError } from '../../../gateway/values/errors';
import { unreadable } from '../../../gateway/client/response';
import type { Connection } from '../transport/transport';
import { sendCall } from './sendCall';

/** A payment, and the service's own row of it, without secrets. */
interface ListedPayment {
	payment: VerifiedPayment;
	row: Record<string, unknown>;
}

/**
 * The payments of some time, from as many pages as it takes. Whether the newest or the oldest come first is not documented, and
 * payments may arrive meanwhile: so the time has an end, and each payment is kept once, by its transaction reference.
 * @param limit how many are needed
 * @throws GatewayError when a page cannot be read, or was not asked for: the list would be incomplete
 */
export async function listPayments(
	connection: Connection,
	filter: HistoryFilter,
	limit: number,
): Promise<ListedPayment[]> {
	const found = new Map<unknown, ListedPayment>();
	for (let page = 1; ; page++) {
		const answered = await pageOf(connection, filter, page);
		if ('failure' in answered) throw answered.failure;
		const { payments, rows, page: number = page, isLast } = answered.value;
		if (number !== page) {
			throw new ReadFailedError(
				'The service does not answer further pages of the transaction history.',
				`It was asked for page ${page} and answered page ${number}. Ask your provider how to read the transaction history.`,
			);
		}
		payments.forEach((payment, at) => {
			const own = payment.transactionReference ?? Symbol('none');
			const isWanted = filter.status === undefined || payment.status === filter.status;
			if (isWanted && !found.has(own)) found.set(own, { payment, row: rows[at]! });
		});
		if (isLast || found.size >= limit) return [...found.values()].slice(0, limit);
	}
}

async function pageOf(connection: Connection, filter: HistoryFilter, page: number) {
	const { settings } = connection.transport;
	return await sendCall<HistoryPage>(connection, [], {
		endpoint: ENDPOINTS.history,
		call: { query: historyPageQuery(filter, page, settings) },
		read(data) {
			const read = readHistoryPage(data, settings);
			if (!read) throw unreadable(ENDPOINTS.history, data);
			return read;
		},
	});
}
