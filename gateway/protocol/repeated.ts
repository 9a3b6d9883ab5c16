import { isCodeOfRepeat, leavesOf, wordsIn } from './words';

// The status of HTTP for what was done before.
const ALREADY_REPORTED = 208;

const REQUEST = '(?:charge|order|payment|reference|request(?: ?id)?|transaction|transfer)';
const DONE =
	'(?:approved|authori[sz]ed|captured|charged|completed|exists|in use|made|paid|posted|processed|received|settled|submitted|successful|used)';
// What is not said so may be about something else: a card may have been saved already.
const SAYS_REPEATED = new RegExp(
	[
		String.raw`(?<!\b(?:a|no|not) )\bduplicated? ${REQUEST}\b`,
		String.raw`\b${REQUEST} (?:is |was |has )?(?:been )?(?:a )?(?:duplicated?\b|already (?:been )?${DONE}\b)`,
		String.raw`^already ${DONE}\b`,
		String.raw`^duplicated?\W*$`,
	].join('|'),
	'i',
);
const MAY_SAY_REPEATED = /\balready\b|\bduplicat|\bprevious|\bexist/i;
// Fields in which a service speaks. In others it may repeat what somebody wrote.
const OF_SERVICE = /^(?:(?:response|error|status|gateway)_?)?(?:code|error|message|reason)$|^msg$/i;
const OF_FLAG = /^(?:is_?)?duplicated?(?:_?(?:request|transaction))?$/i;

/** Whether a success says that an earlier request with the same reference has done what it tells of. */
export function saysRepeated(httpStatus: number | undefined, body: unknown): 'yes' | 'perhaps' | 'no' {
	if (httpStatus === ALREADY_REPORTED) return 'yes';
	const leaves = leavesOf(body);
	const isSaid = leaves.some((leaf) => {
		const { key, value } = leaf;
		const text = String(value);
		if (key === 'status' && text === String(ALREADY_REPORTED)) return true;
		if (OF_FLAG.test(key)) return /^(?:true|yes|y|1)$/i.test(text);
		return isCodeOfRepeat(leaf) || (OF_SERVICE.test(key) && SAYS_REPEATED.test(wordsIn([text]).trim()));
	});
	if (isSaid) return 'yes';
	return leaves.some(({ value }) => MAY_SAY_REPEATED.test(wordsIn([String(value)]))) ? 'perhaps' : 'no';
}
