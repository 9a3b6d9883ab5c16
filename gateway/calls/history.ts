import { z } from 'zod/v4';

import { SettingError } from '../protocol/errors';
import type { Settings } from '../protocol/settings';
import { isObject } from '../schema/responseFields';
import { readRecord, type VerifiedPayment } from './verify';

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
	last: z.boolean().nullish(),
});

/**
 * Reads the payments under a reference from a page of the transaction history, as providers publish it. A row names the
 * merchant's reference `reference`, and its date `createdDate`.
 * @returns undefined where the answer is not such a page
 * @throws SettingError where the history does not filter by reference, so that it does not tell what is under this one
 */
export function readHistory(
	data: Record<string, unknown>,
	reference: string,
	settings: Pick<Settings, 'statusTable' | 'amountsIn'>,
): VerifiedPayment[] | undefined {
	const page = historyPage.safeParse(data);
	if (!page.success) return undefined;
	const { content, totalPages, last } = page.data;
	const payments = content.map((row) =>
		readRecord({ ...row, merchantRef: row.reference, transactionDate: row.createdDate }, settings),
	);
	const isOfReference = (payment: VerifiedPayment) =>
		payment.reference === reference || payment.transactionReference === reference;
	if (last !== false && (totalPages ?? 1) <= 1 && payments.every(isOfReference)) return payments;
	throw new SettingError(
		'The transaction history of the service does not filter by reference.',
		'Turn on My Provider Needs Other Settings in the credential, and set Find Payments With to Verify.',
	);
}
