/**
 * Returns typed text with the digits of an Arabic, a Persian or a Japanese keyboard as 0 to 9, and without the invisible marks
 * that are copied along, such as those for the direction of a text.
 */
export function withWesternDigits(text: string): string {
	// Each of these rows begins at a multiple of 16.
	const digits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
	return text.replace(digits, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/\p{Cf}/gu, '');
}
