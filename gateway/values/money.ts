import Big from 'big.js';
import { z } from 'zod/v4';

import { isPlainNumber, writtenWrongly } from './amountText';
import { text, type BrokenRule } from './input';

export type AmountUnit = 'major' | 'minor';

declare const unit: unique symbol;

/**
 * A number in one unit. A charge is sent in minor units and a transfer in major units. Confusing them would be wrong by a
 * factor of 100, so they are two types that cannot replace each other.
 */
export type MinorUnits = number & { readonly [unit]: 'minor' };
export type MajorUnits = number & { readonly [unit]: 'major' };

/** An amount in both units. `minor` is exact, and `major` is for people and for comparisons in n8n. */
export interface Money {
	major: MajorUnits;
	minor: MinorUnits;
	currency: string;
}

/**
 * How a provider counts minor units. The specification says only that 1000 equals 10.00 (8.1), which tells nothing of a
 * currency whose decimals are not two.
 */
export type AmountCounting = 'iso4217' | 'hundredths' | 'unknown';

// A charge's `amount` is an int (specification 2.2); beyond this a JSON number is no longer exact.
const LARGEST = Number.MAX_SAFE_INTEGER;
const TOO_LARGE = 'is too large to be sent exactly. Check it, or split it.';

// Intl gives the decimals that prices are printed with. For these currencies ISO 4217 gives another number.
const DECIMALS_OF_ISO: Readonly<Record<string, number>> = {
	...{ AFN: 2, ALL: 2, COP: 2, HUF: 2, IDR: 2, IQD: 3, IRR: 2, KPW: 2, LAK: 2, LBP: 2 },
	...{ MGA: 2, MMK: 2, PKR: 2, SOS: 2, SYP: 2, YER: 2 },
};
const HUNDREDTHS = 2;

/**
 * Decimals with which a provider counts a currency. Apart from the few above they come from Intl, so that no table of ours
 * can become outdated.
 * @returns undefined when it is not known how the provider counts, and the ways to count differ for this currency
 * @throws RangeError when `currency` is not three letters
 */
function decimalsOf(currency: string, counting: AmountCounting): number | undefined {
	if (counting === 'hundredths') return HUNDREDTHS;
	const printed = printedDecimalsOf(currency);
	if (counting === 'iso4217') return DECIMALS_OF_ISO[currency] ?? printed;
	return printed === HUNDREDTHS ? HUNDREDTHS : undefined;
}

/** Decimals with which prices in a currency are printed. */
function printedDecimalsOf(currency: string): number {
	return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;
}

/** A three-letter currency code (ISO 4217; specification 2.2), returned in capitals. */
export const currencyCode = z
	.string({
		error: ({ input }) =>
			input === undefined ? undefined : 'is not text. Write its three letters, such as NGN or USD.',
	})
	.trim()
	.toUpperCase()
	.regex(/^[A-Z]{3}$/, { error: 'is not a currency code. Write its three letters, such as NGN or USD.', abort: true });

const DIGITS = 12;
// A calculation adds about a tenth of this, and a further digit of twelve ten times as much.
const NOISE = 1e-13;

/**
 * An amount as a person or a workflow gives it. A number from a calculation, such as 3 * 10.1, is rounded to twelve significant
 * digits: 30.299999999999997 means 30.3. One that has more digits of its own stays as it is, and so does text.
 */
export const givenAmount = z.preprocess((amount) => {
	if (typeof amount !== 'number') return amount;
	const rounded = Number(amount.toPrecision(DIGITS));
	return Math.abs(rounded - amount) < Math.abs(amount) * NOISE ? rounded : amount;
}, text);

const amountIn = z.object({ amount: givenAmount, currency: currencyCode });

/** An amount as a person or a workflow gave it. */
interface GivenAmount {
	/** Decimal text or a number, in `unit`. */
	amount: unknown;
	unit: AmountUnit;
	currency: string;
}

const NOT_WHOLE = 'has decimals, but is in minor units. Write a whole number: 1050 means 10.50.';

// Read as decimals, 1.500 would be a thousandth of what a list with such separators means.
const POINT_OF_THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;
const DIGITS_OF_THOUSANDS = 3;

function tooPrecise(text: string, currency: string, decimals: number): string {
	const rule =
		decimals === 0
			? `has decimals, which ${currency} does not have. Write a whole number.`
			: `has too many decimals. ${currency} has ${decimals} at most.`;
	if (!POINT_OF_THOUSANDS.test(text)) return rule;
	return `${rule} If the point separates thousands, write ${text.replace('.', '')}.`;
}

/**
 * Reads an amount that a person or a workflow gave, without binary floating point.
 * @param counting how the provider counts minor units
 * @returns the amount in both units, of which a charge sends `minor` (specification 2.2 and 8.1: 1000 means 10.00); or the
 * rule that it breaks: it is not a plain decimal, not above zero, too precise, may have a separator of thousands, too large, or in a currency of which it is
 * not known how the provider counts it
 */
export function readAmount(
	{ amount, unit, currency }: GivenAmount,
	counting: AmountCounting,
): Money | { rule: string } {
	const text = typeof amount === 'number' ? String(amount) : typeof amount === 'string' ? amount.trim() : '';
	if (!isPlainNumber(text)) return { rule: writtenWrongly(text, unit) };
	// A value that a person has typed as an expression or imported; taken for minor units it would be a hundredth.
	if (unit !== 'major' && unit !== 'minor') return { rule: 'has an unknown unit. Choose "major" or "minor".' };
	const decimals = decimalsOf(currency, counting);
	if (decimals === undefined) {
		return {
			rule: `is in ${currency}, which providers count in different ways. Ask your provider. Then turn on My Provider Needs Other Settings in the credential, and choose its way under Amounts Are Sent In.`,
		};
	}
	const minor = unit === 'major' ? new Big(text).times(power(decimals)) : new Big(text);
	if (minor.lte(0)) return { rule: 'is zero. Write an amount above zero.' };
	if (unit === 'minor' && text.includes('.')) return { rule: NOT_WHOLE };
	const mayBeThousands = decimals < DIGITS_OF_THOUSANDS && POINT_OF_THOUSANDS.test(text);
	if (!isWhole(minor) || mayBeThousands) return { rule: tooPrecise(text, currency, decimals) };
	if (minor.gt(LARGEST)) return { rule: TOO_LARGE };
	const major = minor.div(power(decimals)).toNumber() as MajorUnits;
	return { major, minor: minor.toNumber() as MinorUnits, currency };
}

/**
 * Reads an amount for a call that takes it in major units, as providers document it for transfers (10.5 means 10.50).
 * @returns the amount in both units, or the rule that it breaks: those of `readAmount`, and that the JSON number which is
 * sent can hold all its digits
 */
export function readMajorAmount(given: GivenAmount, counting: AmountCounting): Money | { rule: string } {
	const money = readAmount(given, counting);
	if ('rule' in money) return money;
	const { major, minor, currency } = money;
	const isExact = new Big(String(major)).times(power(decimalsOf(currency, counting)!)).eq(minor);
	return isExact ? money : { rule: TOO_LARGE };
}

/**
 * The rule that an input's amount breaks, if any. Fields may be missing or invalid, because other broken rules are told
 * with it; then the amount cannot be checked, and no rule is told.
 * @param read reads an amount
 */
export function amountProblems(
	given: Record<string, unknown>,
	read: (input: z.output<typeof amountIn>) => Money | { rule: string },
): BrokenRule[] {
	const { success, data } = amountIn.safeParse(given);
	if (!success) return [];
	const money = read(data);
	return 'rule' in money ? [{ path: ['amount'], rule: money.rule }] : [];
}

/**
 * Minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing, not a number, finer
 * than the currency, or when it is not known how the provider counts the currency.
 */
export function minorOf(major: number | null, currency: string | null, counting: AmountCounting): number | null {
	if (!isNumber(major) || !isCurrencyCode(currency)) return null;
	const decimals = decimalsOf(currency, counting);
	if (decimals === undefined) return null;
	const minor = new Big(String(major)).times(power(decimals));
	return isWhole(minor) && minor.abs().lte(LARGEST) ? minor.toNumber() : null;
}

/**
 * A major amount as people write it, such as "10.50": with as many decimals as prices in its currency have, or more where
 * it needs them, so that nothing is rounded away. Without a known currency it has two.
 * @returns null where the amount is null
 */
export function amountText(major: number | null, currency: string | null): string | null {
	if (!isNumber(major)) return null;
	const amount = new Big(String(major));
	const ways = isCurrencyCode(currency)
		? [printedDecimalsOf(currency), decimalsOf(currency, 'iso4217')!]
		: [HUNDREDTHS];
	// Without any that is enough, it has all the decimals that it needs.
	return amount.toFixed(ways.find((decimals) => isWhole(amount.times(power(decimals)))));
}

function isNumber(amount: number | null): amount is number {
	return Number.isFinite(amount);
}

function isCurrencyCode(currency: string | null): currency is string {
	return /^[A-Z]{3}$/.test(String(currency));
}

function isWhole(amount: Big): boolean {
	return amount.round(0, Big.roundDown).eq(amount);
}

function power(digits: number): Big {
	return new Big(10).pow(digits);
}
