/** The way in which the service counts amounts; the specification leaves it open for currencies without two decimals. */
export type Counting = 'iso4217' | 'hundredths';

// ISO 4217, list one: every other currency has two.
const NO_DECIMALS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** Returns the number of decimals with which the service counts a currency. */
export function decimalsOf(currency: string, counting: Counting): number {
	if (counting === 'hundredths') return 2;
	if (NO_DECIMALS.has(currency)) return 0;
	return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** The amount in minor units, e.g. 10.5 as 1050 kobo; undefined when it is finer than the currency. */
export function minorOf(amount: number, decimals: number): number | undefined {
	const minor = Number(`${amount}e${decimals}`);
	return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The amount in major units, e.g. 1050 kobo as 10.5 (section 8: 1000 equals 10.00). */
export function toMajor(amountMinor: number, decimals: number): number {
	// Reading a decimal literal is exact where dividing would not be.
	return Number(`${amountMinor}e-${decimals}`);
}

/** The service's fee, 1.5 % in whole minor units, half rounded up. */
export function feeOf(amountMinor: number): number {
	return Number((BigInt(amountMinor) * 15n + 500n) / 1000n);
}
