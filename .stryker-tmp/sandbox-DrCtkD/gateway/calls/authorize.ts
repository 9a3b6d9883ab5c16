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
import { z } from 'zod/v4';
import { checkInput, requiredText } from '../schema/input';
import { meaningOf, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import { decimal, optionalAddress, optionalText, statusCode } from '../schema/responseFields';

/** A checked authorization, ready to be sent (specification 2.4). */
export interface AuthorizeRequest {
  body: {
    transactionReference: string;
    otp: string;
    authorizationType: string;
  };
  secrets: string[];
}

/** The fields that an authorization's answer adds to the payment (2.5). */
export interface AuthorizedPayment extends Payment {
  /** True when the service refused the OTP: the payment still waits for the right one. */
  otpRejected: boolean;
  grossAmount: number | null;
  paymentReference: string | null;
  callbackUrl: string | null;
}
const LABELS = stryMutAct_9fa48("0") ? {} : (stryCov_9fa48("0"), {
  transactionReference: stryMutAct_9fa48("1") ? "" : (stryCov_9fa48("1"), 'Transaction Reference'),
  otp: stryMutAct_9fa48("2") ? "" : (stryCov_9fa48("2"), 'OTP'),
  authorizationType: stryMutAct_9fa48("3") ? "" : (stryCov_9fa48("3"), 'Authorization Type')
});
const NOTHING_MORE = stryMutAct_9fa48("4") ? {} : (stryCov_9fa48("4"), {
  otpRejected: stryMutAct_9fa48("5") ? true : (stryCov_9fa48("5"), false),
  grossAmount: null,
  paymentReference: null,
  callbackUrl: null
});
const authorizeSchema = z.object(stryMutAct_9fa48("6") ? {} : (stryCov_9fa48("6"), {
  transactionReference: requiredText,
  otp: requiredText,
  authorizationType: requiredText
}));
const authorizeAnswer = z.object(stryMutAct_9fa48("7") ? {} : (stryCov_9fa48("7"), {
  status: statusCode,
  errorMessage: optionalText,
  transactionReference: optionalText,
  authorizationType: optionalText,
  grossAmount: decimal,
  callbackUrl: optionalAddress,
  callbackURL: optionalAddress,
  clientReference: optionalText,
  paymentReference: optionalText
}));

/**
 * Checks an authorization and builds its request (2.4, 4.4). The OTP stays text, so leading zeros are kept.
 * @throws InputError with every broken rule
 */
export function buildAuthorize(input: unknown): AuthorizeRequest {
  if (stryMutAct_9fa48("8")) {
    {}
  } else {
    stryCov_9fa48("8");
    const body = checkInput(authorizeSchema, input, LABELS, stryMutAct_9fa48("9") ? {} : (stryCov_9fa48("9"), {
      section: stryMutAct_9fa48("10") ? "" : (stryCov_9fa48("10"), '2.4')
    }));
    return stryMutAct_9fa48("11") ? {} : (stryCov_9fa48("11"), {
      body,
      secrets: stryMutAct_9fa48("12") ? [] : (stryCov_9fa48("12"), [body.otp])
    });
  }
}

/** Reads the answer of an authorization (2.5). Its status code is the transaction's: 2 means AUTHORIZED. */
export function readAuthorize(data: Record<string, unknown>, {
  body
}: AuthorizeRequest, table: StatusTable): AuthorizedPayment {
  if (stryMutAct_9fa48("13")) {
    {}
  } else {
    stryCov_9fa48("13");
    const answer = authorizeAnswer.parse(data);
    const isOurs = stryMutAct_9fa48("16") ? answer.transactionReference === null && answer.transactionReference === body.transactionReference : stryMutAct_9fa48("15") ? false : stryMutAct_9fa48("14") ? true : (stryCov_9fa48("14", "15", "16"), (stryMutAct_9fa48("18") ? answer.transactionReference !== null : stryMutAct_9fa48("17") ? false : (stryCov_9fa48("17", "18"), answer.transactionReference === null)) || (stryMutAct_9fa48("20") ? answer.transactionReference !== body.transactionReference : stryMutAct_9fa48("19") ? false : (stryCov_9fa48("19", "20"), answer.transactionReference === body.transactionReference)));
    if (stryMutAct_9fa48("23") ? false : stryMutAct_9fa48("22") ? true : stryMutAct_9fa48("21") ? isOurs : (stryCov_9fa48("21", "22", "23"), !isOurs)) return aboutAnother(body.transactionReference);
    const {
      name,
      outcome
    } = meaningOf(answer.status, table);
    return stryMutAct_9fa48("24") ? {} : (stryCov_9fa48("24"), {
      ...payment(stryMutAct_9fa48("25") ? {} : (stryCov_9fa48("25"), {
        outcome,
        status: answer.status,
        statusName: name,
        reference: answer.clientReference,
        transactionReference: body.transactionReference,
        authorizationType: answer.authorizationType,
        message: answer.errorMessage
      })),
      otpRejected: stryMutAct_9fa48("26") ? true : (stryCov_9fa48("26"), false),
      grossAmount: answer.grossAmount,
      paymentReference: answer.paymentReference,
      callbackUrl: stryMutAct_9fa48("27") ? answer.callbackUrl && answer.callbackURL : (stryCov_9fa48("27"), answer.callbackUrl ?? answer.callbackURL)
    });
  }
}

/** The payment after a refused OTP (7). It still waits for the right one. */
export function otpRejected({
  body
}: AuthorizeRequest, message: string | undefined): AuthorizedPayment {
  if (stryMutAct_9fa48("28")) {
    {}
  } else {
    stryCov_9fa48("28");
    return stryMutAct_9fa48("29") ? {} : (stryCov_9fa48("29"), {
      ...payment(stryMutAct_9fa48("30") ? {} : (stryCov_9fa48("30"), {
        outcome: stryMutAct_9fa48("31") ? "" : (stryCov_9fa48("31"), 'otp_required'),
        transactionReference: body.transactionReference,
        authorizationType: body.authorizationType,
        message: stryMutAct_9fa48("32") ? message && 'The service refused the OTP.' : (stryCov_9fa48("32"), message ?? (stryMutAct_9fa48("33") ? "" : (stryCov_9fa48("33"), 'The service refused the OTP.')))
      })),
      ...NOTHING_MORE,
      otpRejected: stryMutAct_9fa48("34") ? false : (stryCov_9fa48("34"), true)
    });
  }
}

// An answer about another transaction says nothing about this one.
function aboutAnother(transactionReference: string): AuthorizedPayment {
  if (stryMutAct_9fa48("35")) {
    {}
  } else {
    stryCov_9fa48("35");
    const message = stryMutAct_9fa48("36") ? "" : (stryCov_9fa48("36"), 'The service answered about another transaction');
    return stryMutAct_9fa48("37") ? {} : (stryCov_9fa48("37"), {
      ...payment(stryMutAct_9fa48("38") ? {} : (stryCov_9fa48("38"), {
        outcome: stryMutAct_9fa48("39") ? "" : (stryCov_9fa48("39"), 'unknown'),
        transactionReference,
        message
      })),
      ...NOTHING_MORE
    });
  }
}