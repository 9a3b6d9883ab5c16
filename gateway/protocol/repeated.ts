import { isCodeOfRepeat, leavesOf, wordsIn } from './words';

// The status of HTTP for what was done before.
const ALREADY_REPORTED = 208;

const REQUEST = '(?:charge|order|payment|reference|request(?: ?id)?|transaction|transfer)';
const DONE = '(?:charged|completed|exists|paid|posted|processed|received|settled|submitted|used)';
// Nothing else is said so: a card may have been saved already, and a reference may be used for enquiries.
const SAYS_REPEATED = new RegExp(
	String.raw`(?<!\bno )\bduplicated? ${REQUEST}\b|\b${REQUEST} (?:is |was |has been )?(?:a )?(?:duplicated?\b|already (?:been )?${DONE}\b)|^already ${DONE}\b|^duplicated?\W*$`,
	'i',
);
// Fields in which a service speaks. In others it may repeat what somebody wrote.
const OF_SERVICE = /^(?:(?:response|error|status|gateway)_?)?(?:code|error|message|reason)$|^msg$/i;
const OF_FLAG = /^(?:is_?)?duplicated?(?:_?(?:request|transaction))?$/i;

/** Whether a success says that an earlier request with the same reference has done what it tells of. */
export function saysRepeated(httpStatus: number | undefined, body: unknown): boolean {
	return (
		httpStatus === ALREADY_REPORTED ||
		leavesOf(body).some((leaf) => {
			const { key, value } = leaf;
			const text = String(value);
			if (key === 'status' && text === String(ALREADY_REPORTED)) return true;
			if (OF_FLAG.test(key)) return /^(?:true|yes|y|1)$/i.test(text);
			return isCodeOfRepeat(leaf) || (OF_SERVICE.test(key) && SAYS_REPEATED.test(wordsIn([text]).trim()));
		})
	);
}
