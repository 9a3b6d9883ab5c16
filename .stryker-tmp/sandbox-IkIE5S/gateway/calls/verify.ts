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
const verifyRecord = z.object(stryMutAct_9fa48("311") ? {} : (stryCov_9fa48("311"), {
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
export const pathSegment = requiredText.refine(stryMutAct_9fa48("312") ? () => undefined : (stryCov_9fa48("312"), value => stryMutAct_9fa48("315") ? value !== '.' && value !== '..' || value.isWellFormed() : stryMutAct_9fa48("314") ? false : stryMutAct_9fa48("313") ? true : (stryCov_9fa48("313", "314", "315"), (stryMutAct_9fa48("317") ? value !== '.' || value !== '..' : stryMutAct_9fa48("316") ? true : (stryCov_9fa48("316", "317"), (stryMutAct_9fa48("319") ? value === '.' : stryMutAct_9fa48("318") ? true : (stryCov_9fa48("318", "319"), value !== (stryMutAct_9fa48("320") ? "" : (stryCov_9fa48("320"), '.')))) && (stryMutAct_9fa48("322") ? value === '..' : stryMutAct_9fa48("321") ? true : (stryCov_9fa48("321", "322"), value !== (stryMutAct_9fa48("323") ? "" : (stryCov_9fa48("323"), '..')))))) && value.isWellFormed())), stryMutAct_9fa48("324") ? "" : (stryCov_9fa48("324"), 'cannot be a reference'));
const referenceSchema = z.object(stryMutAct_9fa48("325") ? {} : (stryCov_9fa48("325"), {
  reference: pathSegment
}));

/** Whether a value can be a reference to verify (4.5). */
export function isReference(value: unknown): value is string {
  if (stryMutAct_9fa48("326")) {
    {}
  } else {
    stryCov_9fa48("326");
    return pathSegment.safeParse(value).success;
  }
}

/**
 * Checks the reference to verify (4.5).
 * @throws InputError when it is missing
 */
export function checkReference(reference: unknown): string {
  if (stryMutAct_9fa48("327")) {
    {}
  } else {
    stryCov_9fa48("327");
    return checkInput(referenceSchema, stryMutAct_9fa48("328") ? {} : (stryCov_9fa48("328"), {
      reference
    }), stryMutAct_9fa48("329") ? {} : (stryCov_9fa48("329"), {
      reference: stryMutAct_9fa48("330") ? "" : (stryCov_9fa48("330"), 'Transaction Reference')
    }), stryMutAct_9fa48("331") ? {} : (stryCov_9fa48("331"), {
      section: stryMutAct_9fa48("332") ? "" : (stryCov_9fa48("332"), '4.5')
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
  if (stryMutAct_9fa48("333")) {
    {}
  } else {
    stryCov_9fa48("333");
    const record = readRecord(data, table);
    return (stryMutAct_9fa48("336") ? record.transactionReference === asked && record.reference === asked : stryMutAct_9fa48("335") ? false : stryMutAct_9fa48("334") ? true : (stryCov_9fa48("334", "335", "336"), (stryMutAct_9fa48("338") ? record.transactionReference !== asked : stryMutAct_9fa48("337") ? false : (stryCov_9fa48("337", "338"), record.transactionReference === asked)) || (stryMutAct_9fa48("340") ? record.reference !== asked : stryMutAct_9fa48("339") ? false : (stryCov_9fa48("339", "340"), record.reference === asked)))) ? record : undefined;
  }
}

/** Reads the record of any transaction. Missing fields are null. */
export function readRecord(data: Record<string, unknown>, table: StatusTable): VerifiedPayment {
  if (stryMutAct_9fa48("341")) {
    {}
  } else {
    stryCov_9fa48("341");
    const record = verifyRecord.parse(data);
    const status = statusOf(record.status, record.statusCode, table);
    const {
      name,
      outcome
    } = meaningOf(status, table);
    const currency = stryMutAct_9fa48("342") ? record.currencyCode?.toUpperCase() && null : (stryCov_9fa48("342"), (stryMutAct_9fa48("344") ? record.currencyCode.toUpperCase() : stryMutAct_9fa48("343") ? record.currencyCode?.toLowerCase() : (stryCov_9fa48("343", "344"), record.currencyCode?.toUpperCase())) ?? null);
    const known = payment(stryMutAct_9fa48("345") ? {} : (stryCov_9fa48("345"), {
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
    return stryMutAct_9fa48("346") ? {} : (stryCov_9fa48("346"), {
      ...known,
      grossAmount: record.grossAmount,
      transactionFee: record.transactionFee,
      settlementAmount: record.settlementAmount,
      merchant: record.merchant,
      customerId: record.customerId,
      paymentRequestor: record.paymentRequestor,
      callbackUrl: record.callbackUrl,
      transactionDate: stryMutAct_9fa48("347") ? (record.transactionDate ?? record.date)?.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') && null : (stryCov_9fa48("347"), (stryMutAct_9fa48("348") ? (record.transactionDate ?? record.date).replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : (stryCov_9fa48("348"), (stryMutAct_9fa48("349") ? record.transactionDate && record.date : (stryCov_9fa48("349"), record.transactionDate ?? record.date))?.replace(stryMutAct_9fa48("356") ? /^(\d{4}-\d\d-\d\D) / : stryMutAct_9fa48("355") ? /^(\d{4}-\d\d-\D\d) / : stryMutAct_9fa48("354") ? /^(\d{4}-\d\D-\d\d) / : stryMutAct_9fa48("353") ? /^(\d{4}-\D\d-\d\d) / : stryMutAct_9fa48("352") ? /^(\D{4}-\d\d-\d\d) / : stryMutAct_9fa48("351") ? /^(\d-\d\d-\d\d) / : stryMutAct_9fa48("350") ? /(\d{4}-\d\d-\d\d) / : (stryCov_9fa48("350", "351", "352", "353", "354", "355", "356"), /^(\d{4}-\d\d-\d\d) /), stryMutAct_9fa48("357") ? "" : (stryCov_9fa48("357"), '$1T')))) ?? null),
      notificationId: notificationId(known)
    });
  }
}

/** A reference that no transaction has. How verify answers it shows whether the private key works. */
export function unusedReference(): string {
  if (stryMutAct_9fa48("358")) {
    {}
  } else {
    stryCov_9fa48("358");
    return stryMutAct_9fa48("359") ? `` : (stryCov_9fa48("359"), `credential-test-${randomUUID()}`);
  }
}

/**
 * Checks the answer to the verification of an unused reference. "Not found" means that the key works (5.4 to 5.6).
 * @throws GatewayError that says what is wrong with the private key or the address
 */
export function checkPrivateKey(answer: Answer, secrets: Secrets): void {
  if (stryMutAct_9fa48("360")) {
    {}
  } else {
    stryCov_9fa48("360");
    if (stryMutAct_9fa48("363") ? answer.httpStatus === 404 || isVerifyError(answer.body) : stryMutAct_9fa48("362") ? false : stryMutAct_9fa48("361") ? true : (stryCov_9fa48("361", "362", "363"), (stryMutAct_9fa48("365") ? answer.httpStatus !== 404 : stryMutAct_9fa48("364") ? true : (stryCov_9fa48("364", "365"), answer.httpStatus === 404)) && isVerifyError(answer.body))) return;
    if (stryMutAct_9fa48("368") ? answer.httpStatus === 404 : stryMutAct_9fa48("367") ? false : stryMutAct_9fa48("366") ? true : (stryCov_9fa48("366", "367", "368"), answer.httpStatus !== 404)) checkStatus(ENDPOINTS.verify, answer, secrets);
    throw new ServiceError(stryMutAct_9fa48("369") ? "" : (stryCov_9fa48("369"), 'There is no verify call at this address'), stryMutAct_9fa48("370") ? "" : (stryCov_9fa48("370"), 'Check the Transaction Base: "/transaction/verify/..." is added to it. Some providers serve the card calls under another host or path than the login.'));
  }
}

// Both `statusCode` and `status` may be present. If they contradict each other, neither is trusted.
function statusOf(status: string | null, code: number | null, table: StatusTable): number | null {
  if (stryMutAct_9fa48("371")) {
    {}
  } else {
    stryCov_9fa48("371");
    const named = (stryMutAct_9fa48("374") ? status !== null : stryMutAct_9fa48("373") ? false : stryMutAct_9fa48("372") ? true : (stryCov_9fa48("372", "373", "374"), status === null)) ? null : stryMutAct_9fa48("375") ? statusCode.parse(status) && codeNamed(status, table) : (stryCov_9fa48("375"), statusCode.parse(status) ?? codeNamed(status, table));
    if (stryMutAct_9fa48("378") ? code !== null && named !== null || code !== named : stryMutAct_9fa48("377") ? false : stryMutAct_9fa48("376") ? true : (stryCov_9fa48("376", "377", "378"), (stryMutAct_9fa48("380") ? code !== null || named !== null : stryMutAct_9fa48("379") ? true : (stryCov_9fa48("379", "380"), (stryMutAct_9fa48("382") ? code === null : stryMutAct_9fa48("381") ? true : (stryCov_9fa48("381", "382"), code !== null)) && (stryMutAct_9fa48("384") ? named === null : stryMutAct_9fa48("383") ? true : (stryCov_9fa48("383", "384"), named !== null)))) && (stryMutAct_9fa48("386") ? code === named : stryMutAct_9fa48("385") ? true : (stryCov_9fa48("385", "386"), code !== named)))) return null;
    return stryMutAct_9fa48("387") ? code && named : (stryCov_9fa48("387"), code ?? named);
  }
}