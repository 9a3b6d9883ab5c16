/** The amount in major units, e.g. 1050 kobo as 10.5 (section 8: 1000 equals 10.00). */
export function toMajor(amountMinor: number, currency: string): number {
	const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
	// Reading a decimal literal is exact where dividing would not be.
	return Number(`${amountMinor}e-${maximumFractionDigits ?? 2}`);
}

/** The service's fee, 1.5 % in whole minor units, half rounded up. */
export function feeOf(amountMinor: number): number {
	return Number((BigInt(amountMinor) * 15n + 500n) / 1000n);
}
