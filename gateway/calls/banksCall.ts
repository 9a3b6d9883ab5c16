import { checkStatus, unreadable, unwrapped, type Answer } from '../client/response';
import { ENDPOINTS } from '../client/endpoints';
import {
	decimal,
	isListOfObjects,
	isObject,
	optionalBoolean,
	optionalText,
	readFields,
} from '../values/responseFields';

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
	isIncomplete: boolean;
	raw: unknown[];
	banks: Bank[];
}

const bankFields = { id: optionalText, code: optionalText, name: optionalText, logoUrl: optionalText };
const pageFields = { number: decimal, totalPages: decimal, last: optionalBoolean };

/**
 * Reads a banks answer (4.2): a page as providers publish it, or an array, bare or in an envelope.
 * @throws as `checkStatus`, and ReadFailedError when it is none of these
 */
export function readBanks(answer: Answer): BankPage {
	checkStatus(ENDPOINTS.banks, answer);
	const body = unwrapped(ENDPOINTS.banks, answer.body);
	if (isListOfObjects(body)) return { page: null, next: null, isIncomplete: false, raw: body, banks: readEach(body) };
	if (!isObject(body) || !isListOfObjects(body.content)) throw unreadable(ENDPOINTS.banks, body);
	const { content } = body;
	const { number, totalPages, last } = readFields(body, pageFields);
	// Any sign of an end is one, and so is an empty page: a list without an end would be read for ever.
	const isLast = last === true || (number !== null && totalPages !== null && number + 1 >= totalPages);
	const saysMore = last === false || totalPages !== null;
	const next = !isLast && saysMore && number !== null && content.length > 0 ? number + 1 : null;
	return {
		page: number,
		next,
		isIncomplete: !isLast && next === null,
		raw: content,
		banks: readEach(content),
	};
}

function readEach(rows: Array<Record<string, unknown>>): Bank[] {
	return rows.map((row) => readFields(row, bankFields));
}
