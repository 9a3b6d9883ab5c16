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
import { randomUUID } from 'crypto';
import { z } from 'zod/v4';
import { checkStatus, isVerifyError, type Answer } from '../protocol/response';
import { ENDPOINTS } from '../protocol/endpoints';
import { ServiceError } from '../protocol/errors';
import { checkInput, requiredText } from '../schema/input';
import { minorOf } from '../schema/money';
import { notificationId } from './notification';
import { codeNamed, meaningOf, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import { decimal, optionalAddress, optionalText, statusCode } from '../schema/responseFields';
import type { Secrets } from '../protocol/secrets';

/** What a verification's answer adds to the payment (specification 2.6). Amounts are in major units. */
export interface VerifiedPayment extends Payment {
  grossAmount: number | null;
  transactionFee: number | null;
  settlementAmount: number | null;
  merchant: string | null;
  customerId: string | null;
  paymentRequestor: string | null;
  callbackUrl: string | null;
  /** In ISO 8601, without a time zone, because the service gives none. */
  transactionDate: string | null;
  /** The same for every notification of this transaction in this status, so that repeats can be recognized. */
  notificationId: string;
}
const verifyRecord = z.object(stryMutAct_9fa48("104") ? {} : (stryCov_9fa48("104"), {
  merchant: optionalText,
  transactionReference: optionalText,
  merchantRef: optionalText,
  grossAmount: decimal,
  requestedAmount: decimal,
  transactionFee: decimal,
  settlementAmount: decimal,
  customerId: optionalText,
  currencyCode: optionalText,
  callbackUrl: optionalAddress,
  authorizationType: optionalText,
  paymentRequestor: optionalText,
  transactionDate: optionalText,
  date: optionalText,
  status: optionalText,
  statusCode,
  errorMessage: optionalText
}));

// The reference becomes a segment of the path, where one or two dots would lead elsewhere.
export const pathSegment = requiredText.refine(stryMutAct_9fa48("105") ? () => undefined : (stryCov_9fa48("105"), value => stryMutAct_9fa48("108") ? value !== '.' && value !== '..' || value.isWellFormed() : stryMutAct_9fa48("107") ? false : stryMutAct_9fa48("106") ? true : (stryCov_9fa48("106", "107", "108"), (stryMutAct_9fa48("110") ? value !== '.' || value !== '..' : stryMutAct_9fa48("109") ? true : (stryCov_9fa48("109", "110"), (stryMutAct_9fa48("112") ? value === '.' : stryMutAct_9fa48("111") ? true : (stryCov_9fa48("111", "112"), value !== (stryMutAct_9fa48("113") ? "" : (stryCov_9fa48("113"), '.')))) && (stryMutAct_9fa48("115") ? value === '..' : stryMutAct_9fa48("114") ? true : (stryCov_9fa48("114", "115"), value !== (stryMutAct_9fa48("116") ? "" : (stryCov_9fa48("116"), '..')))))) && value.isWellFormed())), stryMutAct_9fa48("117") ? "" : (stryCov_9fa48("117"), 'cannot be a reference'));
const referenceSchema = z.object(stryMutAct_9fa48("118") ? {} : (stryCov_9fa48("118"), {
  reference: pathSegment
}));

/** Whether a value can be a reference to verify (4.5). */
export function isReference(value: unknown): value is string {
  if (stryMutAct_9fa48("119")) {
    {}
  } else {
    stryCov_9fa48("119");
    return pathSegment.safeParse(value).success;
  }
}

/**
 * Checks the reference to verify (4.5).
 * @throws InputError when it is missing
 */
export function checkReference(reference: unknown): string {
  if (stryMutAct_9fa48("120")) {
    {}
  } else {
    stryCov_9fa48("120");
    return checkInput(referenceSchema, stryMutAct_9fa48("121") ? {} : (stryCov_9fa48("121"), {
      reference
    }), stryMutAct_9fa48("122") ? {} : (stryCov_9fa48("122"), {
      reference: stryMutAct_9fa48("123") ? "" : (stryCov_9fa48("123"), 'Transaction Reference')
    }), stryMutAct_9fa48("124") ? {} : (stryCov_9fa48("124"), {
      section: stryMutAct_9fa48("125") ? "" : (stryCov_9fa48("125"), '4.5')
    })).reference;
  }
}

/**
 * Reads a verification record (2.6) in every form that the specification shows: `status` as an integer or a name,
 * `statusCode`, `transactionDate` or `date`.
 * @param asked the requested reference
 * @returns undefined when the record is not about that reference
 */
export function readVerify(data: Record<string, unknown>, asked: string, table: StatusTable): VerifiedPayment | undefined {
  if (stryMutAct_9fa48("126")) {
    {}
  } else {
    stryCov_9fa48("126");
    const record = readRecord(data, table);
    return (stryMutAct_9fa48("129") ? record.transactionReference === asked && record.reference === asked : stryMutAct_9fa48("128") ? false : stryMutAct_9fa48("127") ? true : (stryCov_9fa48("127", "128", "129"), (stryMutAct_9fa48("131") ? record.transactionReference !== asked : stryMutAct_9fa48("130") ? false : (stryCov_9fa48("130", "131"), record.transactionReference === asked)) || (stryMutAct_9fa48("133") ? record.reference !== asked : stryMutAct_9fa48("132") ? false : (stryCov_9fa48("132", "133"), record.reference === asked)))) ? record : undefined;
  }
}

/** Reads the record of any transaction. Missing fields are null. */
export function readRecord(data: Record<string, unknown>, table: StatusTable): VerifiedPayment {
  if (stryMutAct_9fa48("134")) {
    {}
  } else {
    stryCov_9fa48("134");
    const record = verifyRecord.parse(data);
    const status = statusOf(record.status, record.statusCode, table);
    const {
      name,
      outcome
    } = meaningOf(status, table);
    const currency = stryMutAct_9fa48("135") ? record.currencyCode?.toUpperCase() && null : (stryCov_9fa48("135"), (stryMutAct_9fa48("137") ? record.currencyCode.toUpperCase() : stryMutAct_9fa48("136") ? record.currencyCode?.toLowerCase() : (stryCov_9fa48("136", "137"), record.currencyCode?.toUpperCase())) ?? null);
    const known = payment(stryMutAct_9fa48("138") ? {} : (stryCov_9fa48("138"), {
      outcome,
      status,
      statusName: name,
      reference: record.merchantRef,
      transactionReference: record.transactionReference,
      authorizationType: record.authorizationType,
      amount: record.requestedAmount,
      amountMinor: minorOf(record.requestedAmount, currency),
      currency,
      message: record.errorMessage
    }));
    return stryMutAct_9fa48("139") ? {} : (stryCov_9fa48("139"), {
      ...known,
      grossAmount: record.grossAmount,
      transactionFee: record.transactionFee,
      settlementAmount: record.settlementAmount,
      merchant: record.merchant,
      customerId: record.customerId,
      paymentRequestor: record.paymentRequestor,
      callbackUrl: record.callbackUrl,
      transactionDate: stryMutAct_9fa48("140") ? (record.transactionDate ?? record.date)?.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') && null : (stryCov_9fa48("140"), (stryMutAct_9fa48("141") ? (record.transactionDate ?? record.date).replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : (stryCov_9fa48("141"), (stryMutAct_9fa48("142") ? record.transactionDate && record.date : (stryCov_9fa48("142"), record.transactionDate ?? record.date))?.replace(stryMutAct_9fa48("149") ? /^(\d{4}-\d\d-\d\D) / : stryMutAct_9fa48("148") ? /^(\d{4}-\d\d-\D\d) / : stryMutAct_9fa48("147") ? /^(\d{4}-\d\D-\d\d) / : stryMutAct_9fa48("146") ? /^(\d{4}-\D\d-\d\d) / : stryMutAct_9fa48("145") ? /^(\D{4}-\d\d-\d\d) / : stryMutAct_9fa48("144") ? /^(\d-\d\d-\d\d) / : stryMutAct_9fa48("143") ? /(\d{4}-\d\d-\d\d) / : (stryCov_9fa48("143", "144", "145", "146", "147", "148", "149"), /^(\d{4}-\d\d-\d\d) /), stryMutAct_9fa48("150") ? "" : (stryCov_9fa48("150"), '$1T')))) ?? null),
      notificationId: notificationId(known)
    });
  }
}

/** A reference that no transaction has. How verify answers it shows whether the private key works. */
export function unusedReference(): string {
  if (stryMutAct_9fa48("151")) {
    {}
  } else {
    stryCov_9fa48("151");
    return stryMutAct_9fa48("152") ? `` : (stryCov_9fa48("152"), `credential-test-${randomUUID()}`);
  }
}

/**
 * Checks the answer to the verification of an unused reference. "Not found" means that the key works (5.4 to 5.6).
 * @throws GatewayError that says what is wrong with the private key or the address
 */
export function checkPrivateKey(answer: Answer, secrets: Secrets): void {
  if (stryMutAct_9fa48("153")) {
    {}
  } else {
    stryCov_9fa48("153");
    if (stryMutAct_9fa48("156") ? answer.httpStatus === 404 || isVerifyError(answer.body) : stryMutAct_9fa48("155") ? false : stryMutAct_9fa48("154") ? true : (stryCov_9fa48("154", "155", "156"), (stryMutAct_9fa48("158") ? answer.httpStatus !== 404 : stryMutAct_9fa48("157") ? true : (stryCov_9fa48("157", "158"), answer.httpStatus === 404)) && isVerifyError(answer.body))) return;
    if (stryMutAct_9fa48("161") ? answer.httpStatus === 404 : stryMutAct_9fa48("160") ? false : stryMutAct_9fa48("159") ? true : (stryCov_9fa48("159", "160", "161"), answer.httpStatus !== 404)) checkStatus(ENDPOINTS.verify, answer, secrets);
    throw new ServiceError(stryMutAct_9fa48("162") ? "" : (stryCov_9fa48("162"), 'There is no verify call at this address'), stryMutAct_9fa48("163") ? "" : (stryCov_9fa48("163"), 'Check the Transaction Base: "/transaction/verify/..." is added to it. Some providers serve the card calls under another host or path than the login.'));
  }
}

// Both `statusCode` and `status` may be present. If they contradict each other, neither is trusted.
function statusOf(status: string | null, code: number | null, table: StatusTable): number | null {
  if (stryMutAct_9fa48("164")) {
    {}
  } else {
    stryCov_9fa48("164");
    const named = (stryMutAct_9fa48("167") ? status !== null : stryMutAct_9fa48("166") ? false : stryMutAct_9fa48("165") ? true : (stryCov_9fa48("165", "166", "167"), status === null)) ? null : stryMutAct_9fa48("168") ? statusCode.parse(status) && codeNamed(status, table) : (stryCov_9fa48("168"), statusCode.parse(status) ?? codeNamed(status, table));
    if (stryMutAct_9fa48("171") ? code !== null && named !== null || code !== named : stryMutAct_9fa48("170") ? false : stryMutAct_9fa48("169") ? true : (stryCov_9fa48("169", "170", "171"), (stryMutAct_9fa48("173") ? code !== null || named !== null : stryMutAct_9fa48("172") ? true : (stryCov_9fa48("172", "173"), (stryMutAct_9fa48("175") ? code === null : stryMutAct_9fa48("174") ? true : (stryCov_9fa48("174", "175"), code !== null)) && (stryMutAct_9fa48("177") ? named === null : stryMutAct_9fa48("176") ? true : (stryCov_9fa48("176", "177"), named !== null)))) && (stryMutAct_9fa48("179") ? code === named : stryMutAct_9fa48("178") ? true : (stryCov_9fa48("178", "179"), code !== named)))) return null;
    return stryMutAct_9fa48("180") ? code && named : (stryCov_9fa48("180"), code ?? named);
  }
}