import { z } from 'zod/v4';

import { SettingError } from '../values/errors';
import type { Settings } from '../client/settings';
import { isObject } from '../values/responseFields';
import { readRecord, type RecordSettings, type VerifiedPayment } from './verifyCall';

// The unit of the dates is not documented, and 0 is the beginning in either; without a date, only a day is listed.
const FROM_THE_BEGINNING = 0;
const LARGEST_PAGE = 100;

/** The query that lists the payments under a reference: the service's, or the merchant's. */
export function historyQuery(reference: string): Record<string, string | number> {
	return { reference, startDate: FROM_THE_BEGINNING, size: LARGEST_PAGE };
}

const historyPage = z.object({
	content: z.array(z.custom<Record<string, unknown>>(isObject)),
	totalPages: z.number().nullish(),
	number: z.number().nullish(),
	last: z.boolean().nullish(),
});

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

/**
 * The query for a page of the payments of some time. The unit of the dates is not documented, so it is a setting.
 * @param page counted from 1
 */
export function historyPageQuery(
	{ from, until, status, reference }: HistoryFilter,
	page: number,
	{ historyDatesIn }: Pick<Settings, 'historyDatesIn'>,
): Record<string, string | number> {
	const inUnit = (time: number) => (historyDatesIn === 'seconds' ? Math.floor(time / 1000) : time);
	return {
		startDate: inUnit(from),
		endDate: inUnit(until),
		...(status !== undefined && { status }),
		...(reference !== undefined && { reference }),
		page,
		size: LARGEST_PAGE,
	};
}

/** A page of the transaction history. */
export interface HistoryPage {
	payments: VerifiedPayment[];
	rows: Array<Record<string, unknown>>;
	/** Counted from 1; undefined where the answer does not say. */
	page: number | undefined;
	isLast: boolean;
}

/**
 * Reads a page of the transaction history, as providers publish it. A row names the merchant's reference `reference`, and its date
 * `createdDate`; pages are asked for from 1 and answered from 0.
 * @returns undefined where the answer is not such a page
 */
export function readHistoryPage(data: Record<string, unknown>, settings: RecordSettings): HistoryPage | undefined {
	const { success, data: page } = historyPage.safeParse(data);
	if (!success) return undefined;
	const { content: rows, totalPages, number, last } = page;
	const isEnd = (number ?? NaN) + 1 >= (totalPages ?? NaN);
	return {
		payments: rows.map((row) =>
			readRecord({ ...row, merchantRef: row.reference, transactionDate: row.createdDate }, settings),
		),
		rows,
		page: typeof number === 'number' ? number + 1 : undefined,
		isLast: rows.length === 0 || (last ?? isEnd),
	};
}

/**
 * Reads the payments under a reference from a page of the transaction history.
 * @returns undefined where the answer is not such a page
 * @throws SettingError where the history does not filter by reference, so that it does not tell what is under the reference
 */
export function readHistory(
	data: Record<string, unknown>,
	reference: string,
	settings: RecordSettings,
): VerifiedPayment[] | undefined {
	const page = readHistoryPage(data, settings);
	if (!page) return undefined;
	const isOfReference = (payment: VerifiedPayment) =>
		payment.reference === reference || payment.transactionReference === reference;
	const isOnly = data.last !== false && Number(data.totalPages ?? 1) <= 1;
	if (isOnly && page.payments.every(isOfReference)) return page.payments;
	throw new SettingError(
		'The transaction history of the service does not filter by reference.',
		'Turn on My Provider Needs Other Settings in the credential, and set Find Payments With to Verify.',
	);
}
