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
const reference = optionalText.refine(stryMutAct_9fa48("160") ? () => undefined : (stryCov_9fa48("160"), text => stryMutAct_9fa48("163") ? text === null && text.length <= LONGEST_REFERENCE : stryMutAct_9fa48("162") ? false : stryMutAct_9fa48("161") ? true : (stryCov_9fa48("161", "162", "163"), (stryMutAct_9fa48("165") ? text !== null : stryMutAct_9fa48("164") ? false : (stryCov_9fa48("164", "165"), text === null)) || (stryMutAct_9fa48("168") ? text.length > LONGEST_REFERENCE : stryMutAct_9fa48("167") ? text.length < LONGEST_REFERENCE : stryMutAct_9fa48("166") ? false : (stryCov_9fa48("166", "167", "168"), text.length <= LONGEST_REFERENCE))))).catch(null);

// `merchantRef` in notifications, `reference` in callbacks, `clientReference` in the answer of authorize (2.5).
const references = z.object(stryMutAct_9fa48("169") ? {} : (stryCov_9fa48("169"), {
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
  if (stryMutAct_9fa48("170")) {
    {}
  } else {
    stryCov_9fa48("170");
    const claims = objectsIn(payload).map(claimOf);
    return stryMutAct_9fa48("171") ? claims.find(({
      transactionReference
    }) => transactionReference !== null) && claims.find(({
      reference: own
    }) => own !== null) : (stryCov_9fa48("171"), claims.find(stryMutAct_9fa48("172") ? () => undefined : (stryCov_9fa48("172"), ({
      transactionReference
    }) => stryMutAct_9fa48("175") ? transactionReference === null : stryMutAct_9fa48("174") ? false : stryMutAct_9fa48("173") ? true : (stryCov_9fa48("173", "174", "175"), transactionReference !== null))) ?? claims.find(stryMutAct_9fa48("176") ? () => undefined : (stryCov_9fa48("176"), ({
      reference: own
    }) => stryMutAct_9fa48("179") ? own === null : stryMutAct_9fa48("178") ? false : stryMutAct_9fa48("177") ? true : (stryCov_9fa48("177", "178", "179"), own !== null))));
  }
}

/** Identifies a transaction together with its status. It is the same for every repeat of a notification, in every process. */
export function notificationId({
  transactionReference,
  reference: own,
  status
}: Payment): string {
  if (stryMutAct_9fa48("180")) {
    {}
  } else {
    stryCov_9fa48("180");
    return stryMutAct_9fa48("181") ? createHash('sha256').update(JSON.stringify([transactionReference ?? own, status])).digest('hex') : (stryCov_9fa48("181"), createHash(stryMutAct_9fa48("182") ? "" : (stryCov_9fa48("182"), 'sha256')).update(JSON.stringify(stryMutAct_9fa48("183") ? [] : (stryCov_9fa48("183"), [stryMutAct_9fa48("184") ? transactionReference && own : (stryCov_9fa48("184"), transactionReference ?? own), status]))).digest(stryMutAct_9fa48("185") ? "" : (stryCov_9fa48("185"), 'hex')).slice(0, 32));
  }
}
function claimOf(record: Record<string, unknown>): Claim {
  if (stryMutAct_9fa48("186")) {
    {}
  } else {
    stryCov_9fa48("186");
    const found = references.parse(record);
    const own = stryMutAct_9fa48("187") ? (found.merchantRef ?? found.reference) && found.clientReference : (stryCov_9fa48("187"), (stryMutAct_9fa48("188") ? found.merchantRef && found.reference : (stryCov_9fa48("188"), found.merchantRef ?? found.reference)) ?? found.clientReference);
    return stryMutAct_9fa48("189") ? {} : (stryCov_9fa48("189"), {
      record: stryMutAct_9fa48("190") ? {} : (stryCov_9fa48("190"), {
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
  if (stryMutAct_9fa48("191")) {
    {}
  } else {
    stryCov_9fa48("191");
    const found: Array<Record<string, unknown>> = stryMutAct_9fa48("192") ? ["Stryker was here"] : (stryCov_9fa48("192"), []);
    let level: unknown[] = Array.isArray(payload) ? payload : stryMutAct_9fa48("193") ? [] : (stryCov_9fa48("193"), [payload]);
    for (let depth = 0; stryMutAct_9fa48("195") ? depth <= DEEPEST || found.length < MOST_PARTS : stryMutAct_9fa48("194") ? false : (stryCov_9fa48("194", "195"), (stryMutAct_9fa48("198") ? depth > DEEPEST : stryMutAct_9fa48("197") ? depth < DEEPEST : stryMutAct_9fa48("196") ? true : (stryCov_9fa48("196", "197", "198"), depth <= DEEPEST)) && (stryMutAct_9fa48("201") ? found.length >= MOST_PARTS : stryMutAct_9fa48("200") ? found.length <= MOST_PARTS : stryMutAct_9fa48("199") ? true : (stryCov_9fa48("199", "200", "201"), found.length < MOST_PARTS))); stryMutAct_9fa48("202") ? depth-- : (stryCov_9fa48("202"), depth++)) {
      if (stryMutAct_9fa48("203")) {
        {}
      } else {
        stryCov_9fa48("203");
        const objects = stryMutAct_9fa48("205") ? level.flatMap(value => Array.isArray(value) ? value : [value]).slice(0, MOST_PARTS) : stryMutAct_9fa48("204") ? level.flatMap(value => Array.isArray(value) ? value : [value]).filter(isObject) : (stryCov_9fa48("204", "205"), level.flatMap(stryMutAct_9fa48("206") ? () => undefined : (stryCov_9fa48("206"), value => Array.isArray(value) ? value : stryMutAct_9fa48("207") ? [] : (stryCov_9fa48("207"), [value]))).filter(isObject).slice(0, MOST_PARTS));
        found.push(...objects);
        level = objects.flatMap(stryMutAct_9fa48("208") ? () => undefined : (stryCov_9fa48("208"), value => stryMutAct_9fa48("209") ? [] : (stryCov_9fa48("209"), [...Object.values(value), ...bracketed(value)])));
      }
    }
    return found;
  }
}

/** The objects that a form writes with brackets, such as `data[status]=2`. */
function bracketed(form: Record<string, unknown>): Array<Record<string, unknown>> {
  if (stryMutAct_9fa48("210")) {
    {}
  } else {
    stryCov_9fa48("210");
    const objects = new Map<string, Record<string, unknown>>();
    for (const [key, value] of Object.entries(form)) {
      if (stryMutAct_9fa48("211")) {
        {}
      } else {
        stryCov_9fa48("211");
        const [, path, name] = stryMutAct_9fa48("212") ? /^(.+)\[(\w+)\]$/.exec(key) && [] : (stryCov_9fa48("212"), (stryMutAct_9fa48("217") ? /^(.+)\[(\W+)\]$/ : stryMutAct_9fa48("216") ? /^(.+)\[(\w)\]$/ : stryMutAct_9fa48("215") ? /^(.)\[(\w+)\]$/ : stryMutAct_9fa48("214") ? /^(.+)\[(\w+)\]/ : stryMutAct_9fa48("213") ? /(.+)\[(\w+)\]$/ : (stryCov_9fa48("213", "214", "215", "216", "217"), /^(.+)\[(\w+)\]$/)).exec(key) ?? (stryMutAct_9fa48("218") ? ["Stryker was here"] : (stryCov_9fa48("218"), [])));
        if (stryMutAct_9fa48("221") ? path || name : stryMutAct_9fa48("220") ? false : stryMutAct_9fa48("219") ? true : (stryCov_9fa48("219", "220", "221"), path && name)) objects.set(path, stryMutAct_9fa48("222") ? {} : (stryCov_9fa48("222"), {
          ...objects.get(path),
          [name]: value
        }));
      }
    }
    return stryMutAct_9fa48("223") ? [] : (stryCov_9fa48("223"), [...objects.values()]);
  }
}