import { isObject, isWebAddress } from '../schema/responseFields';
import { wordsIn } from './words';

/*
 * Whether an answer that does not tell the outcome of a request may be about an earlier one with the same reference. Services say
 * in many ways that a reference was used, and no list of those is complete. So it is asked the other way about: does the answer
 * say anything that is not about a failure of the service itself, or, with the status of a success, anything but a success?
 */

// What services, and what stands in front of them, say of a failure of their own.
const COMMON = wordList(
	`a an and api as at backend bad bank be by call can cannot card charge code connect connection could couldn database did didn disconnect
	down due during endpoint error errors exception fail failed failure false for from gateway get got handle handling has have
	host http i in internal invalid is it its later lost message minute minutes moment moments network no none not null occured
	occurred of off on or our out overloaded payment please process processor provider proxy reach read reason request
	reset respond responded response server service some something sorry status support switch system t team temporarily temporary
	termination the there this time timed timeout timing to too took transaction transfer unable unavailable unexpected unhandled
	unknown until upstream us was we went were while with within wrong you your`,
);
// Words that are harmless in these phrases alone.
const PHRASES =
	/\b(?:during|error|while) processing\b|\b(?:please )?(?:try|retry) again\b|\bbefore headers\b|\b(?:could not|cannot) be processed\b/g;
// A success carries an approval text (2.5).
const APPROVAL = wordList(
	`approval approved authorisation authorised authorization authorized bank by card charge code complete completed for issuer of ok
	okay or payment request response status success successful successfully thank the transaction transfer you your`,
);

// Names of places and times, which have words of their own.
const NO_WORDS =
	/(?:^|[_-])(?:id|ur[il])$|(?:Id|ID|Ur[il]|UR[IL])$|^(?:date|host|instance|method|path|time|timestamp|version)$/;
const NO_TEXT = /^[\s\d.,:+-]*$|^\/\S*$|^\d{4}-\d\d-\d\dT\S*$/;

// In a record, the fields that may have words of the service, and those with a status.
const WORDS = /desc|detail|error|fault|info|message|msg|note|reason|remark|respon|result|text|title|warning/i;
const STATUS = /^stat(?:e|us|usCode|usName|us_code|us_name)$/i;
const CODE = /code$/i;
const GOOD_CODE = /^(?:0*|2\d\d)$/;
const GOOD_STATUS =
	/^(?:accepted|approved|authori[sz]ed|captured|charged|completed?|in progress|ok|paid|pending|processed|processing|queued|sent|settled|success(?:ful)?|transferred)$/;

// Larger answers are not read to their end.
const MOST = 500;
const DEEPEST = 8;

/** Whether an answer with the status of a failure (5xx, 408, a redirect) says more than that the service failed. */
export function failureMayTellOfEarlier(body: unknown): boolean {
	return mayTell(body, (key, text) => !NO_WORDS.test(key) && !isSilent(text, isCommon));
}

/**
 * Whether an answer with the status of a success says anything but a success, where its record does not tell the outcome.
 * @param body a record's own fields, such as references, count as silent
 */
export function successMayTellOfEarlier(body: unknown): boolean {
	if (typeof body === 'string') return mayTell(body, (_, text) => !isSilent(text, isSuccess));
	return mayTell(body, (key, value, isInWords) => {
		if (STATUS.test(key)) return !isSilent(value, isGoodStatus);
		if (typeof value === 'boolean') return /error|fail/i.test(key) ? value : key === 'success' && !value;
		if (!isInWords && !WORDS.test(key)) return false;
		if (CODE.test(key)) return !GOOD_CODE.test(String(value).trim());
		return !NO_WORDS.test(key) && !isSilent(value, isSuccess);
	});
}

type Speaks = (key: string, value: unknown, isInWords: boolean) => boolean;

/** Whether any value of an answer speaks. What is too large to be read may. */
function mayTell(body: unknown, speaks: Speaks): boolean {
	let left = MOST;
	const visit = (key: string, value: unknown, depth: number, isInWords: boolean): boolean => {
		if (--left < 0 || depth > DEEPEST) return true;
		if (Array.isArray(value)) return value.some((one) => visit(key, one, depth + 1, isInWords));
		if (!isObject(value)) return value !== null && value !== undefined && speaks(key, value, isInWords);
		const isWords = isInWords || WORDS.test(key);
		return Object.entries(value).some(([name, one]) => visit(name, one, depth + 1, isWords));
	};
	// A page comes from what stands in front of the service, and broken JSON is no word at all.
	return !(typeof body === 'string' && /^\s*[<[{]/.test(body)) && visit('', body, 0, false);
}

/** Whether a value is no text, or one without words, or a harmless one. */
function isSilent(value: unknown, isHarmless: (words: string) => boolean): boolean {
	if (typeof value !== 'string') return true;
	const text = value.trim();
	if (NO_TEXT.test(text) || isWebAddress(text)) return true;
	return isHarmless(
		wordsIn([text])
			.toLowerCase()
			.replace(/[.!]+$/, ''),
	);
}

function isCommon(words: string): boolean {
	return areAllIn(COMMON, words.replace(PHRASES, ''));
}

function isSuccess(words: string): boolean {
	return areAllIn(APPROVAL, words);
}

function areAllIn(list: ReadonlySet<string>, words: string): boolean {
	return words.split(/[^\p{L}\p{M}]+/u).every((word) => word === '' || list.has(word));
}

function isGoodStatus(words: string): boolean {
	return GOOD_STATUS.test(words);
}

function wordList(words: string): ReadonlySet<string> {
	return new Set(words.split(/\s+/));
}
