import { ENDPOINTS } from '../client/endpoints';
import { otherRecord } from '../client/response';
import type { Settings } from '../client/settings';
import type { Outcome } from '../outcome';
import { type Call, send, type Service } from '../sending/service';
import { followAttempts } from '../sending/attempts';
import { isNotFound } from '../sending/failures';
import { listPages, readPage, type List, type Page, type Row } from '../sending/pages';
import { startSpanOf } from '../values/dates';
import { OtherRecordError, type GatewayError } from '../values/errors';
import { readAttempt, compareReferences, attemptReference } from '../values/attempt';
import { optionalText, type Likeness } from '../values/responseFields';
import { readRecord, type RecordSettings, type VerifiedPayment } from './verify';

const { history: endpoint } = ENDPOINTS;
// The unit of the dates is not documented, and 0 is the beginning in either; without a date, only a day is listed.
const FROM_THE_BEGINNING = 0;
const LARGEST_PAGE = 100;

/** The payments that the history has under a reference. */
export interface PaymentsUnderReference {
	payments: VerifiedPayment[];
	/** The reason why it may have more than these. */
	failure?: GatewayError;
}

/**
 * Lists the payments under a reference, the service's or the merchant's, in the form that providers publish. A history that searches by
 * beginning lists ORD-10 for ORD-1, which is another number, and the order's other attempts.
 */
export const history: Call<string, PaymentsUnderReference> = {
	endpoint,
	content: (reference) => ({ query: { reference, startDate: FROM_THE_BEGINNING, size: LARGEST_PAGE } }),
	read(data, reference, settings) {
		const { rows, mayHideRows } = readPage(endpoint, data);
		const listed = rows.map((row) => readRow(row, settings));
		const payments = listed.filter((payment) => compareWithReference(reference, payment) === 'same');
		const others = listed.filter((payment) => compareWithReference(reference, payment) !== 'same');
		const strange = others.filter((payment) => mayHideRows || !isOtherNumber(reference, payment.reference));
		const spelled = strange.find((payment) => compareWithReference(reference, payment) === 'notKnown');
		if (spelled) return { payments, failure: otherRecord(reference, spelled.reference) };
		const why = mayHideRows ? NOT_ALL : LISTS_OTHERS;
		return strange.length > 0 || mayHideRows
			? { payments, failure: new OtherRecordError(why, RUN_CHECK) }
			: { payments };
	},
};

function compareWithReference(
	reference: string,
	{ reference: merchants, transactionReference }: VerifiedPayment,
): Likeness {
	return transactionReference === reference ? 'same' : compareReferences(reference, merchants);
}

/** Says whether a listed reference begins with the one that was asked for and is another number, or another attempt of the order. */
function isOtherNumber(reference: string, listed: string | null): boolean {
	if (listed === null) return false;
	const goesOn = listed.startsWith(reference) && /^[\p{L}\p{N}]/u.test(listed.slice(reference.length));
	return goesOn || isOfOrder(reference, listed);
}

function isOfOrder(reference: string, listed: string | null): boolean {
	return listed !== null && readAttempt(listed).order === readAttempt(reference).order;
}

const LISTS_OTHERS = 'The transaction history of the service lists payments with other references.';
const NOT_ALL = 'The transaction history of the service does not say whether it has more than it listed.';
// No setting: another way to look payments up may not find one that only the history has.
const RUN_CHECK = 'Run Account: Check Setup, which finds out how this provider finds payments.';

/** Reads a row of the history, which names the merchant's reference `reference`, and its date `createdDate`. */
export function readRow(row: Row, settings: RecordSettings): VerifiedPayment {
	return readRecord({ ...row, merchantRef: row.reference, transactionDate: row.createdDate }, settings);
}

/** A filter for the payments to list. */
export interface HistoryFilter {
	/** In milliseconds since 1970; both are included. */
	from: number;
	until: number;
	/** The outcomes to list; all where there are none. */
	outcomes?: readonly Outcome[];
	/** A status code. */
	status: number | undefined;
	/** The service's, or the merchant's: of an order, whose attempts are all listed up to the one that counts. */
	reference: string | undefined;
}

/** A payment, and the service's own row of it, without secrets. */
interface HistoryEntry {
	payment: VerifiedPayment;
	row: Row;
}

/** The payments of a span of time. */
interface HistoryList extends List<HistoryEntry> {
	/** True where the service also listed payments with other references than the one that was asked for. */
	leftOutOthers: boolean;
	/** True where the service answered that it finds nothing, as one without a history may answer, too. */
	isNotFound: boolean;
}

const NO_ROWS: Page = {
	...{ rows: [], number: null, totalPages: null, totalElements: null },
	...{ last: null, mayHideRows: false },
};

/**
 * Lists the payments of a span of time, or those of an order, whose attempts have references of their own.
 * @param limit how many are needed
 * @throws GatewayError when a page cannot be read, or was not asked for: the list would be incomplete
 */
export async function listPayments(service: Service, filter: HistoryFilter, limit: number): Promise<HistoryList> {
	if (filter.reference === undefined) return await listByFilter(service, filter, limit);
	const { order, attempt: first } = readAttempt(filter.reference);
	const lists: ReferenceList[] = [];
	const listAttempt = async (attempt: number) => {
		const listed = await listByFilter(service, { ...filter, reference: attemptReference({ order, attempt }) }, limit);
		lists.push(listed);
		return listed;
	};
	await followAttempts(first, listAttempt, ({ isDeclined }) => isDeclined);
	return {
		items: lists.flatMap(({ items }) => items).slice(0, limit),
		isIncomplete: lists.some(({ isIncomplete }) => isIncomplete),
		leftOutOthers: lists.some(({ leftOutOthers }) => leftOutOthers),
		isNotFound: lists.every((list) => list.isNotFound),
	};
}

/** The payments under one reference, or under any reference. */
interface ReferenceList extends HistoryList {
	/** True if the merchant's reference has payments, and all of them were declined. */
	isDeclined: boolean;
}

/**
 * Lists payments. Whether the newest or the oldest come first is not documented, and payments may arrive meanwhile: so
 * the time has an end, and each payment is kept once, by its transaction reference. Some services ignore a filter, so each row is checked.
 */
async function listByFilter(service: Service, filter: HistoryFilter, limit: number): Promise<ReferenceList> {
	let leftOutOthers = false;
	let foundNothing = false;
	const outcomes = new Set<Outcome>();
	const list = await listPages<HistoryEntry>({
		async fetch(index) {
			const answered = await send(service, page, { filter, page: index + 1 }, []);
			if ('value' in answered) return answered.value;
			if (!isNotFound(answered.failure)) throw answered.failure;
			foundNothing = index === 0;
			return NO_ROWS;
		},
		itemsOf(row) {
			const payment = readRow(row, service.settings);
			const { reference } = filter;
			const isOther = reference !== undefined && compareWithReference(reference, payment) !== 'same';
			leftOutOthers ||= isOther && !isOfOrder(reference, payment.reference);
			if (!isOther && payment.transactionReference !== reference) outcomes.add(payment.outcome);
			return !isOther && isWanted(filter, payment) ? [{ payment, row }] : [];
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
	const isDeclined = outcomes.size === 1 && outcomes.has('declined');
	return { ...list, leftOutOthers, isNotFound: foundNothing, isDeclined };
}

/** Says whether a payment passes the filters. Its date has no zone, so only a payment that certainly began before or after the time is left out. */
function isWanted(
	{ from, until, outcomes, status }: HistoryFilter,
	{ outcome, status: own, transactionDate }: VerifiedPayment,
): boolean {
	if (outcomes && !outcomes.includes(outcome)) return false;
	if (status !== undefined && own !== status) return false;
	const began = startSpanOf(transactionDate);
	return !began || (began.last >= from && began.first <= until);
}

/** Gets a page of the payments of a span of time. Pages are asked for from 1 and answered from 0. */
const page: Call<{ filter: HistoryFilter; page: number }, Page> = {
	endpoint,
	content: ({ filter: { from, until, status, reference }, page: number }, { historyDatesIn }) => ({
		query: {
			// Of an order every attempt is needed, to know which of them count.
			startDate: reference === undefined ? timeInUnit(historyDatesIn, from) : FROM_THE_BEGINNING,
			endDate: timeInUnit(historyDatesIn, until),
			...(status !== undefined && reference === undefined && { status }),
			...(reference !== undefined && { reference }),
			page: number,
			size: LARGEST_PAGE,
		},
	}),
	read: (data) => readPage(endpoint, data),
};

// The unit of the dates is not documented, so it is a setting.
function timeInUnit(unit: Settings['historyDatesIn'], time: number): number {
	return unit === 'seconds' ? Math.floor(time / 1000) : time;
}
