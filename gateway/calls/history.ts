import { ENDPOINTS } from '../client/endpoints';
import { unreadable } from '../client/response';
import type { Settings } from '../client/settings';
import { type Call, send, type Service } from '../sending/service';
import { readList, readPage, type List, type Page, type Row } from '../sending/pages';
import { SettingError } from '../values/errors';
import { optionalText } from '../values/responseFields';
import { readRecord, type RecordSettings, type VerifiedPayment } from './verify';

const { history: endpoint } = ENDPOINTS;
// The unit of the dates is not documented, and 0 is the beginning in either; without a date, only a day is listed.
const FROM_THE_BEGINNING = 0;
const LARGEST_PAGE = 100;

/**
 * Lists the payments under a reference, the service's or the merchant's, in the form that providers publish.
 * @throws SettingError where the history does not filter by reference, so that it does not tell what is under the reference
 */
export const history: Call<string, VerifiedPayment[]> = {
	endpoint,
	content: (reference) => ({ query: { reference, startDate: FROM_THE_BEGINNING, size: LARGEST_PAGE } }),
	read(data, reference, settings) {
		const { rows, totalPages, last, mayHideRows } = readPage(endpoint, data);
		// That there is nothing under the reference lets a payment be sent, so it must be said.
		if (mayHideRows) throw unreadable(endpoint, data);
		const payments = rows.map((row) => readRow(row, settings));
		const isWhole = last !== false && (totalPages ?? 1) <= 1;
		if (isWhole && payments.every((payment) => isUnder(reference, payment))) return payments;
		throw new SettingError(
			'The transaction history of the service does not filter by reference.',
			'Turn on My Provider Needs Other Settings in the credential, and set Find Payments With to Verify.',
		);
	},
};

function isUnder(reference: string, payment: VerifiedPayment): boolean {
	return payment.reference === reference || payment.transactionReference === reference;
}

/** Reads a row of the history, which names the merchant's reference `reference`, and its date `createdDate`. */
export function readRow(row: Row, settings: RecordSettings): VerifiedPayment {
	return readRecord({ ...row, merchantRef: row.reference, transactionDate: row.createdDate }, settings);
}

/** Which payments are listed. */
export interface HistoryFilter {
	/** In milliseconds since 1970; both are included. */
	from: number;
	until: number;
	/** A status code. */
	status: number | undefined;
	/** The service's, or the merchant's. */
	reference: string | undefined;
}

/** A payment, and the service's own row of it, without secrets. */
interface ListedPayment {
	payment: VerifiedPayment;
	row: Row;
}

/**
 * Lists the payments of some time. Whether the newest or the oldest come first is not documented, and payments may arrive meanwhile: so
 * the time has an end, and each payment is kept once, by its transaction reference.
 * @param limit how many are needed
 * @throws GatewayError when a page cannot be read, or was not asked for: the list would be incomplete
 */
export async function listPayments(
	service: Service,
	filter: HistoryFilter,
	limit: number,
): Promise<List<ListedPayment>> {
	return await readList<ListedPayment>({
		async fetch(index) {
			const answered = await send(service, page, { filter, page: index + 1 }, []);
			if ('failure' in answered) throw answered.failure;
			return answered.value;
		},
		itemsOf(row) {
			const payment = readRow(row, service.settings);
			const isWanted = filter.status === undefined || payment.status === filter.status;
			return isWanted ? [{ payment, row }] : [];
		},
		keyOf: ({ transactionReference }) => optionalText(transactionReference),
		limit,
		firstNumber: 0,
		otherPage: {
			list: 'the transaction history',
			advice: (asked, answered) =>
				`It was asked for page ${asked + 1} and answered page ${answered + 1}. Ask your provider how to read the transaction history.`,
		},
	});
}

/** Gets a page of the payments of some time. Pages are asked for from 1 and answered from 0. */
const page: Call<{ filter: HistoryFilter; page: number }, Page> = {
	endpoint,
	content: ({ filter: { from, until, status, reference }, page: number }, { historyDatesIn }) => ({
		query: {
			startDate: timeIn(historyDatesIn, from),
			endDate: timeIn(historyDatesIn, until),
			...(status !== undefined && { status }),
			...(reference !== undefined && { reference }),
			page: number,
			size: LARGEST_PAGE,
		},
	}),
	read: (data) => readPage(endpoint, data),
};

// The unit of the dates is not documented, so it is a setting.
function timeIn(unit: Settings['historyDatesIn'], time: number): number {
	return unit === 'seconds' ? Math.floor(time / 1000) : time;
}
