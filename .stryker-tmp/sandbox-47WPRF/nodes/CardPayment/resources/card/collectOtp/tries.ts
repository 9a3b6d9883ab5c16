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
import { seal, unseal, type SealContext } from '../../../../shared/signing/sealed';
const WEEK = stryMutAct_9fa48("0") ? 7 * 24 / 3_600_000 : (stryCov_9fa48("0"), (stryMutAct_9fa48("1") ? 7 / 24 : (stryCov_9fa48("1"), 7 * 24)) * 3_600_000);
const WAITS_REMEMBERED = 10_000;
interface Count {
  refused: number;
  underway: number;
}

// What this process has counted, by scope, most recently used last.
const here = new Map<string, Count>();

/**
 * Counts the OTPs that were tried on the page of one wait. n8n saves nothing that such a page writes, so the form carries
 * the count, sealed, to whichever process receives it. An older form or a newly opened link carries a smaller count; the
 * process then uses its own if that is larger. The service's own limit stands behind both.
 */
export class OtpTries {
  private readonly count: Count;

  /** @param state the sealed count from the form; ignored when it cannot be opened */
  constructor(private readonly use: SealContext, private readonly most: number, state = stryMutAct_9fa48("2") ? "Stryker was here!" : (stryCov_9fa48("2"), '')) {
    if (stryMutAct_9fa48("3")) {
      {}
    } else {
      stryCov_9fa48("3");
      this.count = countOf(use.scope);
      const carried = unseal<Pick<Count, 'refused'>>(state, use);
      if (stryMutAct_9fa48("6") ? typeof carried !== 'object' : stryMutAct_9fa48("5") ? false : stryMutAct_9fa48("4") ? true : (stryCov_9fa48("4", "5", "6"), typeof carried === (stryMutAct_9fa48("7") ? "" : (stryCov_9fa48("7"), 'object')))) this.count.refused = stryMutAct_9fa48("8") ? Math.min(this.count.refused, carried.refused) : (stryCov_9fa48("8"), Math.max(this.count.refused, carried.refused));
    }
  }

  /** Whether one more OTP may be sent, even if all that are under way are refused. */
  get isOneLeft(): boolean {
    if (stryMutAct_9fa48("9")) {
      {}
    } else {
      stryCov_9fa48("9");
      return stryMutAct_9fa48("13") ? this.count.refused + this.count.underway >= this.most : stryMutAct_9fa48("12") ? this.count.refused + this.count.underway <= this.most : stryMutAct_9fa48("11") ? false : stryMutAct_9fa48("10") ? true : (stryCov_9fa48("10", "11", "12", "13"), (stryMutAct_9fa48("14") ? this.count.refused - this.count.underway : (stryCov_9fa48("14"), this.count.refused + this.count.underway)) < this.most);
    }
  }

  /** Whether all tries were refused, and no OTP is under way that might be the right one. */
  get areUsedUp(): boolean {
    if (stryMutAct_9fa48("15")) {
      {}
    } else {
      stryCov_9fa48("15");
      return stryMutAct_9fa48("18") ? this.count.refused >= this.most || this.count.underway === 0 : stryMutAct_9fa48("17") ? false : stryMutAct_9fa48("16") ? true : (stryCov_9fa48("16", "17", "18"), (stryMutAct_9fa48("21") ? this.count.refused < this.most : stryMutAct_9fa48("20") ? this.count.refused > this.most : stryMutAct_9fa48("19") ? true : (stryCov_9fa48("19", "20", "21"), this.count.refused >= this.most)) && (stryMutAct_9fa48("23") ? this.count.underway !== 0 : stryMutAct_9fa48("22") ? true : (stryCov_9fa48("22", "23"), this.count.underway === 0)));
    }
  }

  /**
   * Sends an OTP, and counts it if the service refuses it, even when the outcome of the payment is not known.
   * @param send sends the OTP and returns the service's answer
   */
  async spend<Answer extends {
    otpRejected: boolean;
  }>(send: () => Promise<Answer>): Promise<Answer> {
    if (stryMutAct_9fa48("24")) {
      {}
    } else {
      stryCov_9fa48("24");
      stryMutAct_9fa48("25") ? this.count.underway-- : (stryCov_9fa48("25"), this.count.underway++);
      try {
        if (stryMutAct_9fa48("26")) {
          {}
        } else {
          stryCov_9fa48("26");
          const answer = await send();
          if (stryMutAct_9fa48("28") ? false : stryMutAct_9fa48("27") ? true : (stryCov_9fa48("27", "28"), answer.otpRejected)) stryMutAct_9fa48("29") ? this.count.refused-- : (stryCov_9fa48("29"), this.count.refused++);
          return answer;
        }
      } finally {
        if (stryMutAct_9fa48("30")) {
          {}
        } else {
          stryCov_9fa48("30");
          stryMutAct_9fa48("31") ? this.count.underway++ : (stryCov_9fa48("31"), this.count.underway--);
        }
      }
    }
  }

  /** The sealed count, for the form. */
  seal(): string {
    if (stryMutAct_9fa48("32")) {
      {}
    } else {
      stryCov_9fa48("32");
      return seal(stryMutAct_9fa48("33") ? {} : (stryCov_9fa48("33"), {
        refused: this.count.refused
      }), WEEK, this.use);
    }
  }
}
function countOf(scope: string): Count {
  if (stryMutAct_9fa48("34")) {
    {}
  } else {
    stryCov_9fa48("34");
    const count = stryMutAct_9fa48("35") ? here.get(scope) && {
      refused: 0,
      underway: 0
    } : (stryCov_9fa48("35"), here.get(scope) ?? (stryMutAct_9fa48("36") ? {} : (stryCov_9fa48("36"), {
      refused: 0,
      underway: 0
    })));
    here.delete(scope);
    here.set(scope, count);
    if (stryMutAct_9fa48("40") ? here.size <= WAITS_REMEMBERED : stryMutAct_9fa48("39") ? here.size >= WAITS_REMEMBERED : stryMutAct_9fa48("38") ? false : stryMutAct_9fa48("37") ? true : (stryCov_9fa48("37", "38", "39", "40"), here.size > WAITS_REMEMBERED)) here.delete(here.keys().next().value!);
    return count;
  }
}