import Big from 'big.js';

import type { VerifiedPayment } from '../../gateway/verify';
import type { Terms } from '../shared/signedUrl';
import type { Rules } from './rules';

/** Whether the user wants the workflow to start with such a payment. */
export function isWanted(
	{ outcome, currency, amount, reference }: VerifiedPayment,
	{ outcomes, filters }: Rules,
): boolean {
	const { currencies, minimumAmount, referencePrefix } = filters;
	if (!outcomes.includes(outcome)) return false;
	if (currencies.length > 0 && !currencies.includes(currency ?? '')) return false;
	if (minimumAmount > 0 && (amount ?? 0) < minimumAmount) return false;
	return (reference ?? '').startsWith(referencePrefix);
}

/**
 * What differs between a verified payment and the expected one, in words; null where nothing does. What cannot be
 * compared counts as different.
 */
export function mismatchOf(
	{ amount, currency }: VerifiedPayment,
	{ expected, expectedAmount = '', expectedCurrency = '' }: Rules,
	terms: Terms | undefined,
): string | null {
	if (expected === 'none') return null;
	if (expected === 'signedUrl' && !(terms?.amount && terms.currency))
		return 'the URL has no signed amount and currency';
	const wanted = expected === 'signedUrl' && terms ? terms : { amount: expectedAmount, currency: expectedCurrency };
	const differences = [
		wanted.amount !== '' &&
			!isSameAmount(amount, wanted.amount) &&
			`the amount is ${amount ?? 'not known'}, not ${wanted.amount}`,
		wanted.currency !== '' &&
			currency !== wanted.currency &&
			`the currency is ${currency ?? 'not known'}, not ${wanted.currency}`,
	].filter((difference) => difference !== false);
	return differences.join(', ') || null;
}

function isSameAmount(amount: number | null, wanted: string): boolean {
	return amount !== null && new Big(String(amount)).eq(wanted);
}
