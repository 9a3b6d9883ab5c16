// @ts-nocheck
function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
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
export type MinorUnits = number & {
  readonly [unit]: 'minor';
};
export type MajorUnits = number & {
  readonly [unit]: 'major';
};

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
const TOO_LARGE = stryMutAct_9fa48("60") ? "" : (stryCov_9fa48("60"), 'is too large to be sent exactly');
const MOST_DIGITS = 4;

// Intl gives the decimals that prices are printed with, and they change between versions. For these currencies ISO 4217
// gives another number, so that an amount could be charged a hundred times too low or too high.
const DISPUTED = new Set((stryMutAct_9fa48("61") ? "" : (stryCov_9fa48("61"), 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER')).split(stryMutAct_9fa48("62") ? "" : (stryCov_9fa48("62"), ' ')));

// Asking Intl takes longer than reading the rest of a payment.
const knownDigits = new Map<string, number>();

/**
 * Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. They come from Intl, so that no table of ours can become outdated.
 * @returns undefined when Intl and ISO 4217 disagree; the specification does not say which one counts, so the user has to
 * @throws RangeError when `currency` is not three letters
 */
function minorUnitDigits(currency: string): number | undefined {
  if (stryMutAct_9fa48("63")) {
    {}
  } else {
    stryCov_9fa48("63");
    const digits = stryMutAct_9fa48("64") ? knownDigits.get(currency) && digitsOfIntl(currency) : (stryCov_9fa48("64"), knownDigits.get(currency) ?? digitsOfIntl(currency));
    knownDigits.set(currency, digits);
    return DISPUTED.has(currency) ? undefined : digits;
  }
}
function digitsOfIntl(currency: string): number {
  if (stryMutAct_9fa48("65")) {
    {}
  } else {
    stryCov_9fa48("65");
    return new Intl.NumberFormat(stryMutAct_9fa48("66") ? "" : (stryCov_9fa48("66"), 'en'), stryMutAct_9fa48("67") ? {} : (stryCov_9fa48("67"), {
      style: stryMutAct_9fa48("68") ? "" : (stryCov_9fa48("68"), 'currency'),
      currency
    })).resolvedOptions().maximumFractionDigits!;
  }
}

/** A three-letter currency code (ISO 4217; specification 2.2), returned in capitals. */
export const currencyCode = stryMutAct_9fa48("70") ? z.string({
  error: ({
    input
  }) => input === undefined ? undefined : 'must be text'
}).toUpperCase().regex(/^[A-Z]{3}$/, {
  error: 'must be a three-letter currency code such as USD or NGN',
  abort: true
}) : stryMutAct_9fa48("69") ? z.string({
  error: ({
    input
  }) => input === undefined ? undefined : 'must be text'
}).trim().toLowerCase().regex(/^[A-Z]{3}$/, {
  error: 'must be a three-letter currency code such as USD or NGN',
  abort: true
}) : (stryCov_9fa48("69", "70"), z.string(stryMutAct_9fa48("71") ? {} : (stryCov_9fa48("71"), {
  error: stryMutAct_9fa48("72") ? () => undefined : (stryCov_9fa48("72"), ({
    input
  }) => (stryMutAct_9fa48("75") ? input !== undefined : stryMutAct_9fa48("74") ? false : stryMutAct_9fa48("73") ? true : (stryCov_9fa48("73", "74", "75"), input === undefined)) ? undefined : stryMutAct_9fa48("76") ? "" : (stryCov_9fa48("76"), 'must be text'))
})).trim().toUpperCase().regex(stryMutAct_9fa48("80") ? /^[^A-Z]{3}$/ : stryMutAct_9fa48("79") ? /^[A-Z]$/ : stryMutAct_9fa48("78") ? /^[A-Z]{3}/ : stryMutAct_9fa48("77") ? /[A-Z]{3}$/ : (stryCov_9fa48("77", "78", "79", "80"), /^[A-Z]{3}$/), stryMutAct_9fa48("81") ? {} : (stryCov_9fa48("81"), {
  error: stryMutAct_9fa48("82") ? "" : (stryCov_9fa48("82"), 'must be a three-letter currency code such as USD or NGN'),
  abort: stryMutAct_9fa48("83") ? false : (stryCov_9fa48("83"), true)
})));
const amountIn = z.object(stryMutAct_9fa48("84") ? {} : (stryCov_9fa48("84"), {
  amount: text,
  currency: currencyCode
}));

/**
 * Reads an amount that a person or a workflow gave, without binary floating point.
 * @param value decimal text or a number, in `unit`
 * @param digits decimals of the currency
 * @returns the amount in both units, of which a charge sends `minor` (specification 2.2 and 8.1: 1000 means 10.00); or the
 * rule that it breaks: it is not a plain decimal, not above zero, too precise for the currency, or too large
 */
export function readAmount(value: unknown, unit: AmountUnit, currency: string, digits = minorUnitDigits(currency)): Money | {
  rule: string;
} {
  if (stryMutAct_9fa48("85")) {
    {}
  } else {
    stryCov_9fa48("85");
    if (stryMutAct_9fa48("88") ? digits !== undefined || !(Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS) : stryMutAct_9fa48("87") ? false : stryMutAct_9fa48("86") ? true : (stryCov_9fa48("86", "87", "88"), (stryMutAct_9fa48("90") ? digits === undefined : stryMutAct_9fa48("89") ? true : (stryCov_9fa48("89", "90"), digits !== undefined)) && (stryMutAct_9fa48("91") ? Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS : (stryCov_9fa48("91"), !(stryMutAct_9fa48("94") ? Number.isInteger(digits) && digits >= 0 || digits <= MOST_DIGITS : stryMutAct_9fa48("93") ? false : stryMutAct_9fa48("92") ? true : (stryCov_9fa48("92", "93", "94"), (stryMutAct_9fa48("96") ? Number.isInteger(digits) || digits >= 0 : stryMutAct_9fa48("95") ? true : (stryCov_9fa48("95", "96"), Number.isInteger(digits) && (stryMutAct_9fa48("99") ? digits < 0 : stryMutAct_9fa48("98") ? digits > 0 : stryMutAct_9fa48("97") ? true : (stryCov_9fa48("97", "98", "99"), digits >= 0)))) && (stryMutAct_9fa48("102") ? digits > MOST_DIGITS : stryMutAct_9fa48("101") ? digits < MOST_DIGITS : stryMutAct_9fa48("100") ? true : (stryCov_9fa48("100", "101", "102"), digits <= MOST_DIGITS)))))))) {
      if (stryMutAct_9fa48("103")) {
        {}
      } else {
        stryCov_9fa48("103");
        return stryMutAct_9fa48("104") ? {} : (stryCov_9fa48("104"), {
          rule: stryMutAct_9fa48("105") ? "" : (stryCov_9fa48("105"), 'cannot be read: the option "Currency Decimals" must be a whole number from 0 to 4')
        });
      }
    }
    const text = (stryMutAct_9fa48("108") ? typeof value !== 'number' : stryMutAct_9fa48("107") ? false : stryMutAct_9fa48("106") ? true : (stryCov_9fa48("106", "107", "108"), typeof value === (stryMutAct_9fa48("109") ? "" : (stryCov_9fa48("109"), 'number')))) ? String(value) : (stryMutAct_9fa48("112") ? typeof value !== 'string' : stryMutAct_9fa48("111") ? false : stryMutAct_9fa48("110") ? true : (stryCov_9fa48("110", "111", "112"), typeof value === (stryMutAct_9fa48("113") ? "" : (stryCov_9fa48("113"), 'string')))) ? stryMutAct_9fa48("114") ? value : (stryCov_9fa48("114"), value.trim()) : stryMutAct_9fa48("115") ? "Stryker was here!" : (stryCov_9fa48("115"), '');
    if (stryMutAct_9fa48("118") ? false : stryMutAct_9fa48("117") ? true : stryMutAct_9fa48("116") ? /^\d{1,20}(\.\d{1,20})?$/.test(text) : (stryCov_9fa48("116", "117", "118"), !(stryMutAct_9fa48("125") ? /^\d{1,20}(\.\D{1,20})?$/ : stryMutAct_9fa48("124") ? /^\d{1,20}(\.\d)?$/ : stryMutAct_9fa48("123") ? /^\d{1,20}(\.\d{1,20})$/ : stryMutAct_9fa48("122") ? /^\D{1,20}(\.\d{1,20})?$/ : stryMutAct_9fa48("121") ? /^\d(\.\d{1,20})?$/ : stryMutAct_9fa48("120") ? /^\d{1,20}(\.\d{1,20})?/ : stryMutAct_9fa48("119") ? /\d{1,20}(\.\d{1,20})?$/ : (stryCov_9fa48("119", "120", "121", "122", "123", "124", "125"), /^\d{1,20}(\.\d{1,20})?$/)).test(text))) {
      if (stryMutAct_9fa48("126")) {
        {}
      } else {
        stryCov_9fa48("126");
        return stryMutAct_9fa48("127") ? {} : (stryCov_9fa48("127"), {
          rule: stryMutAct_9fa48("128") ? "" : (stryCov_9fa48("128"), 'must be a plain number such as 10.50, without signs, spaces or thousands separators')
        });
      }
    }
    if (stryMutAct_9fa48("131") ? unit === 'major' || digits === undefined : stryMutAct_9fa48("130") ? false : stryMutAct_9fa48("129") ? true : (stryCov_9fa48("129", "130", "131"), (stryMutAct_9fa48("133") ? unit !== 'major' : stryMutAct_9fa48("132") ? true : (stryCov_9fa48("132", "133"), unit === (stryMutAct_9fa48("134") ? "" : (stryCov_9fa48("134"), 'major')))) && (stryMutAct_9fa48("136") ? digits !== undefined : stryMutAct_9fa48("135") ? true : (stryCov_9fa48("135", "136"), digits === undefined)))) {
      if (stryMutAct_9fa48("137")) {
        {}
      } else {
        stryCov_9fa48("137");
        return stryMutAct_9fa48("138") ? {} : (stryCov_9fa48("138"), {
          rule: uncertainDecimals(currency, stryMutAct_9fa48("139") ? "" : (stryCov_9fa48("139"), 'give it in minor units, or '))
        });
      }
    }
    const minor = (stryMutAct_9fa48("142") ? unit !== 'major' : stryMutAct_9fa48("141") ? false : stryMutAct_9fa48("140") ? true : (stryCov_9fa48("140", "141", "142"), unit === (stryMutAct_9fa48("143") ? "" : (stryCov_9fa48("143"), 'major')))) ? new Big(text).times(power(stryMutAct_9fa48("144") ? digits && 0 : (stryCov_9fa48("144"), digits ?? 0))) : new Big(text);
    if (stryMutAct_9fa48("146") ? false : stryMutAct_9fa48("145") ? true : (stryCov_9fa48("145", "146"), minor.lte(0))) return stryMutAct_9fa48("147") ? {} : (stryCov_9fa48("147"), {
      rule: stryMutAct_9fa48("148") ? "" : (stryCov_9fa48("148"), 'must be more than zero')
    });
    if (stryMutAct_9fa48("151") ? false : stryMutAct_9fa48("150") ? true : stryMutAct_9fa48("149") ? isWhole(minor) : (stryCov_9fa48("149", "150", "151"), !isWhole(minor))) {
      if (stryMutAct_9fa48("152")) {
        {}
      } else {
        stryCov_9fa48("152");
        return stryMutAct_9fa48("153") ? {} : (stryCov_9fa48("153"), {
          rule: (stryMutAct_9fa48("156") ? unit !== 'minor' : stryMutAct_9fa48("155") ? false : stryMutAct_9fa48("154") ? true : (stryCov_9fa48("154", "155", "156"), unit === (stryMutAct_9fa48("157") ? "" : (stryCov_9fa48("157"), 'minor')))) ? stryMutAct_9fa48("158") ? "" : (stryCov_9fa48("158"), 'must be a whole number, because it is given in minor units (1000 means 10.00)') : stryMutAct_9fa48("159") ? `` : (stryCov_9fa48("159"), `has more decimals than ${currency} has (${digits})`)
        });
      }
    }
    if (stryMutAct_9fa48("161") ? false : stryMutAct_9fa48("160") ? true : (stryCov_9fa48("160", "161"), minor.gt(LARGEST))) return stryMutAct_9fa48("162") ? {} : (stryCov_9fa48("162"), {
      rule: TOO_LARGE
    });
    const major = (stryMutAct_9fa48("165") ? digits !== undefined : stryMutAct_9fa48("164") ? false : stryMutAct_9fa48("163") ? true : (stryCov_9fa48("163", "164", "165"), digits === undefined)) ? null : minor.div(power(digits)).toNumber() as MajorUnits;
    return stryMutAct_9fa48("166") ? {} : (stryCov_9fa48("166"), {
      major,
      minor: minor.toNumber() as MinorUnits,
      currency
    });
  }
}

/**
 * Reads an amount for a call that takes it in major units, as providers document it for transfers (10.5 means 10.50).
 * @param value decimal text or a number, in `unit`
 * @returns the amount in both units, or the rule that it breaks: those of `readAmount`; in either unit, that the
 * currency's decimals are certain; that the JSON number which is sent can hold all its digits
 */
export function readMajorAmount(value: unknown, unit: AmountUnit, currency: string, digits = minorUnitDigits(currency)): MajorMoney | {
  rule: string;
} {
  if (stryMutAct_9fa48("167")) {
    {}
  } else {
    stryCov_9fa48("167");
    if (stryMutAct_9fa48("170") ? digits !== undefined : stryMutAct_9fa48("169") ? false : stryMutAct_9fa48("168") ? true : (stryCov_9fa48("168", "169", "170"), digits === undefined)) return stryMutAct_9fa48("171") ? {} : (stryCov_9fa48("171"), {
      rule: uncertainDecimals(currency)
    });
    const money = readAmount(value, unit, currency, digits);
    if (stryMutAct_9fa48("173") ? false : stryMutAct_9fa48("172") ? true : (stryCov_9fa48("172", "173"), (stryMutAct_9fa48("174") ? "" : (stryCov_9fa48("174"), 'rule')) in money)) return money;
    const {
      major
    } = money;
    if (stryMutAct_9fa48("177") ? major === null && !new Big(String(major)).times(power(digits)).eq(money.minor) : stryMutAct_9fa48("176") ? false : stryMutAct_9fa48("175") ? true : (stryCov_9fa48("175", "176", "177"), (stryMutAct_9fa48("179") ? major !== null : stryMutAct_9fa48("178") ? false : (stryCov_9fa48("178", "179"), major === null)) || (stryMutAct_9fa48("180") ? new Big(String(major)).times(power(digits)).eq(money.minor) : (stryCov_9fa48("180"), !new Big(String(major)).times(power(digits)).eq(money.minor))))) return stryMutAct_9fa48("181") ? {} : (stryCov_9fa48("181"), {
      rule: TOO_LARGE
    });
    return stryMutAct_9fa48("182") ? {} : (stryCov_9fa48("182"), {
      ...money,
      major
    });
  }
}

/**
 * The rule that an input's amount breaks, if any. Fields may be missing or invalid, because other broken rules are told
 * with it; then the amount cannot be checked, and no rule is told.
 * @param label what the amount is called in n8n
 * @param read reads an amount
 */
export function amountProblems(given: Record<string, unknown>, label: string, read: (input: z.output<typeof amountIn>) => Money | {
  rule: string;
}): Problem[] {
  if (stryMutAct_9fa48("183")) {
    {}
  } else {
    stryCov_9fa48("183");
    const {
      success,
      data
    } = amountIn.safeParse(given);
    if (stryMutAct_9fa48("186") ? false : stryMutAct_9fa48("185") ? true : stryMutAct_9fa48("184") ? success : (stryCov_9fa48("184", "185", "186"), !success)) return stryMutAct_9fa48("187") ? ["Stryker was here"] : (stryCov_9fa48("187"), []);
    const money = read(data);
    return (stryMutAct_9fa48("188") ? "" : (stryCov_9fa48("188"), 'rule')) in money ? stryMutAct_9fa48("189") ? [] : (stryCov_9fa48("189"), [stryMutAct_9fa48("190") ? {} : (stryCov_9fa48("190"), {
      path: stryMutAct_9fa48("191") ? [] : (stryCov_9fa48("191"), [stryMutAct_9fa48("192") ? "" : (stryCov_9fa48("192"), 'amount')]),
      field: label,
      rule: money.rule
    })]) : stryMutAct_9fa48("193") ? ["Stryker was here"] : (stryCov_9fa48("193"), []);
  }
}

/**
 * Minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing, not a number, finer
 * than the currency, or when the currency's decimals are not certain.
 */
export function minorOf(major: number | null, currency: string | null): number | null {
  if (stryMutAct_9fa48("194")) {
    {}
  } else {
    stryCov_9fa48("194");
    if (stryMutAct_9fa48("197") ? (major === null || !Number.isFinite(major) || currency === null) && !/^[A-Z]{3}$/.test(currency) : stryMutAct_9fa48("196") ? false : stryMutAct_9fa48("195") ? true : (stryCov_9fa48("195", "196", "197"), (stryMutAct_9fa48("199") ? (major === null || !Number.isFinite(major)) && currency === null : stryMutAct_9fa48("198") ? false : (stryCov_9fa48("198", "199"), (stryMutAct_9fa48("201") ? major === null && !Number.isFinite(major) : stryMutAct_9fa48("200") ? false : (stryCov_9fa48("200", "201"), (stryMutAct_9fa48("203") ? major !== null : stryMutAct_9fa48("202") ? false : (stryCov_9fa48("202", "203"), major === null)) || (stryMutAct_9fa48("204") ? Number.isFinite(major) : (stryCov_9fa48("204"), !Number.isFinite(major))))) || (stryMutAct_9fa48("206") ? currency !== null : stryMutAct_9fa48("205") ? false : (stryCov_9fa48("205", "206"), currency === null)))) || (stryMutAct_9fa48("207") ? /^[A-Z]{3}$/.test(currency) : (stryCov_9fa48("207"), !(stryMutAct_9fa48("211") ? /^[^A-Z]{3}$/ : stryMutAct_9fa48("210") ? /^[A-Z]$/ : stryMutAct_9fa48("209") ? /^[A-Z]{3}/ : stryMutAct_9fa48("208") ? /[A-Z]{3}$/ : (stryCov_9fa48("208", "209", "210", "211"), /^[A-Z]{3}$/)).test(currency))))) return null;
    const digits = minorUnitDigits(currency);
    if (stryMutAct_9fa48("214") ? digits !== undefined : stryMutAct_9fa48("213") ? false : stryMutAct_9fa48("212") ? true : (stryCov_9fa48("212", "213", "214"), digits === undefined)) return null;
    const minor = new Big(String(major)).times(power(digits));
    return (stryMutAct_9fa48("217") ? isWhole(minor) || minor.abs().lte(LARGEST) : stryMutAct_9fa48("216") ? false : stryMutAct_9fa48("215") ? true : (stryCov_9fa48("215", "216", "217"), isWhole(minor) && minor.abs().lte(LARGEST))) ? minor.toNumber() : null;
  }
}
function uncertainDecimals(currency: string, instead = stryMutAct_9fa48("218") ? "Stryker was here!" : (stryCov_9fa48("218"), '')): string {
  if (stryMutAct_9fa48("219")) {
    {}
  } else {
    stryCov_9fa48("219");
    return stryMutAct_9fa48("220") ? `` : (stryCov_9fa48("220"), `is in ${currency}, whose decimals are not counted alike everywhere: ${instead}set the option "Currency Decimals" to what your provider uses`);
  }
}
function isWhole(amount: Big): boolean {
  if (stryMutAct_9fa48("221")) {
    {}
  } else {
    stryCov_9fa48("221");
    return amount.round(0, Big.roundDown).eq(amount);
  }
}
function power(digits: number): Big {
  if (stryMutAct_9fa48("222")) {
    {}
  } else {
    stryCov_9fa48("222");
    return new Big(10).pow(digits);
  }
}