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
  if (stryMutAct_9fa48("91")) {
    {}
  } else {
    stryCov_9fa48("91");
    if (stryMutAct_9fa48("95") ? request.size <= settings.options.largestKilobytes * KILOBYTE : stryMutAct_9fa48("94") ? request.size >= settings.options.largestKilobytes * KILOBYTE : stryMutAct_9fa48("93") ? false : stryMutAct_9fa48("92") ? true : (stryCov_9fa48("92", "93", "94", "95"), request.size > (stryMutAct_9fa48("96") ? settings.options.largestKilobytes / KILOBYTE : (stryCov_9fa48("96"), settings.options.largestKilobytes * KILOBYTE)))) return rejected(stryMutAct_9fa48("97") ? "" : (stryCov_9fa48("97"), 'tooLarge'), stryMutAct_9fa48("98") ? "" : (stryCov_9fa48("98"), 'it is too large'));
    if (stryMutAct_9fa48("100") ? false : stryMutAct_9fa48("99") ? true : (stryCov_9fa48("99", "100"), isDeeperThan(DEEPEST, request.payload))) return rejected(stryMutAct_9fa48("101") ? "" : (stryCov_9fa48("101"), 'tooLarge'), stryMutAct_9fa48("102") ? "" : (stryCov_9fa48("102"), 'it is nested too deep'));
    const {
      claim
    } = request;
    // Junk is rejected before the credential is opened. A signed URL can supply the reference instead.
    if (stryMutAct_9fa48("105") ? !claim || !settings.requireSignedUrl : stryMutAct_9fa48("104") ? false : stryMutAct_9fa48("103") ? true : (stryCov_9fa48("103", "104", "105"), (stryMutAct_9fa48("106") ? claim : (stryCov_9fa48("106"), !claim)) && (stryMutAct_9fa48("107") ? settings.requireSignedUrl : (stryCov_9fa48("107"), !settings.requireSignedUrl)))) return rejected(stryMutAct_9fa48("108") ? "" : (stryCov_9fa48("108"), 'noReference'), stryMutAct_9fa48("109") ? "" : (stryCov_9fa48("109"), 'it has no transaction reference'));
    const transport = await Transport.open(context, stryMutAct_9fa48("110") ? settings.options.timeout / SECOND : (stryCov_9fa48("110"), settings.options.timeout * SECOND), recentCredential(context));
    const {
      privateKey,
      statusTable
    } = transport.settings;
    const usesSignature = stryMutAct_9fa48("113") ? settings.requireSignedUrl && settings.expected === 'signedUrl' : stryMutAct_9fa48("112") ? false : stryMutAct_9fa48("111") ? true : (stryCov_9fa48("111", "112", "113"), settings.requireSignedUrl || (stryMutAct_9fa48("115") ? settings.expected !== 'signedUrl' : stryMutAct_9fa48("114") ? false : (stryCov_9fa48("114", "115"), settings.expected === (stryMutAct_9fa48("116") ? "" : (stryCov_9fa48("116"), 'signedUrl')))));
    const terms = usesSignature ? readSignedUrl(request.path, request.query, privateKey) : undefined;
    if (stryMutAct_9fa48("119") ? settings.requireSignedUrl || !terms : stryMutAct_9fa48("118") ? false : stryMutAct_9fa48("117") ? true : (stryCov_9fa48("117", "118", "119"), settings.requireSignedUrl && (stryMutAct_9fa48("120") ? terms : (stryCov_9fa48("120"), !terms)))) return rejected(stryMutAct_9fa48("121") ? "" : (stryCov_9fa48("121"), 'forged'), stryMutAct_9fa48("122") ? "" : (stryCov_9fa48("122"), 'its URL is not signed, was altered, or is of another trigger or key'));
    const reference = stryMutAct_9fa48("123") ? (claim?.transactionReference ?? claim?.reference) && terms?.reference : (stryCov_9fa48("123"), (stryMutAct_9fa48("124") ? claim?.transactionReference && claim?.reference : (stryCov_9fa48("124"), (stryMutAct_9fa48("125") ? claim.transactionReference : (stryCov_9fa48("125"), claim?.transactionReference)) ?? (stryMutAct_9fa48("126") ? claim.reference : (stryCov_9fa48("126"), claim?.reference)))) ?? (stryMutAct_9fa48("127") ? terms.reference : (stryCov_9fa48("127"), terms?.reference)));
    if (stryMutAct_9fa48("130") ? false : stryMutAct_9fa48("129") ? true : stryMutAct_9fa48("128") ? isReference(reference) : (stryCov_9fa48("128", "129", "130"), !isReference(reference))) return rejected(stryMutAct_9fa48("131") ? "" : (stryCov_9fa48("131"), 'noReference'), stryMutAct_9fa48("132") ? "" : (stryCov_9fa48("132"), 'it has no transaction reference'));
    const claimed = readRecord(stryMutAct_9fa48("133") ? claim?.record && {} : (stryCov_9fa48("133"), (stryMutAct_9fa48("134") ? claim.record : (stryCov_9fa48("134"), claim?.record)) ?? {}), statusTable);
    const received: IDataObject = stryMutAct_9fa48("135") ? {} : (stryCov_9fa48("135"), {
      receivedAt: new Date().toISOString()
    });
    if (stryMutAct_9fa48("137") ? false : stryMutAct_9fa48("136") ? true : (stryCov_9fa48("136", "137"), settings.options.includeNotification)) {
      if (stryMutAct_9fa48("138")) {
        {}
      } else {
        stryCov_9fa48("138");
        const [body, query] = request.payload;
        received.notification = transport.secrets().inAnswer(body ?? query) as IDataObject;
      }
    }
    const evidence = stryMutAct_9fa48("139") ? {} : (stryCov_9fa48("139"), {
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
  if (stryMutAct_9fa48("140")) {
    {}
  } else {
    stryCov_9fa48("140");
    const answered = await verify(stryMutAct_9fa48("141") ? {} : (stryCov_9fa48("141"), {
      transport
    }), reference);
    if (stryMutAct_9fa48("143") ? false : stryMutAct_9fa48("142") ? true : (stryCov_9fa48("142", "143"), (stryMutAct_9fa48("144") ? "" : (stryCov_9fa48("144"), 'failure')) in answered)) {
      if (stryMutAct_9fa48("145")) {
        {}
      } else {
        stryCov_9fa48("145");
        const {
          failure
        } = answered;
        // A wrong base URL also gives 404.
        const isUnknown = stryMutAct_9fa48("148") ? isNotFound(failure) || (failure as RefusedError).isOwnError : stryMutAct_9fa48("147") ? false : stryMutAct_9fa48("146") ? true : (stryCov_9fa48("146", "147", "148"), isNotFound(failure) && (failure as RefusedError).isOwnError);
        return isUnknown ? rejected(stryMutAct_9fa48("149") ? "" : (stryCov_9fa48("149"), 'forged'), stryMutAct_9fa48("150") ? "" : (stryCov_9fa48("150"), 'the service does not know its transaction')) :
        // The service may repeat the reference in its message.
        rejected(stryMutAct_9fa48("151") ? "" : (stryCov_9fa48("151"), 'tryLater'), transport.secrets(stryMutAct_9fa48("152") ? [] : (stryCov_9fa48("152"), [reference])).inText(failure.message));
      }
    }
    const record = answered.value;
    if (stryMutAct_9fa48("155") ? terms || record.reference !== terms.reference : stryMutAct_9fa48("154") ? false : stryMutAct_9fa48("153") ? true : (stryCov_9fa48("153", "154", "155"), terms && (stryMutAct_9fa48("157") ? record.reference === terms.reference : stryMutAct_9fa48("156") ? true : (stryCov_9fa48("156", "157"), record.reference !== terms.reference)))) return rejected(stryMutAct_9fa48("158") ? "" : (stryCov_9fa48("158"), 'forged'), stryMutAct_9fa48("159") ? "" : (stryCov_9fa48("159"), 'its URL was signed for another payment'));
    // A service may notify before its verify call shows the new status. Accepting now would lose the outcome.
    const isAwaited = stryMutAct_9fa48("162") ? isFinal(claimed.outcome) || settings.outcomes.includes(claimed.outcome) : stryMutAct_9fa48("161") ? false : stryMutAct_9fa48("160") ? true : (stryCov_9fa48("160", "161", "162"), isFinal(claimed.outcome) && settings.outcomes.includes(claimed.outcome));
    const isOpen = stryMutAct_9fa48("165") ? record.outcome === 'pending' && record.outcome === 'unknown' && !settings.outcomes.includes('unknown') : stryMutAct_9fa48("164") ? false : stryMutAct_9fa48("163") ? true : (stryCov_9fa48("163", "164", "165"), (stryMutAct_9fa48("167") ? record.outcome !== 'pending' : stryMutAct_9fa48("166") ? false : (stryCov_9fa48("166", "167"), record.outcome === (stryMutAct_9fa48("168") ? "" : (stryCov_9fa48("168"), 'pending')))) || (stryMutAct_9fa48("170") ? record.outcome === 'unknown' || !settings.outcomes.includes('unknown') : stryMutAct_9fa48("169") ? false : (stryCov_9fa48("169", "170"), (stryMutAct_9fa48("172") ? record.outcome !== 'unknown' : stryMutAct_9fa48("171") ? true : (stryCov_9fa48("171", "172"), record.outcome === (stryMutAct_9fa48("173") ? "" : (stryCov_9fa48("173"), 'unknown')))) && (stryMutAct_9fa48("174") ? settings.outcomes.includes('unknown') : (stryCov_9fa48("174"), !settings.outcomes.includes(stryMutAct_9fa48("175") ? "" : (stryCov_9fa48("175"), 'unknown')))))));
    if (stryMutAct_9fa48("178") ? isAwaited || isOpen : stryMutAct_9fa48("177") ? false : stryMutAct_9fa48("176") ? true : (stryCov_9fa48("176", "177", "178"), isAwaited && isOpen)) return rejected(stryMutAct_9fa48("179") ? "" : (stryCov_9fa48("179"), 'tryLater'), stryMutAct_9fa48("180") ? `` : (stryCov_9fa48("180"), `it claims ${claimed.outcome}, but the service says ${record.outcome}`));
    const mismatch = mismatchOf(record, settings, terms);
    const shown = (stryMutAct_9fa48("183") ? mismatch !== null : stryMutAct_9fa48("182") ? false : stryMutAct_9fa48("181") ? true : (stryCov_9fa48("181", "182", "183"), mismatch === null)) ? record : notPaid(record, mismatch);
    const isAllowed = stryMutAct_9fa48("186") ? mismatch === null && settings.startOnMismatch : stryMutAct_9fa48("185") ? false : stryMutAct_9fa48("184") ? true : (stryCov_9fa48("184", "185", "186"), (stryMutAct_9fa48("188") ? mismatch !== null : stryMutAct_9fa48("187") ? false : (stryCov_9fa48("187", "188"), mismatch === null)) || settings.startOnMismatch);
    const decision = accepted(shown, stryMutAct_9fa48("191") ? isAllowed || isWanted(record, settings) : stryMutAct_9fa48("190") ? false : stryMutAct_9fa48("189") ? true : (stryCov_9fa48("189", "190", "191"), isAllowed && isWanted(record, settings)), stryMutAct_9fa48("192") ? {} : (stryCov_9fa48("192"), {
      verified: stryMutAct_9fa48("193") ? false : (stryCov_9fa48("193"), true),
      mismatch,
      ...received
    }));
    return (stryMutAct_9fa48("196") ? mismatch !== null : stryMutAct_9fa48("195") ? false : stryMutAct_9fa48("194") ? true : (stryCov_9fa48("194", "195", "196"), mismatch === null)) ? decision : stryMutAct_9fa48("197") ? {} : (stryCov_9fa48("197"), {
      ...decision,
      doubt: stryMutAct_9fa48("198") ? shown.message && mismatch : (stryCov_9fa48("198"), shown.message ?? mismatch)
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
  if (stryMutAct_9fa48("199")) {
    {}
  } else {
    stryCov_9fa48("199");
    if (stryMutAct_9fa48("202") ? terms && claimed.reference !== null || claimed.reference !== terms.reference : stryMutAct_9fa48("201") ? false : stryMutAct_9fa48("200") ? true : (stryCov_9fa48("200", "201", "202"), (stryMutAct_9fa48("204") ? terms || claimed.reference !== null : stryMutAct_9fa48("203") ? true : (stryCov_9fa48("203", "204"), terms && (stryMutAct_9fa48("206") ? claimed.reference === null : stryMutAct_9fa48("205") ? true : (stryCov_9fa48("205", "206"), claimed.reference !== null)))) && (stryMutAct_9fa48("208") ? claimed.reference === terms.reference : stryMutAct_9fa48("207") ? true : (stryCov_9fa48("207", "208"), claimed.reference !== terms.reference)))) {
      if (stryMutAct_9fa48("209")) {
        {}
      } else {
        stryCov_9fa48("209");
        return rejected(stryMutAct_9fa48("210") ? "" : (stryCov_9fa48("210"), 'forged'), stryMutAct_9fa48("211") ? "" : (stryCov_9fa48("211"), 'its URL was signed for another payment'));
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
    return accepted(shown, isWanted(claimed, settings), stryMutAct_9fa48("212") ? {} : (stryCov_9fa48("212"), {
      verified: stryMutAct_9fa48("213") ? true : (stryCov_9fa48("213"), false),
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
  if (stryMutAct_9fa48("214")) {
    {}
  } else {
    stryCov_9fa48("214");
    const {
      outcome,
      reference,
      notificationId
    } = shown;
    const start = stryMutAct_9fa48("215") ? {} : (stryCov_9fa48("215"), {
      notificationId,
      item: stryMutAct_9fa48("216") ? {} : (stryCov_9fa48("216"), {
        ...shown,
        ...more
      })
    });
    return starts ? stryMutAct_9fa48("217") ? {} : (stryCov_9fa48("217"), {
      kind: stryMutAct_9fa48("218") ? "" : (stryCov_9fa48("218"), 'accepted'),
      outcome,
      reference,
      start
    }) : stryMutAct_9fa48("219") ? {} : (stryCov_9fa48("219"), {
      kind: stryMutAct_9fa48("220") ? "" : (stryCov_9fa48("220"), 'accepted'),
      outcome,
      reference
    });
  }
}

// Somebody has paid, but not what was expected. A reader of the outcome alone must neither deliver nor charge again.
function notPaid(record: VerifiedPayment, mismatch: string): VerifiedPayment {
  if (stryMutAct_9fa48("221")) {
    {}
  } else {
    stryCov_9fa48("221");
    const message = stryMutAct_9fa48("222") ? `` : (stryCov_9fa48("222"), `This is not the payment that was expected: ${mismatch}. Do not treat it as paid.`);
    return stryMutAct_9fa48("223") ? {} : (stryCov_9fa48("223"), {
      ...record,
      outcome: stryMutAct_9fa48("224") ? "" : (stryCov_9fa48("224"), 'unknown'),
      authorized: stryMutAct_9fa48("225") ? true : (stryCov_9fa48("225"), false),
      message
    });
  }
}

// Not recursive, because the input may be deeper than the call stack allows.
function isDeeperThan(levels: number, value: unknown): boolean {
  if (stryMutAct_9fa48("226")) {
    {}
  } else {
    stryCov_9fa48("226");
    let level = stryMutAct_9fa48("227") ? [] : (stryCov_9fa48("227"), [value]);
    for (let depth = 0; stryMutAct_9fa48("229") ? depth <= levels || level.length > 0 : stryMutAct_9fa48("228") ? false : (stryCov_9fa48("228", "229"), (stryMutAct_9fa48("232") ? depth > levels : stryMutAct_9fa48("231") ? depth < levels : stryMutAct_9fa48("230") ? true : (stryCov_9fa48("230", "231", "232"), depth <= levels)) && (stryMutAct_9fa48("235") ? level.length <= 0 : stryMutAct_9fa48("234") ? level.length >= 0 : stryMutAct_9fa48("233") ? true : (stryCov_9fa48("233", "234", "235"), level.length > 0))); stryMutAct_9fa48("236") ? depth-- : (stryCov_9fa48("236"), depth++)) {
      if (stryMutAct_9fa48("237")) {
        {}
      } else {
        stryCov_9fa48("237");
        level = level.flatMap(stryMutAct_9fa48("238") ? () => undefined : (stryCov_9fa48("238"), part => (stryMutAct_9fa48("241") ? typeof part === 'object' || part !== null : stryMutAct_9fa48("240") ? false : stryMutAct_9fa48("239") ? true : (stryCov_9fa48("239", "240", "241"), (stryMutAct_9fa48("243") ? typeof part !== 'object' : stryMutAct_9fa48("242") ? true : (stryCov_9fa48("242", "243"), typeof part === (stryMutAct_9fa48("244") ? "" : (stryCov_9fa48("244"), 'object')))) && (stryMutAct_9fa48("246") ? part === null : stryMutAct_9fa48("245") ? true : (stryCov_9fa48("245", "246"), part !== null)))) ? Object.values(part) : stryMutAct_9fa48("247") ? ["Stryker was here"] : (stryCov_9fa48("247"), [])));
      }
    }
    return stryMutAct_9fa48("251") ? level.length <= 0 : stryMutAct_9fa48("250") ? level.length >= 0 : stryMutAct_9fa48("249") ? false : stryMutAct_9fa48("248") ? true : (stryCov_9fa48("248", "249", "250", "251"), level.length > 0);
  }
}