import { z } from 'zod/v4';

import { checkStatus, unreadable, unwrapped, type Answer } from '../client/response';
import { ENDPOINTS } from '../client/endpoints';
import { anyObject, decimal, isObject, optionalText } from '../values/responseFields';
import type { Secrets } from '../client/mask';

/** A bank as providers publish it; the specification shows no body (4.2). */
export interface Bank {
	id: string | null;
	code: string | null;
	name: string | null;
	logoUrl: string | null;
}

/** One answer of the banks call. */
interface BankPage {
	/** Zero-based; null when the answer is not a page, or does not say which one. */
	page: number | null;
	/** The number of the following page, if there is one that can be asked for. */
	next: number | null;
	/** Whether more banks may follow that cannot be asked for: the answer does not say, or not how. */
	mayHaveMore: boolean;
	raw: unknown[];
	banks: Bank[];
}

const bank = z.object({ id: optionalText, code: optionalText, name: optionalText, logoUrl: optionalText });
const list = z.array(anyObject());
const paging = z.object({
	number: decimal,
	totalPages: decimal,
	totalElements: decimal,
	size: decimal,
	last: z.boolean().nullable().catch(null),
});
type Paging = z.output<typeof paging>;

/**
 * Reads a banks answer (4.2): a bare array, an array or a page in `data`, or a page in any of the forms that Spring has: the
 * numbers beside `content` (Page, Slice), in `page` (PagedModel), or with `_embedded` and `_links` (HATEOAS).
 * @throws as `checkStatus`, and ServiceError when it is none of these
 */
export function readBanks(answer: Answer, secrets: Secrets): BankPage {
	checkStatus(ENDPOINTS.banks, answer, secrets);
	const body = unwrapped(ENDPOINTS.banks, secrets.inAnswer(answer.body), secrets);
	const all = list.safeParse(body);
	if (all.success) return { page: null, next: null, mayHaveMore: false, raw: all.data, banks: all.data.map(readBank) };
	const content = isObject(body) ? list.safeParse(contentOf(body)) : undefined;
	if (!isObject(body) || !content?.success) throw unreadable(ENDPOINTS.banks, body);
	const numbers = paging.parse(isObject(body.page) ? { ...body, ...body.page } : body);
	const { number } = numbers;
	const isLast = isLastPage(numbers, body._links, content.data.length);
	// Whatever the numbers say, reading ends at an empty page.
	const canAsk = isLast === false && number !== null && content.data.length > 0;
	return {
		page: number,
		next: canAsk ? number + 1 : null,
		mayHaveMore: isLast !== true && !canAsk,
		raw: content.data,
		banks: content.data.map(readBank),
	};
}

/** The entries of a page. HATEOAS names them after their class, and leaves them out when there are none. */
function contentOf({ content, page, _embedded, _links }: Record<string, unknown>): unknown {
	if (content !== undefined) return content;
	if (isObject(_embedded)) return Object.values(_embedded).find(Array.isArray);
	return isObject(page) && isObject(_links) ? [] : undefined;
}

/** Whether a page is the last one; undefined when it does not say. */
function isLastPage(
	{ number, totalPages, totalElements, size, last }: Paging,
	links: unknown,
	count: number,
): boolean | undefined {
	// Any sign of an end is one: a list without an end would be read for ever.
	if (last === true) return true;
	if (number !== null && totalPages !== null) return number + 1 >= totalPages;
	if (last === false) return false;
	if (totalElements !== null && count >= totalElements) return true;
	if (totalElements !== null && number !== null && size !== null) return number * size + count >= totalElements;
	return isObject(links) ? links.next === undefined : undefined;
}

function readBank(entry: unknown): Bank {
	return bank.parse(entry);
}
