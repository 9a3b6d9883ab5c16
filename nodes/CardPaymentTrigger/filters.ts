import type { VerifiedPayment } from '../../gateway/calls/verify';
import { differencesFrom } from '../shared/payments/expectedPayment';
import type { Terms } from '../shared/signing/signedUrl';
import type { Rules } from './settings';

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

/** What differs between a verified payment and the expected one, in words; null where nothing does. */
export function mismatchOf(
	record: VerifiedPayment,
	{ expected, expectedAmount = '', expectedCurrency = '' }: Rules,
	terms: Terms | undefined,
): string | null {
	if (expected === 'none') return null;
	if (expected === 'signedUrl' && !(terms?.amount && terms.currency))
		return 'the URL has no signed amount and currency';
	const wanted = expected === 'signedUrl' && terms ? terms : { amount: expectedAmount, currency: expectedCurrency };
	return differencesFrom(wanted, record).join(', ') || null;
}
