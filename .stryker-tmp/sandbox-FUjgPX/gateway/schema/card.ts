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
import luhn from 'fast-luhn';
import { text } from './input';

/** A card number (PAN): 12 to 19 digits (ISO/IEC 7812) that satisfy Luhn. Spaces and dashes are removed. */
export const cardNumber = text.transform(stryMutAct_9fa48("0") ? () => undefined : (stryCov_9fa48("0"), value => value.replace(stryMutAct_9fa48("2") ? /[\S-]/g : stryMutAct_9fa48("1") ? /[^\s-]/g : (stryCov_9fa48("1", "2"), /[\s-]/g), stryMutAct_9fa48("3") ? "Stryker was here!" : (stryCov_9fa48("3"), '')))).refine(stryMutAct_9fa48("4") ? () => undefined : (stryCov_9fa48("4"), value => (stryMutAct_9fa48("8") ? /^\D{12,19}$/ : stryMutAct_9fa48("7") ? /^\d$/ : stryMutAct_9fa48("6") ? /^\d{12,19}/ : stryMutAct_9fa48("5") ? /\d{12,19}$/ : (stryCov_9fa48("5", "6", "7", "8"), /^\d{12,19}$/)).test(value)), stryMutAct_9fa48("9") ? {} : (stryCov_9fa48("9"), {
  error: stryMutAct_9fa48("10") ? "" : (stryCov_9fa48("10"), 'must have 12 to 19 digits'),
  abort: stryMutAct_9fa48("11") ? false : (stryCov_9fa48("11"), true)
})).refine(luhn, stryMutAct_9fa48("12") ? "" : (stryCov_9fa48("12"), 'is not a valid card number: its check digit is wrong, look for a typing mistake'));

/** A month from 1 to 12, given as one or two digits and returned as two. */
export const expiryMonth = text.refine(stryMutAct_9fa48("13") ? () => undefined : (stryCov_9fa48("13"), month => (stryMutAct_9fa48("18") ? /^(0?[1-9]|1[^0-2])$/ : stryMutAct_9fa48("17") ? /^(0?[^1-9]|1[0-2])$/ : stryMutAct_9fa48("16") ? /^(0[1-9]|1[0-2])$/ : stryMutAct_9fa48("15") ? /^(0?[1-9]|1[0-2])/ : stryMutAct_9fa48("14") ? /(0?[1-9]|1[0-2])$/ : (stryCov_9fa48("14", "15", "16", "17", "18"), /^(0?[1-9]|1[0-2])$/)).test(month)), stryMutAct_9fa48("19") ? "" : (stryCov_9fa48("19"), 'must be a month from 1 to 12')).transform(stryMutAct_9fa48("20") ? () => undefined : (stryCov_9fa48("20"), month => month.padStart(2, stryMutAct_9fa48("21") ? "" : (stryCov_9fa48("21"), '0'))));

/** A year, given as two or four digits and returned as four. */
export const expiryYear = text.refine(stryMutAct_9fa48("22") ? () => undefined : (stryCov_9fa48("22"), year => (stryMutAct_9fa48("28") ? /^(\d{2}|20\D{2})$/ : stryMutAct_9fa48("27") ? /^(\d{2}|20\d)$/ : stryMutAct_9fa48("26") ? /^(\D{2}|20\d{2})$/ : stryMutAct_9fa48("25") ? /^(\d|20\d{2})$/ : stryMutAct_9fa48("24") ? /^(\d{2}|20\d{2})/ : stryMutAct_9fa48("23") ? /(\d{2}|20\d{2})$/ : (stryCov_9fa48("23", "24", "25", "26", "27", "28"), /^(\d{2}|20\d{2})$/)).test(year)), stryMutAct_9fa48("29") ? "" : (stryCov_9fa48("29"), 'must have two or four digits, such as 29 or 2029')).transform(stryMutAct_9fa48("30") ? () => undefined : (stryCov_9fa48("30"), year => (stryMutAct_9fa48("33") ? year.length !== 2 : stryMutAct_9fa48("32") ? false : stryMutAct_9fa48("31") ? true : (stryCov_9fa48("31", "32", "33"), year.length === 2)) ? stryMutAct_9fa48("34") ? `` : (stryCov_9fa48("34"), `20${year}`) : year));

/**
 * Whether a card's last month is over everywhere on earth. It ends last at UTC-12, so no valid card is turned away.
 * @param now the present, in milliseconds
 */
export function hasExpired(month: string, year: string, now: number): boolean {
  if (stryMutAct_9fa48("35")) {
    {}
  } else {
    stryCov_9fa48("35");
    const hour = 3_600_000;
    return stryMutAct_9fa48("39") ? now < Date.UTC(Number(year), Number(month)) + 12 * hour : stryMutAct_9fa48("38") ? now > Date.UTC(Number(year), Number(month)) + 12 * hour : stryMutAct_9fa48("37") ? false : stryMutAct_9fa48("36") ? true : (stryCov_9fa48("36", "37", "38", "39"), now >= (stryMutAct_9fa48("40") ? Date.UTC(Number(year), Number(month)) - 12 * hour : (stryCov_9fa48("40"), Date.UTC(Number(year), Number(month)) + (stryMutAct_9fa48("41") ? 12 / hour : (stryCov_9fa48("41"), 12 * hour)))));
  }
}

/** A card's security code: 3 or 4 digits. Leading zeros are kept. */
export const cardCvv = text.refine(stryMutAct_9fa48("42") ? () => undefined : (stryCov_9fa48("42"), cvv => (stryMutAct_9fa48("46") ? /^\D{3,4}$/ : stryMutAct_9fa48("45") ? /^\d$/ : stryMutAct_9fa48("44") ? /^\d{3,4}/ : stryMutAct_9fa48("43") ? /\d{3,4}$/ : (stryCov_9fa48("43", "44", "45", "46"), /^\d{3,4}$/)).test(cvv)), stryMutAct_9fa48("47") ? "" : (stryCov_9fa48("47"), 'must have 3 or 4 digits'));
export type PinFormat = 'number' | 'text';
const pin = text.refine(stryMutAct_9fa48("48") ? () => undefined : (stryCov_9fa48("48"), digits => (stryMutAct_9fa48("52") ? /^\D{4,12}$/ : stryMutAct_9fa48("51") ? /^\d$/ : stryMutAct_9fa48("50") ? /^\d{4,12}/ : stryMutAct_9fa48("49") ? /\d{4,12}$/ : (stryCov_9fa48("49", "50", "51", "52"), /^\d{4,12}$/)).test(digits)), stryMutAct_9fa48("53") ? "" : (stryCov_9fa48("53"), 'must have 4 to 12 digits'));

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero
 * and so change the PIN. Such a PIN is refused unless the user has chosen to send PINs as text.
 */
export const cardPin = stryMutAct_9fa48("54") ? {} : (stryCov_9fa48("54"), {
  text: pin,
  number: pin.refine(stryMutAct_9fa48("55") ? () => undefined : (stryCov_9fa48("55"), digits => stryMutAct_9fa48("56") ? digits.startsWith('0') : (stryCov_9fa48("56"), !(stryMutAct_9fa48("57") ? digits.endsWith('0') : (stryCov_9fa48("57"), digits.startsWith(stryMutAct_9fa48("58") ? "" : (stryCov_9fa48("58"), '0')))))), stryMutAct_9fa48("59") ? "" : (stryCov_9fa48("59"), 'begins with 0, and the service takes it as a number, which would lose the 0. If your provider accepts text, set the option "Send PIN As" to Text')).transform(Number)
});