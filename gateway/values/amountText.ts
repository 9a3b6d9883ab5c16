const PLAIN = /^\d{1,20}(\.\d{1,20})?$/;
// The first sign between digits separates thousands; another one after it begins the decimals.
const THOUSANDS = /^(?<whole>\d{1,3}(?<sign>[,.'’ \u00a0\u202f])\d{3}(?:\k<sign>\d{3})*)(?:[.,](?<decimals>\d+))?$/;
const CURRENCY_AROUND = /^(?=.*[\p{L}\p{Sc}])[\p{L}\p{Sc} ]*(?<number>\d[\d.]*)[\p{L}\p{Sc} ]*$/u;
const THOUSANDS_OR_DECIMALS = 'Write # if it separates thousands, or a point if it begins the decimals.';
const LONGEST = 40;
// With more digits it may be a card number in the wrong field, which must not be repeated.
const MOST_DIGITS = 11;

/** Whether text is a decimal without signs, spaces or separators of thousands. */
export function isPlainNumber(text: string): boolean {
	return PLAIN.test(text);
}

/**
 * What is wrong with the way in which an amount is written, and how to write it; a rule of a `Problem`. It repeats the
 * number where it is certain which one is meant.
 * @param text what `isPlainNumber` refuses
 */
export function writtenWrongly(text: string, unit: unknown): string {
	const instead = unit === 'minor' ? inMinorUnits : inMajorUnits;
	if (text.length > LONGEST) return `is not a number. ${instead()}`;
	if (/^[-−–(]/.test(text)) return 'is below zero. Write an amount above zero.';
	if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(text)) return `is in scientific notation. ${instead()}`;
	if (/^\d+,\d{1,2}$/.test(text)) return `has a comma. ${instead(text.replace(',', '.'), 'Write #, with a point.')}`;
	const { whole, sign, decimals } = THOUSANDS.exec(text)?.groups ?? {};
	if (whole !== undefined && sign !== undefined) {
		const groups = whole.split(sign);
		const isAmbiguous = sign === ',' && groups.length === 2 && decimals === undefined && unit !== 'minor';
		if (isAmbiguous)
			return `has a comma, which can mean two things. ${instead(groups.join(''), THOUSANDS_OR_DECIMALS)}`;
		const number = [groups.join(''), ...(decimals === undefined ? [] : [decimals])].join('.');
		return `has thousands separators. ${instead(number, 'Write it without thousands separators: #.')}`;
	}
	const number = CURRENCY_AROUND.exec(text)?.groups?.number;
	if (number !== undefined) return `contains more than a number. ${instead(number, 'Write # alone.')}`;
	return `is not a plain number. ${instead()}`;
}

function inMajorUnits(number = '', sentence = ''): string {
	return isRepeatable(number)
		? sentence.replace('#', number)
		: 'Write it like 10.50, with a point before the decimals.';
}

function inMinorUnits(number = '', sentence = ''): string {
	const isWhole = isRepeatable(number) && !number.includes('.');
	return isWhole ? sentence.replace('#', number) : 'Write a whole number: 1050 means 10.50.';
}

function isRepeatable(number: string): boolean {
	return isPlainNumber(number) && number.replace('.', '').length <= MOST_DIGITS;
}
