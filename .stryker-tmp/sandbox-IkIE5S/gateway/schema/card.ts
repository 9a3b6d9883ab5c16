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
export const cardNumber = text.transform(stryMutAct_9fa48("844") ? () => undefined : (stryCov_9fa48("844"), value => value.replace(stryMutAct_9fa48("846") ? /[\S-]/g : stryMutAct_9fa48("845") ? /[^\s-]/g : (stryCov_9fa48("845", "846"), /[\s-]/g), stryMutAct_9fa48("847") ? "Stryker was here!" : (stryCov_9fa48("847"), '')))).refine(stryMutAct_9fa48("848") ? () => undefined : (stryCov_9fa48("848"), value => (stryMutAct_9fa48("852") ? /^\D{12,19}$/ : stryMutAct_9fa48("851") ? /^\d$/ : stryMutAct_9fa48("850") ? /^\d{12,19}/ : stryMutAct_9fa48("849") ? /\d{12,19}$/ : (stryCov_9fa48("849", "850", "851", "852"), /^\d{12,19}$/)).test(value)), stryMutAct_9fa48("853") ? {} : (stryCov_9fa48("853"), {
  error: stryMutAct_9fa48("854") ? "" : (stryCov_9fa48("854"), 'must have 12 to 19 digits'),
  abort: stryMutAct_9fa48("855") ? false : (stryCov_9fa48("855"), true)
})).refine(luhn, stryMutAct_9fa48("856") ? "" : (stryCov_9fa48("856"), 'is not a valid card number: its check digit is wrong, look for a typing mistake'));

/** A month from 1 to 12, given as one or two digits and returned as two. */
export const expiryMonth = text.refine(stryMutAct_9fa48("857") ? () => undefined : (stryCov_9fa48("857"), month => (stryMutAct_9fa48("862") ? /^(0?[1-9]|1[^0-2])$/ : stryMutAct_9fa48("861") ? /^(0?[^1-9]|1[0-2])$/ : stryMutAct_9fa48("860") ? /^(0[1-9]|1[0-2])$/ : stryMutAct_9fa48("859") ? /^(0?[1-9]|1[0-2])/ : stryMutAct_9fa48("858") ? /(0?[1-9]|1[0-2])$/ : (stryCov_9fa48("858", "859", "860", "861", "862"), /^(0?[1-9]|1[0-2])$/)).test(month)), stryMutAct_9fa48("863") ? "" : (stryCov_9fa48("863"), 'must be a month from 1 to 12')).transform(stryMutAct_9fa48("864") ? () => undefined : (stryCov_9fa48("864"), month => month.padStart(2, stryMutAct_9fa48("865") ? "" : (stryCov_9fa48("865"), '0'))));

/** A year, given as two or four digits and returned as four. */
export const expiryYear = text.refine(stryMutAct_9fa48("866") ? () => undefined : (stryCov_9fa48("866"), year => (stryMutAct_9fa48("872") ? /^(\d{2}|20\D{2})$/ : stryMutAct_9fa48("871") ? /^(\d{2}|20\d)$/ : stryMutAct_9fa48("870") ? /^(\D{2}|20\d{2})$/ : stryMutAct_9fa48("869") ? /^(\d|20\d{2})$/ : stryMutAct_9fa48("868") ? /^(\d{2}|20\d{2})/ : stryMutAct_9fa48("867") ? /(\d{2}|20\d{2})$/ : (stryCov_9fa48("867", "868", "869", "870", "871", "872"), /^(\d{2}|20\d{2})$/)).test(year)), stryMutAct_9fa48("873") ? "" : (stryCov_9fa48("873"), 'must have two or four digits, such as 29 or 2029')).transform(stryMutAct_9fa48("874") ? () => undefined : (stryCov_9fa48("874"), year => (stryMutAct_9fa48("877") ? year.length !== 2 : stryMutAct_9fa48("876") ? false : stryMutAct_9fa48("875") ? true : (stryCov_9fa48("875", "876", "877"), year.length === 2)) ? stryMutAct_9fa48("878") ? `` : (stryCov_9fa48("878"), `20${year}`) : year));

/**
 * Whether a card's last month is over everywhere on earth. It ends last at UTC-12, so no valid card is turned away.
 * @param now the present, in milliseconds
 */
export function hasExpired(month: string, year: string, now: number): boolean {
  if (stryMutAct_9fa48("879")) {
    {}
  } else {
    stryCov_9fa48("879");
    const hour = 3_600_000;
    return stryMutAct_9fa48("883") ? now < Date.UTC(Number(year), Number(month)) + 12 * hour : stryMutAct_9fa48("882") ? now > Date.UTC(Number(year), Number(month)) + 12 * hour : stryMutAct_9fa48("881") ? false : stryMutAct_9fa48("880") ? true : (stryCov_9fa48("880", "881", "882", "883"), now >= (stryMutAct_9fa48("884") ? Date.UTC(Number(year), Number(month)) - 12 * hour : (stryCov_9fa48("884"), Date.UTC(Number(year), Number(month)) + (stryMutAct_9fa48("885") ? 12 / hour : (stryCov_9fa48("885"), 12 * hour)))));
  }
}

/** A card's security code: 3 or 4 digits. Leading zeros are kept. */
export const cardCvv = text.refine(stryMutAct_9fa48("886") ? () => undefined : (stryCov_9fa48("886"), cvv => (stryMutAct_9fa48("890") ? /^\D{3,4}$/ : stryMutAct_9fa48("889") ? /^\d$/ : stryMutAct_9fa48("888") ? /^\d{3,4}/ : stryMutAct_9fa48("887") ? /\d{3,4}$/ : (stryCov_9fa48("887", "888", "889", "890"), /^\d{3,4}$/)).test(cvv)), stryMutAct_9fa48("891") ? "" : (stryCov_9fa48("891"), 'must have 3 or 4 digits'));
export type PinFormat = 'number' | 'text';
const pin = text.refine(stryMutAct_9fa48("892") ? () => undefined : (stryCov_9fa48("892"), digits => (stryMutAct_9fa48("896") ? /^\D{4,12}$/ : stryMutAct_9fa48("895") ? /^\d$/ : stryMutAct_9fa48("894") ? /^\d{4,12}/ : stryMutAct_9fa48("893") ? /\d{4,12}$/ : (stryCov_9fa48("893", "894", "895", "896"), /^\d{4,12}$/)).test(digits)), stryMutAct_9fa48("897") ? "" : (stryCov_9fa48("897"), 'must have 4 to 12 digits'));

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero
 * and so change the PIN. Such a PIN is refused unless the user has chosen to send PINs as text.
 */
export const cardPin = stryMutAct_9fa48("898") ? {} : (stryCov_9fa48("898"), {
  text: pin,
  number: pin.refine(stryMutAct_9fa48("899") ? () => undefined : (stryCov_9fa48("899"), digits => stryMutAct_9fa48("900") ? digits.startsWith('0') : (stryCov_9fa48("900"), !(stryMutAct_9fa48("901") ? digits.endsWith('0') : (stryCov_9fa48("901"), digits.startsWith(stryMutAct_9fa48("902") ? "" : (stryCov_9fa48("902"), '0')))))), stryMutAct_9fa48("903") ? "" : (stryCov_9fa48("903"), 'begins with 0, and the service takes it as a number, which would lose the 0. If your provider accepts text, set the option "Send PIN As" to Text')).transform(Number)
});