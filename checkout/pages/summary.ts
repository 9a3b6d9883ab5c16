import { readAttempt } from '../../gateway/values/attempt';
import type { Branding } from './branding';

/** A summary of what is paid for, above the rest of a page, or beside it where there is room. */
export interface Summary {
	/** Formatted, and shown large; empty where it is not known. */
	amount: string;
	description?: string;
	/** The order's reference. */
	reference?: string;
}

/** Sums up a payment as far as it is known. The amount is in major units; a missing one would be formatted as 0. */
export function summaryOf(
	{ language }: Branding,
	{
		amount,
		currency,
		reference,
	}: { amount?: number | string | null; currency?: string | null; reference?: string | null },
): Summary {
	const isKnown = amount !== undefined && amount !== null && amount !== '' && currency;
	return {
		amount: isKnown ? formatAmount({ amount: String(amount), currency }, language) : '',
		reference: reference ? readAttempt(reference).order : undefined,
	};
}

// Signs that several currencies have.
const SHARED_SIGNS = /^(\$|£|¥|kr|Kr|Rs|R|K|L|Br|F)$/;

/**
 * Formats an amount for a language, with Western digits as on cards and the currency's own sign. The code stands beside a
 * sign that several currencies have. Unformatted where the currency is no ISO code.
 */
function formatAmount({ amount, currency }: { amount: string; currency: string }, language: string): string {
	if (!/^[A-Z]{3}$/i.test(currency)) return amount;
	const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
		style: 'currency',
		currency,
		currencyDisplay: 'narrowSymbol',
	});
	const parts = format.formatToParts(amount as `${number}`);
	const isShared = parts.some(({ type, value }) => type === 'currency' && SHARED_SIGNS.test(value));
	const text = parts.map(({ value }) => value).join('');
	return isShared ? `${text} ${currency.toUpperCase()}` : text;
}
