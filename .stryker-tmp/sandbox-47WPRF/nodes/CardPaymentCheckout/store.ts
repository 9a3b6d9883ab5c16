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
import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import type { Outcome } from '../../gateway/outcome';
import { referenceOf } from '../shared/signing/paymentLink';
import { isFirst, remember, remembered, type Bounds } from '../shared/webhooks/memory';
import type { CheckoutSession } from './session';
import type { CheckoutSettings } from './settings';
const SECOND = 1000;
const WEEK = stryMutAct_9fa48("41") ? 7 * 24 / 3_600_000 : (stryCov_9fa48("41"), (stryMutAct_9fa48("42") ? 7 / 24 : (stryCov_9fa48("42"), 7 * 24)) * 3_600_000);
// Recent charges, so that a second request for the same payment continues where the first one left it.
const CHARGES: Bounds = stryMutAct_9fa48("43") ? {} : (stryCov_9fa48("43"), {
  window: WEEK,
  most: 500
});

/** What this n8n knows of a charge that it has sent. */
export type Progress = Pick<CheckoutSession, 'stage' | 'transactionReference' | 'acsUrl'>;
type Options = Pick<CheckoutSettings['options'], 'browserSeconds' | 'paymentsRemembered'>;

/** What this n8n remembers of payments, in the trigger's static data. */
export class PaymentStore {
  private readonly starts: Bounds;
  constructor(private readonly context: IWebhookFunctions, private readonly options: Options) {
    if (stryMutAct_9fa48("44")) {
      {}
    } else {
      stryCov_9fa48("44");
      this.starts = stryMutAct_9fa48("45") ? {} : (stryCov_9fa48("45"), {
        window: WEEK,
        most: options.paymentsRemembered
      });
    }
  }
  progress(session: CheckoutSession): Progress | undefined {
    if (stryMutAct_9fa48("46")) {
      {}
    } else {
      stryCov_9fa48("46");
      return remembered<Progress>(this.context, stryMutAct_9fa48("47") ? "" : (stryCov_9fa48("47"), 'charges'), paymentKey(session), CHARGES);
    }
  }
  keepProgress(session: CheckoutSession): void {
    if (stryMutAct_9fa48("48")) {
      {}
    } else {
      stryCov_9fa48("48");
      const {
        stage,
        transactionReference,
        acsUrl
      } = session;
      const progress: Progress = stryMutAct_9fa48("49") ? {} : (stryCov_9fa48("49"), {
        stage,
        transactionReference,
        acsUrl
      });
      remember(this.context, stryMutAct_9fa48("50") ? "" : (stryCov_9fa48("50"), 'charges'), paymentKey(session), progress, CHARGES);
    }
  }

  /** How many OTPs were sent for a payment. A form that was opened earlier may know of fewer than this n8n. */
  otpsTried(session: CheckoutSession): number {
    if (stryMutAct_9fa48("51")) {
      {}
    } else {
      stryCov_9fa48("51");
      const known = remembered<{
        tried: number;
      }>(this.context, stryMutAct_9fa48("52") ? "" : (stryCov_9fa48("52"), 'otps'), paymentKey(session), CHARGES);
      return stryMutAct_9fa48("53") ? Math.min(session.wrongOtps, known?.tried ?? 0) : (stryCov_9fa48("53"), Math.max(session.wrongOtps, stryMutAct_9fa48("54") ? known?.tried && 0 : (stryCov_9fa48("54"), (stryMutAct_9fa48("55") ? known.tried : (stryCov_9fa48("55"), known?.tried)) ?? 0)));
    }
  }
  keepOtpsTried(session: CheckoutSession, tried: number): void {
    if (stryMutAct_9fa48("56")) {
      {}
    } else {
      stryCov_9fa48("56");
      remember(this.context, stryMutAct_9fa48("57") ? "" : (stryCov_9fa48("57"), 'otps'), paymentKey(session), stryMutAct_9fa48("58") ? {} : (stryCov_9fa48("58"), {
        tried
      }), CHARGES);
    }
  }

  /**
   * Whether the first notification of an outcome is so recent that the browser may still report it. Notes the first
   * notification.
   */
  isNewlyNotified(session: CheckoutSession, outcome: Outcome): boolean {
    if (stryMutAct_9fa48("59")) {
      {}
    } else {
      stryCov_9fa48("59");
      const key = outcomeKey(session, outcome);
      const first = remembered<{
        at: number;
      }>(this.context, stryMutAct_9fa48("60") ? "" : (stryCov_9fa48("60"), 'notified'), key, CHARGES);
      if (stryMutAct_9fa48("63") ? false : stryMutAct_9fa48("62") ? true : stryMutAct_9fa48("61") ? first : (stryCov_9fa48("61", "62", "63"), !first)) remember(this.context, stryMutAct_9fa48("64") ? "" : (stryCov_9fa48("64"), 'notified'), key, {}, CHARGES);
      return stryMutAct_9fa48("67") ? !first && Date.now() < (first.at + this.options.browserSeconds) * SECOND : stryMutAct_9fa48("66") ? false : stryMutAct_9fa48("65") ? true : (stryCov_9fa48("65", "66", "67"), (stryMutAct_9fa48("68") ? first : (stryCov_9fa48("68"), !first)) || (stryMutAct_9fa48("71") ? Date.now() >= (first.at + this.options.browserSeconds) * SECOND : stryMutAct_9fa48("70") ? Date.now() <= (first.at + this.options.browserSeconds) * SECOND : stryMutAct_9fa48("69") ? false : (stryCov_9fa48("69", "70", "71"), Date.now() < (stryMutAct_9fa48("72") ? (first.at + this.options.browserSeconds) / SECOND : (stryCov_9fa48("72"), (stryMutAct_9fa48("73") ? first.at - this.options.browserSeconds : (stryCov_9fa48("73"), first.at + this.options.browserSeconds)) * SECOND)))));
    }
  }

  /** Records that a payment starts the workflow with an outcome. False when it has already done so. */
  isFirstStart(session: CheckoutSession, outcome: Outcome): boolean {
    if (stryMutAct_9fa48("74")) {
      {}
    } else {
      stryCov_9fa48("74");
      // n8n does not save static data in a test.
      if (stryMutAct_9fa48("77") ? this.context.getMode() !== 'manual' : stryMutAct_9fa48("76") ? false : stryMutAct_9fa48("75") ? true : (stryCov_9fa48("75", "76", "77"), this.context.getMode() === (stryMutAct_9fa48("78") ? "" : (stryCov_9fa48("78"), 'manual')))) return stryMutAct_9fa48("79") ? false : (stryCov_9fa48("79"), true);
      return isFirst(this.context, outcomeKey(session, outcome), this.starts);
    }
  }
  hasStarted(session: CheckoutSession, outcome: Outcome): boolean {
    if (stryMutAct_9fa48("80")) {
      {}
    } else {
      stryCov_9fa48("80");
      return stryMutAct_9fa48("83") ? remembered(this.context, 'started', outcomeKey(session, outcome), this.starts) === undefined : stryMutAct_9fa48("82") ? false : stryMutAct_9fa48("81") ? true : (stryCov_9fa48("81", "82", "83"), remembered(this.context, stryMutAct_9fa48("84") ? "" : (stryCov_9fa48("84"), 'started'), outcomeKey(session, outcome), this.starts) !== undefined);
    }
  }
}
function paymentKey({
  terms,
  tryNumber
}: CheckoutSession): string {
  if (stryMutAct_9fa48("85")) {
    {}
  } else {
    stryCov_9fa48("85");
    return hashOf(referenceOf(terms, tryNumber));
  }
}

// By outcome and not by status, because a payment stays the same when it is captured or paid out.
function outcomeKey({
  terms,
  tryNumber
}: CheckoutSession, outcome: Outcome): string {
  if (stryMutAct_9fa48("86")) {
    {}
  } else {
    stryCov_9fa48("86");
    return hashOf(JSON.stringify(stryMutAct_9fa48("87") ? [] : (stryCov_9fa48("87"), [referenceOf(terms, tryNumber), outcome])));
  }
}
function hashOf(text: string): string {
  if (stryMutAct_9fa48("88")) {
    {}
  } else {
    stryCov_9fa48("88");
    return createHash(stryMutAct_9fa48("89") ? "" : (stryCov_9fa48("89"), 'sha256')).update(text).digest(stryMutAct_9fa48("90") ? "" : (stryCov_9fa48("90"), 'hex'));
  }
}