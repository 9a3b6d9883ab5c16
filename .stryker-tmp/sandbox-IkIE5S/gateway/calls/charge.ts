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
import { cardCvv, cardNumber, cardPin, expiryMonth, expiryYear, hasExpired, type PinFormat } from '../schema/card';
import type { Problem } from '../protocol/errors';
import { checkInput, closedObject, requiredText, text, webAddress } from '../schema/input';
import { amountProblems, currencyCode, readAmount, type AmountUnit, type MinorUnits, type Money } from '../schema/money';
import { meaningOf, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import { decimal, optionalAddress, optionalText, statusCode } from '../schema/responseFields';

/** How the user's values are read and sent, where the specification leaves it open. */
export interface ChargeFormat {
  amountUnit: AmountUnit;
  /** Decimals of the currency, when the provider's differ from those of Intl. */
  currencyDigits?: number;
  /** Providers' examples send two digits. */
  yearDigits: 2 | 4;
  pinFormat: PinFormat;
}

/** A checked charge, ready to be sent (specification 2.2). */
export interface ChargeRequest {
  body: Record<string, unknown> & {
    amount: MinorUnits;
  };
  reference: string;
  money: Money;
  /** Values that must never come back to the user. */
  secrets: string[];
}

/** What a charge's answer adds to the payment (2.3, and the 3DS and frictionless answers that providers document). */
export interface ChargedPayment extends Payment {
  otpMessage: string | null;
  otpMessageSupport: string | null;
  acsUrl: string | null;
  errorCode: string | null;
  grossAmount: number | null;
}
const SECTION = stryMutAct_9fa48("40") ? "" : (stryCov_9fa48("40"), '2.2 and 8');
const LABELS = stryMutAct_9fa48("41") ? {} : (stryCov_9fa48("41"), {
  '': stryMutAct_9fa48("42") ? "" : (stryCov_9fa48("42"), 'Charge'),
  cardNumber: stryMutAct_9fa48("43") ? "" : (stryCov_9fa48("43"), 'Card Number'),
  expiryYear: stryMutAct_9fa48("44") ? "" : (stryCov_9fa48("44"), 'Expiry Year'),
  expiryMonth: stryMutAct_9fa48("45") ? "" : (stryCov_9fa48("45"), 'Expiry Month'),
  cvv: stryMutAct_9fa48("46") ? "" : (stryCov_9fa48("46"), 'CVV'),
  amount: stryMutAct_9fa48("47") ? "" : (stryCov_9fa48("47"), 'Amount'),
  currency: stryMutAct_9fa48("48") ? "" : (stryCov_9fa48("48"), 'Currency'),
  reference: stryMutAct_9fa48("49") ? "" : (stryCov_9fa48("49"), 'Reference'),
  callbackUrl: stryMutAct_9fa48("50") ? "" : (stryCov_9fa48("50"), 'Callback URL'),
  webhookURL: stryMutAct_9fa48("51") ? "" : (stryCov_9fa48("51"), 'Webhook URL'),
  sourceUrl: stryMutAct_9fa48("52") ? "" : (stryCov_9fa48("52"), 'Source URL'),
  cardPin: stryMutAct_9fa48("53") ? "" : (stryCov_9fa48("53"), 'Card PIN'),
  tid: stryMutAct_9fa48("54") ? "" : (stryCov_9fa48("54"), 'Terminal ID'),
  email: stryMutAct_9fa48("55") ? "" : (stryCov_9fa48("55"), 'Customer Email'),
  customer: stryMutAct_9fa48("56") ? "" : (stryCov_9fa48("56"), 'Customer'),
  browserDetails: stryMutAct_9fa48("57") ? "" : (stryCov_9fa48("57"), 'Browser Details')
});
const optional = text.optional();
const wholeNumber = text.refine(stryMutAct_9fa48("58") ? () => undefined : (stryCov_9fa48("58"), value => (stryMutAct_9fa48("62") ? /^\D{1,6}$/ : stryMutAct_9fa48("61") ? /^\d$/ : stryMutAct_9fa48("60") ? /^\d{1,6}/ : stryMutAct_9fa48("59") ? /\d{1,6}$/ : (stryCov_9fa48("59", "60", "61", "62"), /^\d{1,6}$/)).test(value)), stryMutAct_9fa48("63") ? "" : (stryCov_9fa48("63"), 'must be a whole number')).transform(Number).optional();
const yesOrNo = z.boolean(stryMutAct_9fa48("64") ? "" : (stryCov_9fa48("64"), 'must be true or false')).optional();

// Looser than a mail server's rule, but strict enough to find a typing mistake.
const EMAIL = stryMutAct_9fa48("83") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[^a-z]{2,}$/i : stryMutAct_9fa48("82") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]$/i : stryMutAct_9fa48("81") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\D-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("80") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][^a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("79") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]\.)+[a-z]{2,}$/i : stryMutAct_9fa48("78") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\D][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("77") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([^a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("76") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)[a-z]{2,}$/i : stryMutAct_9fa48("75") ? /^([\w'+-]+\.)*[\w'+-]*[\W+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("74") ? /^([\w'+-]+\.)*[\w'+-]*[^\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("73") ? /^([\w'+-]+\.)*[\W'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("72") ? /^([\w'+-]+\.)*[^\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("71") ? /^([\w'+-]+\.)*[\w'+-][\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("70") ? /^([\W'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("69") ? /^([^\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("68") ? /^([\w'+-]\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("67") ? /^([\w'+-]+\.)[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : stryMutAct_9fa48("66") ? /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}/i : stryMutAct_9fa48("65") ? /([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i : (stryCov_9fa48("65", "66", "67", "68", "69", "70", "71", "72", "73", "74", "75", "76", "77", "78", "79", "80", "81", "82", "83"), /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i);

// Providers' optional objects: they raise the success rate of the 3DS and frictionless flows.
const customer = closedObject(stryMutAct_9fa48("84") ? {} : (stryCov_9fa48("84"), {
  firstName: optional,
  lastName: optional,
  phoneNumber: optional,
  dateOfBirth: optional,
  address: closedObject(stryMutAct_9fa48("85") ? {} : (stryCov_9fa48("85"), {
    street: optional,
    city: optional,
    stateProvince: optional,
    stateProvinceCode: optional,
    postcodeZip: optional,
    country: optional
  })).optional()
}));
const browserDetails = closedObject(stryMutAct_9fa48("86") ? {} : (stryCov_9fa48("86"), {
  userAgent: optional,
  acceptHeader: optional,
  language: optional,
  colorDepth: wholeNumber,
  screenHeight: wholeNumber,
  screenWidth: wholeNumber,
  timeZone: optional,
  javaEnabled: yesOrNo,
  javaScriptEnabled: yesOrNo,
  ipAddress: optional
}));
function chargeSchema<Format extends PinFormat>(pinFormat: Format) {
  if (stryMutAct_9fa48("87")) {
    {}
  } else {
    stryCov_9fa48("87");
    return closedObject(stryMutAct_9fa48("88") ? {} : (stryCov_9fa48("88"), {
      cardNumber,
      expiryYear,
      expiryMonth,
      cvv: cardCvv,
      amount: text,
      currency: currencyCode,
      reference: requiredText,
      callbackUrl: webAddress,
      webhookURL: webAddress,
      sourceUrl: webAddress.optional(),
      cardPin: cardPin[pinFormat].optional(),
      tid: optional,
      email: text.refine(stryMutAct_9fa48("89") ? () => undefined : (stryCov_9fa48("89"), email => EMAIL.test(email)), stryMutAct_9fa48("90") ? "" : (stryCov_9fa48("90"), 'must be an e-mail address')).optional(),
      customer: customer.optional(),
      browserDetails: browserDetails.optional()
    }), stryMutAct_9fa48("91") ? "" : (stryCov_9fa48("91"), 'must be an object with the fields of a charge'));
  }
}

// Made once, because making a schema takes longer than checking a charge with it.
const SCHEMAS = stryMutAct_9fa48("92") ? {} : (stryCov_9fa48("92"), {
  number: chargeSchema(stryMutAct_9fa48("93") ? "" : (stryCov_9fa48("93"), 'number')),
  text: chargeSchema(stryMutAct_9fa48("94") ? "" : (stryCov_9fa48("94"), 'text'))
});

/** The broken rules that concern several fields. */
function commonProblems(given: Record<string, unknown>, format: ChargeFormat, now: number): Problem[] {
  if (stryMutAct_9fa48("95")) {
    {}
  } else {
    stryCov_9fa48("95");
    const month = expiryMonth.safeParse(given.expiryMonth);
    const year = expiryYear.safeParse(given.expiryYear);
    const isPast = stryMutAct_9fa48("98") ? month.success && year.success || hasExpired(month.data, year.data, now) : stryMutAct_9fa48("97") ? false : stryMutAct_9fa48("96") ? true : (stryCov_9fa48("96", "97", "98"), (stryMutAct_9fa48("100") ? month.success || year.success : stryMutAct_9fa48("99") ? true : (stryCov_9fa48("99", "100"), month.success && year.success)) && hasExpired(month.data, year.data, now));
    return stryMutAct_9fa48("101") ? [] : (stryCov_9fa48("101"), [...(isPast ? stryMutAct_9fa48("102") ? [] : (stryCov_9fa48("102"), [expired(year.data, now)]) : stryMutAct_9fa48("103") ? ["Stryker was here"] : (stryCov_9fa48("103"), [])), ...amountProblems(given, LABELS.amount, stryMutAct_9fa48("104") ? () => undefined : (stryCov_9fa48("104"), money => moneyOf(money, format)))]);
  }
}

/** Names the field that a person should look at: the year, unless only the month has passed. */
function expired(year: string, now: number): Problem {
  if (stryMutAct_9fa48("105")) {
    {}
  } else {
    stryCov_9fa48("105");
    const name = hasExpired(stryMutAct_9fa48("106") ? "" : (stryCov_9fa48("106"), '12'), year, now) ? stryMutAct_9fa48("107") ? "" : (stryCov_9fa48("107"), 'expiryYear') : stryMutAct_9fa48("108") ? "" : (stryCov_9fa48("108"), 'expiryMonth');
    return stryMutAct_9fa48("109") ? {} : (stryCov_9fa48("109"), {
      path: stryMutAct_9fa48("110") ? [] : (stryCov_9fa48("110"), [name]),
      field: LABELS[name],
      rule: stryMutAct_9fa48("111") ? "" : (stryCov_9fa48("111"), 'is in the past: the card has expired')
    });
  }
}
function moneyOf({
  amount,
  currency
}: {
  amount: string;
  currency: string;
}, {
  amountUnit,
  currencyDigits
}: ChargeFormat) {
  if (stryMutAct_9fa48("112")) {
    {}
  } else {
    stryCov_9fa48("112");
    return readAmount(amount, amountUnit, currency, currencyDigits);
  }
}

/**
 * Checks a charge and builds its request (specification 2.2, 4.3, 8).
 * @param input fields named as in 2.2; `amount` in `format.amountUnit`
 * @param now the present, in milliseconds
 * @throws InputError with every broken rule
 */
export function buildCharge(input: unknown, format: ChargeFormat, now: number): ChargeRequest {
  if (stryMutAct_9fa48("113")) {
    {}
  } else {
    stryCov_9fa48("113");
    const charge = checkInput(SCHEMAS[format.pinFormat], input, LABELS, stryMutAct_9fa48("114") ? {} : (stryCov_9fa48("114"), {
      section: SECTION,
      problemsIn: stryMutAct_9fa48("115") ? () => undefined : (stryCov_9fa48("115"), given => commonProblems(given, format, now))
    }));
    // An amount that breaks a rule was refused above.
    const money = moneyOf(charge, format) as Money;
    const {
      cardNumber: pan,
      cvv,
      cardPin: pin = stryMutAct_9fa48("116") ? "Stryker was here!" : (stryCov_9fa48("116"), '')
    } = charge;
    return stryMutAct_9fa48("117") ? {} : (stryCov_9fa48("117"), {
      body: stryMutAct_9fa48("118") ? {} : (stryCov_9fa48("118"), {
        ...charge,
        amount: money.minor,
        expiryYear: stryMutAct_9fa48("119") ? charge.expiryYear : (stryCov_9fa48("119"), charge.expiryYear.slice(stryMutAct_9fa48("120") ? +format.yearDigits : (stryCov_9fa48("120"), -format.yearDigits)))
      }),
      reference: charge.reference,
      money,
      secrets: stryMutAct_9fa48("121") ? [] : (stryCov_9fa48("121"), [pan, cvv, String(pin)])
    });
  }
}
const chargeAnswer = z.object(stryMutAct_9fa48("122") ? {} : (stryCov_9fa48("122"), {
  status: statusCode,
  authorizationType: optionalText,
  otpMessage: optionalText,
  otpMessageSupport: optionalText,
  reference: optionalText,
  transactionReference: optionalText,
  acsUrl: optionalAddress,
  errorMessage: optionalText,
  errorCode: optionalText,
  grossAmount: decimal
}));

/**
 * Reads the answer of a charge (2.3). The card decides which of three flows follows: OTP (specification), 3DS or 2DS
 * (providers). Any other answer is `unknown`.
 */
export function readCharge(data: Record<string, unknown>, {
  reference,
  money
}: ChargeRequest, table: StatusTable): ChargedPayment {
  if (stryMutAct_9fa48("123")) {
    {}
  } else {
    stryCov_9fa48("123");
    const answer = chargeAnswer.parse(data);
    const flow = stryMutAct_9fa48("125") ? answer.authorizationType.toUpperCase() : stryMutAct_9fa48("124") ? answer.authorizationType?.toLowerCase() : (stryCov_9fa48("124", "125"), answer.authorizationType?.toUpperCase());
    const core = stryMutAct_9fa48("126") ? {} : (stryCov_9fa48("126"), {
      reference,
      transactionReference: stryMutAct_9fa48("127") ? answer.reference && answer.transactionReference : (stryCov_9fa48("127"), answer.reference ?? answer.transactionReference),
      authorizationType: answer.authorizationType,
      amount: money.major,
      amountMinor: money.minor,
      currency: money.currency
    });
    const extra = stryMutAct_9fa48("128") ? {} : (stryCov_9fa48("128"), {
      otpMessage: answer.otpMessage,
      otpMessageSupport: answer.otpMessageSupport,
      acsUrl: answer.acsUrl,
      errorCode: answer.errorCode,
      grossAmount: answer.grossAmount
    });
    // Without a transaction reference, the payment could be neither continued nor verified.
    if (stryMutAct_9fa48("131") ? flow === 'OTP' || core.transactionReference : stryMutAct_9fa48("130") ? false : stryMutAct_9fa48("129") ? true : (stryCov_9fa48("129", "130", "131"), (stryMutAct_9fa48("133") ? flow !== 'OTP' : stryMutAct_9fa48("132") ? true : (stryCov_9fa48("132", "133"), flow === (stryMutAct_9fa48("134") ? "" : (stryCov_9fa48("134"), 'OTP')))) && core.transactionReference)) {
      if (stryMutAct_9fa48("135")) {
        {}
      } else {
        stryCov_9fa48("135");
        return stryMutAct_9fa48("136") ? {} : (stryCov_9fa48("136"), {
          ...payment(stryMutAct_9fa48("137") ? {} : (stryCov_9fa48("137"), {
            ...core,
            outcome: stryMutAct_9fa48("138") ? "" : (stryCov_9fa48("138"), 'otp_required'),
            message: answer.otpMessage
          })),
          ...extra
        });
      }
    }
    if (stryMutAct_9fa48("141") ? flow === '3DS' || answer.acsUrl : stryMutAct_9fa48("140") ? false : stryMutAct_9fa48("139") ? true : (stryCov_9fa48("139", "140", "141"), (stryMutAct_9fa48("143") ? flow !== '3DS' : stryMutAct_9fa48("142") ? true : (stryCov_9fa48("142", "143"), flow === (stryMutAct_9fa48("144") ? "" : (stryCov_9fa48("144"), '3DS')))) && answer.acsUrl)) {
      if (stryMutAct_9fa48("145")) {
        {}
      } else {
        stryCov_9fa48("145");
        return stryMutAct_9fa48("146") ? {} : (stryCov_9fa48("146"), {
          ...payment(stryMutAct_9fa48("147") ? {} : (stryCov_9fa48("147"), {
            ...core,
            outcome: stryMutAct_9fa48("148") ? "" : (stryCov_9fa48("148"), 'redirect_required'),
            message: answer.errorMessage
          })),
          ...extra
        });
      }
    }
    if (stryMutAct_9fa48("151") ? flow !== '2DS' : stryMutAct_9fa48("150") ? false : stryMutAct_9fa48("149") ? true : (stryCov_9fa48("149", "150", "151"), flow === (stryMutAct_9fa48("152") ? "" : (stryCov_9fa48("152"), '2DS')))) {
      if (stryMutAct_9fa48("153")) {
        {}
      } else {
        stryCov_9fa48("153");
        const {
          name,
          outcome
        } = meaningOf(answer.status, table);
        return stryMutAct_9fa48("154") ? {} : (stryCov_9fa48("154"), {
          ...payment(stryMutAct_9fa48("155") ? {} : (stryCov_9fa48("155"), {
            ...core,
            outcome,
            status: answer.status,
            statusName: name,
            message: answer.errorMessage
          })),
          ...extra
        });
      }
    }
    return stryMutAct_9fa48("156") ? {} : (stryCov_9fa48("156"), {
      ...payment(stryMutAct_9fa48("157") ? {} : (stryCov_9fa48("157"), {
        ...core,
        outcome: stryMutAct_9fa48("158") ? "" : (stryCov_9fa48("158"), 'unknown'),
        message: stryMutAct_9fa48("159") ? "" : (stryCov_9fa48("159"), 'The service answered the charge in a way that this node does not know')
      })),
      ...extra
    });
  }
}