import Big from 'big.js';
import * as z from 'zod/mini';

import { InputError } from './errors';

export type AmountUnit = 'major' | 'minor';

/** An amount in both of its forms. `minor` is exact, `major` is for people and for comparisons in n8n. */
export interface Money {
	major: number;
	minor: number;
	currency: string;
}

// A charge's `amount` is an int (specification 2.2); beyond this a JSON number is no longer exact.
const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. From Intl, so no table of ours can go stale.
 * @throws RangeError when `currency` is not three letters
 */
export function minorUnitDigits(currency: string): number {
	return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A three-letter currency code (ISO 4217; specification 2.2), put into capitals. */
export const currencyCode = z.pipe(
	z.pipe(
		z.string('is required'),
		z.transform((code) => code.trim().toUpperCase()),
	),
	z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a three-letter currency code such as USD or NGN')),
);

/**
 * Reads an amount that a person or a workflow gave, without binary floating point.
 * @param value decimal text or a number, in `unit`
 * @returns both forms; `minor` is what a charge sends (specification 2.2 and 8.1: 1000 means 10.00)
 * @throws InputError when it is no plain decimal, not above zero, too precise for the currency, or too large
 */
export function readAmount(value: unknown, unit: AmountUnit, currency: string): Money {
	const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) {
		throw broken('must be a plain number such as 10.50, without signs, spaces or thousands separators');
	}
	const digits = minorUnitDigits(currency);
	const minor = unit === 'major' ? new Big(text).times(power(digits)) : new Big(text);
	if (minor.lte(0)) throw broken('must be more than zero');
	if (!minor.round(0, Big.roundDown).eq(minor)) {
		const rule =
			unit === 'minor'
				? 'must be a whole number, because it is given in minor units (1000 means 10.00)'
				: `has more decimals than ${currency} has (${digits})`;
		throw broken(rule);
	}
	if (minor.gt(LARGEST)) throw broken('is too large to be sent exactly');
	return { major: minor.div(power(digits)).toNumber(), minor: minor.toNumber(), currency };
}

/**
 * Minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing,
 * not a number or finer than the currency.
 */
export function minorOf(major: number | null, currency: string | null): number | null {
	if (major === null || currency === null || !/^[A-Z]{3}$/.test(currency)) return null;
	const minor = new Big(String(major)).times(power(minorUnitDigits(currency)));
	return minor.round(0, Big.roundDown).eq(minor) && minor.abs().lte(LARGEST) ? minor.toNumber() : null;
}

function broken(rule: string): InputError {
	return new InputError([{ field: 'Amount', rule }], '8.1');
}

function power(digits: number): Big {
	return new Big(10).pow(digits);
}
