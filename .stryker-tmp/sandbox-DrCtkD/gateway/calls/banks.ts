// @ts-nocheck
import { z } from 'zod/v4';

import { checkStatus, unreadable, unwrapped, type Answer } from '../protocol/response';
import { ENDPOINTS } from '../protocol/endpoints';
import { anyObject, decimal, optionalText } from '../schema/responseFields';
import type { Secrets } from '../protocol/secrets';

/** A bank as providers publish it; the specification shows no body (4.2). */
export interface Bank {
	id: string | null;
	code: string | null;
	name: string | null;
	logoUrl: string | null;
}

/** One answer of the banks call. `next` is the number of the following page, if there is one. */
interface BankPage {
	/** Zero-based; null when the answer is not a page. */
	page: number | null;
	next: number | null;
	raw: unknown[];
	banks: Bank[];
}

const bank = z.object({ id: optionalText, code: optionalText, name: optionalText, logoUrl: optionalText });
const list = z.array(anyObject());
const page = z.object({
	content: list,
	number: decimal,
	totalPages: decimal,
	last: z.boolean().nullable().catch(null),
});

/**
 * Reads a banks answer (4.2): a bare array, an array or a page in `data`, or a page with `content`.
 * @throws as `checkStatus`, and ServiceError when it is none of these
 */
export function readBanks(answer: Answer, secrets: Secrets): BankPage {
	checkStatus(ENDPOINTS.banks, answer, secrets);
	const body = unwrapped(secrets.inAnswer(answer.body));
	const all = list.safeParse(body);
	if (all.success) return { page: null, next: null, raw: all.data, banks: all.data.map(readBank) };
	const paged = page.safeParse(body);
	if (!paged.success) throw unreadable(ENDPOINTS.banks);
	const { content, number, totalPages, last } = paged.data;
	const isLast = last ?? (totalPages === null || number === null || number + 1 >= totalPages);
	return {
		page: number,
		next: isLast || number === null || content.length === 0 ? null : number + 1,
		raw: content,
		banks: content.map(readBank),
	};
}

function readBank(entry: unknown): Bank {
	return bank.parse(entry);
}
