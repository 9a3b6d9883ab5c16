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
import { readCharge, type ChargedPayment, type ChargeRequest } from '../../../gateway/calls/charge';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import type { Money } from '../../../gateway/schema/money';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import type { LookUpTarget } from './lookUp';
import { findFirst, lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { verify } from './verify';

/** The output of a charge. */
export type ChargeOutput = ItemOf<ChargedPayment & {
  /** True when the outcome had to be looked up, because no answer came. */
  answerLost: boolean;
  /** True when this is an earlier charge with the same reference. */
  duplicate: boolean;
}>;

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and returns its outcome.
 * @throws GatewayError when the card is known not to have been charged
 */
export async function sendCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
  if (stryMutAct_9fa48("451")) {
    {}
  } else {
    stryCov_9fa48("451");
    const {
      statusTable
    } = connection.transport.settings;
    const answered = await exchange(connection, stryMutAct_9fa48("452") ? {} : (stryCov_9fa48("452"), {
      endpoint: ENDPOINTS.charge,
      call: stryMutAct_9fa48("453") ? {} : (stryCov_9fa48("453"), {
        body: request.body
      }),
      secretValues: request.secrets,
      read: stryMutAct_9fa48("454") ? () => undefined : (stryCov_9fa48("454"), data => readCharge(data, request, statusTable))
    }));
    return await resolve(connection, answered, resolutionOf(connection, request));
  }
}

/** Looks up a charge that was sent before, without sending it again. */
export async function lookUpSentCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
  if (stryMutAct_9fa48("455")) {
    {}
  } else {
    stryCov_9fa48("455");
    return await lookUpSent(connection, stryMutAct_9fa48("456") ? "" : (stryCov_9fa48("456"), 'this charge'), resolutionOf(connection, request));
  }
}
const ALREADY_CHARGED = stryMutAct_9fa48("457") ? "" : (stryCov_9fa48("457"), 'This reference had been used before, so nothing was charged now. This is what became of that first charge.');
function resolutionOf(connection: Connection, {
  reference,
  money,
  secrets
}: ChargeRequest): Resolution<ChargeOutput> {
  if (stryMutAct_9fa48("458")) {
    {}
  } else {
    stryCov_9fa48("458");
    const {
      major: amount,
      minor: amountMinor,
      currency
    } = money;
    const target: LookUpTarget = stryMutAct_9fa48("459") ? {} : (stryCov_9fa48("459"), {
      reference,
      fetchRecord: verify,
      isIt: isChargeOf(reference, money),
      secrets
    });
    return stryMutAct_9fa48("460") ? {} : (stryCov_9fa48("460"), {
      target,
      unknown: payment(stryMutAct_9fa48("461") ? {} : (stryCov_9fa48("461"), {
        outcome: stryMutAct_9fa48("462") ? "" : (stryCov_9fa48("462"), 'unknown'),
        reference,
        amount,
        amountMinor,
        currency
      })),
      inDoubt: stryMutAct_9fa48("463") ? "" : (stryCov_9fa48("463"), 'the card was charged'),
      advice: stryMutAct_9fa48("464") ? "" : (stryCov_9fa48("464"), 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.'),
      describe: stryMutAct_9fa48("465") ? () => undefined : (stryCov_9fa48("465"), (paid, answerLost) => describe(paid, stryMutAct_9fa48("466") ? {} : (stryCov_9fa48("466"), {
        answerLost
      }))),
      async refused(failure) {
        if (stryMutAct_9fa48("467")) {
          {}
        } else {
          stryCov_9fa48("467");
          // The service also refuses a reference that was used before; the first charge is then what counts.
          const first = await findFirst(connection, failure, target);
          return stryMutAct_9fa48("470") ? first || {
            output: describe({
              ...first,
              message: ALREADY_CHARGED
            }, {
              duplicate: true
            })
          } : stryMutAct_9fa48("469") ? false : stryMutAct_9fa48("468") ? true : (stryCov_9fa48("468", "469", "470"), first && (stryMutAct_9fa48("471") ? {} : (stryCov_9fa48("471"), {
            output: describe(stryMutAct_9fa48("472") ? {} : (stryCov_9fa48("472"), {
              ...first,
              message: ALREADY_CHARGED
            }), stryMutAct_9fa48("473") ? {} : (stryCov_9fa48("473"), {
              duplicate: stryMutAct_9fa48("474") ? false : (stryCov_9fa48("474"), true)
            }))
          })));
        }
      }
    });
  }
}
function describe(paid: Payment & Partial<ChargedPayment>, {
  answerLost = stryMutAct_9fa48("475") ? true : (stryCov_9fa48("475"), false),
  duplicate = stryMutAct_9fa48("476") ? true : (stryCov_9fa48("476"), false)
}: {
  answerLost?: boolean;
  duplicate?: boolean;
}): ChargeOutput {
  if (stryMutAct_9fa48("477")) {
    {}
  } else {
    stryCov_9fa48("477");
    const {
      otpMessage = null,
      otpMessageSupport = null,
      acsUrl = null,
      errorCode = null,
      grossAmount = null
    } = paid;
    return stryMutAct_9fa48("478") ? {} : (stryCov_9fa48("478"), {
      ...commonPart(paid),
      otpMessage,
      otpMessageSupport,
      acsUrl,
      errorCode,
      grossAmount,
      answerLost,
      duplicate
    });
  }
}

// The same reference with another amount or currency is another payment: a mistake of the user, not this charge.
function isChargeOf(reference: string, {
  major,
  currency
}: Money): LookUpTarget['isIt'] {
  if (stryMutAct_9fa48("479")) {
    {}
  } else {
    stryCov_9fa48("479");
    return stryMutAct_9fa48("480") ? () => undefined : (stryCov_9fa48("480"), record => stryMutAct_9fa48("483") ? record.reference === reference && (record.currency === null || record.currency === currency) || record.amount === null || major === null || record.amount === major : stryMutAct_9fa48("482") ? false : stryMutAct_9fa48("481") ? true : (stryCov_9fa48("481", "482", "483"), (stryMutAct_9fa48("485") ? record.reference === reference || record.currency === null || record.currency === currency : stryMutAct_9fa48("484") ? true : (stryCov_9fa48("484", "485"), (stryMutAct_9fa48("487") ? record.reference !== reference : stryMutAct_9fa48("486") ? true : (stryCov_9fa48("486", "487"), record.reference === reference)) && (stryMutAct_9fa48("489") ? record.currency === null && record.currency === currency : stryMutAct_9fa48("488") ? true : (stryCov_9fa48("488", "489"), (stryMutAct_9fa48("491") ? record.currency !== null : stryMutAct_9fa48("490") ? false : (stryCov_9fa48("490", "491"), record.currency === null)) || (stryMutAct_9fa48("493") ? record.currency !== currency : stryMutAct_9fa48("492") ? false : (stryCov_9fa48("492", "493"), record.currency === currency)))))) && (stryMutAct_9fa48("495") ? (record.amount === null || major === null) && record.amount === major : stryMutAct_9fa48("494") ? true : (stryCov_9fa48("494", "495"), (stryMutAct_9fa48("497") ? record.amount === null && major === null : stryMutAct_9fa48("496") ? false : (stryCov_9fa48("496", "497"), (stryMutAct_9fa48("499") ? record.amount !== null : stryMutAct_9fa48("498") ? false : (stryCov_9fa48("498", "499"), record.amount === null)) || (stryMutAct_9fa48("501") ? major !== null : stryMutAct_9fa48("500") ? false : (stryCov_9fa48("500", "501"), major === null)))) || (stryMutAct_9fa48("503") ? record.amount !== major : stryMutAct_9fa48("502") ? false : (stryCov_9fa48("502", "503"), record.amount === major))))));
  }
}