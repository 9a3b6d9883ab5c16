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
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { RefusedError } from '../../gateway/protocol/errors';
import { isFinal } from '../../gateway/outcome';
import { commonPart } from '../../gateway/payment';
import { isReference, readRecord, type VerifiedPayment } from '../../gateway/calls/verify';
import { isNotFound } from '../shared/payments/lookUp';
import { readSignedUrl, type Terms } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { recentCredential } from '../shared/webhooks/recentCredential';
import { verify } from '../shared/payments/verify';
import { isWanted, mismatchOf } from './filters';
import type { WebhookRequest } from '../shared/webhooks/request';
import type { TriggerSettings } from './settings';
import { rejected, type Accepted, type Decision } from './decision';
const SECOND = 1000;
const KILOBYTE = 1024;
// No service nests this deep, and at a few thousand levels neither n8n nor this code could process it.
const DEEPEST = 100;

/** What is known of a notification when it is decided about. */
interface Evidence {
  settings: TriggerSettings;
  transport: Transport;
  /** What the notification claims. None of it is proven. */
  claimed: VerifiedPayment;
  /** The terms of the signed URL, if one is required and genuine. */
  terms: Terms | undefined;
  /** Added to every item. */
  received: IDataObject;
}

/**
 * Decides about a notification (specification section 6). Each early return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function checkNotification(context: IWebhookFunctions, settings: TriggerSettings, request: WebhookRequest): Promise<Decision> {
  if (stryMutAct_9fa48("0")) {
    {}
  } else {
    stryCov_9fa48("0");
    if (stryMutAct_9fa48("4") ? request.size <= settings.options.largestKilobytes * KILOBYTE : stryMutAct_9fa48("3") ? request.size >= settings.options.largestKilobytes * KILOBYTE : stryMutAct_9fa48("2") ? false : stryMutAct_9fa48("1") ? true : (stryCov_9fa48("1", "2", "3", "4"), request.size > (stryMutAct_9fa48("5") ? settings.options.largestKilobytes / KILOBYTE : (stryCov_9fa48("5"), settings.options.largestKilobytes * KILOBYTE)))) return rejected(stryMutAct_9fa48("6") ? "" : (stryCov_9fa48("6"), 'tooLarge'), stryMutAct_9fa48("7") ? "" : (stryCov_9fa48("7"), 'it is too large'));
    if (stryMutAct_9fa48("9") ? false : stryMutAct_9fa48("8") ? true : (stryCov_9fa48("8", "9"), isDeeperThan(DEEPEST, request.payload))) return rejected(stryMutAct_9fa48("10") ? "" : (stryCov_9fa48("10"), 'tooLarge'), stryMutAct_9fa48("11") ? "" : (stryCov_9fa48("11"), 'it is nested too deep'));
    const {
      claim
    } = request;
    // Junk is rejected before the credential is opened. A signed URL can supply the reference instead.
    if (stryMutAct_9fa48("14") ? !claim || !settings.requireSignedUrl : stryMutAct_9fa48("13") ? false : stryMutAct_9fa48("12") ? true : (stryCov_9fa48("12", "13", "14"), (stryMutAct_9fa48("15") ? claim : (stryCov_9fa48("15"), !claim)) && (stryMutAct_9fa48("16") ? settings.requireSignedUrl : (stryCov_9fa48("16"), !settings.requireSignedUrl)))) return rejected(stryMutAct_9fa48("17") ? "" : (stryCov_9fa48("17"), 'noReference'), stryMutAct_9fa48("18") ? "" : (stryCov_9fa48("18"), 'it has no transaction reference'));
    const transport = await Transport.open(context, stryMutAct_9fa48("19") ? settings.options.timeout / SECOND : (stryCov_9fa48("19"), settings.options.timeout * SECOND), recentCredential(context));
    const {
      privateKey,
      statusTable
    } = transport.settings;
    const usesSignature = stryMutAct_9fa48("22") ? settings.requireSignedUrl && settings.expected === 'signedUrl' : stryMutAct_9fa48("21") ? false : stryMutAct_9fa48("20") ? true : (stryCov_9fa48("20", "21", "22"), settings.requireSignedUrl || (stryMutAct_9fa48("24") ? settings.expected !== 'signedUrl' : stryMutAct_9fa48("23") ? false : (stryCov_9fa48("23", "24"), settings.expected === (stryMutAct_9fa48("25") ? "" : (stryCov_9fa48("25"), 'signedUrl')))));
    const terms = usesSignature ? readSignedUrl(request.path, request.query, privateKey) : undefined;
    if (stryMutAct_9fa48("28") ? settings.requireSignedUrl || !terms : stryMutAct_9fa48("27") ? false : stryMutAct_9fa48("26") ? true : (stryCov_9fa48("26", "27", "28"), settings.requireSignedUrl && (stryMutAct_9fa48("29") ? terms : (stryCov_9fa48("29"), !terms)))) return rejected(stryMutAct_9fa48("30") ? "" : (stryCov_9fa48("30"), 'forged'), stryMutAct_9fa48("31") ? "" : (stryCov_9fa48("31"), 'its URL is not signed, was altered, or is of another trigger or key'));
    const reference = stryMutAct_9fa48("32") ? (claim?.transactionReference ?? claim?.reference) && terms?.reference : (stryCov_9fa48("32"), (stryMutAct_9fa48("33") ? claim?.transactionReference && claim?.reference : (stryCov_9fa48("33"), (stryMutAct_9fa48("34") ? claim.transactionReference : (stryCov_9fa48("34"), claim?.transactionReference)) ?? (stryMutAct_9fa48("35") ? claim.reference : (stryCov_9fa48("35"), claim?.reference)))) ?? (stryMutAct_9fa48("36") ? terms.reference : (stryCov_9fa48("36"), terms?.reference)));
    if (stryMutAct_9fa48("39") ? false : stryMutAct_9fa48("38") ? true : stryMutAct_9fa48("37") ? isReference(reference) : (stryCov_9fa48("37", "38", "39"), !isReference(reference))) return rejected(stryMutAct_9fa48("40") ? "" : (stryCov_9fa48("40"), 'noReference'), stryMutAct_9fa48("41") ? "" : (stryCov_9fa48("41"), 'it has no transaction reference'));
    const claimed = readRecord(stryMutAct_9fa48("42") ? claim?.record && {} : (stryCov_9fa48("42"), (stryMutAct_9fa48("43") ? claim.record : (stryCov_9fa48("43"), claim?.record)) ?? {}), statusTable);
    const received: IDataObject = stryMutAct_9fa48("44") ? {} : (stryCov_9fa48("44"), {
      receivedAt: new Date().toISOString()
    });
    if (stryMutAct_9fa48("46") ? false : stryMutAct_9fa48("45") ? true : (stryCov_9fa48("45", "46"), settings.options.includeNotification)) {
      if (stryMutAct_9fa48("47")) {
        {}
      } else {
        stryCov_9fa48("47");
        const [body, query] = request.payload;
        received.notification = transport.secrets().inAnswer(body ?? query) as IDataObject;
      }
    }
    const evidence = stryMutAct_9fa48("48") ? {} : (stryCov_9fa48("48"), {
      settings,
      transport,
      claimed,
      terms,
      received
    });
    return settings.verify ? await checkWithService(evidence, reference) : acceptClaim(evidence);
  }
}

/** Decides by what the service says of the transaction (specification 4.5). */
async function checkWithService({
  settings,
  transport,
  claimed,
  terms,
  received
}: Evidence, reference: string): Promise<Decision> {
  if (stryMutAct_9fa48("49")) {
    {}
  } else {
    stryCov_9fa48("49");
    const answered = await verify(stryMutAct_9fa48("50") ? {} : (stryCov_9fa48("50"), {
      transport
    }), reference);
    if (stryMutAct_9fa48("52") ? false : stryMutAct_9fa48("51") ? true : (stryCov_9fa48("51", "52"), (stryMutAct_9fa48("53") ? "" : (stryCov_9fa48("53"), 'failure')) in answered)) {
      if (stryMutAct_9fa48("54")) {
        {}
      } else {
        stryCov_9fa48("54");
        const {
          failure
        } = answered;
        // A wrong base URL also gives 404.
        const isUnknown = stryMutAct_9fa48("57") ? isNotFound(failure) || (failure as RefusedError).isOwnError : stryMutAct_9fa48("56") ? false : stryMutAct_9fa48("55") ? true : (stryCov_9fa48("55", "56", "57"), isNotFound(failure) && (failure as RefusedError).isOwnError);
        return isUnknown ? rejected(stryMutAct_9fa48("58") ? "" : (stryCov_9fa48("58"), 'forged'), stryMutAct_9fa48("59") ? "" : (stryCov_9fa48("59"), 'the service does not know its transaction')) :
        // The service may repeat the reference in its message.
        rejected(stryMutAct_9fa48("60") ? "" : (stryCov_9fa48("60"), 'tryLater'), transport.secrets(stryMutAct_9fa48("61") ? [] : (stryCov_9fa48("61"), [reference])).inText(failure.message));
      }
    }
    const record = answered.value;
    if (stryMutAct_9fa48("64") ? terms || record.reference !== terms.reference : stryMutAct_9fa48("63") ? false : stryMutAct_9fa48("62") ? true : (stryCov_9fa48("62", "63", "64"), terms && (stryMutAct_9fa48("66") ? record.reference === terms.reference : stryMutAct_9fa48("65") ? true : (stryCov_9fa48("65", "66"), record.reference !== terms.reference)))) return rejected(stryMutAct_9fa48("67") ? "" : (stryCov_9fa48("67"), 'forged'), stryMutAct_9fa48("68") ? "" : (stryCov_9fa48("68"), 'its URL was signed for another payment'));
    // A service may notify before its verify call shows the new status. Accepting now would lose the outcome.
    const isAwaited = stryMutAct_9fa48("71") ? isFinal(claimed.outcome) || settings.outcomes.includes(claimed.outcome) : stryMutAct_9fa48("70") ? false : stryMutAct_9fa48("69") ? true : (stryCov_9fa48("69", "70", "71"), isFinal(claimed.outcome) && settings.outcomes.includes(claimed.outcome));
    const isOpen = stryMutAct_9fa48("74") ? record.outcome === 'pending' && record.outcome === 'unknown' && !settings.outcomes.includes('unknown') : stryMutAct_9fa48("73") ? false : stryMutAct_9fa48("72") ? true : (stryCov_9fa48("72", "73", "74"), (stryMutAct_9fa48("76") ? record.outcome !== 'pending' : stryMutAct_9fa48("75") ? false : (stryCov_9fa48("75", "76"), record.outcome === (stryMutAct_9fa48("77") ? "" : (stryCov_9fa48("77"), 'pending')))) || (stryMutAct_9fa48("79") ? record.outcome === 'unknown' || !settings.outcomes.includes('unknown') : stryMutAct_9fa48("78") ? false : (stryCov_9fa48("78", "79"), (stryMutAct_9fa48("81") ? record.outcome !== 'unknown' : stryMutAct_9fa48("80") ? true : (stryCov_9fa48("80", "81"), record.outcome === (stryMutAct_9fa48("82") ? "" : (stryCov_9fa48("82"), 'unknown')))) && (stryMutAct_9fa48("83") ? settings.outcomes.includes('unknown') : (stryCov_9fa48("83"), !settings.outcomes.includes(stryMutAct_9fa48("84") ? "" : (stryCov_9fa48("84"), 'unknown')))))));
    if (stryMutAct_9fa48("87") ? isAwaited || isOpen : stryMutAct_9fa48("86") ? false : stryMutAct_9fa48("85") ? true : (stryCov_9fa48("85", "86", "87"), isAwaited && isOpen)) return rejected(stryMutAct_9fa48("88") ? "" : (stryCov_9fa48("88"), 'tryLater'), stryMutAct_9fa48("89") ? `` : (stryCov_9fa48("89"), `it claims ${claimed.outcome}, but the service says ${record.outcome}`));
    const mismatch = mismatchOf(record, settings, terms);
    const shown = (stryMutAct_9fa48("92") ? mismatch !== null : stryMutAct_9fa48("91") ? false : stryMutAct_9fa48("90") ? true : (stryCov_9fa48("90", "91", "92"), mismatch === null)) ? record : notPaid(record, mismatch);
    const isAllowed = stryMutAct_9fa48("95") ? mismatch === null && settings.startOnMismatch : stryMutAct_9fa48("94") ? false : stryMutAct_9fa48("93") ? true : (stryCov_9fa48("93", "94", "95"), (stryMutAct_9fa48("97") ? mismatch !== null : stryMutAct_9fa48("96") ? false : (stryCov_9fa48("96", "97"), mismatch === null)) || settings.startOnMismatch);
    const decision = accepted(shown, stryMutAct_9fa48("100") ? isAllowed || isWanted(record, settings) : stryMutAct_9fa48("99") ? false : stryMutAct_9fa48("98") ? true : (stryCov_9fa48("98", "99", "100"), isAllowed && isWanted(record, settings)), stryMutAct_9fa48("101") ? {} : (stryCov_9fa48("101"), {
      verified: stryMutAct_9fa48("102") ? false : (stryCov_9fa48("102"), true),
      mismatch,
      ...received
    }));
    return (stryMutAct_9fa48("105") ? mismatch !== null : stryMutAct_9fa48("104") ? false : stryMutAct_9fa48("103") ? true : (stryCov_9fa48("103", "104", "105"), mismatch === null)) ? decision : stryMutAct_9fa48("106") ? {} : (stryCov_9fa48("106"), {
      ...decision,
      doubt: stryMutAct_9fa48("107") ? shown.message && mismatch : (stryCov_9fa48("107"), shown.message ?? mismatch)
    });
  }
}

/** Accepts a notification without verification. The item shows the claims apart, with the outcome "unknown". */
function acceptClaim({
  settings,
  transport,
  claimed,
  terms,
  received
}: Evidence): Decision {
  if (stryMutAct_9fa48("108")) {
    {}
  } else {
    stryCov_9fa48("108");
    if (stryMutAct_9fa48("111") ? terms && claimed.reference !== null || claimed.reference !== terms.reference : stryMutAct_9fa48("110") ? false : stryMutAct_9fa48("109") ? true : (stryCov_9fa48("109", "110", "111"), (stryMutAct_9fa48("113") ? terms || claimed.reference !== null : stryMutAct_9fa48("112") ? true : (stryCov_9fa48("112", "113"), terms && (stryMutAct_9fa48("115") ? claimed.reference === null : stryMutAct_9fa48("114") ? true : (stryCov_9fa48("114", "115"), claimed.reference !== null)))) && (stryMutAct_9fa48("117") ? claimed.reference === terms.reference : stryMutAct_9fa48("116") ? true : (stryCov_9fa48("116", "117"), claimed.reference !== terms.reference)))) {
      if (stryMutAct_9fa48("118")) {
        {}
      } else {
        stryCov_9fa48("118");
        return rejected(stryMutAct_9fa48("119") ? "" : (stryCov_9fa48("119"), 'forged'), stryMutAct_9fa48("120") ? "" : (stryCov_9fa48("120"), 'its URL was signed for another payment'));
      }
    }
    const secrets = transport.secrets();
    const shown = secrets.inAnswer({
      ...readRecord({}, transport.settings.statusTable),
      reference: terms?.reference ?? claimed.reference,
      transactionReference: claimed.transactionReference,
      notificationId: claimed.notificationId,
      message: 'Nobody has verified this notification. Verify the transaction before you deliver anything.'
    }) as VerifiedPayment;
    return accepted(shown, isWanted(claimed, settings), stryMutAct_9fa48("121") ? {} : (stryCov_9fa48("121"), {
      verified: stryMutAct_9fa48("122") ? true : (stryCov_9fa48("122"), false),
      mismatch: null,
      // Without the message, which is free text and may hold anything.
      claimed: secrets.inAnswer(commonPart({
        ...claimed,
        message: null
      })) as IDataObject,
      ...received
    }));
  }
}
function accepted(shown: VerifiedPayment, starts: boolean, more: IDataObject): Accepted {
  if (stryMutAct_9fa48("123")) {
    {}
  } else {
    stryCov_9fa48("123");
    const {
      outcome,
      reference,
      notificationId
    } = shown;
    const start = stryMutAct_9fa48("124") ? {} : (stryCov_9fa48("124"), {
      notificationId,
      item: stryMutAct_9fa48("125") ? {} : (stryCov_9fa48("125"), {
        ...shown,
        ...more
      })
    });
    return starts ? stryMutAct_9fa48("126") ? {} : (stryCov_9fa48("126"), {
      kind: stryMutAct_9fa48("127") ? "" : (stryCov_9fa48("127"), 'accepted'),
      outcome,
      reference,
      start
    }) : stryMutAct_9fa48("128") ? {} : (stryCov_9fa48("128"), {
      kind: stryMutAct_9fa48("129") ? "" : (stryCov_9fa48("129"), 'accepted'),
      outcome,
      reference
    });
  }
}

// Somebody has paid, but not what was expected. A reader of the outcome alone must neither deliver nor charge again.
function notPaid(record: VerifiedPayment, mismatch: string): VerifiedPayment {
  if (stryMutAct_9fa48("130")) {
    {}
  } else {
    stryCov_9fa48("130");
    const message = stryMutAct_9fa48("131") ? `` : (stryCov_9fa48("131"), `This is not the payment that was expected: ${mismatch}. Do not treat it as paid.`);
    return stryMutAct_9fa48("132") ? {} : (stryCov_9fa48("132"), {
      ...record,
      outcome: stryMutAct_9fa48("133") ? "" : (stryCov_9fa48("133"), 'unknown'),
      authorized: stryMutAct_9fa48("134") ? true : (stryCov_9fa48("134"), false),
      message
    });
  }
}

// Not recursive, because the input may be deeper than the call stack allows.
function isDeeperThan(levels: number, value: unknown): boolean {
  if (stryMutAct_9fa48("135")) {
    {}
  } else {
    stryCov_9fa48("135");
    let level = stryMutAct_9fa48("136") ? [] : (stryCov_9fa48("136"), [value]);
    for (let depth = 0; stryMutAct_9fa48("138") ? depth <= levels || level.length > 0 : stryMutAct_9fa48("137") ? false : (stryCov_9fa48("137", "138"), (stryMutAct_9fa48("141") ? depth > levels : stryMutAct_9fa48("140") ? depth < levels : stryMutAct_9fa48("139") ? true : (stryCov_9fa48("139", "140", "141"), depth <= levels)) && (stryMutAct_9fa48("144") ? level.length <= 0 : stryMutAct_9fa48("143") ? level.length >= 0 : stryMutAct_9fa48("142") ? true : (stryCov_9fa48("142", "143", "144"), level.length > 0))); stryMutAct_9fa48("145") ? depth-- : (stryCov_9fa48("145"), depth++)) {
      if (stryMutAct_9fa48("146")) {
        {}
      } else {
        stryCov_9fa48("146");
        level = level.flatMap(stryMutAct_9fa48("147") ? () => undefined : (stryCov_9fa48("147"), part => (stryMutAct_9fa48("150") ? typeof part === 'object' || part !== null : stryMutAct_9fa48("149") ? false : stryMutAct_9fa48("148") ? true : (stryCov_9fa48("148", "149", "150"), (stryMutAct_9fa48("152") ? typeof part !== 'object' : stryMutAct_9fa48("151") ? true : (stryCov_9fa48("151", "152"), typeof part === (stryMutAct_9fa48("153") ? "" : (stryCov_9fa48("153"), 'object')))) && (stryMutAct_9fa48("155") ? part === null : stryMutAct_9fa48("154") ? true : (stryCov_9fa48("154", "155"), part !== null)))) ? Object.values(part) : stryMutAct_9fa48("156") ? ["Stryker was here"] : (stryCov_9fa48("156"), [])));
      }
    }
    return stryMutAct_9fa48("160") ? level.length <= 0 : stryMutAct_9fa48("159") ? level.length >= 0 : stryMutAct_9fa48("158") ? false : stryMutAct_9fa48("157") ? true : (stryCov_9fa48("157", "158", "159", "160"), level.length > 0);
  }
}