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
 * Says in words how a verified payment differs from the charge of a signed URL, and from the amount and currency in the settings;
 * empty when it does not.
 */
export function mismatchOf(
	record: VerifiedPayment,
	{ expectedAmount = '', expectedCurrency = '' }: TriggerSettings,
	signed: Terms | undefined,
): string {
	const ofUrl = signed ? differencesFrom(signed, record) : [];
	const ofSettings = differencesFrom({ amount: expectedAmount, currency: expectedCurrency }, record);
	return [...new Set([...ofUrl, ...ofSettings])].join(', ');
}
