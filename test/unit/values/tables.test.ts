/* Our tables of brands and currencies, beside libraries that have them too. They are for tests alone. */
import creditCardType from 'credit-card-type';
import currencies from 'currency-codes';

import { brandOf } from '../../../gateway/values/brand';
import { readAmount } from '../../../gateway/values/money';
import { searchCurrencies } from '../../../nodes/shared/fields/currency';

describe('card brands', () => {
	// In the library's order, in which the first of equally long patterns counts.
	const NAMES: Record<string, string> = {
		visa: 'Visa',
		mastercard: 'Mastercard',
		'american-express': 'American Express',
		'diners-club': 'Diners Club',
		discover: 'Discover',
		jcb: 'JCB',
		unionpay: 'UnionPay',
		verve: 'Verve',
		maestro: 'Maestro',
		elo: 'Elo',
	};
	type Pattern = number | [number, number];
	const known = Object.entries(NAMES).flatMap(([type, name]) =>
		(creditCardType.getTypeInfo(type).patterns as Pattern[]).map((pattern) => {
			const [first, last] = Array.isArray(pattern) ? pattern : [pattern, pattern];
			return { name, first, last, digits: String(first).length };
		}),
	);
	/** The library's brand for six digits: the one whose pattern is the longest. */
	const theirs: Array<string | null> = Array<null>(1_000_000).fill(null);
	for (const { name, first, last, digits } of known.toReversed().sort((a, b) => a.digits - b.digits))
		theirs.fill(name, first * 10 ** (6 - digits), (last + 1) * 10 ** (6 - digits));

	test('are those of credit-card-type for the 500,000 beginnings of cards', () => {
		const differing = new Map<string, number>();
		for (let number = 200_000; number < 700_000; number++) {
			const prefix = String(number);
			const ours = brandOf(prefix);
			const expected = theirs[number]!;
			if (ours === expected) continue;
			const difference = `${prefix.slice(0, 2)}: ${ours}, not ${expected}`;
			differing.set(difference, (differing.get(difference) ?? 0) + 1);
		}
		expect(Object.fromEntries(differing)).toEqual({
			// Assigned to Verve, but not in use, or younger than the library.
			'50: Verve, not Maestro': 108,
			'65: Verve, not Discover': 26,
			// The library has some banks of UnionPay, and calls everything else that begins with 6 Maestro.
			'62: UnionPay, not Maestro': 1630,
		});
	});
});

describe('currencies', () => {
	// ISO 4217 gives no decimals for what is no money: metals, units of account, and codes for tests.
	const NO_TENDER = /^X(?!AF|CD|CG|OF|PF)/;
	const tender = currencies.data.filter(({ code }) => !NO_TENDER.test(code));

	test.each(tender.map(({ code, digits }) => [code, digits]))(
		'%s has the decimals of ISO 4217, %i',
		(currency, digits) => {
			expect(readAmount({ amount: '1', unit: 'minor', currency }, 'iso4217')).toMatchObject({ major: 10 ** -digits });
		},
	);

	test('of the list exist, and all that are paid with are in it', async () => {
		const { results } = await searchCurrencies.call({} as never);
		const listed = results.map(({ value }) => String(value));
		// The library is older than the guilder of 2025.
		expect(listed.filter((code) => currencies.code(code) === undefined)).toEqual(['XCG']);
		// Funds and units of account, and the bolívar's second code.
		const FUNDS = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED'];
		const WITHDRAWN = ['ANG', 'BGN', 'CUC'];
		const missing = tender.map(({ code }) => code).filter((code) => !listed.includes(code));
		expect(missing.toSorted()).toEqual([...FUNDS, ...WITHDRAWN].toSorted());
	});
});
