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
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { differencesFrom } from '../shared/payments/expectedPayment';
import type { Terms } from '../shared/signing/signedUrl';
import type { TriggerSettings } from './settings';

/** Whether a payment passes the user's filters. */
export function isWanted({
  outcome,
  currency,
  amount,
  reference
}: VerifiedPayment, {
  outcomes,
  filters
}: TriggerSettings): boolean {
  if (stryMutAct_9fa48("161")) {
    {}
  } else {
    stryCov_9fa48("161");
    const {
      currencies,
      minimumAmount,
      referencePrefix
    } = filters;
    if (stryMutAct_9fa48("164") ? false : stryMutAct_9fa48("163") ? true : stryMutAct_9fa48("162") ? outcomes.includes(outcome) : (stryCov_9fa48("162", "163", "164"), !outcomes.includes(outcome))) return stryMutAct_9fa48("165") ? true : (stryCov_9fa48("165"), false);
    if (stryMutAct_9fa48("168") ? currencies.length > 0 || !currencies.includes(currency ?? '') : stryMutAct_9fa48("167") ? false : stryMutAct_9fa48("166") ? true : (stryCov_9fa48("166", "167", "168"), (stryMutAct_9fa48("171") ? currencies.length <= 0 : stryMutAct_9fa48("170") ? currencies.length >= 0 : stryMutAct_9fa48("169") ? true : (stryCov_9fa48("169", "170", "171"), currencies.length > 0)) && (stryMutAct_9fa48("172") ? currencies.includes(currency ?? '') : (stryCov_9fa48("172"), !currencies.includes(stryMutAct_9fa48("173") ? currency && '' : (stryCov_9fa48("173"), currency ?? (stryMutAct_9fa48("174") ? "Stryker was here!" : (stryCov_9fa48("174"), '')))))))) return stryMutAct_9fa48("175") ? true : (stryCov_9fa48("175"), false);
    if (stryMutAct_9fa48("178") ? minimumAmount > 0 || (amount ?? 0) < minimumAmount : stryMutAct_9fa48("177") ? false : stryMutAct_9fa48("176") ? true : (stryCov_9fa48("176", "177", "178"), (stryMutAct_9fa48("181") ? minimumAmount <= 0 : stryMutAct_9fa48("180") ? minimumAmount >= 0 : stryMutAct_9fa48("179") ? true : (stryCov_9fa48("179", "180", "181"), minimumAmount > 0)) && (stryMutAct_9fa48("184") ? (amount ?? 0) >= minimumAmount : stryMutAct_9fa48("183") ? (amount ?? 0) <= minimumAmount : stryMutAct_9fa48("182") ? true : (stryCov_9fa48("182", "183", "184"), (stryMutAct_9fa48("185") ? amount && 0 : (stryCov_9fa48("185"), amount ?? 0)) < minimumAmount)))) return stryMutAct_9fa48("186") ? true : (stryCov_9fa48("186"), false);
    return stryMutAct_9fa48("187") ? (reference ?? '').endsWith(referencePrefix) : (stryCov_9fa48("187"), (stryMutAct_9fa48("188") ? reference && '' : (stryCov_9fa48("188"), reference ?? (stryMutAct_9fa48("189") ? "Stryker was here!" : (stryCov_9fa48("189"), '')))).startsWith(referencePrefix));
  }
}

/** Says in words how a verified payment differs from the expected one; null when it does not. */
export function mismatchOf(record: VerifiedPayment, {
  expected,
  expectedAmount = stryMutAct_9fa48("190") ? "Stryker was here!" : (stryCov_9fa48("190"), ''),
  expectedCurrency = stryMutAct_9fa48("191") ? "Stryker was here!" : (stryCov_9fa48("191"), '')
}: TriggerSettings, terms: Terms | undefined): string | null {
  if (stryMutAct_9fa48("192")) {
    {}
  } else {
    stryCov_9fa48("192");
    if (stryMutAct_9fa48("195") ? expected !== 'none' : stryMutAct_9fa48("194") ? false : stryMutAct_9fa48("193") ? true : (stryCov_9fa48("193", "194", "195"), expected === (stryMutAct_9fa48("196") ? "" : (stryCov_9fa48("196"), 'none')))) return null;
    if (stryMutAct_9fa48("199") ? expected === 'signedUrl' || !(terms?.amount && terms.currency) : stryMutAct_9fa48("198") ? false : stryMutAct_9fa48("197") ? true : (stryCov_9fa48("197", "198", "199"), (stryMutAct_9fa48("201") ? expected !== 'signedUrl' : stryMutAct_9fa48("200") ? true : (stryCov_9fa48("200", "201"), expected === (stryMutAct_9fa48("202") ? "" : (stryCov_9fa48("202"), 'signedUrl')))) && (stryMutAct_9fa48("203") ? terms?.amount && terms.currency : (stryCov_9fa48("203"), !(stryMutAct_9fa48("206") ? terms?.amount || terms.currency : stryMutAct_9fa48("205") ? false : stryMutAct_9fa48("204") ? true : (stryCov_9fa48("204", "205", "206"), (stryMutAct_9fa48("207") ? terms.amount : (stryCov_9fa48("207"), terms?.amount)) && terms.currency)))))) return stryMutAct_9fa48("208") ? "" : (stryCov_9fa48("208"), 'the URL has no signed amount and currency');
    const wanted = (stryMutAct_9fa48("211") ? expected === 'signedUrl' || terms : stryMutAct_9fa48("210") ? false : stryMutAct_9fa48("209") ? true : (stryCov_9fa48("209", "210", "211"), (stryMutAct_9fa48("213") ? expected !== 'signedUrl' : stryMutAct_9fa48("212") ? true : (stryCov_9fa48("212", "213"), expected === (stryMutAct_9fa48("214") ? "" : (stryCov_9fa48("214"), 'signedUrl')))) && terms)) ? terms : stryMutAct_9fa48("215") ? {} : (stryCov_9fa48("215"), {
      amount: expectedAmount,
      currency: expectedCurrency
    });
    return stryMutAct_9fa48("218") ? differencesFrom(wanted, record).join(', ') && null : stryMutAct_9fa48("217") ? false : stryMutAct_9fa48("216") ? true : (stryCov_9fa48("216", "217", "218"), differencesFrom(wanted, record).join(stryMutAct_9fa48("219") ? "" : (stryCov_9fa48("219"), ', ')) || null);
  }
}