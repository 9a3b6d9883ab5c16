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
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { nameMismatch } from '../../../gateway/schema/name';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import { isTransferOf, readTransferAnswer, type Transfer, type TransferRequest } from '../../../gateway/calls/transfer';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import type { LookUpTarget } from './lookUp';
import { enquire } from './nameEnquiry';
import { findFirst, lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { transferStatus } from './transferStatus';

/** The output of a transfer. */
export type TransferOutput = ItemOf<Transfer & {
  bankCode: string;
  /** How the account's holder differs from the expected name, in words; null where nothing differs. */
  mismatch: string | null;
  /** True when the outcome had to be looked up, because no answer came. */
  answerLost: boolean;
  /** True when this is an earlier transfer with the same request ID. */
  duplicate: boolean;
}>;

/**
 * Sends a transfer, once, and returns its outcome. One with an expected name is sent only to an account of that name.
 * @throws GatewayError when the money is known not to have been transferred
 */
export async function sendTransfer(connection: Connection, request: TransferRequest): Promise<Result<TransferOutput>> {
  if (stryMutAct_9fa48("645")) {
    {}
  } else {
    stryCov_9fa48("645");
    const objection = await checkName(connection, request);
    if (stryMutAct_9fa48("647") ? false : stryMutAct_9fa48("646") ? true : (stryCov_9fa48("646", "647"), objection)) return stryMutAct_9fa48("648") ? {} : (stryCov_9fa48("648"), {
      output: objection
    });
    const {
      transferStatuses
    } = connection.transport.settings;
    const answered = await exchange(connection, stryMutAct_9fa48("649") ? {} : (stryCov_9fa48("649"), {
      endpoint: ENDPOINTS.transfer,
      call: stryMutAct_9fa48("650") ? {} : (stryCov_9fa48("650"), {
        body: stryMutAct_9fa48("651") ? {} : (stryCov_9fa48("651"), {
          ...request.body
        })
      }),
      read: stryMutAct_9fa48("652") ? () => undefined : (stryCov_9fa48("652"), data => readTransferAnswer(data, request, transferStatuses))
    }));
    return await resolve(connection, answered, resolutionOf(connection, request));
  }
}

/** Looks up a transfer that was sent before, without sending it again. */
export async function lookUpSentTransfer(connection: Connection, request: TransferRequest): Promise<Result<TransferOutput>> {
  if (stryMutAct_9fa48("653")) {
    {}
  } else {
    stryCov_9fa48("653");
    return await lookUpSent(connection, stryMutAct_9fa48("654") ? "" : (stryCov_9fa48("654"), 'this transfer'), resolutionOf(connection, request));
  }
}

/** The output of a transfer whose account has another holder; undefined where the name is right or was not given. */
async function checkName(connection: Connection, request: TransferRequest): Promise<TransferOutput | undefined> {
  if (stryMutAct_9fa48("655")) {
    {}
  } else {
    stryCov_9fa48("655");
    const {
      expectedName,
      body
    } = request;
    if (stryMutAct_9fa48("658") ? expectedName !== undefined : stryMutAct_9fa48("657") ? false : stryMutAct_9fa48("656") ? true : (stryCov_9fa48("656", "657", "658"), expectedName === undefined)) return undefined;
    const {
      account
    } = await enquire(connection, stryMutAct_9fa48("659") ? {} : (stryCov_9fa48("659"), {
      bankCode: body.bankCode,
      accountNumber: body.recipientAccountNumber
    }));
    const {
      accountName
    } = account;
    const mismatch = (stryMutAct_9fa48("662") ? accountName !== null : stryMutAct_9fa48("661") ? false : stryMutAct_9fa48("660") ? true : (stryCov_9fa48("660", "661", "662"), accountName === null)) ? account.message : nameMismatch(expectedName, accountName);
    if (stryMutAct_9fa48("665") ? mismatch !== null : stryMutAct_9fa48("664") ? false : stryMutAct_9fa48("663") ? true : (stryCov_9fa48("663", "664", "665"), mismatch === null)) return undefined;
    const message = stryMutAct_9fa48("666") ? `` : (stryCov_9fa48("666"), `Nothing was sent, as the account is not that of the expected name: ${mismatch}`);
    return describe(request, stryMutAct_9fa48("667") ? {} : (stryCov_9fa48("667"), {
      ...payment(stryMutAct_9fa48("668") ? {} : (stryCov_9fa48("668"), {
        outcome: stryMutAct_9fa48("669") ? "" : (stryCov_9fa48("669"), 'declined'),
        message
      })),
      accountName
    }), stryMutAct_9fa48("670") ? {} : (stryCov_9fa48("670"), {
      mismatch
    }));
  }
}
const ALREADY_SENT = stryMutAct_9fa48("671") ? "" : (stryCov_9fa48("671"), 'This request ID had been used before, so nothing was transferred now. This is what became of that first transfer');
function resolutionOf(connection: Connection, request: TransferRequest): Resolution<TransferOutput> {
  if (stryMutAct_9fa48("672")) {
    {}
  } else {
    stryCov_9fa48("672");
    const target: LookUpTarget = stryMutAct_9fa48("673") ? {} : (stryCov_9fa48("673"), {
      reference: request.body.requestId,
      fetchRecord: transferStatus,
      isIt: stryMutAct_9fa48("674") ? () => undefined : (stryCov_9fa48("674"), (record: Transfer) => isTransferOf(request, record)),
      secrets: stryMutAct_9fa48("675") ? ["Stryker was here"] : (stryCov_9fa48("675"), [])
    });
    return stryMutAct_9fa48("676") ? {} : (stryCov_9fa48("676"), {
      target,
      unknown: payment(stryMutAct_9fa48("677") ? {} : (stryCov_9fa48("677"), {
        outcome: stryMutAct_9fa48("678") ? "" : (stryCov_9fa48("678"), 'unknown')
      })),
      inDoubt: stryMutAct_9fa48("679") ? "" : (stryCov_9fa48("679"), 'the money was transferred'),
      advice: stryMutAct_9fa48("680") ? "" : (stryCov_9fa48("680"), 'Do not send it again under a new request ID: ask for its status later, or ask your provider about it.'),
      describe: stryMutAct_9fa48("681") ? () => undefined : (stryCov_9fa48("681"), (sent, answerLost) => describe(request, sent, stryMutAct_9fa48("682") ? {} : (stryCov_9fa48("682"), {
        answerLost
      }))),
      async refused(failure) {
        if (stryMutAct_9fa48("683")) {
          {}
        } else {
          stryCov_9fa48("683");
          const first = await findFirst(connection, failure, target);
          if (stryMutAct_9fa48("686") ? false : stryMutAct_9fa48("685") ? true : stryMutAct_9fa48("684") ? first : (stryCov_9fa48("684", "685", "686"), !first)) return undefined;
          // Somebody who runs a list again wants to know why the first transfer was refused.
          const message = (stryMutAct_9fa48("689") ? first.message !== null : stryMutAct_9fa48("688") ? false : stryMutAct_9fa48("687") ? true : (stryCov_9fa48("687", "688", "689"), first.message === null)) ? stryMutAct_9fa48("690") ? `` : (stryCov_9fa48("690"), `${ALREADY_SENT}.`) : stryMutAct_9fa48("691") ? `` : (stryCov_9fa48("691"), `${ALREADY_SENT}: ${first.message}`);
          return stryMutAct_9fa48("692") ? {} : (stryCov_9fa48("692"), {
            output: describe(request, stryMutAct_9fa48("693") ? {} : (stryCov_9fa48("693"), {
              ...first,
              message
            }), stryMutAct_9fa48("694") ? {} : (stryCov_9fa48("694"), {
              duplicate: stryMutAct_9fa48("695") ? false : (stryCov_9fa48("695"), true)
            }))
          });
        }
      }
    });
  }
}
function describe({
  body,
  money
}: TransferRequest, sent: Payment & Partial<Transfer>, flags: {
  answerLost?: boolean;
  duplicate?: boolean;
  mismatch?: string | null;
}): TransferOutput {
  if (stryMutAct_9fa48("696")) {
    {}
  } else {
    stryCov_9fa48("696");
    const {
      accountName = null,
      responseCode = null
    } = sent;
    const {
      mismatch = null,
      answerLost = stryMutAct_9fa48("697") ? true : (stryCov_9fa48("697"), false),
      duplicate = stryMutAct_9fa48("698") ? true : (stryCov_9fa48("698"), false)
    } = flags;
    return stryMutAct_9fa48("699") ? {} : (stryCov_9fa48("699"), {
      ...commonPart(sent),
      reference: body.requestId,
      amount: money.major,
      amountMinor: money.minor,
      currency: money.currency,
      bankCode: body.bankCode,
      accountNumber: body.recipientAccountNumber,
      accountName,
      responseCode,
      mismatch,
      answerLost,
      duplicate
    });
  }
}