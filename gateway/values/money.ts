import Big from 'big.js';
import { z } from 'zod/v4';

import { requiredRule, text, type BrokenRule } from './input';
import { SIGNIFICANT_DIGITS, type Likeness } from './responseFields';

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
 * The way in which a provider counts minor units. The specification says only that 1000 equals 10.00 (8.1), which tells nothing of a
 * currency whose decimals are not two.
 */
export type AmountCounting = 'iso4217' | 'hundredths' | 'unknown';

// Twelve significant digits, as many as amounts in answers are read with: two larger amounts could not be told apart.
const MOST = 9_999_999_999.99;
const TOO_LARGE = 'is above 9,999,999,999.99. Check it, or split it.';
// A JSON number holds fifteen digits exactly.
const LARGEST_TOLD = 999_999_999_999_999;

// Intl gives the decimals that prices are printed with. For these currencies ISO 4217 gives another number.
const DECIMALS_OF_ISO: Readonly<Record<string, number>> = {
	...{ AFN: 2, ALL: 2, COP: 2, HUF: 2, IDR: 2, IQD: 3, IRR: 2, KPW: 2, LAK: 2, LBP: 2 },
	...{ MGA: 2, MMK: 2, PKR: 2, SOS: 2, SYP: 2, YER: 2 },
};
const HUNDREDTHS = 2;

/**
 * Returns the decimals with which a provider counts a currency. Apart from the few above they come from Intl, so that no table of ours can
 * become outdated.
 * @returns undefined when it is not known how the provider counts, and the ways to count differ for this currency
 * @throws RangeError when `currency` is not three letters
 */
function decimalsOf(currency: string, counting: AmountCounting): number | undefined {
	if (counting === 'hundredths') return HUNDREDTHS;
	const printed = decimalsOfPrices(currency);
	if (counting === 'iso4217') return DECIMALS_OF_ISO[currency] ?? printed;
	return printed === HUNDREDTHS ? HUNDREDTHS : undefined;
}

// By currency, because asking Intl again takes a fifth of all our work for a charge.
const printedDecimals = new Map<string, number>();

/** Returns the decimals with which prices in a currency are printed. */
function decimalsOfPrices(currency: string): number {
	const known = printedDecimals.get(currency);
	if (known !== undefined) return known;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency });
	const { maximumFractionDigits } = format.resolvedOptions();
	printedDecimals.set(currency, maximumFractionDigits!);
	return maximumFractionDigits!;
}

/** A three-letter currency code (ISO 4217; specification 2.2), returned in capitals. */
export const currencyCode = z
	.string({
		error: ({ input }) =>
			input === undefined ? undefined : 'is not text. Write its three letters, such as NGN or USD.',
	})
	.trim()
	.toUpperCase()
	.regex(/^[A-Z]{3}$/, {
		error: 'is not a currency code. Write its three letters, such as NGN or USD.',
		abort: true,
	});

/** The currency of a payment: that of its node, or of the credential. */
export const paymentCurrency = requiredRule(currencyCode, 'Choose one, or set Default Currency in the credential.');

// Larger amounts have more digits of their own.
const MANY_DIGITS = 15;
const LARGE = 1e9;
// A calculation adds about a tenth of this, and a further digit of twelve ten times as much.
const NOISE = 1e-13;

/**
 * Rounds a number from a calculation, such as 3 * 10.1, to twelve significant digits: 30.299999999999997 means 30.3. One that has more
 * digits of its own stays as it is.
 */
function withoutNoise(amount: number): number {
	const rounded = Number(amount.toPrecision(Math.abs(amount) < LARGE ? SIGNIFICANT_DIGITS : MANY_DIGITS));
	return Math.abs(rounded - amount) < Math.abs(amount) * NOISE ? rounded : amount;
}

/** An amount as a person or a workflow gives it: text, or a number that may come from a calculation. */
export const amountInput = z.preprocess((amount) => (typeof amount === 'number' ? withoutNoise(amount) : amount), text);

const amountIn = z.looseObject({ amount: amountInput, currency: currencyCode });

/** An amount as a person or a workflow gave it. */
interface GivenAmount {
	/** Decimal text or a number, in `unit`. */
	amount: unknown;
	unit: AmountUnit;
	currency: string;
}

const NOT_WHOLE = 'is not a whole number above zero. In minor units, 1050 means 10.50.';

/** Says whether text is a decimal without signs, spaces or separators of thousands. */
export function isPlainNumber(text: string): boolean {
	return /^\d{1,20}(\.\d{1,20})?$/.test(text);
}

/**
 * Says what is wrong with the way an amount is written, and how to write it; a rule of a `Problem`. It repeats eleven digits at
 * most, because a longer number may be a card's.
 * @param text what `isPlainNumber` refuses
 */
export function numberFormatRule(text: string): string {
	if (/^[-−–(]/.test(text)) return 'is below zero. Write an amount above zero.';
	if (/^\d{1,9},\d{1,2}$/.test(text)) return `has a comma. Write ${text.replace(',', '.')}, with a point.`;
	if (/^\d{1,3}(,\d{3}){1,2}\.\d{1,2}$/.test(text))
		return `has commas. Write it without thousands separators: ${text.replaceAll(',', '')}.`;
	return 'is not a plain number. Write it like 10.50, with a point before the decimals.';
}

/**
 * Reads an amount that a person or a workflow gave, without binary floating point.
 * @param counting how the provider counts minor units
 * @returns the amount in both units, of which a charge sends `minor` (specification 2.2 and 8.1: 1000 means 10.00); or the
 * rule that it breaks: it is not a plain decimal, not above zero, has more decimals than its currency, is above 9,999,999,999.99, or in a currency of
 * which it is not known how the provider counts it
 */
export function readAmount(
	{ amount, unit, currency }: GivenAmount,
	counting: AmountCounting,
): Money | { rule: string } {
	const text = typeof amount === 'number' ? String(amount) : typeof amount === 'string' ? amount.trim() : '';
	// Typed as an expression, or imported. Taken for minor units, it would be a hundredth of the amount.
	if (unit !== 'major' && unit !== 'minor') return { rule: 'has an unknown unit. Choose "major" or "minor".' };
	if (unit === 'minor' && !/^\d{1,20}$/.test(text)) return { rule: NOT_WHOLE };
	if (!isPlainNumber(text)) return { rule: numberFormatRule(text) };
	const decimals = decimalsOf(currency, counting);
	if (decimals === undefined) {
		return {
			rule: `is in ${currency}, which providers count in different ways. Ask your provider. Then turn on My Provider Needs Other Settings in the credential, and choose its way under Amounts Are Sent In.`,
		};
	}
	const minor = unit === 'major' ? new Big(text).times(power(decimals)) : new Big(text);
	if (minor.lte(0)) return { rule: 'is zero. Write an amount above zero.' };
	// Written, because the point of 1.500 may separate thousands.
	const written = text.split('.')[1]?.length ?? 0;
	if (written > decimals) {
		return {
			rule: `has too many decimals. ${currency} has ${decimals} at most. If the point separates thousands, leave it out.`,
		};
	}
	const major = minor.div(power(decimals));
	if (major.gt(MOST)) return { rule: TOO_LARGE };
	return { major: major.toNumber() as MajorUnits, minor: minor.toNumber() as MinorUnits, currency };
}

/**
 * Reads the amount of an input.
 * @param given as `readInput` has it
 * @returns the amount, or the rule that it breaks; neither where the amount or the currency breaks a rule of the schema. An input
 * that `requireValid` has accepted, with these rules among the others, always has an amount
 */
export function readMoney(
	given: Record<string, unknown>,
	unit: AmountUnit,
	counting: AmountCounting,
): { money?: Money; brokenRules: BrokenRule[] } {
	const { data } = amountIn.safeParse(given);
	if (!data) return { brokenRules: [] };
	const read = readAmount({ amount: data.amount, unit, currency: data.currency }, counting);
	return 'rule' in read ? { brokenRules: [{ path: ['amount'], rule: read.rule }] } : { money: read, brokenRules: [] };
}

/**
 * Reads a major amount that identifies a payment (2.5, 2.6): requested, gross or refunded. Services calculate with binary fractions
 * (19.990000000000002) and with 32-bit floats (19.989999771118164), so an amount counts as the whole minor units that it is less than a
 * quarter of one away from.
 * @returns as it came where it is further away. Without a known currency, it is the thousandth that is the same 32-bit float, if any
 */
export function roundAmount(major: number | null, currency: string | null, counting: AmountCounting): number | null {
	if (!isNumber(major)) return null;
	const amount = withoutNoise(major);
	if (!isCurrencyCode(currency)) {
		const thousandth = Number(amount.toFixed(3));
		return isSameFloat(thousandth, amount) ? thousandth : amount;
	}
	const unit = unitOf(currency, counting);
	return (
		wholeNear(new Big(String(amount)).times(unit))
			?.div(unit)
			.toNumber() ?? amount
	);
}

/**
 * Returns the minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing, finer than the currency, or
 * when it is not known how the provider counts the currency.
 */
export function minorOf(major: number | null, currency: string | null, counting: AmountCounting): number | null {
	const amount = roundAmount(major, currency, counting);
	if (amount === null || !isCurrencyCode(currency)) return null;
	const decimals = decimalsOf(currency, counting);
	if (decimals === undefined) return null;
	const minor = new Big(String(amount)).times(power(decimals));
	return isWhole(minor) && minor.abs().lte(LARGEST_TOLD) ? minor.toNumber() : null;
}

/** The compared parts of a payment: its amount in major units, and its currency. */
interface ComparedAmount {
	amount: number | null;
	currency: string | null;
}

/**
 * Compares a told amount with the expected one, in the minor units of the expected currency. Only whole minor units can be different. What
 * is no whole number of them is the expected amount where it is less than one away from it. Two amounts that are the same 32-bit float are
 * never different.
 * @param expected any amount will do where it is null
 */
export function compareAmounts(expected: ComparedAmount, told: ComparedAmount, counting: AmountCounting): Likeness {
	if (expected.amount === null) return 'same';
	if (!isNumber(told.amount)) return 'notKnown';
	const currency = [expected.currency, told.currency].find(isCurrencyCode);
	const unit = currency === undefined ? power(HUNDREDTHS) : unitOf(currency, counting);
	const [wanted, found] = [expected.amount, told.amount].map((amount) =>
		new Big(String(withoutNoise(amount))).times(unit),
	) as [Big, Big];
	const whole = wholeNear(found);
	if (whole === null) return found.minus(wanted).abs().lt(1) ? 'same' : 'notKnown';
	if (whole.eq(wholeNear(wanted) ?? wanted)) return 'same';
	return isSameFloat(told.amount, expected.amount) ? 'notKnown' : 'different';
}

/** Compares a told currency with the expected one. Anything but a three-letter code, such as 566, is not known. */
export function compareCurrencies(expected: string | null, told: string | null): Likeness {
	if (expected === null || told === expected) return 'same';
	return isCurrencyCode(told) ? 'different' : 'notKnown';
}

/** Returns how many minor units a provider counts for one major unit; where that is not known, as many as prices are printed with. */
function unitOf(currency: string, counting: AmountCounting): Big {
	return power(decimalsOf(currency, counting) ?? decimalsOfPrices(currency));
}

/** Says whether two amounts cannot be told apart by a service that calculates with 32-bit floats. */
function isSameFloat(one: number, other: number): boolean {
	return Math.fround(one) === Math.fround(other);
}

/** Returns the whole number that a number is less than a quarter away from, or null. */
function wholeNear(number: Big): Big | null {
	const whole = number.round(0, Big.roundHalfUp);
	return whole.minus(number).abs().lt(0.25) ? whole : null;
}

/**
 * Writes a major amount as people do, such as "10.50": with as many decimals as prices in its currency have, or more where it needs them,
 * so that nothing is rounded away. Without a known currency it has two.
 * @returns null where the amount is null
 */
export function amountText(major: number | null, currency: string | null): string | null {
	if (!isNumber(major)) return null;
	const amount = new Big(String(major));
	const ways = isCurrencyCode(currency) ? [decimalsOfPrices(currency), decimalsOf(currency, 'iso4217')!] : [HUNDREDTHS];
	// Where none of these is enough, it has all the decimals that it needs.
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
