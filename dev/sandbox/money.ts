/** The amount in minor units, e.g. 10.5 as 1050 kobo; undefined when it is finer than the currency. */
export function minorOf(amount: number, currency: string): number | undefined {
	const minor = Number(`${amount}e${decimalsOf(currency)}`);
	return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The amount in major units, e.g. 1050 kobo as 10.5 (section 8: 1000 equals 10.00). */
export function toMajor(amountMinor: number, currency: string): number {
	// Reading a decimal literal is exact where dividing would not be.
	return Number(`${amountMinor}e-${decimalsOf(currency)}`);
}

/** The service's fee, 1.5 % in whole minor units, half rounded up. */
export function feeOf(amountMinor: number): number {
	return Number((BigInt(amountMinor) * 15n + 500n) / 1000n);
}

function decimalsOf(currency: string): number {
	return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
