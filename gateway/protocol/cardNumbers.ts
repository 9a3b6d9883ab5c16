import luhn from 'fast-luhn';

// Western digits, full-width ones and both kinds of Arabic ones. The last four bits of each are its value.
const DIGIT = '[\\d\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]';
const SEPARATOR = '(?:[\\s\\p{Pd}\\p{Cf}._/\u00b7]|%20|&nbsp;)';
// More than these between two digits are no spelling of one number.
const GAP = `${SEPARATOR}{0,10}`;
// A UUID, a hash, a date or an escaped character may contain or continue digits that pass the check by chance, so it is
// found first and left as it is. A hash has several letters, unlike what is stored on a card's stripe.
// Otherwise digits, with at most a few separators between two of them. No part can match in two ways, so that the time
// grows linearly with the text.
const RUN = new RegExp(
	[
		'\\b[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\b',
		'\\b(?!\\d{12})(?=(?:\\d*[a-f]){5})[\\da-f]{32,}\\b',
		'\\b(?:19|20)\\d\\d([-/.])\\d\\d?\\1\\d\\d?\\b',
		'\\b[0-3]?\\d([-/.])[0-3]?\\d\\2(?:19|20)\\d\\d\\b',
		'%[\\da-f]{2}',
		`(?<digits>${DIGIT}(?:${GAP}${DIGIT})*)`,
	].join('|'),
	'giu',
);
const GROUP = new RegExp(`%20|(?<digits>${DIGIT}+)`, 'gu');
// Almost no text has so many digits in a row, and this is found out fast.
const ENOUGH = new RegExp(`(?:${DIGIT}${GAP}){12}`, 'u');

const FEWEST = 12;
const MOST = 19;
const SHOWN = 4;

/**
 * Masks what may be a card number, down to its last four digits: 12 to 19 digits that pass the check of ISO/IEC 7812, with
 * separators between them or without. A service may repeat the card of an earlier call, which nobody can name then.
 */
export function maskCardNumbers(text: string): string {
	if (!ENOUGH.test(text)) return text;
	return text.replace(RUN, (found: string, ...more: unknown[]) => {
		const { digits } = more.at(-1) as { digits?: string };
		return digits === undefined ? found : maskRun(digits);
	});
}

/** Masks the card numbers in a run of digits. Other numbers may stand beside them, so each row of whole groups is checked. */
function maskRun(run: string): string {
	const groups = [...run.matchAll(GROUP)].flatMap(({ groups, index }) =>
		groups!.digits === undefined ? [] : [{ digits: western(groups!.digits), index, isCard: false }],
	);
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
		if (!isCard) masked += run.slice(index, end);
		if (!isCard || groups[at + 1]?.isCard) continue;
		masked += `[hidden ${hidden.slice(-SHOWN)}]`;
		hidden = '';
	}
	return masked;
}

/** The source of an expression, with the flag `u`, for a number in any of its spellings. */
export function spellingsOf(number: string): string {
	const digits = [...number].map(
		(digit) => `[${digit}${[0xff10, 0x660, 0x6f0].map((zero) => String.fromCharCode(zero + Number(digit))).join('')}]`,
	);
	return digits.join(`${SEPARATOR}*`);
}

function western(digits: string): string {
	return digits.replace(/\D/g, (digit) => String(digit.charCodeAt(0) & 15));
}
