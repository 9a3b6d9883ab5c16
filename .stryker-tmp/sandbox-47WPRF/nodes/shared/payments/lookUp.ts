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
import { RefusedError, SettingError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { pause } from '../transport/pause';
import type { Exchange } from './exchange';

// The service may need a moment to record a charge whose answer was lost.
const LOOK_UP_PAUSES = stryMutAct_9fa48("552") ? [] : (stryCov_9fa48("552"), [0, 500, 1500]);

/**
 * Fetches the service's record for a reference. It is a read, so it may be repeated.
 * @param secretValues values that must not appear in the output
 */
export type FetchRecord<Record extends Payment = Payment> = (connection: Connection, reference: string, secretValues?: readonly string[]) => Promise<Exchange<Record>>;

/** A request whose outcome is to be found out. */
export interface LookUpTarget {
  reference: string;
  fetchRecord: FetchRecord;
  /** Whether a record belongs to the request; the reference alone may be somebody else's. */
  isIt(record: Payment): boolean;
  /** Values in the request that must not appear in any output. */
  secrets: readonly string[];
}

/** The record that a look-up found, or why it found none, to be read after a colon. */
export type Found = {
  record: Payment;
} | {
  why: string;
  failure?: GatewayError;
};

/**
 * Looks up what became of a request. A record that is not found proves nothing: the specification does not say that
 * verify finds a payment by the merchant's own reference, and it does not show how to get the status of a transfer.
 * @param mayAppear whether a request that is not found yet may still be recorded in a moment
 */
export async function lookUp(connection: Connection, {
  reference,
  fetchRecord,
  isIt,
  secrets
}: LookUpTarget, {
  mayAppear
} = stryMutAct_9fa48("553") ? {} : (stryCov_9fa48("553"), {
  mayAppear: stryMutAct_9fa48("554") ? false : (stryCov_9fa48("554"), true)
})): Promise<Found> {
  if (stryMutAct_9fa48("555")) {
    {}
  } else {
    stryCov_9fa48("555");
    let found: Found = stryMutAct_9fa48("556") ? {} : (stryCov_9fa48("556"), {
      why: stryMutAct_9fa48("557") ? "" : (stryCov_9fa48("557"), 'it was not asked for')
    });
    for (const milliseconds of LOOK_UP_PAUSES) {
      if (stryMutAct_9fa48("558")) {
        {}
      } else {
        stryCov_9fa48("558");
        await pause(milliseconds, connection.signal);
        const fetched = await fetchRecord(connection, reference, secrets);
        if (stryMutAct_9fa48("560") ? false : stryMutAct_9fa48("559") ? true : (stryCov_9fa48("559", "560"), (stryMutAct_9fa48("561") ? "" : (stryCov_9fa48("561"), 'value')) in fetched)) {
          if (stryMutAct_9fa48("562")) {
            {}
          } else {
            stryCov_9fa48("562");
            return isIt(fetched.value) ? stryMutAct_9fa48("563") ? {} : (stryCov_9fa48("563"), {
              record: fetched.value
            }) : stryMutAct_9fa48("564") ? {} : (stryCov_9fa48("564"), {
              why: stryMutAct_9fa48("565") ? "" : (stryCov_9fa48("565"), 'what the service has under this reference is another payment')
            });
          }
        }
        const {
          failure
        } = fetched;
        found = stryMutAct_9fa48("566") ? {} : (stryCov_9fa48("566"), {
          why: reasonOf(failure),
          failure
        });
        if (stryMutAct_9fa48("568") ? false : stryMutAct_9fa48("567") ? true : (stryCov_9fa48("567", "568"), isNotFound(failure) ? stryMutAct_9fa48("569") ? mayAppear : (stryCov_9fa48("569"), !mayAppear) : stryMutAct_9fa48("570") ? mayChange(failure) : (stryCov_9fa48("570"), !mayChange(failure)))) break;
      }
    }
    return found;
  }
}

/** Whether the service says that it does not know a reference (of verify: specification section 7). */
export function isNotFound(failure: GatewayError | undefined): boolean {
  if (stryMutAct_9fa48("571")) {
    {}
  } else {
    stryCov_9fa48("571");
    return stryMutAct_9fa48("574") ? failure instanceof RefusedError || failure.httpStatus === 404 : stryMutAct_9fa48("573") ? false : stryMutAct_9fa48("572") ? true : (stryCov_9fa48("572", "573", "574"), failure instanceof RefusedError && (stryMutAct_9fa48("576") ? failure.httpStatus !== 404 : stryMutAct_9fa48("575") ? true : (stryCov_9fa48("575", "576"), failure.httpStatus === 404)));
  }
}

/** Whether the same read may succeed in a moment. */
function mayChange(failure: GatewayError): boolean {
  if (stryMutAct_9fa48("577")) {
    {}
  } else {
    stryCov_9fa48("577");
    // Waiting does not add a missing key to the credential.
    if (stryMutAct_9fa48("579") ? false : stryMutAct_9fa48("578") ? true : (stryCov_9fa48("578", "579"), failure instanceof SettingError)) return stryMutAct_9fa48("580") ? true : (stryCov_9fa48("580"), false);
    // Waiting does not change a refusal either, except one for too many requests.
    if (stryMutAct_9fa48("582") ? false : stryMutAct_9fa48("581") ? true : (stryCov_9fa48("581", "582"), failure instanceof RefusedError)) return stryMutAct_9fa48("585") ? failure.httpStatus !== 429 : stryMutAct_9fa48("584") ? false : stryMutAct_9fa48("583") ? true : (stryCov_9fa48("583", "584", "585"), failure.httpStatus === 429);
    return stryMutAct_9fa48("586") ? false : (stryCov_9fa48("586"), true);
  }
}
function reasonOf(failure: GatewayError): string {
  if (stryMutAct_9fa48("587")) {
    {}
  } else {
    stryCov_9fa48("587");
    if (stryMutAct_9fa48("589") ? false : stryMutAct_9fa48("588") ? true : (stryCov_9fa48("588", "589"), isNotFound(failure))) return stryMutAct_9fa48("590") ? "" : (stryCov_9fa48("590"), 'the service finds nothing under this reference, which not every provider can');
    return stryMutAct_9fa48("591") ? failure.message.charAt(0).toLowerCase() - failure.message.slice(1) : (stryCov_9fa48("591"), (stryMutAct_9fa48("593") ? failure.message.toLowerCase() : stryMutAct_9fa48("592") ? failure.message.charAt(0).toUpperCase() : (stryCov_9fa48("592", "593"), failure.message.charAt(0).toLowerCase())) + (stryMutAct_9fa48("594") ? failure.message : (stryCov_9fa48("594"), failure.message.slice(1))));
  }
}