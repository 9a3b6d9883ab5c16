import { isObject, isWebAddress } from '../schema/responseFields';
import { wordsIn } from './words';

/*
 * Whether an answer that does not tell the outcome of a request may be about an earlier one with the same reference. Services say
 * in many ways that a reference was used, and no list of those is complete. So it is asked the other way about: does the answer
 * say anything but that the service failed? One with the status of a success has not failed, whatever it says.
 */

// What services, and what stands in front of them, say of a failure of their own.
const COMMON: ReadonlySet<string> = new Set(
	`a an and api as at backend bad bank be by call can cannot card charge code connect connection could couldn database did didn disconnect
	down due during endpoint error errors exception fail failed failure false for from gateway get got handle handling has have
	host http i in internal invalid is it its later lost message minute minutes moment moments network no none not null occured
	occurred of off on or our out overloaded payment please process processor provider proxy reach read reason request
	reset respond responded response server service some something sorry status support switch system t team temporarily temporary
	termination the there this time timed timeout timing to too took transaction transfer unable unavailable unexpected unhandled
	unknown until upstream us was we went were while with within wrong you your`.split(/\s+/),
);
// Words that are harmless in these phrases alone.
const PHRASES =
	/\b(?:during|error|while) processing\b|\b(?:please )?(?:try|retry) again\b|\bbefore headers\b|\b(?:could not|cannot) be processed\b/g;
// Names of places and times, which have words of their own.
const NO_WORDS =
	/(?:^|[_-])(?:id|ur[il])$|(?:Id|ID|Ur[il]|UR[IL])$|^(?:date|host|instance|method|path|time|timestamp|version)$/;
const NO_TEXT = /^[\s\d.,:+-]*$|^\/\S*$|^\d{4}-\d\d-\d\dT\S*$/;

// Codes and statuses say so by a number: those of HTTP for a failure, and none.
const CODES = /code|err|status/i;
const NO_CODE = /^\s*(?:0*|408|5\d\d)\s*$/;

// Larger answers are not read to their end.
const MOST = 500;
const DEEPEST = 8;

/**
 * Whether an answer may be about an earlier request.
 * @param httpStatus 2xx, 3xx, 408 or 5xx
 * @param body as it was parsed; text where that was not possible
 */
export function mayTellOfEarlier(httpStatus: number, body: unknown): boolean {
	if (isNoWord(body)) return false;
	return (httpStatus >= 200 && httpStatus < 300) || saysMore(body);
}

/** Whether a body is empty, a page of what stands in front of the service, or broken JSON. */
function isNoWord(body: unknown): boolean {
	return typeof body === 'string' ? /^\s*(?:[<[{]|$)/.test(body) : body === null || body === undefined;
}

/** Whether any value of an answer says more than that the service failed. What is too large to be read may. */
function saysMore(body: unknown): boolean {
	let left = MOST;
	const visit = (key: string, value: unknown, depth: number): boolean => {
		if (--left < 0 || depth > DEEPEST) return true;
		if (Array.isArray(value)) return value.some((one) => visit(key, one, depth + 1));
		if (isObject(value)) return Object.entries(value).some(([name, one]) => visit(name, one, depth + 1));
		return speaks(key, value);
	};
	return visit('', body, 0);
}

function speaks(key: string, value: unknown): boolean {
	if (value === true) return !isCommon(key);
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value).trim();
	if (NO_TEXT.test(text)) return CODES.test(key) && !NO_CODE.test(text);
	return !NO_WORDS.test(key) && !isWebAddress(text) && !isCommon(text);
}

function isCommon(text: string): boolean {
	const words = wordsIn([text]).toLowerCase().replace(PHRASES, '');
	return words.split(/[^\p{L}\p{M}]+/u).every((word) => word === '' || COMMON.has(word));
}
