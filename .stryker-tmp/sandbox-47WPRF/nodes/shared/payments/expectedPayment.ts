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
import type { Payment } from '../../../gateway/payment';

/** What a payment is expected to be. */
export interface Expected {
  /** In major units, as decimal text; empty where any amount will do. */
  amount: string;
  /** Empty where any currency will do. */
  currency: string;
}

/** How a verified payment differs from the expected one, in words. A value that cannot be compared counts as different. */
export function differencesFrom({
  amount,
  currency
}: Expected, record: Payment): string[] {
  if (stryMutAct_9fa48("513")) {
    {}
  } else {
    stryCov_9fa48("513");
    return stryMutAct_9fa48("514") ? [amount !== '' && !isSameAmount(record.amount, amount) && `the amount is ${record.amount ?? 'not known'}, not ${amount}`, currency !== '' && record.currency !== currency && `the currency is ${record.currency ?? 'not known'}, not ${currency}`] : (stryCov_9fa48("514"), (stryMutAct_9fa48("515") ? [] : (stryCov_9fa48("515"), [stryMutAct_9fa48("518") ? amount !== '' && !isSameAmount(record.amount, amount) || `the amount is ${record.amount ?? 'not known'}, not ${amount}` : stryMutAct_9fa48("517") ? false : stryMutAct_9fa48("516") ? true : (stryCov_9fa48("516", "517", "518"), (stryMutAct_9fa48("520") ? amount !== '' || !isSameAmount(record.amount, amount) : stryMutAct_9fa48("519") ? true : (stryCov_9fa48("519", "520"), (stryMutAct_9fa48("522") ? amount === '' : stryMutAct_9fa48("521") ? true : (stryCov_9fa48("521", "522"), amount !== (stryMutAct_9fa48("523") ? "Stryker was here!" : (stryCov_9fa48("523"), '')))) && (stryMutAct_9fa48("524") ? isSameAmount(record.amount, amount) : (stryCov_9fa48("524"), !isSameAmount(record.amount, amount))))) && (stryMutAct_9fa48("525") ? `` : (stryCov_9fa48("525"), `the amount is ${stryMutAct_9fa48("526") ? record.amount && 'not known' : (stryCov_9fa48("526"), record.amount ?? (stryMutAct_9fa48("527") ? "" : (stryCov_9fa48("527"), 'not known')))}, not ${amount}`))), stryMutAct_9fa48("530") ? currency !== '' && record.currency !== currency || `the currency is ${record.currency ?? 'not known'}, not ${currency}` : stryMutAct_9fa48("529") ? false : stryMutAct_9fa48("528") ? true : (stryCov_9fa48("528", "529", "530"), (stryMutAct_9fa48("532") ? currency !== '' || record.currency !== currency : stryMutAct_9fa48("531") ? true : (stryCov_9fa48("531", "532"), (stryMutAct_9fa48("534") ? currency === '' : stryMutAct_9fa48("533") ? true : (stryCov_9fa48("533", "534"), currency !== (stryMutAct_9fa48("535") ? "Stryker was here!" : (stryCov_9fa48("535"), '')))) && (stryMutAct_9fa48("537") ? record.currency === currency : stryMutAct_9fa48("536") ? true : (stryCov_9fa48("536", "537"), record.currency !== currency)))) && (stryMutAct_9fa48("538") ? `` : (stryCov_9fa48("538"), `the currency is ${stryMutAct_9fa48("539") ? record.currency && 'not known' : (stryCov_9fa48("539"), record.currency ?? (stryMutAct_9fa48("540") ? "" : (stryCov_9fa48("540"), 'not known')))}, not ${currency}`)))])).filter(stryMutAct_9fa48("541") ? () => undefined : (stryCov_9fa48("541"), difference => stryMutAct_9fa48("544") ? difference === false : stryMutAct_9fa48("543") ? false : stryMutAct_9fa48("542") ? true : (stryCov_9fa48("542", "543", "544"), difference !== (stryMutAct_9fa48("545") ? true : (stryCov_9fa48("545"), false))))));
  }
}
function isSameAmount(amount: number | null, wanted: string): boolean {
  if (stryMutAct_9fa48("546")) {
    {}
  } else {
    stryCov_9fa48("546");
    return stryMutAct_9fa48("549") ? amount !== null || new Big(String(amount)).eq(wanted) : stryMutAct_9fa48("548") ? false : stryMutAct_9fa48("547") ? true : (stryCov_9fa48("547", "548", "549"), (stryMutAct_9fa48("551") ? amount === null : stryMutAct_9fa48("550") ? true : (stryCov_9fa48("550", "551"), amount !== null)) && new Big(String(amount)).eq(wanted));
  }
}