import type { Branding } from './branding';
import type { Summary } from './view';

/** What is known of a payment that a page tells of. */
interface Known {
	/** In major units; null or empty where it is not known. */
	amount?: number | string | null;
	currency?: string | null;
	/** The merchant's. */
	reference?: string | null;
}

/** What is paid for, as far as it is known: a missing amount would be formatted as 0. */
export function summaryOf({ language }: Branding, { amount, currency, reference }: Known): Summary {
	const isKnown = amount !== undefined && amount !== null && amount !== '' && currency;
	return {
		amount: isKnown ? shownAmount({ amount: String(amount), currency }, language) : '',
		reference: reference ?? undefined,
	};
}

// Signs that several currencies have.
const SHARED_SIGNS = /^(\$|£|¥|kr|Kr|Rs|R|K|L|Br|F)$/;

/**
 * Formats an amount for a language, with Western digits as on cards and the currency's own sign. The code stands beside a
 * sign that several currencies have. Unformatted where the currency is no ISO code.
 */
export function shownAmount({ amount, currency }: { amount: string; currency: string }, language: string): string {
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
