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
import type { IDataObject } from 'n8n-workflow';
import { LostAnswerError, PossibleRepeatError, RefusedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import type { Exchange } from './exchange';
import { lookUp, type LookUpTarget } from './lookUp';
import type { Result } from './result';

/** How to find out the outcome of one kind of request that moves money. */
export interface Resolution<Output extends IDataObject> {
  target: LookUpTarget;
  /** What is known of the payment before any answer. */
  unknown: Payment;
  /** What is in doubt without an answer, such as "the card was charged". */
  inDoubt: string;
  /** What not to do while the outcome is unknown, and what to do instead. */
  advice: string;
  /** The output for a payment, whether it was read from the answer or looked up. */
  describe(paid: Payment, answerLost: boolean): Output;
  /** The result of a request that the service refused, where the refusal is more than a failure. */
  refused(failure: GatewayError): Promise<Result<Output> | undefined>;
}

/**
 * The result of a request that moves money and was sent once. It is never sent again, and its outcome is never guessed.
 * @throws GatewayError when the request is known to have done nothing
 */
export async function resolve<Output extends IDataObject>(connection: Connection, answered: Exchange<Payment>, resolution: Resolution<Output>): Promise<Result<Output>> {
  if (stryMutAct_9fa48("595")) {
    {}
  } else {
    stryCov_9fa48("595");
    if (stryMutAct_9fa48("597") ? false : stryMutAct_9fa48("596") ? true : (stryCov_9fa48("596", "597"), (stryMutAct_9fa48("598") ? "" : (stryCov_9fa48("598"), 'failure')) in answered)) {
      if (stryMutAct_9fa48("599")) {
        {}
      } else {
        stryCov_9fa48("599");
        const {
          failure
        } = answered;
        // The service may have acted.
        if (stryMutAct_9fa48("601") ? false : stryMutAct_9fa48("600") ? true : (stryCov_9fa48("600", "601"), failure instanceof LostAnswerError)) return await findOut(connection, resolution, failure.message);
        // The service said no, perhaps because it had carried out the same request before.
        const result = await resolution.refused(failure);
        if (stryMutAct_9fa48("603") ? false : stryMutAct_9fa48("602") ? true : (stryCov_9fa48("602", "603"), result)) return result;
        throw failure;
      }
    }
    const {
      value,
      raw
    } = answered;
    if (stryMutAct_9fa48("606") ? value.outcome === 'unknown' : stryMutAct_9fa48("605") ? false : stryMutAct_9fa48("604") ? true : (stryCov_9fa48("604", "605", "606"), value.outcome !== (stryMutAct_9fa48("607") ? "" : (stryCov_9fa48("607"), 'unknown')))) return stryMutAct_9fa48("608") ? {} : (stryCov_9fa48("608"), {
      output: resolution.describe(value, stryMutAct_9fa48("609") ? true : (stryCov_9fa48("609"), false)),
      raw
    });
    // The answer can be read, but not understood; the record may tell more.
    const reason = stryMutAct_9fa48("610") ? value.message && 'The service gave a status that this node does not know' : (stryCov_9fa48("610"), value.message ?? (stryMutAct_9fa48("611") ? "" : (stryCov_9fa48("611"), 'The service gave a status that this node does not know')));
    return await findOut(connection, resolution, reason, value);
  }
}

/**
 * Looks up a request that an earlier try in this execution has sent, without sending it again.
 * @param what was sent, such as "this charge"
 */
export async function lookUpSent<Output extends IDataObject>(connection: Connection, what: string, resolution: Resolution<Output>): Promise<Result<Output>> {
  if (stryMutAct_9fa48("612")) {
    {}
  } else {
    stryCov_9fa48("612");
    return await findOut(connection, resolution, stryMutAct_9fa48("613") ? `` : (stryCov_9fa48("613"), `An earlier try in this execution sent ${what} and got no answer`));
  }
}

/**
 * Looks up a request whose answer does not tell its outcome. An outcome that stays unknown is reported as such.
 * @param reason why the answer does not tell
 * @param answered the payment as far as the answer described it
 */
async function findOut<Output extends IDataObject>(connection: Connection, {
  target,
  unknown,
  inDoubt,
  advice,
  describe
}: Resolution<Output>, reason: string, answered?: Payment): Promise<Result<Output>> {
  if (stryMutAct_9fa48("614")) {
    {}
  } else {
    stryCov_9fa48("614");
    const answerLost = stryMutAct_9fa48("617") ? answered !== undefined : stryMutAct_9fa48("616") ? false : stryMutAct_9fa48("615") ? true : (stryCov_9fa48("615", "616", "617"), answered === undefined);
    const reference = stryMutAct_9fa48("618") ? answered?.transactionReference && target.reference : (stryCov_9fa48("618"), (stryMutAct_9fa48("619") ? answered.transactionReference : (stryCov_9fa48("619"), answered?.transactionReference)) ?? target.reference);
    const found = await lookUp(connection, stryMutAct_9fa48("620") ? {} : (stryCov_9fa48("620"), {
      ...target,
      reference
    }));
    if (stryMutAct_9fa48("622") ? false : stryMutAct_9fa48("621") ? true : (stryCov_9fa48("621", "622"), (stryMutAct_9fa48("623") ? "" : (stryCov_9fa48("623"), 'record')) in found)) return stryMutAct_9fa48("624") ? {} : (stryCov_9fa48("624"), {
      output: describe(found.record, answerLost)
    });
    const message = stryMutAct_9fa48("625") ? `` : (stryCov_9fa48("625"), `${reason}, so it is not known whether ${inDoubt}. Asking for the transaction did not help: ${found.why}. ${advice}`);
    return stryMutAct_9fa48("626") ? {} : (stryCov_9fa48("626"), {
      output: describe(stryMutAct_9fa48("627") ? {} : (stryCov_9fa48("627"), {
        ...(stryMutAct_9fa48("628") ? answered && unknown : (stryCov_9fa48("628"), answered ?? unknown)),
        message
      }), answerLost)
    });
  }
}

/**
 * The payment that used the reference of a refused request first, where that may be the reason for the refusal.
 * @returns undefined when there is none, or when it is another payment
 * @throws PossibleRepeatError when the service cannot tell
 */
export async function findFirst(connection: Connection, failure: GatewayError, target: LookUpTarget): Promise<Payment | undefined> {
  if (stryMutAct_9fa48("629")) {
    {}
  } else {
    stryCov_9fa48("629");
    if (stryMutAct_9fa48("632") ? !(failure instanceof RefusedError) && ![400, 409].includes(failure.httpStatus) : stryMutAct_9fa48("631") ? false : stryMutAct_9fa48("630") ? true : (stryCov_9fa48("630", "631", "632"), (stryMutAct_9fa48("633") ? failure instanceof RefusedError : (stryCov_9fa48("633"), !(failure instanceof RefusedError))) || (stryMutAct_9fa48("634") ? [400, 409].includes(failure.httpStatus) : (stryCov_9fa48("634"), !(stryMutAct_9fa48("635") ? [] : (stryCov_9fa48("635"), [400, 409])).includes(failure.httpStatus))))) return undefined;
    const first = await lookUp(connection, target, stryMutAct_9fa48("636") ? {} : (stryCov_9fa48("636"), {
      mayAppear: stryMutAct_9fa48("637") ? true : (stryCov_9fa48("637"), false)
    }));
    if (stryMutAct_9fa48("639") ? false : stryMutAct_9fa48("638") ? true : (stryCov_9fa48("638", "639"), (stryMutAct_9fa48("640") ? "" : (stryCov_9fa48("640"), 'record')) in first)) return first.record;
    if (stryMutAct_9fa48("642") ? false : stryMutAct_9fa48("641") ? true : (stryCov_9fa48("641", "642"), first.failure)) throw possibleRepeat(failure);
    return undefined;
  }
}
function possibleRepeat({
  message,
  description,
  httpStatus,
  serviceMessage
}: RefusedError): PossibleRepeatError {
  if (stryMutAct_9fa48("643")) {
    {}
  } else {
    stryCov_9fa48("643");
    const advice = stryMutAct_9fa48("644") ? `` : (stryCov_9fa48("644"), `${description} If this reference may have been sent before, find out what became of it before you use another one.`);
    return new PossibleRepeatError(message, advice, httpStatus, serviceMessage);
  }
}