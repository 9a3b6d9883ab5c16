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
  if (stryMutAct_9fa48("252")) {
    {}
  } else {
    stryCov_9fa48("252");
    const {
      currencies,
      minimumAmount,
      referencePrefix
    } = filters;
    if (stryMutAct_9fa48("255") ? false : stryMutAct_9fa48("254") ? true : stryMutAct_9fa48("253") ? outcomes.includes(outcome) : (stryCov_9fa48("253", "254", "255"), !outcomes.includes(outcome))) return stryMutAct_9fa48("256") ? true : (stryCov_9fa48("256"), false);
    if (stryMutAct_9fa48("259") ? currencies.length > 0 || !currencies.includes(currency ?? '') : stryMutAct_9fa48("258") ? false : stryMutAct_9fa48("257") ? true : (stryCov_9fa48("257", "258", "259"), (stryMutAct_9fa48("262") ? currencies.length <= 0 : stryMutAct_9fa48("261") ? currencies.length >= 0 : stryMutAct_9fa48("260") ? true : (stryCov_9fa48("260", "261", "262"), currencies.length > 0)) && (stryMutAct_9fa48("263") ? currencies.includes(currency ?? '') : (stryCov_9fa48("263"), !currencies.includes(stryMutAct_9fa48("264") ? currency && '' : (stryCov_9fa48("264"), currency ?? (stryMutAct_9fa48("265") ? "Stryker was here!" : (stryCov_9fa48("265"), '')))))))) return stryMutAct_9fa48("266") ? true : (stryCov_9fa48("266"), false);
    if (stryMutAct_9fa48("269") ? minimumAmount > 0 || (amount ?? 0) < minimumAmount : stryMutAct_9fa48("268") ? false : stryMutAct_9fa48("267") ? true : (stryCov_9fa48("267", "268", "269"), (stryMutAct_9fa48("272") ? minimumAmount <= 0 : stryMutAct_9fa48("271") ? minimumAmount >= 0 : stryMutAct_9fa48("270") ? true : (stryCov_9fa48("270", "271", "272"), minimumAmount > 0)) && (stryMutAct_9fa48("275") ? (amount ?? 0) >= minimumAmount : stryMutAct_9fa48("274") ? (amount ?? 0) <= minimumAmount : stryMutAct_9fa48("273") ? true : (stryCov_9fa48("273", "274", "275"), (stryMutAct_9fa48("276") ? amount && 0 : (stryCov_9fa48("276"), amount ?? 0)) < minimumAmount)))) return stryMutAct_9fa48("277") ? true : (stryCov_9fa48("277"), false);
    return stryMutAct_9fa48("278") ? (reference ?? '').endsWith(referencePrefix) : (stryCov_9fa48("278"), (stryMutAct_9fa48("279") ? reference && '' : (stryCov_9fa48("279"), reference ?? (stryMutAct_9fa48("280") ? "Stryker was here!" : (stryCov_9fa48("280"), '')))).startsWith(referencePrefix));
  }
}

/** Says in words how a verified payment differs from the expected one; null when it does not. */
export function mismatchOf(record: VerifiedPayment, {
  expected,
  expectedAmount = stryMutAct_9fa48("281") ? "Stryker was here!" : (stryCov_9fa48("281"), ''),
  expectedCurrency = stryMutAct_9fa48("282") ? "Stryker was here!" : (stryCov_9fa48("282"), '')
}: TriggerSettings, terms: Terms | undefined): string | null {
  if (stryMutAct_9fa48("283")) {
    {}
  } else {
    stryCov_9fa48("283");
    if (stryMutAct_9fa48("286") ? expected !== 'none' : stryMutAct_9fa48("285") ? false : stryMutAct_9fa48("284") ? true : (stryCov_9fa48("284", "285", "286"), expected === (stryMutAct_9fa48("287") ? "" : (stryCov_9fa48("287"), 'none')))) return null;
    if (stryMutAct_9fa48("290") ? expected === 'signedUrl' || !(terms?.amount && terms.currency) : stryMutAct_9fa48("289") ? false : stryMutAct_9fa48("288") ? true : (stryCov_9fa48("288", "289", "290"), (stryMutAct_9fa48("292") ? expected !== 'signedUrl' : stryMutAct_9fa48("291") ? true : (stryCov_9fa48("291", "292"), expected === (stryMutAct_9fa48("293") ? "" : (stryCov_9fa48("293"), 'signedUrl')))) && (stryMutAct_9fa48("294") ? terms?.amount && terms.currency : (stryCov_9fa48("294"), !(stryMutAct_9fa48("297") ? terms?.amount || terms.currency : stryMutAct_9fa48("296") ? false : stryMutAct_9fa48("295") ? true : (stryCov_9fa48("295", "296", "297"), (stryMutAct_9fa48("298") ? terms.amount : (stryCov_9fa48("298"), terms?.amount)) && terms.currency)))))) return stryMutAct_9fa48("299") ? "" : (stryCov_9fa48("299"), 'the URL has no signed amount and currency');
    const wanted = (stryMutAct_9fa48("302") ? expected === 'signedUrl' || terms : stryMutAct_9fa48("301") ? false : stryMutAct_9fa48("300") ? true : (stryCov_9fa48("300", "301", "302"), (stryMutAct_9fa48("304") ? expected !== 'signedUrl' : stryMutAct_9fa48("303") ? true : (stryCov_9fa48("303", "304"), expected === (stryMutAct_9fa48("305") ? "" : (stryCov_9fa48("305"), 'signedUrl')))) && terms)) ? terms : stryMutAct_9fa48("306") ? {} : (stryCov_9fa48("306"), {
      amount: expectedAmount,
      currency: expectedCurrency
    });
    return stryMutAct_9fa48("309") ? differencesFrom(wanted, record).join(', ') && null : stryMutAct_9fa48("308") ? false : stryMutAct_9fa48("307") ? true : (stryCov_9fa48("307", "308", "309"), differencesFrom(wanted, record).join(stryMutAct_9fa48("310") ? "" : (stryCov_9fa48("310"), ', ')) || null);
  }
}