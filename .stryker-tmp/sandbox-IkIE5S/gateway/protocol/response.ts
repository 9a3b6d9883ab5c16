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
import { COMMON_ERRORS, type Endpoint } from './endpoints';
import { LostAnswerError, RefusedError, ServiceError, type GatewayError } from './errors';
import { isObject, optionalText } from '../schema/responseFields';
import type { Secrets } from './secrets';

/** An HTTP answer as it was received. */
export interface Answer {
  httpStatus: number;
  body: unknown;
}
const errorBody = z.object(stryMutAct_9fa48("536") ? {} : (stryCov_9fa48("536"), {
  message: optionalText,
  error: optionalText,
  errors: z.array(optionalText).catch(stryMutAct_9fa48("537") ? ["Stryker was here"] : (stryCov_9fa48("537"), []))
}));

// How verify answers a refused call (section 7).
const verifyError = z.object(stryMutAct_9fa48("538") ? {} : (stryCov_9fa48("538"), {
  status: z.literal(stryMutAct_9fa48("539") ? "" : (stryCov_9fa48("539"), 'error')),
  message: z.string()
}));
// How bank transfers answer a refused call, as providers publish it.
const transferError = z.object(stryMutAct_9fa48("540") ? {} : (stryCov_9fa48("540"), {
  error: z.string(),
  message: z.string()
}));
const LONGEST_SERVICE_MESSAGE = 300;

/**
 * Decides what an HTTP status means at an endpoint, and returns only when it is a success.
 * @throws RefusedError when the service said no; LostAnswerError when a call that moves money may have
 * acted all the same; ServiceError when a read failed
 */
export function checkStatus(endpoint: Endpoint, {
  httpStatus,
  body
}: Answer, secrets: Secrets): void {
  if (stryMutAct_9fa48("541")) {
    {}
  } else {
    stryCov_9fa48("541");
    // The service may have acted before it failed, and 408 and 5xx come from proxies as well.
    if (stryMutAct_9fa48("544") ? httpStatus >= 500 && httpStatus === 408 : stryMutAct_9fa48("543") ? false : stryMutAct_9fa48("542") ? true : (stryCov_9fa48("542", "543", "544"), (stryMutAct_9fa48("547") ? httpStatus < 500 : stryMutAct_9fa48("546") ? httpStatus > 500 : stryMutAct_9fa48("545") ? false : (stryCov_9fa48("545", "546", "547"), httpStatus >= 500)) || (stryMutAct_9fa48("549") ? httpStatus !== 408 : stryMutAct_9fa48("548") ? false : (stryCov_9fa48("548", "549"), httpStatus === 408)))) {
      if (stryMutAct_9fa48("550")) {
        {}
      } else {
        stryCov_9fa48("550");
        const said = serviceMessage(body, secrets);
        const words = said ? stryMutAct_9fa48("551") ? `` : (stryCov_9fa48("551"), `, it says: "${said}"`) : stryMutAct_9fa48("552") ? "Stryker was here!" : (stryCov_9fa48("552"), '');
        throw unanswered(endpoint, stryMutAct_9fa48("553") ? `` : (stryCov_9fa48("553"), `the service failed while it handled the call (error ${httpStatus}${words})`), httpStatus);
      }
    }
    // A clear refusal: the request was read and not carried out.
    if (stryMutAct_9fa48("557") ? httpStatus < 400 : stryMutAct_9fa48("556") ? httpStatus > 400 : stryMutAct_9fa48("555") ? false : stryMutAct_9fa48("554") ? true : (stryCov_9fa48("554", "555", "556", "557"), httpStatus >= 400)) throw refusal(endpoint, httpStatus, body, secrets);
    // Redirects are not followed: the keys and the card would travel to another address.
    if (stryMutAct_9fa48("560") ? httpStatus < 200 && httpStatus >= 300 : stryMutAct_9fa48("559") ? false : stryMutAct_9fa48("558") ? true : (stryCov_9fa48("558", "559", "560"), (stryMutAct_9fa48("563") ? httpStatus >= 200 : stryMutAct_9fa48("562") ? httpStatus <= 200 : stryMutAct_9fa48("561") ? false : (stryCov_9fa48("561", "562", "563"), httpStatus < 200)) || (stryMutAct_9fa48("566") ? httpStatus < 300 : stryMutAct_9fa48("565") ? httpStatus > 300 : stryMutAct_9fa48("564") ? false : (stryCov_9fa48("564", "565", "566"), httpStatus >= 300)))) throw unanswered(endpoint, stryMutAct_9fa48("567") ? `` : (stryCov_9fa48("567"), `the service sent n8n to another address (status ${httpStatus})`), httpStatus);
    // The envelope repeats the status; a gateway in front may have answered 200 for a failure.
    const repeated = isObject(body) ? body.status : undefined;
    if (stryMutAct_9fa48("570") ? typeof repeated === 'number' && repeated >= 400 || repeated < 600 : stryMutAct_9fa48("569") ? false : stryMutAct_9fa48("568") ? true : (stryCov_9fa48("568", "569", "570"), (stryMutAct_9fa48("572") ? typeof repeated === 'number' || repeated >= 400 : stryMutAct_9fa48("571") ? true : (stryCov_9fa48("571", "572"), (stryMutAct_9fa48("574") ? typeof repeated !== 'number' : stryMutAct_9fa48("573") ? true : (stryCov_9fa48("573", "574"), typeof repeated === (stryMutAct_9fa48("575") ? "" : (stryCov_9fa48("575"), 'number')))) && (stryMutAct_9fa48("578") ? repeated < 400 : stryMutAct_9fa48("577") ? repeated > 400 : stryMutAct_9fa48("576") ? true : (stryCov_9fa48("576", "577", "578"), repeated >= 400)))) && (stryMutAct_9fa48("581") ? repeated >= 600 : stryMutAct_9fa48("580") ? repeated <= 600 : stryMutAct_9fa48("579") ? true : (stryCov_9fa48("579", "580", "581"), repeated < 600)))) {
      if (stryMutAct_9fa48("582")) {
        {}
      } else {
        stryCov_9fa48("582");
        checkStatus(endpoint, stryMutAct_9fa48("583") ? {} : (stryCov_9fa48("583"), {
          httpStatus: repeated,
          body
        }), secrets);
      }
    }
  }
}

/**
 * The record in an answer. The card endpoints always have it in the `data` of an envelope (section 1); the others may
 * have it there, or answer with the bare record, as providers publish it.
 * @throws as `checkStatus`, and when there is no record
 */
export function readData(endpoint: Endpoint, answer: Answer, secrets: Secrets): Record<string, unknown> {
  if (stryMutAct_9fa48("584")) {
    {}
  } else {
    stryCov_9fa48("584");
    checkStatus(endpoint, answer, secrets);
    const {
      body
    } = answer;
    const data = (stryMutAct_9fa48("587") ? endpoint.host !== 'transactions' : stryMutAct_9fa48("586") ? false : stryMutAct_9fa48("585") ? true : (stryCov_9fa48("585", "586", "587"), endpoint.host === (stryMutAct_9fa48("588") ? "" : (stryCov_9fa48("588"), 'transactions')))) ? stryMutAct_9fa48("591") ? isObject(body) || body.data : stryMutAct_9fa48("590") ? false : stryMutAct_9fa48("589") ? true : (stryCov_9fa48("589", "590", "591"), isObject(body) && body.data) : unwrapped(body);
    if (stryMutAct_9fa48("594") ? false : stryMutAct_9fa48("593") ? true : stryMutAct_9fa48("592") ? isObject(data) : (stryCov_9fa48("592", "593", "594"), !isObject(data))) throw unreadable(endpoint);
    return data;
  }
}

/** The `data` of an answer, or the answer itself when it has none. */
export function unwrapped(body: unknown): unknown {
  if (stryMutAct_9fa48("595")) {
    {}
  } else {
    stryCov_9fa48("595");
    return (stryMutAct_9fa48("598") ? isObject(body) && typeof body.data === 'object' || body.data !== null : stryMutAct_9fa48("597") ? false : stryMutAct_9fa48("596") ? true : (stryCov_9fa48("596", "597", "598"), (stryMutAct_9fa48("600") ? isObject(body) || typeof body.data === 'object' : stryMutAct_9fa48("599") ? true : (stryCov_9fa48("599", "600"), isObject(body) && (stryMutAct_9fa48("602") ? typeof body.data !== 'object' : stryMutAct_9fa48("601") ? true : (stryCov_9fa48("601", "602"), typeof body.data === (stryMutAct_9fa48("603") ? "" : (stryCov_9fa48("603"), 'object')))))) && (stryMutAct_9fa48("605") ? body.data === null : stryMutAct_9fa48("604") ? true : (stryCov_9fa48("604", "605"), body.data !== null)))) ? body.data : body;
  }
}

/** The error for an answer whose status is a success and whose body cannot be read. */
export function unreadable(endpoint: Endpoint): GatewayError {
  if (stryMutAct_9fa48("606")) {
    {}
  } else {
    stryCov_9fa48("606");
    return unanswered(endpoint, stryMutAct_9fa48("607") ? "" : (stryCov_9fa48("607"), "the service's answer cannot be read"));
  }
}

/** The error for a call without a usable answer. If the call moves money, its outcome is unknown; a read has only failed. */
export function unanswered(endpoint: Endpoint, reason: string, httpStatus?: number): GatewayError {
  if (stryMutAct_9fa48("608")) {
    {}
  } else {
    stryCov_9fa48("608");
    if (stryMutAct_9fa48("610") ? false : stryMutAct_9fa48("609") ? true : (stryCov_9fa48("609", "610"), endpoint.movesMoney)) return new LostAnswerError(stryMutAct_9fa48("611") ? reason.charAt(0).toUpperCase() - reason.slice(1) : (stryCov_9fa48("611"), (stryMutAct_9fa48("613") ? reason.toUpperCase() : stryMutAct_9fa48("612") ? reason.charAt(0).toLowerCase() : (stryCov_9fa48("612", "613"), reason.charAt(0).toUpperCase())) + (stryMutAct_9fa48("614") ? reason : (stryCov_9fa48("614"), reason.slice(1)))));
    return new ServiceError(stryMutAct_9fa48("615") ? `` : (stryCov_9fa48("615"), `n8n could not ${endpoint.label}: ${reason}`), stryMutAct_9fa48("616") ? "" : (stryCov_9fa48("616"), 'Nothing was changed by this call, so it is safe to run it again in a moment. If it stays so, check the addresses in the credential or ask your provider.'), httpStatus);
  }
}
function refusal(endpoint: Endpoint, httpStatus: number, body: unknown, secrets: Secrets): RefusedError {
  if (stryMutAct_9fa48("617")) {
    {}
  } else {
    stryCov_9fa48("617");
    const advice = stryMutAct_9fa48("618") ? (endpoint.errors[httpStatus] ?? COMMON_ERRORS[httpStatus]) && {
      message: `The service refused to ${endpoint.label}, for a reason that its documentation does not list (error ${httpStatus})`,
      next: 'Look at what the service says, and ask your provider if it is not clear.'
    } : (stryCov_9fa48("618"), (stryMutAct_9fa48("619") ? endpoint.errors[httpStatus] && COMMON_ERRORS[httpStatus] : (stryCov_9fa48("619"), endpoint.errors[httpStatus] ?? COMMON_ERRORS[httpStatus])) ?? (stryMutAct_9fa48("620") ? {} : (stryCov_9fa48("620"), {
      message: stryMutAct_9fa48("621") ? `` : (stryCov_9fa48("621"), `The service refused to ${endpoint.label}, for a reason that its documentation does not list (error ${httpStatus})`),
      next: stryMutAct_9fa48("622") ? "" : (stryCov_9fa48("622"), 'Look at what the service says, and ask your provider if it is not clear.')
    })));
    const said = serviceMessage(body, secrets);
    return new RefusedError(advice.message, said ? stryMutAct_9fa48("623") ? `` : (stryCov_9fa48("623"), `The service says: "${said}". ${advice.next}`) : advice.next, httpStatus, said, (stryMutAct_9fa48("626") ? endpoint.host !== 'transactions' : stryMutAct_9fa48("625") ? false : stryMutAct_9fa48("624") ? true : (stryCov_9fa48("624", "625", "626"), endpoint.host === (stryMutAct_9fa48("627") ? "" : (stryCov_9fa48("627"), 'transactions')))) ? isVerifyError(body) : transferError.safeParse(body).success);
  }
}

/** Whether a body is an error of verify (section 7). The status alone does not say: a wrong address answers 404 as well. */
export function isVerifyError(body: unknown): boolean {
  if (stryMutAct_9fa48("628")) {
    {}
  } else {
    stryCov_9fa48("628");
    return verifyError.safeParse(body).success;
  }
}

/** The service's message in an error answer, without secrets (7; the form is "not shown" for charge and authorize). */
function serviceMessage(body: unknown, secrets: Secrets): string | undefined {
  if (stryMutAct_9fa48("629")) {
    {}
  } else {
    stryCov_9fa48("629");
    const {
      success,
      data
    } = errorBody.safeParse(body);
    if (stryMutAct_9fa48("632") ? false : stryMutAct_9fa48("631") ? true : stryMutAct_9fa48("630") ? success : (stryCov_9fa48("630", "631", "632"), !success)) return undefined;
    const parts = stryMutAct_9fa48("633") ? [data.message ?? data.error, ...data.errors] : (stryCov_9fa48("633"), (stryMutAct_9fa48("634") ? [] : (stryCov_9fa48("634"), [stryMutAct_9fa48("635") ? data.message && data.error : (stryCov_9fa48("635"), data.message ?? data.error), ...data.errors])).filter(stryMutAct_9fa48("636") ? () => undefined : (stryCov_9fa48("636"), part => stryMutAct_9fa48("639") ? part === null : stryMutAct_9fa48("638") ? false : stryMutAct_9fa48("637") ? true : (stryCov_9fa48("637", "638", "639"), part !== null))));
    // Masked before it is shortened, so that no part of a secret remains.
    const text = stryMutAct_9fa48("640") ? secrets.inText(parts.join('; ')).replace(/\s+/g, ' ') : (stryCov_9fa48("640"), secrets.inText(parts.join(stryMutAct_9fa48("641") ? "" : (stryCov_9fa48("641"), '; '))).replace(stryMutAct_9fa48("643") ? /\S+/g : stryMutAct_9fa48("642") ? /\s/g : (stryCov_9fa48("642", "643"), /\s+/g), stryMutAct_9fa48("644") ? "" : (stryCov_9fa48("644"), ' ')).trim());
    return (stryMutAct_9fa48("648") ? text.length <= LONGEST_SERVICE_MESSAGE : stryMutAct_9fa48("647") ? text.length >= LONGEST_SERVICE_MESSAGE : stryMutAct_9fa48("646") ? false : stryMutAct_9fa48("645") ? true : (stryCov_9fa48("645", "646", "647", "648"), text.length > LONGEST_SERVICE_MESSAGE)) ? stryMutAct_9fa48("649") ? `` : (stryCov_9fa48("649"), `${stryMutAct_9fa48("650") ? text : (stryCov_9fa48("650"), text.slice(0, LONGEST_SERVICE_MESSAGE))}…`) : stryMutAct_9fa48("653") ? text && undefined : stryMutAct_9fa48("652") ? false : stryMutAct_9fa48("651") ? true : (stryCov_9fa48("651", "652", "653"), text || undefined);
  }
}