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
const TOO_LARGE = stryMutAct_9fa48("904") ? "" : (stryCov_9fa48("904"), 'is too large to be sent exactly');
const MOST_DIGITS = 4;

// Intl gives the decimals that prices are printed with, and they change between versions. For these currencies ISO 4217
// gives another number, so that an amount could be charged a hundred times too low or too high.
const DISPUTED = new Set((stryMutAct_9fa48("905") ? "" : (stryCov_9fa48("905"), 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER')).split(stryMutAct_9fa48("906") ? "" : (stryCov_9fa48("906"), ' ')));

// Asking Intl takes longer than reading the rest of a payment.
const knownDigits = new Map<string, number>();

/**
 * Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. They come from Intl, so that no table of ours can become outdated.
 * @returns undefined when Intl and ISO 4217 disagree; the specification does not say which one counts, so the user has to
 * @throws RangeError when `currency` is not three letters
 */
function minorUnitDigits(currency: string): number | undefined {
  if (stryMutAct_9fa48("907")) {
    {}
  } else {
    stryCov_9fa48("907");
    const digits = stryMutAct_9fa48("908") ? knownDigits.get(currency) && digitsOfIntl(currency) : (stryCov_9fa48("908"), knownDigits.get(currency) ?? digitsOfIntl(currency));
    knownDigits.set(currency, digits);
    return DISPUTED.has(currency) ? undefined : digits;
  }
}
function digitsOfIntl(currency: string): number {
  if (stryMutAct_9fa48("909")) {
    {}
  } else {
    stryCov_9fa48("909");
    return new Intl.NumberFormat(stryMutAct_9fa48("910") ? "" : (stryCov_9fa48("910"), 'en'), stryMutAct_9fa48("911") ? {} : (stryCov_9fa48("911"), {
      style: stryMutAct_9fa48("912") ? "" : (stryCov_9fa48("912"), 'currency'),
      currency
    })).resolvedOptions().maximumFractionDigits!;
  }
}

/** A three-letter currency code (ISO 4217; specification 2.2), returned in capitals. */
export const currencyCode = stryMutAct_9fa48("914") ? z.string({
  error: ({
    input
  }) => input === undefined ? undefined : 'must be text'
}).toUpperCase().regex(/^[A-Z]{3}$/, {
  error: 'must be a three-letter currency code such as USD or NGN',
  abort: true
}) : stryMutAct_9fa48("913") ? z.string({
  error: ({
    input
  }) => input === undefined ? undefined : 'must be text'
}).trim().toLowerCase().regex(/^[A-Z]{3}$/, {
  error: 'must be a three-letter currency code such as USD or NGN',
  abort: true
}) : (stryCov_9fa48("913", "914"), z.string(stryMutAct_9fa48("915") ? {} : (stryCov_9fa48("915"), {
  error: stryMutAct_9fa48("916") ? () => undefined : (stryCov_9fa48("916"), ({
    input
  }) => (stryMutAct_9fa48("919") ? input !== undefined : stryMutAct_9fa48("918") ? false : stryMutAct_9fa48("917") ? true : (stryCov_9fa48("917", "918", "919"), input === undefined)) ? undefined : stryMutAct_9fa48("920") ? "" : (stryCov_9fa48("920"), 'must be text'))
})).trim().toUpperCase().regex(stryMutAct_9fa48("924") ? /^[^A-Z]{3}$/ : stryMutAct_9fa48("923") ? /^[A-Z]$/ : stryMutAct_9fa48("922") ? /^[A-Z]{3}/ : stryMutAct_9fa48("921") ? /[A-Z]{3}$/ : (stryCov_9fa48("921", "922", "923", "924"), /^[A-Z]{3}$/), stryMutAct_9fa48("925") ? {} : (stryCov_9fa48("925"), {
  error: stryMutAct_9fa48("926") ? "" : (stryCov_9fa48("926"), 'must be a three-letter currency code such as USD or NGN'),
  abort: stryMutAct_9fa48("927") ? false : (stryCov_9fa48("927"), true)
})));
const amountIn = z.object(stryMutAct_9fa48("928") ? {} : (stryCov_9fa48("928"), {
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
  if (stryMutAct_9fa48("929")) {
    {}
  } else {
    stryCov_9fa48("929");
    if (stryMutAct_9fa48("932") ? digits !== undefined || !(Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS) : stryMutAct_9fa48("931") ? false : stryMutAct_9fa48("930") ? true : (stryCov_9fa48("930", "931", "932"), (stryMutAct_9fa48("934") ? digits === undefined : stryMutAct_9fa48("933") ? true : (stryCov_9fa48("933", "934"), digits !== undefined)) && (stryMutAct_9fa48("935") ? Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS : (stryCov_9fa48("935"), !(stryMutAct_9fa48("938") ? Number.isInteger(digits) && digits >= 0 || digits <= MOST_DIGITS : stryMutAct_9fa48("937") ? false : stryMutAct_9fa48("936") ? true : (stryCov_9fa48("936", "937", "938"), (stryMutAct_9fa48("940") ? Number.isInteger(digits) || digits >= 0 : stryMutAct_9fa48("939") ? true : (stryCov_9fa48("939", "940"), Number.isInteger(digits) && (stryMutAct_9fa48("943") ? digits < 0 : stryMutAct_9fa48("942") ? digits > 0 : stryMutAct_9fa48("941") ? true : (stryCov_9fa48("941", "942", "943"), digits >= 0)))) && (stryMutAct_9fa48("946") ? digits > MOST_DIGITS : stryMutAct_9fa48("945") ? digits < MOST_DIGITS : stryMutAct_9fa48("944") ? true : (stryCov_9fa48("944", "945", "946"), digits <= MOST_DIGITS)))))))) {
      if (stryMutAct_9fa48("947")) {
        {}
      } else {
        stryCov_9fa48("947");
        return stryMutAct_9fa48("948") ? {} : (stryCov_9fa48("948"), {
          rule: stryMutAct_9fa48("949") ? "" : (stryCov_9fa48("949"), 'cannot be read: the option "Currency Decimals" must be a whole number from 0 to 4')
        });
      }
    }
    const text = (stryMutAct_9fa48("952") ? typeof value !== 'number' : stryMutAct_9fa48("951") ? false : stryMutAct_9fa48("950") ? true : (stryCov_9fa48("950", "951", "952"), typeof value === (stryMutAct_9fa48("953") ? "" : (stryCov_9fa48("953"), 'number')))) ? String(value) : (stryMutAct_9fa48("956") ? typeof value !== 'string' : stryMutAct_9fa48("955") ? false : stryMutAct_9fa48("954") ? true : (stryCov_9fa48("954", "955", "956"), typeof value === (stryMutAct_9fa48("957") ? "" : (stryCov_9fa48("957"), 'string')))) ? stryMutAct_9fa48("958") ? value : (stryCov_9fa48("958"), value.trim()) : stryMutAct_9fa48("959") ? "Stryker was here!" : (stryCov_9fa48("959"), '');
    if (stryMutAct_9fa48("962") ? false : stryMutAct_9fa48("961") ? true : stryMutAct_9fa48("960") ? /^\d{1,20}(\.\d{1,20})?$/.test(text) : (stryCov_9fa48("960", "961", "962"), !(stryMutAct_9fa48("969") ? /^\d{1,20}(\.\D{1,20})?$/ : stryMutAct_9fa48("968") ? /^\d{1,20}(\.\d)?$/ : stryMutAct_9fa48("967") ? /^\d{1,20}(\.\d{1,20})$/ : stryMutAct_9fa48("966") ? /^\D{1,20}(\.\d{1,20})?$/ : stryMutAct_9fa48("965") ? /^\d(\.\d{1,20})?$/ : stryMutAct_9fa48("964") ? /^\d{1,20}(\.\d{1,20})?/ : stryMutAct_9fa48("963") ? /\d{1,20}(\.\d{1,20})?$/ : (stryCov_9fa48("963", "964", "965", "966", "967", "968", "969"), /^\d{1,20}(\.\d{1,20})?$/)).test(text))) {
      if (stryMutAct_9fa48("970")) {
        {}
      } else {
        stryCov_9fa48("970");
        return stryMutAct_9fa48("971") ? {} : (stryCov_9fa48("971"), {
          rule: stryMutAct_9fa48("972") ? "" : (stryCov_9fa48("972"), 'must be a plain number such as 10.50, without signs, spaces or thousands separators')
        });
      }
    }
    if (stryMutAct_9fa48("975") ? unit === 'major' || digits === undefined : stryMutAct_9fa48("974") ? false : stryMutAct_9fa48("973") ? true : (stryCov_9fa48("973", "974", "975"), (stryMutAct_9fa48("977") ? unit !== 'major' : stryMutAct_9fa48("976") ? true : (stryCov_9fa48("976", "977"), unit === (stryMutAct_9fa48("978") ? "" : (stryCov_9fa48("978"), 'major')))) && (stryMutAct_9fa48("980") ? digits !== undefined : stryMutAct_9fa48("979") ? true : (stryCov_9fa48("979", "980"), digits === undefined)))) {
      if (stryMutAct_9fa48("981")) {
        {}
      } else {
        stryCov_9fa48("981");
        return stryMutAct_9fa48("982") ? {} : (stryCov_9fa48("982"), {
          rule: uncertainDecimals(currency, stryMutAct_9fa48("983") ? "" : (stryCov_9fa48("983"), 'give it in minor units, or '))
        });
      }
    }
    const minor = (stryMutAct_9fa48("986") ? unit !== 'major' : stryMutAct_9fa48("985") ? false : stryMutAct_9fa48("984") ? true : (stryCov_9fa48("984", "985", "986"), unit === (stryMutAct_9fa48("987") ? "" : (stryCov_9fa48("987"), 'major')))) ? new Big(text).times(power(stryMutAct_9fa48("988") ? digits && 0 : (stryCov_9fa48("988"), digits ?? 0))) : new Big(text);
    if (stryMutAct_9fa48("990") ? false : stryMutAct_9fa48("989") ? true : (stryCov_9fa48("989", "990"), minor.lte(0))) return stryMutAct_9fa48("991") ? {} : (stryCov_9fa48("991"), {
      rule: stryMutAct_9fa48("992") ? "" : (stryCov_9fa48("992"), 'must be more than zero')
    });
    if (stryMutAct_9fa48("995") ? false : stryMutAct_9fa48("994") ? true : stryMutAct_9fa48("993") ? isWhole(minor) : (stryCov_9fa48("993", "994", "995"), !isWhole(minor))) {
      if (stryMutAct_9fa48("996")) {
        {}
      } else {
        stryCov_9fa48("996");
        return stryMutAct_9fa48("997") ? {} : (stryCov_9fa48("997"), {
          rule: (stryMutAct_9fa48("1000") ? unit !== 'minor' : stryMutAct_9fa48("999") ? false : stryMutAct_9fa48("998") ? true : (stryCov_9fa48("998", "999", "1000"), unit === (stryMutAct_9fa48("1001") ? "" : (stryCov_9fa48("1001"), 'minor')))) ? stryMutAct_9fa48("1002") ? "" : (stryCov_9fa48("1002"), 'must be a whole number, because it is given in minor units (1000 means 10.00)') : stryMutAct_9fa48("1003") ? `` : (stryCov_9fa48("1003"), `has more decimals than ${currency} has (${digits})`)
        });
      }
    }
    if (stryMutAct_9fa48("1005") ? false : stryMutAct_9fa48("1004") ? true : (stryCov_9fa48("1004", "1005"), minor.gt(LARGEST))) return stryMutAct_9fa48("1006") ? {} : (stryCov_9fa48("1006"), {
      rule: TOO_LARGE
    });
    const major = (stryMutAct_9fa48("1009") ? digits !== undefined : stryMutAct_9fa48("1008") ? false : stryMutAct_9fa48("1007") ? true : (stryCov_9fa48("1007", "1008", "1009"), digits === undefined)) ? null : minor.div(power(digits)).toNumber() as MajorUnits;
    return stryMutAct_9fa48("1010") ? {} : (stryCov_9fa48("1010"), {
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
  if (stryMutAct_9fa48("1011")) {
    {}
  } else {
    stryCov_9fa48("1011");
    if (stryMutAct_9fa48("1014") ? digits !== undefined : stryMutAct_9fa48("1013") ? false : stryMutAct_9fa48("1012") ? true : (stryCov_9fa48("1012", "1013", "1014"), digits === undefined)) return stryMutAct_9fa48("1015") ? {} : (stryCov_9fa48("1015"), {
      rule: uncertainDecimals(currency)
    });
    const money = readAmount(value, unit, currency, digits);
    if (stryMutAct_9fa48("1017") ? false : stryMutAct_9fa48("1016") ? true : (stryCov_9fa48("1016", "1017"), (stryMutAct_9fa48("1018") ? "" : (stryCov_9fa48("1018"), 'rule')) in money)) return money;
    const {
      major
    } = money;
    if (stryMutAct_9fa48("1021") ? major === null && !new Big(String(major)).times(power(digits)).eq(money.minor) : stryMutAct_9fa48("1020") ? false : stryMutAct_9fa48("1019") ? true : (stryCov_9fa48("1019", "1020", "1021"), (stryMutAct_9fa48("1023") ? major !== null : stryMutAct_9fa48("1022") ? false : (stryCov_9fa48("1022", "1023"), major === null)) || (stryMutAct_9fa48("1024") ? new Big(String(major)).times(power(digits)).eq(money.minor) : (stryCov_9fa48("1024"), !new Big(String(major)).times(power(digits)).eq(money.minor))))) return stryMutAct_9fa48("1025") ? {} : (stryCov_9fa48("1025"), {
      rule: TOO_LARGE
    });
    return stryMutAct_9fa48("1026") ? {} : (stryCov_9fa48("1026"), {
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
  if (stryMutAct_9fa48("1027")) {
    {}
  } else {
    stryCov_9fa48("1027");
    const {
      success,
      data
    } = amountIn.safeParse(given);
    if (stryMutAct_9fa48("1030") ? false : stryMutAct_9fa48("1029") ? true : stryMutAct_9fa48("1028") ? success : (stryCov_9fa48("1028", "1029", "1030"), !success)) return stryMutAct_9fa48("1031") ? ["Stryker was here"] : (stryCov_9fa48("1031"), []);
    const money = read(data);
    return (stryMutAct_9fa48("1032") ? "" : (stryCov_9fa48("1032"), 'rule')) in money ? stryMutAct_9fa48("1033") ? [] : (stryCov_9fa48("1033"), [stryMutAct_9fa48("1034") ? {} : (stryCov_9fa48("1034"), {
      path: stryMutAct_9fa48("1035") ? [] : (stryCov_9fa48("1035"), [stryMutAct_9fa48("1036") ? "" : (stryCov_9fa48("1036"), 'amount')]),
      field: label,
      rule: money.rule
    })]) : stryMutAct_9fa48("1037") ? ["Stryker was here"] : (stryCov_9fa48("1037"), []);
  }
}

/**
 * Minor units of a major amount that the service reported (2.5, 2.6), or null when it is missing, not a number, finer
 * than the currency, or when the currency's decimals are not certain.
 */
export function minorOf(major: number | null, currency: string | null): number | null {
  if (stryMutAct_9fa48("1038")) {
    {}
  } else {
    stryCov_9fa48("1038");
    if (stryMutAct_9fa48("1041") ? (major === null || !Number.isFinite(major) || currency === null) && !/^[A-Z]{3}$/.test(currency) : stryMutAct_9fa48("1040") ? false : stryMutAct_9fa48("1039") ? true : (stryCov_9fa48("1039", "1040", "1041"), (stryMutAct_9fa48("1043") ? (major === null || !Number.isFinite(major)) && currency === null : stryMutAct_9fa48("1042") ? false : (stryCov_9fa48("1042", "1043"), (stryMutAct_9fa48("1045") ? major === null && !Number.isFinite(major) : stryMutAct_9fa48("1044") ? false : (stryCov_9fa48("1044", "1045"), (stryMutAct_9fa48("1047") ? major !== null : stryMutAct_9fa48("1046") ? false : (stryCov_9fa48("1046", "1047"), major === null)) || (stryMutAct_9fa48("1048") ? Number.isFinite(major) : (stryCov_9fa48("1048"), !Number.isFinite(major))))) || (stryMutAct_9fa48("1050") ? currency !== null : stryMutAct_9fa48("1049") ? false : (stryCov_9fa48("1049", "1050"), currency === null)))) || (stryMutAct_9fa48("1051") ? /^[A-Z]{3}$/.test(currency) : (stryCov_9fa48("1051"), !(stryMutAct_9fa48("1055") ? /^[^A-Z]{3}$/ : stryMutAct_9fa48("1054") ? /^[A-Z]$/ : stryMutAct_9fa48("1053") ? /^[A-Z]{3}/ : stryMutAct_9fa48("1052") ? /[A-Z]{3}$/ : (stryCov_9fa48("1052", "1053", "1054", "1055"), /^[A-Z]{3}$/)).test(currency))))) return null;
    const digits = minorUnitDigits(currency);
    if (stryMutAct_9fa48("1058") ? digits !== undefined : stryMutAct_9fa48("1057") ? false : stryMutAct_9fa48("1056") ? true : (stryCov_9fa48("1056", "1057", "1058"), digits === undefined)) return null;
    const minor = new Big(String(major)).times(power(digits));
    return (stryMutAct_9fa48("1061") ? isWhole(minor) || minor.abs().lte(LARGEST) : stryMutAct_9fa48("1060") ? false : stryMutAct_9fa48("1059") ? true : (stryCov_9fa48("1059", "1060", "1061"), isWhole(minor) && minor.abs().lte(LARGEST))) ? minor.toNumber() : null;
  }
}
function uncertainDecimals(currency: string, instead = stryMutAct_9fa48("1062") ? "Stryker was here!" : (stryCov_9fa48("1062"), '')): string {
  if (stryMutAct_9fa48("1063")) {
    {}
  } else {
    stryCov_9fa48("1063");
    return stryMutAct_9fa48("1064") ? `` : (stryCov_9fa48("1064"), `is in ${currency}, whose decimals are not counted alike everywhere: ${instead}set the option "Currency Decimals" to what your provider uses`);
  }
}
function isWhole(amount: Big): boolean {
  if (stryMutAct_9fa48("1065")) {
    {}
  } else {
    stryCov_9fa48("1065");
    return amount.round(0, Big.roundDown).eq(amount);
  }
}
function power(digits: number): Big {
  if (stryMutAct_9fa48("1066")) {
    {}
  } else {
    stryCov_9fa48("1066");
    return new Big(10).pow(digits);
  }
}