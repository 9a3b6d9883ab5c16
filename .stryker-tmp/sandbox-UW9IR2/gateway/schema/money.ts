// @ts-nocheck
import Big from 'big.js';
import { z } from 'zod/v4';

import type { Problem } from '../protocol/errors';
import { text } from './input';

export type AmountUnit = 'major' | 'minor';

declare const unit: unique symbol;

/**
 * A number in one unit. A charge is sent in minor units and a transfer in major units. Confusing them would be wrong by a
 * factor of 100, so they are two types that cannot replace each other.
 */
export type MinorUnits = number & { readonly [unit]: 'minor' };
export type MajorUnits = number & { readonly [unit]: 'major' };

/**
 * An amount in both units. `minor` is exact. `major` is for people and for comparisons in n8n; it is null when the
 * decimals of the currency are not certain.
 */
export interface Money {
	major: MajorUnits | null;
	minor: MinorUnits;
	currency: string;
}

/** An amount that can be sent in major units. */
export interface MajorMoney extends Money {
	major: MajorUnits;
}

// A charge's `amount` is an int (specification 2.2); beyond this a JSON number is no longer exact.
const LARGEST = Number.MAX_SAFE_INTEGER;
const TOO_LARGE = 'is too large to be sent exactly';
const MOST_DIGITS = 4;

// Intl gives the decimals that prices are printed with, and they change between versions. For these currencies ISO 4217
// gives another number, so that an amount could be charged a hundred times too low or too high.
const DISPUTED = new Set('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' '));

// Asking Intl takes longer than reading the rest of a payment.
const knownDigits = new Map<string, number>();

/**
 * Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. They come from Intl, so that no table of ours can become outdated.
 * @returns undefined when Intl and ISO 4217 disagree; the specification does not say which one counts, so the user has to
 * @throws RangeError when `currency` is not three letters
 */
function minorUnitDigits(currency: string): number | undefined {
	const digits = knownDigits.get(currency) ?? digitsOfIntl(currency);
	knownDigits.set(currency, digits);
	return DISPUTED.has(currency) ? undefined : digits;
}

function digitsOfIntl(currency: string): number {
	return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;
}

/** A three-letter currency code (ISO 4217; specification 2.2), returned in capitals. */
export const currencyCode = z
	.string({ error: ({ input }) => (input === undefined ? undefined : 'must be text') })
	.trim()
	.toUpperCase()
	.regex(/^[A-Z]{3}$/, { error: 'must be a three-letter currency code such as USD or NGN', abort: true });

const amountIn = z.object({ amount: text, currency: currencyCode });

/**
 * Reads an amount that a person or a workflow gave, without binary floating point.
 * @param value decimal text or a number, in `unit`
 * @param digits decimals of the currency
 * @returns the amount in both units, of which a charge sends `minor` (specification 2.2 and 8.1: 1000 means 10.00); or the
 * rule that it breaks: it is not a plain decimal, not above zero, too precise for the currency, or too large
 */
export function readAmount(
	value: unknown,
	unit: AmountUnit,
	currency: string,
	digits = minorUnitDigits(currency),
): Money | { rule: string } {
	if (digits !== undefined && !(Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS)) {
		return { rule: 'cannot be read: the option "Currency Decimals" must be a whole number from 0 to 4' };
	}
	const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	if (!/^\d{1,20}(\.\d{1,20})?$/.test(text)) {
		return { rule: 'must be a plain number such as 10.50, without signs, spaces or thousands separators' };
	}
	if (unit === 'major' && digits === undefined) {
		return { rule: uncertainDecimals(currency, 'give it in minor units, or ') };
	}
	const minor = unit === 'major' ? new Big(text).times(power(digits ?? 0)) : new Big(text);
	if (minor.lte(0)) return { rule: 'must be more than zero' };
	if (!isWhole(minor)) {
		return {
			rule:
				unit === 'minor'
					? 'must be a whole number, because it is given in minor units (1000 means 10.00)'
					: `has more decimals than ${currency} has (${digits})`,
		};
	}
	if (minor.gt(LARGEST)) return { rule: TOO_LARGE };
	const major = digits === undefined ? null : (minor.div(power(digits)).toNumber() as MajorUnits);
	return { major, minor: minor.toNumber() as MinorUnits, currency };
}

/**
 * Reads an amount for a call that takes it in major units, as providers document it for transfers (10.5 means 10.50).
 * @param value decimal text or a number, in `unit`
 * @returns the amount in both units, or the rule that it breaks: those of `readAmount`; in either unit, that the
 * currency's decimals are certain; that the JSON number which is sent can hold all its digits
 */
export function readMajorAmount(
	value: unknown,
	unit: AmountUnit,
	currency: string,
	digits = minorUnitDigits(currency),
): MajorMoney | { rule: string } {
	if (digits === undefined) return { rule: uncertainDecimals(currency) };
	const money = readAmount(value, unit, currency, digits);
	if ('rule' in money) return money;
	const { major } = money;
	if (major === null || !new Big(String(major)).times(power(digits)).eq(money.minor)) return { rule: TOO_LARGE };
	return { ...money, major };
}

/**
 * The rule that an input's amount breaks, if any. Fields may be missing or invalid, because other broken rules are told
 * with it; then the amount cannot be checked, and no rule is told.
 * @param label what the amount is called in n8n
 * @param read reads an amount
 */
export function amountProblems(
	given: Record<string, unknown>,
	label: string,
	read: (input: z.output<typeof amountIn>) => Money | { rule: string },
): Problem[] {
	const { success, data } = amountIn.safeParse(given);
	if (!success) return [];
	const money = read(data);
	return 'rule' in money ? [{ path: ['amount'], field: label, rule: money.rule }] : [];
}

/**
 * Minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing, not a number, finer
 * than the currency, or when the currency's decimals are not certain.
 */
export function minorOf(major: number | null, currency: string | null): number | null {
	if (major === null || !Number.isFinite(major) || currency === null || !/^[A-Z]{3}$/.test(currency)) return null;
	const digits = minorUnitDigits(currency);
	if (digits === undefined) return null;
	const minor = new Big(String(major)).times(power(digits));
	return isWhole(minor) && minor.abs().lte(LARGEST) ? minor.toNumber() : null;
}

function uncertainDecimals(currency: string, instead = ''): string {
	return `is in ${currency}, whose decimals are not counted alike everywhere: ${instead}set the option "Currency Decimals" to what your provider uses`;
}

function isWhole(amount: Big): boolean {
	return amount.round(0, Big.roundDown).eq(amount);
}

function power(digits: number): Big {
	return new Big(10).pow(digits);
}
