import luhn from 'fast-luhn';

import { brandOf } from '../schema/brand';
import { hideIn, type Hidden } from './readings';

// A UUID, a hash or a date may contain or continue digits that pass the check by chance, so it is found first and left as it
// is. A hash has several letters, unlike what is stored on a card's stripe.
// Otherwise digits, with at most a few characters between two of them. No part can match in two ways, so that the time
// grows linearly with the text.
const RUN = new RegExp(
	[
		'\\b[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\b',
		'\\b(?!\\d{12})(?=(?:\\d*[a-f]){5})[\\da-f]{32,}\\b',
		'\\b(?:19|20)\\d\\d([-/.])\\d\\d?\\1\\d\\d?\\b',
		'\\b[0-3]?\\d([-/.])[0-3]?\\d\\2(?:19|20)\\d\\d\\b',
		'(?<digits>\\d+(?:[^\\p{L}\\p{N}]{1,10}\\d+)*)',
	].join('|'),
	'giu',
);
// Almost no text has so many digits near each other, and this is found out fast.
const ENOUGH = /(?:\d[^\p{L}\p{N}]{0,10}){12}/u;

const FEWEST = 12;
const MOST = 19;
const SHOWN = 4;

// These separators group the digits of one number, in whatever way. Those of lists, amounts and times may do so too, but then
// the groups are as regular as those of a card number, which begins with digits that are given to issuers.
const PLAIN_GAP = /^[\s\p{Pd}\p{Cf}._/\u00b7]*$/u;
const ISSUED = /^(?:2[2-7]|[345689])/;
const USUAL_SIZES = /^(?:1(?: 1)*|(?:4 )+[1-4]|4 6 [45])$/;
// Lists have groups of these sizes as well, and amounts have up to four groups of three.
const SIZES_OF_ALL = /^(?:(?:2 )+[12]|(?:3 ){4,}[1-3]|8 [1-8])$/;
// As cards print it, or beside other words. Alone, a number without spaces is that of an order; one of 15 digits that is not
// an American Express card's may be the IMEI of a phone, which has the same check digit.
const UNGROUPED = '(?:3[47]\\d{13}|\\d{16,19})';
const PRINTED = new RegExp(
	`(?<!\\d)(?:\\d{4} \\d{4} \\d{4} \\d{4}(?: \\d{1,3})?|\\d{4} \\d{6} \\d{5}|(?<=\\s)${UNGROUPED}|${UNGROUPED}(?=\\s))(?!\\d)`,
	'g',
);
const TELEPHONE = /(?:^|[^\p{L}\p{N}])\+\d{12,13}$/u;

interface Group {
	digits: string;
	start: number;
	end: number;
	/** What separates it from the group before it, without spaces. Empty where that is plain. */
	gap: string;
}

/**
 * Masks what may be a card number, down to its last four digits: 12 to 19 digits that pass the check of ISO/IEC 7812, with
 * separators between them or without. A service may repeat the card of an earlier call, which nobody can name then.
 */
export function maskCardNumbers(text: string): string {
	return hideIn(text, cardNumbersIn);
}

function cardNumbersIn(text: string): Hidden[] {
	if (!ENOUGH.test(text)) return [];
	return [...text.matchAll(RUN)].flatMap(({ index, groups }) => {
		if (groups!.digits === undefined) return [];
		const inRun = groupsOf(groups!.digits, index);
		// Other numbers may stand beside a card number, so each row of whole groups is checked.
		return inRun.flatMap((_, first) => cardNumbersFrom(inRun, first, text));
	});
}

function groupsOf(run: string, at: number): Group[] {
	let end = 0;
	return [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => {
		const between = run.slice(end, index);
		end = index + digits.length;
		const gap = PLAIN_GAP.test(between) ? '' : between.replace(/[\s\p{Cf}]/gu, '');
		return { digits, start: at + index, end: at + end, gap };
	});
}

/** The card numbers that begin with a group, which have the same separator, or plain ones, between all of their groups. */
function cardNumbersFrom(groups: Group[], first: number, text: string): Hidden[] {
	const found: Hidden[] = [];
	const { start } = groups[first]!;
	const gap = groups[first + 1]?.gap ?? '';
	let digits = '';
	for (let last = first; last < groups.length; last++) {
		const group = groups[last]!;
		if ((last > first && group.gap !== gap) || digits.length + group.digits.length > MOST) break;
		digits += group.digits;
		if (digits.length < FEWEST || !luhn(digits)) continue;
		if (last === first ? isTelephone(text, group) : gap !== '' && !isRegular(groups, first, last, digits)) continue;
		found.push({ start, end: group.end, shown: `[hidden ${digits.slice(-SHOWN)}]` });
	}
	return found;
}

/** Whether a number has the sign + before it, and as many digits as a telephone number with its country. */
function isTelephone(text: string, { start, end }: Group): boolean {
	return TELEPHONE.test(text.slice(Math.max(start - 2, 0), end));
}

function isRegular(groups: Group[], first: number, last: number, digits: string): boolean {
	if (!ISSUED.test(digits)) return false;
	const sizes = groups.slice(first, last + 1).map((group) => group.digits.length);
	if (USUAL_SIZES.test(sizes.join(' '))) return true;
	const { gap } = groups[last]!;
	const isWhole = groups[first]!.gap !== gap && groups[last + 1]?.gap !== gap;
	return isWhole && SIZES_OF_ALL.test(sizes.join(' '));
}

/** The source of an expression, with the flag `u`, for a number with anything but letters and digits in it. */
export function spellingsOf(number: string): string {
	return [...number].join('[^\\p{L}\\p{N}]*?');
}

/**
 * Whether a text has a number in it that is grouped as cards print it, or stands beside other words, and is one by its check
 * digit and its first digits.
 */
export function hasPrintedCardNumber(text: string): boolean {
	return [...text.matchAll(PRINTED)].some(([printed]) => {
		const number = printed.replaceAll(' ', '');
		return luhn(number) && brandOf(number) !== null;
	});
}

// Shorter ones are telephone numbers, times and numbers of orders.
const FEWEST_OF_BRAND = 14;

/** Whether a text has the number of a card in it that is one of a known brand, however it is written. */
export function hasBrandedCardNumber(text: string): boolean {
	const branded = (reading: string) =>
		cardNumbersIn(reading).filter(({ start, end }) => {
			const number = reading.slice(start, end).replace(/\D/g, '');
			return number.length >= FEWEST_OF_BRAND && brandOf(number) !== null;
		});
	return hideIn(text, branded) !== text;
}
