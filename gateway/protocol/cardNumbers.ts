import luhn from 'fast-luhn';

// A UUID or a hash may contain digits that pass the check by chance, so it is found first and left as it is.
// Otherwise digits, with at most a few spaces and dashes between two of them. No part can match in two ways, so that the
// time grows linearly with the text.
const RUN = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32,}\b|(?<digits>\d(?:[\s\p{Pd}]{0,3}\d)*)/giu;
const GROUP = /\d+/g;
// Almost no text has so many digits in a row, and this is found out fast.
const ENOUGH = /(?:\d[\s\p{Pd}]{0,3}){12}/u;

const FEWEST = 12;
const MOST = 19;
const SHOWN = 4;

/**
 * Masks what may be a card number, down to its last four digits: 12 to 19 digits that pass the check of ISO/IEC 7812, with
 * spaces and dashes between them or without. A service may repeat the card of an earlier call, which nobody can name then.
 */
export function maskCardNumbers(text: string): string {
	if (!ENOUGH.test(text)) return text;
	return text.replace(RUN, (found, digits?: string) => (digits === undefined ? found : maskRun(digits)));
}

/** Masks the card numbers in a run of digits. Other numbers may stand beside them, so each row of whole groups is checked. */
function maskRun(run: string): string {
	const groups = [...run.matchAll(GROUP)].map(({ 0: digits, index }) => ({ digits, index, isCard: false }));
	groups.forEach((_, first) => {
		let row = '';
		for (let last = first; last < groups.length && row.length < MOST; last++) {
			row += groups[last]!.digits;
			if (row.length < FEWEST || row.length > MOST || !luhn(row)) continue;
			for (const group of groups.slice(first, last + 1)) group.isCard = true;
		}
	});
	let masked = '';
	let hidden = '';
	let end = 0;
	for (const [at, { digits, index, isCard }] of groups.entries()) {
		// What separates the digits of a card number is masked with them.
		if (hidden === '') masked += run.slice(end, index);
		end = index + digits.length;
		hidden = isCard ? hidden + digits : '';
		if (!isCard) masked += digits;
		if (!isCard || groups[at + 1]?.isCard) continue;
		masked += `[hidden ${hidden.slice(-SHOWN)}]`;
		hidden = '';
	}
	return masked;
}
