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
import { ACCOUNT_LABELS, accountNumber, accountProblems, bankCode } from './bankAccount';
import type { Problem } from '../protocol/errors';
import { checkInput, objectOf, requiredText, text } from '../schema/input';
import { amountProblems, currencyCode, readMajorAmount, type AmountUnit, type MajorMoney, type MajorUnits } from '../schema/money';
import { isName } from '../schema/name';
import { outcomeOfTransfer, type TransferStatuses } from '../outcome';
import { payment, type Payment } from '../payment';
import { decimal, optionalText } from '../schema/responseFields';
import { pathSegment } from './verify';

/** How the user's values are read, where the specification leaves it open. */
export interface TransferFormat {
  /** Decimals of the currency, when the provider's differ from those of Intl. */
  currencyDigits?: number;
  /** How many digits an account number has. */
  accountDigits: number;
}

/** A checked transfer, ready to be sent. The specification does not show its body; this is what providers publish. */
export interface TransferRequest {
  body: {
    /** In major units, unlike a charge's. */
    amount: MajorUnits;
    bankCode: string;
    recipientAccountNumber: string;
    narration: string;
    /** The caller's unique id of the transfer. */
    requestId: string;
  };
  money: MajorMoney;
  /** The name of the person or company that must hold the account; undefined when it is not checked. */
  expectedName: string | undefined;
}

/**
 * A transfer as every operation outputs it. `reference` is the caller's request ID, `transactionReference` is the service's
 * reference, and `statusName` is the status, because transfers have words and no codes for it.
 */
export interface Transfer extends Payment {
  accountNumber: string | null;
  /** The holder's name. */
  accountName: string | null;
  responseCode: string | null;
}
const LABELS = stryMutAct_9fa48("224") ? {} : (stryCov_9fa48("224"), {
  ...ACCOUNT_LABELS,
  amount: stryMutAct_9fa48("225") ? "" : (stryCov_9fa48("225"), 'Amount'),
  amountUnit: stryMutAct_9fa48("226") ? "" : (stryCov_9fa48("226"), 'Amount Unit'),
  currency: stryMutAct_9fa48("227") ? "" : (stryCov_9fa48("227"), 'Currency'),
  narration: stryMutAct_9fa48("228") ? "" : (stryCov_9fa48("228"), 'Narration'),
  requestId: stryMutAct_9fa48("229") ? "" : (stryCov_9fa48("229"), 'Request ID'),
  expectedName: stryMutAct_9fa48("230") ? "" : (stryCov_9fa48("230"), 'Expected Account Name')
});

// There is no default, because it could be wrong by a factor of 100.
const amountUnit = z.enum(stryMutAct_9fa48("231") ? [] : (stryCov_9fa48("231"), [stryMutAct_9fa48("232") ? "" : (stryCov_9fa48("232"), 'major'), stryMutAct_9fa48("233") ? "" : (stryCov_9fa48("233"), 'minor')]), stryMutAct_9fa48("234") ? "" : (stryCov_9fa48("234"), 'must be chosen: major units, where 10.50 means 10.50, or minor units, where 1050 does'));
const transferSchema = objectOf(stryMutAct_9fa48("235") ? {} : (stryCov_9fa48("235"), {
  amount: text,
  amountUnit,
  currency: currencyCode,
  bankCode,
  accountNumber,
  narration: requiredText,
  requestId: pathSegment,
  expectedName: text.refine(isName, stryMutAct_9fa48("236") ? "" : (stryCov_9fa48("236"), 'must be a name')).optional()
}));
function transferProblems(given: Record<string, unknown>, format: TransferFormat): Problem[] {
  if (stryMutAct_9fa48("237")) {
    {}
  } else {
    stryCov_9fa48("237");
    const account = accountProblems(given, format.accountDigits);
    const unit = amountUnit.safeParse(given.amountUnit);
    if (stryMutAct_9fa48("240") ? false : stryMutAct_9fa48("239") ? true : stryMutAct_9fa48("238") ? unit.success : (stryCov_9fa48("238", "239", "240"), !unit.success)) return account;
    const read = stryMutAct_9fa48("241") ? () => undefined : (stryCov_9fa48("241"), (() => {
      const read = (money: {
        amount: string;
        currency: string;
      }) => moneyOf(stryMutAct_9fa48("242") ? {} : (stryCov_9fa48("242"), {
        ...money,
        amountUnit: unit.data
      }), format);
      return read;
    })());
    return stryMutAct_9fa48("243") ? [] : (stryCov_9fa48("243"), [...account, ...amountProblems(given, LABELS.amount, read)]);
  }
}
function moneyOf({
  amount,
  amountUnit: unit,
  currency
}: {
  amount: string;
  amountUnit: AmountUnit;
  currency: string;
}, {
  currencyDigits
}: TransferFormat) {
  if (stryMutAct_9fa48("244")) {
    {}
  } else {
    stryCov_9fa48("244");
    return readMajorAmount(amount, unit, currency, currencyDigits);
  }
}

/**
 * Checks a transfer and builds its request.
 * @param input amount, amountUnit, currency, bankCode, accountNumber, narration, requestId, expectedName
 * @throws InputError with every broken rule
 */
export function buildTransfer(input: unknown, format: TransferFormat): TransferRequest {
  if (stryMutAct_9fa48("245")) {
    {}
  } else {
    stryCov_9fa48("245");
    const checked = checkInput(transferSchema, input, LABELS, stryMutAct_9fa48("246") ? {} : (stryCov_9fa48("246"), {
      problemsIn: stryMutAct_9fa48("247") ? () => undefined : (stryCov_9fa48("247"), given => transferProblems(given, format))
    }));
    // An amount that breaks a rule was refused above.
    const money = moneyOf(checked, format) as MajorMoney;
    const {
      bankCode: bank,
      accountNumber: recipientAccountNumber,
      narration,
      requestId,
      expectedName
    } = checked;
    return stryMutAct_9fa48("248") ? {} : (stryCov_9fa48("248"), {
      body: stryMutAct_9fa48("249") ? {} : (stryCov_9fa48("249"), {
        amount: money.major,
        bankCode: bank,
        recipientAccountNumber,
        narration,
        requestId
      }),
      money,
      expectedName
    });
  }
}
const referenceSchema = z.object(stryMutAct_9fa48("250") ? {} : (stryCov_9fa48("250"), {
  reference: pathSegment
}));

/**
 * Checks the reference of the transfer to look up: the service's, or the caller's request ID.
 * @throws InputError when it is missing
 */
export function checkTransferReference(reference: unknown): string {
  if (stryMutAct_9fa48("251")) {
    {}
  } else {
    stryCov_9fa48("251");
    return checkInput(referenceSchema, stryMutAct_9fa48("252") ? {} : (stryCov_9fa48("252"), {
      reference
    }), stryMutAct_9fa48("253") ? {} : (stryCov_9fa48("253"), {
      reference: stryMutAct_9fa48("254") ? "" : (stryCov_9fa48("254"), 'Transfer Reference')
    })).reference;
  }
}
const transferRecord = z.object(stryMutAct_9fa48("255") ? {} : (stryCov_9fa48("255"), {
  reference: optionalText,
  requestId: optionalText,
  status: optionalText,
  destination: optionalText,
  destinationName: optionalText,
  responseCode: optionalText,
  responseMessage: optionalText,
  amount: decimal
}));

/** Reads a transfer's record, which a transfer and a status request answer alike. Missing fields are null. */
function readTransfer(data: Record<string, unknown>, statuses: TransferStatuses): Transfer {
  if (stryMutAct_9fa48("256")) {
    {}
  } else {
    stryCov_9fa48("256");
    const record = transferRecord.parse(data);
    return stryMutAct_9fa48("257") ? {} : (stryCov_9fa48("257"), {
      ...payment(stryMutAct_9fa48("258") ? {} : (stryCov_9fa48("258"), {
        outcome: outcomeOfTransfer(record.status, statuses),
        statusName: record.status,
        reference: record.requestId,
        transactionReference: record.reference,
        amount: record.amount,
        message: record.responseMessage
      })),
      accountNumber: record.destination,
      accountName: record.destinationName,
      responseCode: record.responseCode
    });
  }
}

/**
 * Reads the answer to a request for a transfer's status.
 * @param asked the requested reference: the service's, or the request ID
 * @returns undefined when the record is not about that reference
 */
export function readTransferStatus(data: Record<string, unknown>, asked: string, statuses: TransferStatuses): Transfer | undefined {
  if (stryMutAct_9fa48("259")) {
    {}
  } else {
    stryCov_9fa48("259");
    const record = readTransfer(data, statuses);
    return (stryMutAct_9fa48("262") ? record.transactionReference === asked && record.reference === asked : stryMutAct_9fa48("261") ? false : stryMutAct_9fa48("260") ? true : (stryCov_9fa48("260", "261", "262"), (stryMutAct_9fa48("264") ? record.transactionReference !== asked : stryMutAct_9fa48("263") ? false : (stryCov_9fa48("263", "264"), record.transactionReference === asked)) || (stryMutAct_9fa48("266") ? record.reference !== asked : stryMutAct_9fa48("265") ? false : (stryCov_9fa48("265", "266"), record.reference === asked)))) ? record : undefined;
  }
}

/**
 * Reads the answer to a transfer. An answer about another request, account or amount confirms nothing: its outcome is
 * unknown.
 */
export function readTransferAnswer(data: Record<string, unknown>, request: TransferRequest, statuses: TransferStatuses): Transfer {
  if (stryMutAct_9fa48("267")) {
    {}
  } else {
    stryCov_9fa48("267");
    const record = readTransfer(data, statuses);
    if (stryMutAct_9fa48("269") ? false : stryMutAct_9fa48("268") ? true : (stryCov_9fa48("268", "269"), isTransferOf(request, record))) return record;
    const {
      reference,
      amount,
      accountNumber: to
    } = record;
    const message = stryMutAct_9fa48("270") ? `` : (stryCov_9fa48("270"), `The service confirms another transfer than the one that was sent (request ID ${reference}, account ${to}, amount ${amount})`);
    return stryMutAct_9fa48("271") ? {} : (stryCov_9fa48("271"), {
      ...record,
      outcome: stryMutAct_9fa48("272") ? "" : (stryCov_9fa48("272"), 'unknown'),
      authorized: stryMutAct_9fa48("273") ? true : (stryCov_9fa48("273"), false),
      message
    });
  }
}

/** Whether a record belongs to a request. The same request ID with another amount or account is another transfer. */
export function isTransferOf({
  body
}: TransferRequest, {
  reference,
  amount,
  accountNumber: to
}: Transfer): boolean {
  if (stryMutAct_9fa48("274")) {
    {}
  } else {
    stryCov_9fa48("274");
    const account = body.recipientAccountNumber;
    // Providers do not document the destination, so it is compared only when it looks like an account number of this length.
    const isElsewhere = stryMutAct_9fa48("277") ? to !== null && /^\d+$/.test(to) && to.length === account.length || to !== account : stryMutAct_9fa48("276") ? false : stryMutAct_9fa48("275") ? true : (stryCov_9fa48("275", "276", "277"), (stryMutAct_9fa48("279") ? to !== null && /^\d+$/.test(to) || to.length === account.length : stryMutAct_9fa48("278") ? true : (stryCov_9fa48("278", "279"), (stryMutAct_9fa48("281") ? to !== null || /^\d+$/.test(to) : stryMutAct_9fa48("280") ? true : (stryCov_9fa48("280", "281"), (stryMutAct_9fa48("283") ? to === null : stryMutAct_9fa48("282") ? true : (stryCov_9fa48("282", "283"), to !== null)) && (stryMutAct_9fa48("287") ? /^\D+$/ : stryMutAct_9fa48("286") ? /^\d$/ : stryMutAct_9fa48("285") ? /^\d+/ : stryMutAct_9fa48("284") ? /\d+$/ : (stryCov_9fa48("284", "285", "286", "287"), /^\d+$/)).test(to))) && (stryMutAct_9fa48("289") ? to.length !== account.length : stryMutAct_9fa48("288") ? true : (stryCov_9fa48("288", "289"), to.length === account.length)))) && (stryMutAct_9fa48("291") ? to === account : stryMutAct_9fa48("290") ? true : (stryCov_9fa48("290", "291"), to !== account)));
    const isSameAmount = stryMutAct_9fa48("294") ? amount === null && amount === body.amount : stryMutAct_9fa48("293") ? false : stryMutAct_9fa48("292") ? true : (stryCov_9fa48("292", "293", "294"), (stryMutAct_9fa48("296") ? amount !== null : stryMutAct_9fa48("295") ? false : (stryCov_9fa48("295", "296"), amount === null)) || (stryMutAct_9fa48("298") ? amount !== body.amount : stryMutAct_9fa48("297") ? false : (stryCov_9fa48("297", "298"), amount === body.amount)));
    return stryMutAct_9fa48("301") ? (reference === null || reference === body.requestId) && isSameAmount || !isElsewhere : stryMutAct_9fa48("300") ? false : stryMutAct_9fa48("299") ? true : (stryCov_9fa48("299", "300", "301"), (stryMutAct_9fa48("303") ? reference === null || reference === body.requestId || isSameAmount : stryMutAct_9fa48("302") ? true : (stryCov_9fa48("302", "303"), (stryMutAct_9fa48("305") ? reference === null && reference === body.requestId : stryMutAct_9fa48("304") ? true : (stryCov_9fa48("304", "305"), (stryMutAct_9fa48("307") ? reference !== null : stryMutAct_9fa48("306") ? false : (stryCov_9fa48("306", "307"), reference === null)) || (stryMutAct_9fa48("309") ? reference !== body.requestId : stryMutAct_9fa48("308") ? false : (stryCov_9fa48("308", "309"), reference === body.requestId)))) && isSameAmount)) && (stryMutAct_9fa48("310") ? isElsewhere : (stryCov_9fa48("310"), !isElsewhere)));
  }
}