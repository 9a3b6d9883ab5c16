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
import { otpRejected, readAuthorize, type AuthorizedPayment, type AuthorizeRequest } from '../../../gateway/calls/authorize';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { RefusedError } from '../../../gateway/protocol/errors';
import { isFinal } from '../../../gateway/outcome';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import { isNotFound, lookUp, type LookUpTarget } from './lookUp';
import { lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { verify } from './verify';

/** The output of an authorization. */
export type AuthorizeOutput = ItemOf<AuthorizedPayment & {
  /** True when the outcome had to be looked up, because no answer came. */
  answerLost: boolean;
}>;

/**
 * Submits an OTP, once (specification 2.4, 2.5, 4.4), and returns the payment's outcome. A wrong OTP is an outcome.
 * @throws GatewayError when the OTP is known not to have been taken
 */
export async function sendAuthorization(connection: Connection, request: AuthorizeRequest): Promise<Result<AuthorizeOutput>> {
  if (stryMutAct_9fa48("400")) {
    {}
  } else {
    stryCov_9fa48("400");
    const {
      statusTable
    } = connection.transport.settings;
    const answered = await exchange(connection, stryMutAct_9fa48("401") ? {} : (stryCov_9fa48("401"), {
      endpoint: ENDPOINTS.authorize,
      call: stryMutAct_9fa48("402") ? {} : (stryCov_9fa48("402"), {
        body: request.body
      }),
      secretValues: request.secrets,
      read: stryMutAct_9fa48("403") ? () => undefined : (stryCov_9fa48("403"), data => readAuthorize(data, request, statusTable))
    }));
    return await resolve(connection, answered, resolutionOf(connection, request));
  }
}

/** Looks up an authorization that was sent before, without sending it again. */
export async function lookUpSentAuthorization(connection: Connection, request: AuthorizeRequest): Promise<Result<AuthorizeOutput>> {
  if (stryMutAct_9fa48("404")) {
    {}
  } else {
    stryCov_9fa48("404");
    return await lookUpSent(connection, stryMutAct_9fa48("405") ? "" : (stryCov_9fa48("405"), 'this OTP'), resolutionOf(connection, request));
  }
}
function resolutionOf(connection: Connection, request: AuthorizeRequest): Resolution<AuthorizeOutput> {
  if (stryMutAct_9fa48("406")) {
    {}
  } else {
    stryCov_9fa48("406");
    const {
      transactionReference: reference
    } = request.body;
    const target: LookUpTarget = stryMutAct_9fa48("407") ? {} : (stryCov_9fa48("407"), {
      reference,
      fetchRecord: verify,
      isIt: stryMutAct_9fa48("408") ? () => undefined : (stryCov_9fa48("408"), record => stryMutAct_9fa48("411") ? record.transactionReference !== reference : stryMutAct_9fa48("410") ? false : stryMutAct_9fa48("409") ? true : (stryCov_9fa48("409", "410", "411"), record.transactionReference === reference)),
      secrets: request.secrets
    });
    return stryMutAct_9fa48("412") ? {} : (stryCov_9fa48("412"), {
      target,
      unknown: payment(stryMutAct_9fa48("413") ? {} : (stryCov_9fa48("413"), {
        outcome: stryMutAct_9fa48("414") ? "" : (stryCov_9fa48("414"), 'unknown'),
        transactionReference: reference
      })),
      inDoubt: stryMutAct_9fa48("415") ? "" : (stryCov_9fa48("415"), 'the payment was authorized'),
      advice: stryMutAct_9fa48("416") ? "" : (stryCov_9fa48("416"), 'Do not charge the card again: verify this transaction later, or ask your provider about it.'),
      describe,
      async refused(failure) {
        if (stryMutAct_9fa48("417")) {
          {}
        } else {
          stryCov_9fa48("417");
          // A refused OTP gets a 400 (section 7), but so does a transaction that is final or does not exist.
          if (stryMutAct_9fa48("420") ? !(failure instanceof RefusedError) && failure.httpStatus !== 400 : stryMutAct_9fa48("419") ? false : stryMutAct_9fa48("418") ? true : (stryCov_9fa48("418", "419", "420"), (stryMutAct_9fa48("421") ? failure instanceof RefusedError : (stryCov_9fa48("421"), !(failure instanceof RefusedError))) || (stryMutAct_9fa48("423") ? failure.httpStatus === 400 : stryMutAct_9fa48("422") ? false : (stryCov_9fa48("422", "423"), failure.httpStatus !== 400)))) return undefined;
          const found = await lookUp(connection, target, stryMutAct_9fa48("424") ? {} : (stryCov_9fa48("424"), {
            mayAppear: stryMutAct_9fa48("425") ? true : (stryCov_9fa48("425"), false)
          }));
          if (stryMutAct_9fa48("428") ? 'record' in found || isFinal(found.record.outcome) : stryMutAct_9fa48("427") ? false : stryMutAct_9fa48("426") ? true : (stryCov_9fa48("426", "427", "428"), (stryMutAct_9fa48("429") ? "" : (stryCov_9fa48("429"), 'record')) in found && isFinal(found.record.outcome))) {
            if (stryMutAct_9fa48("430")) {
              {}
            } else {
              stryCov_9fa48("430");
              const {
                record
              } = found;
              // Verify gives no reason; the refusal does.
              const message = stryMutAct_9fa48("431") ? record.message && (record.authorized ? null : failure.serviceMessage ?? null) : (stryCov_9fa48("431"), record.message ?? (record.authorized ? null : stryMutAct_9fa48("432") ? failure.serviceMessage && null : (stryCov_9fa48("432"), failure.serviceMessage ?? null)));
              return stryMutAct_9fa48("433") ? {} : (stryCov_9fa48("433"), {
                output: describe(stryMutAct_9fa48("434") ? {} : (stryCov_9fa48("434"), {
                  ...record,
                  message,
                  otpRejected: stryMutAct_9fa48("435") ? record.authorized : (stryCov_9fa48("435"), !record.authorized)
                }))
              });
            }
          }
          if (stryMutAct_9fa48("437") ? false : stryMutAct_9fa48("436") ? true : (stryCov_9fa48("436", "437"), (stryMutAct_9fa48("438") ? "" : (stryCov_9fa48("438"), 'record')) in found)) return stryMutAct_9fa48("439") ? {} : (stryCov_9fa48("439"), {
            output: describe(otpRejected(request, failure.serviceMessage))
          });
          if (stryMutAct_9fa48("441") ? false : stryMutAct_9fa48("440") ? true : (stryCov_9fa48("440", "441"), isNotFound(found.failure))) throw unknownTransaction(failure);
          // An earlier OTP may have been taken and its answer lost.
          const message = stryMutAct_9fa48("442") ? `` : (stryCov_9fa48("442"), `${failure.message}. Asking for the transaction did not help, so it is not known whether an earlier try was successful: ${found.why}. Verify it before you ask for another OTP.`);
          return stryMutAct_9fa48("443") ? {} : (stryCov_9fa48("443"), {
            output: describe(stryMutAct_9fa48("444") ? {} : (stryCov_9fa48("444"), {
              ...otpRejected(request, message),
              outcome: stryMutAct_9fa48("445") ? "" : (stryCov_9fa48("445"), 'unknown')
            }))
          });
        }
      }
    });
  }
}
function unknownTransaction({
  httpStatus,
  serviceMessage
}: RefusedError): RefusedError {
  if (stryMutAct_9fa48("446")) {
    {}
  } else {
    stryCov_9fa48("446");
    const {
      message,
      next
    } = ENDPOINTS.authorize.errors[404]!;
    return new RefusedError(message, next, httpStatus, serviceMessage);
  }
}
function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = stryMutAct_9fa48("447") ? true : (stryCov_9fa48("447"), false)): AuthorizeOutput {
  if (stryMutAct_9fa48("448")) {
    {}
  } else {
    stryCov_9fa48("448");
    const {
      otpRejected: isRejected = stryMutAct_9fa48("449") ? true : (stryCov_9fa48("449"), false),
      grossAmount = null,
      paymentReference = null,
      callbackUrl = null
    } = paid;
    return stryMutAct_9fa48("450") ? {} : (stryCov_9fa48("450"), {
      ...commonPart(paid),
      otpRejected: isRejected,
      grossAmount,
      paymentReference,
      callbackUrl,
      answerLost
    });
  }
}