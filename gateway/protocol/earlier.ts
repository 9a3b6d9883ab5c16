import { isObject } from '../schema/responseFields';
import { wordsIn } from './words';

/*
 * Whether an answer that does not tell the outcome of a request may be about an earlier one with the same reference. Services say
 * in many ways that a reference was used, and no list of those is complete. So the question is turned round: an answer is above
 * suspicion only if it is none at all, or if it says in well-known words, and in nothing else, that the service itself failed.
 */

const AGAIN = String.raw`(?:[,;.]? (?:please )?(?:try|retry)(?: it| your request)?(?: again)?(?: later| soon| in (?:a|a few|\d+) (?:moments?|minutes?|seconds?|while))?)?`;
/** How services, and the proxies in front of them, say that they failed: in small letters, without the final point. */
const SAYS_FAILED = new RegExp(
	`^(?:${[
		String.raw`(?:(?:error|http)? ?(?:code)?:? ?5\d\d:? ?)?(?:(?:internal )?(?:server|service|system) error|internal error|bad gateway|gateway time ?out)`,
		String.raw`(?:error|http)? ?(?:code)?:? ?5\d\d`,
		'(?:the )?(?:server|service|system|bank|processor|provider|api|backend|upstream(?: server)?)(?: is)? (?:temporarily |currently )?(?:unavailable|overloaded|down|timing out)',
		'(?:the )?(?:(?:endpoint|upstream|gateway|server|connection|stream|bank) )?(?:request )?(?:has )?(?:time ?out|timed out)',
		'(?:sorry[,!]? )?(?:an? )?(?:unexpected |internal |unknown |unhandled |system )?(?:error|exception)(?: has)?(?: occurr?ed)?(?: (?:while|during) (?:processing|handling) (?:your|the|this) (?:request|transaction|payment|transfer))?',
		'(?:sorry[,!]? )?something went wrong',
		String.raw`(?:the|your) (?:request|transaction|payment|transfer) (?:could not|cannot) be (?:processed|completed)(?: at this (?:time|moment))?`,
		'(?:the )?(?:request|transaction|payment|transfer|charge) failed',
		String.raw`request failed with status code 5\d\d`,
		'failed dependency',
		'no healthy upstream',
		'upstream connect error or disconnect/reset before headers. reset reason: [a-z ]+',
		'an invalid response was received from the upstream server',
		'error|fail|failed|failure|false|none|null',
	].join('|')})${AGAIN}$`,
);
const IS_FAILURE = /^(?:0*|408|424|444|460|499|5\d\d)$/;

// Fields that only say when and where, as long as their values are not words.
const OF_PLACE =
	/^(?:timestamp|time|date|path|instance|(?:request|trace|span|correlation)[_-]?id|x-request-id|duration|took)$/i;
const IS_PLACE = /^(?:\/\S*|[\w.:+-]*\d[\w.:+-]*)$/;

/** Pages come from a proxy, and not from the service. */
export const IS_PAGE = /^\s*<(?:!doctype html|html|center|h1)\b/i;

// The beginning of an object, cut off within its first key or after it.
const BREAKS_OFF = /^\s*\{\s*(?:$|"\w*(?:$|"\s*(?:$|:)))/;
const IS_CLOSED = /\}\s*$/;

// Fields of an error. The name of any other may be a word in itself.
const OF_ERROR =
	/^(?:|(?:http[_-]?)?(?:status|statuscode|status[_-]code)|(?:error[_-]?|response[_-]?)?(?:code|message)|msg|errors?|exception|details?|description|reason|title|data|fault|faultstring|success|ok)$/i;

const TRUE_IN_FAILURES = ['error', 'errors', 'exception', 'fault'];

// Larger answers, and longer texts, are not read to their end.
const MOST = 100;
const LONGEST = 300;

/**
 * Whether an answer may be about an earlier request.
 * @param httpStatus 2xx, 3xx, or that of a failure on the way, such as 408 or 5xx
 * @param body as it was parsed; text where that was not possible
 */
export function mayTellOfEarlier(httpStatus: number, body: unknown): boolean {
	const answer = typeof body === 'string' ? parsed(body) : body;
	const isFailure = httpStatus >= 408;
	if (answer === undefined || answer === null) return !isFailure && httpStatus !== 200;
	return !isFailure || saysMore(answer);
}

/** What a text holds: JSON in JSON, words, or undefined where it is empty, a page, or JSON that breaks off. */
function parsed(text: string): unknown {
	if (text.trim() === '' || IS_PAGE.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return BREAKS_OFF.test(text) && !IS_CLOSED.test(text) ? undefined : text;
	}
}

/** Whether an answer says anything but that the service failed. What is too large to be read may. */
function saysMore(answer: unknown): boolean {
	let left = MOST;
	const visit = (key: string, value: unknown): boolean => {
		if (--left < 0 || !(OF_ERROR.test(key) || OF_PLACE.test(key))) return true;
		if (Array.isArray(value)) return value.some((one) => visit(key, one));
		if (isObject(value)) return Object.entries(value).some(([name, one]) => visit(name, one));
		return speaks(key, value);
	};
	return visit('', answer);
}

function speaks(key: string, value: unknown): boolean {
	if (value === true) return !TRUE_IN_FAILURES.includes(key.toLowerCase());
	const text = String(value).trim();
	if (text.length > LONGEST) return true;
	if (IS_FAILURE.test(text) || SAYS_FAILED.test(plain(text))) return false;
	return !(OF_PLACE.test(key) && IS_PLACE.test(text));
}

function plain(text: string): string {
	return wordsIn([text])
		.toLowerCase()
		.replace(/[.!\s]+$/, '');
}
