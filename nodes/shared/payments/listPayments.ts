import {
	historyPageQuery,
	LARGEST_PAGE,
	readHistoryPage,
	type HistoryFilter,
	type HistoryPage,
} from '../../../gateway/calls/historyCall';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { ServiceError } from '../../../gateway/values/errors';
import { unreadable } from '../../../gateway/client/response';
import type { Connection } from '../transport/transport';
import { sendCall } from './sendCall';

/** A payment, and the service's own row of it, without secrets. */
interface ListedPayment {
	payment: VerifiedPayment;
	row: Record<string, unknown>;
}

// Pages that are asked for while another one is read.
const PAGES_AHEAD = 2;

/**
 * The payments of some time, from as many pages as it takes. Whether the newest or the oldest come first is not documented, and
 * payments may arrive meanwhile: so the time has an end, and each payment is kept once, by its transaction reference.
 * @param limit how many are needed
 * @throws GatewayError when a page cannot be read, or is another one than was asked for: the list would be incomplete
 */
export async function listPayments(
	connection: Connection,
	filter: HistoryFilter,
	limit: number,
): Promise<ListedPayment[]> {
	const found = new Map<unknown, ListedPayment>();
	const pages = [pageOf(connection, filter, 1)];
	for (let page = 1; ; page++) {
		const answered = await pages.shift()!;
		if ('failure' in answered) throw answered.failure;
		const { payments, rows, page: number = page, pages: all, isLast } = answered.value;
		if (number !== page) {
			throw new ServiceError(
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
		// The next one in any case, because a payment may have come twice; those after it as far as they are there and needed.
		const last = Math.max(page + 1, Math.min(page + PAGES_AHEAD, all, Math.ceil(limit / LARGEST_PAGE)));
		for (let ahead = page + 1 + pages.length; ahead <= last; ahead++) pages.push(pageOf(connection, filter, ahead));
	}
}

async function pageOf(connection: Connection, filter: HistoryFilter, page: number) {
	const { settings } = connection.transport;
	return await sendCall<HistoryPage>(connection, {
		endpoint: ENDPOINTS.history,
		call: { query: historyPageQuery(filter, page, settings) },
		secretValues: [],
		read(data) {
			const read = readHistoryPage(data, settings);
			if (!read) throw unreadable(ENDPOINTS.history, data);
			return read;
		},
	});
}
