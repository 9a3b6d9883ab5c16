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
import { unanswered } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { GatewayError, UnreachableError } from '../../../gateway/protocol/errors';

// These are raised before anything is sent, so the service cannot have acted. Any other failure may come after it acted.
const NOT_CONNECTED: Readonly<Record<string, string>> = stryMutAct_9fa48("700") ? {} : (stryCov_9fa48("700"), {
  ECONNREFUSED: stryMutAct_9fa48("701") ? "" : (stryCov_9fa48("701"), 'nothing answers at its address'),
  ENOTFOUND: stryMutAct_9fa48("702") ? "" : (stryCov_9fa48("702"), 'its host name does not exist'),
  EAI_AGAIN: stryMutAct_9fa48("703") ? "" : (stryCov_9fa48("703"), 'its host name cannot be looked up'),
  ERR_INVALID_URL: stryMutAct_9fa48("704") ? "" : (stryCov_9fa48("704"), 'its address is not valid'),
  ERR_INVALID_CHAR: stryMutAct_9fa48("705") ? "" : (stryCov_9fa48("705"), 'a key in the credential has a character that cannot be sent'),
  ERR_INVALID_HTTP_TOKEN: stryMutAct_9fa48("706") ? "" : (stryCov_9fa48("706"), 'a header name in the credential cannot be sent')
});
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY_LEAF/;
const TIMED_OUT = new Set(stryMutAct_9fa48("707") ? [] : (stryCov_9fa48("707"), [stryMutAct_9fa48("708") ? "" : (stryCov_9fa48("708"), 'ECONNABORTED'), stryMutAct_9fa48("709") ? "" : (stryCov_9fa48("709"), 'ETIMEDOUT')]));

/**
 * What an exception of n8n's HTTP helpers means. It is rebuilt from scratch, because the original
 * carries the request's body and headers.
 */
export function failureOf(error: unknown, endpoint: Endpoint): GatewayError {
  if (stryMutAct_9fa48("710")) {
    {}
  } else {
    stryCov_9fa48("710");
    const causes = causesOf(error);
    // The credential raised it while it prepared the request, so the request was not sent.
    const own = causes.find(stryMutAct_9fa48("711") ? () => undefined : (stryCov_9fa48("711"), cause => cause instanceof GatewayError));
    if (stryMutAct_9fa48("713") ? false : stryMutAct_9fa48("712") ? true : (stryCov_9fa48("712", "713"), own)) return own;
    const codes = causes.map(stryMutAct_9fa48("714") ? () => undefined : (stryCov_9fa48("714"), cause => String(stryMutAct_9fa48("715") ? (cause as {
      code?: unknown;
    }).code && '' : (stryCov_9fa48("715"), (cause as {
      code?: unknown;
    }).code ?? (stryMutAct_9fa48("716") ? "Stryker was here!" : (stryCov_9fa48("716"), ''))))));
    const notConnected = codes.find(stryMutAct_9fa48("717") ? () => undefined : (stryCov_9fa48("717"), code => Object.hasOwn(NOT_CONNECTED, code)));
    if (stryMutAct_9fa48("719") ? false : stryMutAct_9fa48("718") ? true : (stryCov_9fa48("718", "719"), notConnected)) {
      if (stryMutAct_9fa48("720")) {
        {}
      } else {
        stryCov_9fa48("720");
        return unreachable(NOT_CONNECTED[notConnected]!, stryMutAct_9fa48("721") ? "" : (stryCov_9fa48("721"), 'Check the addresses in the credential, and that the service is running.'));
      }
    }
    if (stryMutAct_9fa48("724") ? codes.every(code => BAD_CERTIFICATE.test(code)) : stryMutAct_9fa48("723") ? false : stryMutAct_9fa48("722") ? true : (stryCov_9fa48("722", "723", "724"), codes.some(stryMutAct_9fa48("725") ? () => undefined : (stryCov_9fa48("725"), code => BAD_CERTIFICATE.test(code))))) {
      if (stryMutAct_9fa48("726")) {
        {}
      } else {
        stryCov_9fa48("726");
        return unreachable(stryMutAct_9fa48("727") ? "" : (stryCov_9fa48("727"), 'its certificate is not trusted'), stryMutAct_9fa48("728") ? "" : (stryCov_9fa48("728"), 'Check the addresses in the credential. A private certificate must be made known to n8n (NODE_EXTRA_CA_CERTS).'));
      }
    }
    if (stryMutAct_9fa48("731") ? causes.every(({
      name
    }) => name.startsWith('SsrfBlocked')) : stryMutAct_9fa48("730") ? false : stryMutAct_9fa48("729") ? true : (stryCov_9fa48("729", "730", "731"), causes.some(stryMutAct_9fa48("732") ? () => undefined : (stryCov_9fa48("732"), ({
      name
    }) => stryMutAct_9fa48("733") ? name.endsWith('SsrfBlocked') : (stryCov_9fa48("733"), name.startsWith(stryMutAct_9fa48("734") ? "" : (stryCov_9fa48("734"), 'SsrfBlocked'))))))) {
      if (stryMutAct_9fa48("735")) {
        {}
      } else {
        stryCov_9fa48("735");
        return unreachable(stryMutAct_9fa48("736") ? "" : (stryCov_9fa48("736"), 'n8n is set to block this address'), stryMutAct_9fa48("737") ? "" : (stryCov_9fa48("737"), 'Ask the administrator of this n8n to allow the host of the service.'));
      }
    }
    const reason = (stryMutAct_9fa48("738") ? codes.every(code => TIMED_OUT.has(code)) : (stryCov_9fa48("738"), codes.some(stryMutAct_9fa48("739") ? () => undefined : (stryCov_9fa48("739"), code => TIMED_OUT.has(code))))) ? stryMutAct_9fa48("740") ? "" : (stryCov_9fa48("740"), 'no answer came in time') : stryMutAct_9fa48("741") ? "" : (stryCov_9fa48("741"), 'the connection broke before the answer came');
    return unanswered(endpoint, reason);
  }
}
function unreachable(reason: string, next: string): UnreachableError {
  if (stryMutAct_9fa48("742")) {
    {}
  } else {
    stryCov_9fa48("742");
    return new UnreachableError(stryMutAct_9fa48("743") ? `` : (stryCov_9fa48("743"), `The service cannot be reached: ${reason}`), stryMutAct_9fa48("744") ? `` : (stryCov_9fa48("744"), `Nothing was sent. ${next}`));
  }
}
function causesOf(error: unknown): Error[] {
  if (stryMutAct_9fa48("745")) {
    {}
  } else {
    stryCov_9fa48("745");
    const causes: Error[] = stryMutAct_9fa48("746") ? ["Stryker was here"] : (stryCov_9fa48("746"), []);
    for (let cause = error; stryMutAct_9fa48("748") ? cause instanceof Error || causes.length < 6 : stryMutAct_9fa48("747") ? false : (stryCov_9fa48("747", "748"), cause instanceof Error && (stryMutAct_9fa48("751") ? causes.length >= 6 : stryMutAct_9fa48("750") ? causes.length <= 6 : stryMutAct_9fa48("749") ? true : (stryCov_9fa48("749", "750", "751"), causes.length < 6))); cause = cause.cause) causes.push(cause);
    return causes;
  }
}