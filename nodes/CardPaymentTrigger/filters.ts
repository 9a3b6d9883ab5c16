import type { VerifiedPayment } from '../../gateway/calls/verifyCall';
import { differencesFrom } from '../../gateway/calls/sentPayment';
import type { Terms } from '../shared/signing/signedUrl';
import type { TriggerSettings } from './triggerSettings';

/** Whether a payment passes the user's filters. */
export function isWanted(
	{ outcome, currency, amount, reference }: VerifiedPayment,
	{ outcomes, filters }: TriggerSettings,
): boolean {
	const { currencies, minimumAmount, referencePrefix } = filters;
	if (!outcomes.includes(outcome)) return false;
	if (currencies.length > 0 && !currencies.includes(currency ?? '')) return false;
	if (minimumAmount > 0 && (amount ?? 0) < minimumAmount) return false;
	return (reference ?? '').startsWith(referencePrefix);
}

/**
 * Says in words how a verified payment differs from the expected one; null when it does not. The terms of a signed URL are always
 * compared.
 */
export function mismatchOf(
	record: VerifiedPayment,
	{ expected, expectedAmount = '', expectedCurrency = '' }: TriggerSettings,
	signed: Terms | undefined,
): string | null {
	if (expected === 'signedUrl' && !(signed?.amount && signed.currency))
		return 'the URL has no signed amount and currency';
	const ofUrl = signed ? differencesFrom(signed, record) : [];
	const ofSettings =
		expected === 'given' ? differencesFrom({ amount: expectedAmount, currency: expectedCurrency }, record) : [];
	return [...ofUrl, ...ofSettings].join(', ') || null;
}
