/** Card brands and how their numbers begin (ISO/IEC 7812). The first match counts. */
// @ts-nocheck

export const BRANDS: ReadonlyArray<readonly [name: string, pattern: string]> = [
	['Verve', '^(506[01]|507[89]|6500)'],
	['Visa', '^4'],
	['Mastercard', '^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)'],
	['American Express', '^3[47]'],
	['Discover', '^(6011|64[4-9]|65)'],
	['JCB', '^35(2[89]|[3-8])'],
	['Diners Club', '^3(0[0-5]|[689])'],
	['UnionPay', '^62'],
];

/** The brand of a card, found by its number; null for an unknown brand. */
export function brandOf(cardNumber: string): string | null {
	return BRANDS.find(([, pattern]) => new RegExp(pattern).test(cardNumber))?.[0] ?? null;
}
