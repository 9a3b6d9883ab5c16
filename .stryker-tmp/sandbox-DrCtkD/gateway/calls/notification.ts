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
import { createHash } from 'crypto';
import { z } from 'zod/v4';
import type { Payment } from '../payment';
import { isObject, optionalText } from '../schema/responseFields';

/** The part of a notification that describes a transaction, as it was received, and the references in it. */
export interface Claim {
  /** The fields, named as in a verification record (specification 2.6). Anybody could have sent them. */
  record: Record<string, unknown>;
  /** The service's reference. */
  transactionReference: string | null;
  /** The merchant's reference. */
  reference: string | null;
}

// The specification does not show the payload (section 6). Providers nest it one or two levels deep.
const DEEPEST = 3;
// More objects than any real notification has. The rest of a larger one is not read.
const MOST_PARTS = 1000;
// The reference becomes part of a URL. The specification gives no limit.
const LONGEST_REFERENCE = 256;
const reference = optionalText.refine(stryMutAct_9fa48("40") ? () => undefined : (stryCov_9fa48("40"), text => stryMutAct_9fa48("43") ? text === null && text.length <= LONGEST_REFERENCE : stryMutAct_9fa48("42") ? false : stryMutAct_9fa48("41") ? true : (stryCov_9fa48("41", "42", "43"), (stryMutAct_9fa48("45") ? text !== null : stryMutAct_9fa48("44") ? false : (stryCov_9fa48("44", "45"), text === null)) || (stryMutAct_9fa48("48") ? text.length > LONGEST_REFERENCE : stryMutAct_9fa48("47") ? text.length < LONGEST_REFERENCE : stryMutAct_9fa48("46") ? false : (stryCov_9fa48("46", "47", "48"), text.length <= LONGEST_REFERENCE))))).catch(null);

// `merchantRef` in notifications, `reference` in callbacks, `clientReference` in the answer of authorize (2.5).
const references = z.object(stryMutAct_9fa48("49") ? {} : (stryCov_9fa48("49"), {
  transactionReference: reference,
  merchantRef: reference,
  reference,
  clientReference: reference
}));

/**
 * Finds what a notification or callback says about a transaction (section 6; fields as providers publish them): the
 * outermost object that has the service's reference, or otherwise the merchant's. Fields are taken only from that object,
 * because an envelope has a `status` of its own.
 * @param payload the body or the query, of any shape
 * @returns undefined when there is no reference in it
 */
export function readNotification(payload: unknown): Claim | undefined {
  if (stryMutAct_9fa48("50")) {
    {}
  } else {
    stryCov_9fa48("50");
    const claims = objectsIn(payload).map(claimOf);
    return stryMutAct_9fa48("51") ? claims.find(({
      transactionReference
    }) => transactionReference !== null) && claims.find(({
      reference: own
    }) => own !== null) : (stryCov_9fa48("51"), claims.find(stryMutAct_9fa48("52") ? () => undefined : (stryCov_9fa48("52"), ({
      transactionReference
    }) => stryMutAct_9fa48("55") ? transactionReference === null : stryMutAct_9fa48("54") ? false : stryMutAct_9fa48("53") ? true : (stryCov_9fa48("53", "54", "55"), transactionReference !== null))) ?? claims.find(stryMutAct_9fa48("56") ? () => undefined : (stryCov_9fa48("56"), ({
      reference: own
    }) => stryMutAct_9fa48("59") ? own === null : stryMutAct_9fa48("58") ? false : stryMutAct_9fa48("57") ? true : (stryCov_9fa48("57", "58", "59"), own !== null))));
  }
}

/** Identifies a transaction together with its status. It is the same for every repeat of a notification, in every process. */
export function notificationId({
  transactionReference,
  reference: own,
  status
}: Payment): string {
  if (stryMutAct_9fa48("60")) {
    {}
  } else {
    stryCov_9fa48("60");
    return stryMutAct_9fa48("61") ? createHash('sha256').update(JSON.stringify([transactionReference ?? own, status])).digest('hex') : (stryCov_9fa48("61"), createHash(stryMutAct_9fa48("62") ? "" : (stryCov_9fa48("62"), 'sha256')).update(JSON.stringify(stryMutAct_9fa48("63") ? [] : (stryCov_9fa48("63"), [stryMutAct_9fa48("64") ? transactionReference && own : (stryCov_9fa48("64"), transactionReference ?? own), status]))).digest(stryMutAct_9fa48("65") ? "" : (stryCov_9fa48("65"), 'hex')).slice(0, 32));
  }
}
function claimOf(record: Record<string, unknown>): Claim {
  if (stryMutAct_9fa48("66")) {
    {}
  } else {
    stryCov_9fa48("66");
    const found = references.parse(record);
    const own = stryMutAct_9fa48("67") ? (found.merchantRef ?? found.reference) && found.clientReference : (stryCov_9fa48("67"), (stryMutAct_9fa48("68") ? found.merchantRef && found.reference : (stryCov_9fa48("68"), found.merchantRef ?? found.reference)) ?? found.clientReference);
    return stryMutAct_9fa48("69") ? {} : (stryCov_9fa48("69"), {
      record: stryMutAct_9fa48("70") ? {} : (stryCov_9fa48("70"), {
        ...record,
        merchantRef: own
      }),
      transactionReference: found.transactionReference,
      reference: own
    });
  }
}

/** The payload and the objects nested in it, the outermost first. */
function objectsIn(payload: unknown): Array<Record<string, unknown>> {
  if (stryMutAct_9fa48("71")) {
    {}
  } else {
    stryCov_9fa48("71");
    const found: Array<Record<string, unknown>> = stryMutAct_9fa48("72") ? ["Stryker was here"] : (stryCov_9fa48("72"), []);
    let level: unknown[] = Array.isArray(payload) ? payload : stryMutAct_9fa48("73") ? [] : (stryCov_9fa48("73"), [payload]);
    for (let depth = 0; stryMutAct_9fa48("75") ? depth <= DEEPEST || found.length < MOST_PARTS : stryMutAct_9fa48("74") ? false : (stryCov_9fa48("74", "75"), (stryMutAct_9fa48("78") ? depth > DEEPEST : stryMutAct_9fa48("77") ? depth < DEEPEST : stryMutAct_9fa48("76") ? true : (stryCov_9fa48("76", "77", "78"), depth <= DEEPEST)) && (stryMutAct_9fa48("81") ? found.length >= MOST_PARTS : stryMutAct_9fa48("80") ? found.length <= MOST_PARTS : stryMutAct_9fa48("79") ? true : (stryCov_9fa48("79", "80", "81"), found.length < MOST_PARTS))); stryMutAct_9fa48("82") ? depth-- : (stryCov_9fa48("82"), depth++)) {
      if (stryMutAct_9fa48("83")) {
        {}
      } else {
        stryCov_9fa48("83");
        const objects = stryMutAct_9fa48("85") ? level.flatMap(value => Array.isArray(value) ? value : [value]).slice(0, MOST_PARTS) : stryMutAct_9fa48("84") ? level.flatMap(value => Array.isArray(value) ? value : [value]).filter(isObject) : (stryCov_9fa48("84", "85"), level.flatMap(stryMutAct_9fa48("86") ? () => undefined : (stryCov_9fa48("86"), value => Array.isArray(value) ? value : stryMutAct_9fa48("87") ? [] : (stryCov_9fa48("87"), [value]))).filter(isObject).slice(0, MOST_PARTS));
        found.push(...objects);
        level = objects.flatMap(stryMutAct_9fa48("88") ? () => undefined : (stryCov_9fa48("88"), value => stryMutAct_9fa48("89") ? [] : (stryCov_9fa48("89"), [...Object.values(value), ...bracketed(value)])));
      }
    }
    return found;
  }
}

/** The objects that a form writes with brackets, such as `data[status]=2`. */
function bracketed(form: Record<string, unknown>): Array<Record<string, unknown>> {
  if (stryMutAct_9fa48("90")) {
    {}
  } else {
    stryCov_9fa48("90");
    const objects = new Map<string, Record<string, unknown>>();
    for (const [key, value] of Object.entries(form)) {
      if (stryMutAct_9fa48("91")) {
        {}
      } else {
        stryCov_9fa48("91");
        const [, path, name] = stryMutAct_9fa48("92") ? /^(.+)\[(\w+)\]$/.exec(key) && [] : (stryCov_9fa48("92"), (stryMutAct_9fa48("97") ? /^(.+)\[(\W+)\]$/ : stryMutAct_9fa48("96") ? /^(.+)\[(\w)\]$/ : stryMutAct_9fa48("95") ? /^(.)\[(\w+)\]$/ : stryMutAct_9fa48("94") ? /^(.+)\[(\w+)\]/ : stryMutAct_9fa48("93") ? /(.+)\[(\w+)\]$/ : (stryCov_9fa48("93", "94", "95", "96", "97"), /^(.+)\[(\w+)\]$/)).exec(key) ?? (stryMutAct_9fa48("98") ? ["Stryker was here"] : (stryCov_9fa48("98"), [])));
        if (stryMutAct_9fa48("101") ? path || name : stryMutAct_9fa48("100") ? false : stryMutAct_9fa48("99") ? true : (stryCov_9fa48("99", "100", "101"), path && name)) objects.set(path, stryMutAct_9fa48("102") ? {} : (stryCov_9fa48("102"), {
          ...objects.get(path),
          [name]: value
        }));
      }
    }
    return stryMutAct_9fa48("103") ? [] : (stryCov_9fa48("103"), [...objects.values()]);
  }
}