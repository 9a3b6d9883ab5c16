/**
 * Card brands and how their numbers begin (ISO/IEC 7812): digits, or the first and last of a range. The first match counts,
 * so a brand whose numbers lie between the numbers of another brand comes before it.
 */
const BRAND_RANGES: ReadonlyArray<readonly [name: string, beginnings: string]> = [
	// All that was assigned to Verve, more than is in use today: its cards need the PIN field of the page.
	['Verve', '506099-506198 507865-507964 650002-650027'],
	[
		'Elo',
		'401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 ' +
			'650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 ' +
			'650901-650978 651652-651679 655000-655019 655021-655058',
	],
	['Maestro', '493698'],
	['Visa', '4'],
	['Mastercard', '51-55 2221-2229 223-229 23-26 270-271 2720'],
	['American Express', '34 37'],
	['Discover', '6011 644-649 65'],
	['JCB', '3528-3589 2131 1800'],
	['Diners Club', '300-305 36 38-39'],
	['UnionPay', '62 810 8110-8171'],
	['Maestro', '500000-508999 56-59 6'],
];

const RANGES = BRAND_RANGES.flatMap(([name, beginnings]) =>
	beginnings.split(' ').map((range) => {
		const [first, last = first] = range.split('-') as [string, string?];
		return { name, first, last };
	}),
);

/** Returns the brand of a card, by its number, of which not all digits need be there; null for an unknown brand. */
export function brandOf(cardNumber: string): string | null {
	const range = RANGES.find(({ first, last }) => {
		const start = cardNumber.slice(0, first.length);
		return start.length === first.length && first <= start && start <= last;
	});
	return range?.name ?? null;
}

// The other brands issue cards of 16 to 19 digits.
const LENGTHS = new Map([
	['American Express', [15]],
	['Diners Club', [14, 16, 19]],
	['Elo', [16]],
	['Mastercard', [16]],
]);

/** Lists how many digits a card of this number's brand may have; none for an unknown brand. */
export function lengthsOfBrand(cardNumber: string): readonly number[] {
	const brand = brandOf(cardNumber);
	return brand === null ? [] : (LENGTHS.get(brand) ?? [16, 17, 18, 19]);
}
