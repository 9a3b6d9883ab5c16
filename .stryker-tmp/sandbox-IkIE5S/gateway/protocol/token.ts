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
import { jwtDecode } from 'jwt-decode';
import { z } from 'zod/v4';
import { keyHeaders } from './authentication';
import { endpointUrl } from './address';
import { ENDPOINTS } from './endpoints';
import { TokenError } from './errors';
import { fingerprint, type Settings } from './settings';

/** The result of a login or renewal, as the credential stores it. */
export interface Token {
  accessToken: string;
  refreshToken: string;
  tokenFor: string;
}

/** A POST request for a token, ready to be sent. */
export interface TokenRequest {
  url: string;
  headers: Record<string, string>;
  body?: {
    refreshToken: string;
  };
}
const LONGEST_MARGIN_SECONDS = 30;
const tokenAnswer = z.object(stryMutAct_9fa48("777") ? {} : (stryCov_9fa48("777"), {
  accessToken: stryMutAct_9fa48("778") ? z.string().max(1) : (stryCov_9fa48("778"), z.string().min(1)),
  refreshToken: z.string().nullish()
}));

/** The login (specification 4.1). */
export function loginRequest(settings: Settings): TokenRequest {
  if (stryMutAct_9fa48("779")) {
    {}
  } else {
    stryCov_9fa48("779");
    return stryMutAct_9fa48("780") ? {} : (stryCov_9fa48("780"), {
      url: endpointUrl(ENDPOINTS.token, settings),
      headers: keyHeaders(stryMutAct_9fa48("781") ? "" : (stryCov_9fa48("781"), 'login'), settings)
    });
  }
}

/**
 * The renewal with the refresh token (5.3), or undefined when it cannot be tried. The specification gives neither its
 * path nor its form ("not shown"), so both are settings.
 */
export function refreshRequest(settings: Settings): TokenRequest | undefined {
  if (stryMutAct_9fa48("782")) {
    {}
  } else {
    stryCov_9fa48("782");
    const {
      renewalPath,
      refreshToken,
      renewalStyle
    } = settings;
    if (stryMutAct_9fa48("785") ? (!renewalPath || !refreshToken) && settings.tokenFor !== fingerprint(settings) : stryMutAct_9fa48("784") ? false : stryMutAct_9fa48("783") ? true : (stryCov_9fa48("783", "784", "785"), (stryMutAct_9fa48("787") ? !renewalPath && !refreshToken : stryMutAct_9fa48("786") ? false : (stryCov_9fa48("786", "787"), (stryMutAct_9fa48("788") ? renewalPath : (stryCov_9fa48("788"), !renewalPath)) || (stryMutAct_9fa48("789") ? refreshToken : (stryCov_9fa48("789"), !refreshToken)))) || (stryMutAct_9fa48("791") ? settings.tokenFor === fingerprint(settings) : stryMutAct_9fa48("790") ? false : (stryCov_9fa48("790", "791"), settings.tokenFor !== fingerprint(settings))))) return undefined;
    const url = stryMutAct_9fa48("792") ? settings.baseUrl - renewalPath : (stryCov_9fa48("792"), settings.baseUrl + renewalPath);
    const headers = keyHeaders(stryMutAct_9fa48("793") ? "" : (stryCov_9fa48("793"), 'login'), settings);
    return (stryMutAct_9fa48("796") ? renewalStyle !== 'bearer' : stryMutAct_9fa48("795") ? false : stryMutAct_9fa48("794") ? true : (stryCov_9fa48("794", "795", "796"), renewalStyle === (stryMutAct_9fa48("797") ? "" : (stryCov_9fa48("797"), 'bearer')))) ? stryMutAct_9fa48("798") ? {} : (stryCov_9fa48("798"), {
      url,
      headers: stryMutAct_9fa48("799") ? {} : (stryCov_9fa48("799"), {
        ...headers,
        Authorization: stryMutAct_9fa48("800") ? `` : (stryCov_9fa48("800"), `Bearer ${refreshToken}`)
      })
    }) : stryMutAct_9fa48("801") ? {} : (stryCov_9fa48("801"), {
      url,
      headers,
      body: stryMutAct_9fa48("802") ? {} : (stryCov_9fa48("802"), {
        refreshToken
      })
    });
  }
}

/**
 * Reads the answer of a login or renewal (2.1). A renewal without a new refresh token leaves the old one in force.
 * @throws TokenError when there is no access token in it
 */
export function readToken(body: unknown, settings: Settings): Token {
  if (stryMutAct_9fa48("803")) {
    {}
  } else {
    stryCov_9fa48("803");
    const parsed = tokenAnswer.safeParse(body);
    if (stryMutAct_9fa48("806") ? false : stryMutAct_9fa48("805") ? true : stryMutAct_9fa48("804") ? parsed.success : (stryCov_9fa48("804", "805", "806"), !parsed.success)) {
      if (stryMutAct_9fa48("807")) {
        {}
      } else {
        stryCov_9fa48("807");
        throw new TokenError(stryMutAct_9fa48("808") ? "" : (stryCov_9fa48("808"), 'The service answered the login without an access token'), stryMutAct_9fa48("809") ? "" : (stryCov_9fa48("809"), 'Check the Base URL in the credential: it may point to a page instead of the service.'));
      }
    }
    return stryMutAct_9fa48("810") ? {} : (stryCov_9fa48("810"), {
      accessToken: parsed.data.accessToken,
      refreshToken: stryMutAct_9fa48("813") ? parsed.data.refreshToken && settings.refreshToken : stryMutAct_9fa48("812") ? false : stryMutAct_9fa48("811") ? true : (stryCov_9fa48("811", "812", "813"), parsed.data.refreshToken || settings.refreshToken),
      tokenFor: fingerprint(settings)
    });
  }
}

/**
 * Whether a token may still be used, according to the `exp` of a JWT (RFC 7519). Its lifetime is "not shown".
 * @param now the present, in milliseconds
 * @returns `expired` shortly before `exp`, so that it does not expire on the way; `opaque` when the token does not say
 */
export function tokenState(accessToken: string, now: number): 'valid' | 'expired' | 'opaque' {
  if (stryMutAct_9fa48("814")) {
    {}
  } else {
    stryCov_9fa48("814");
    const {
      exp,
      iat
    } = claims(accessToken);
    if (stryMutAct_9fa48("817") ? typeof exp === 'number' : stryMutAct_9fa48("816") ? false : stryMutAct_9fa48("815") ? true : (stryCov_9fa48("815", "816", "817"), typeof exp !== (stryMutAct_9fa48("818") ? "" : (stryCov_9fa48("818"), 'number')))) return stryMutAct_9fa48("819") ? "" : (stryCov_9fa48("819"), 'opaque');
    const lifetime = (stryMutAct_9fa48("822") ? typeof iat === 'number' || exp > iat : stryMutAct_9fa48("821") ? false : stryMutAct_9fa48("820") ? true : (stryCov_9fa48("820", "821", "822"), (stryMutAct_9fa48("824") ? typeof iat !== 'number' : stryMutAct_9fa48("823") ? true : (stryCov_9fa48("823", "824"), typeof iat === (stryMutAct_9fa48("825") ? "" : (stryCov_9fa48("825"), 'number')))) && (stryMutAct_9fa48("828") ? exp <= iat : stryMutAct_9fa48("827") ? exp >= iat : stryMutAct_9fa48("826") ? true : (stryCov_9fa48("826", "827", "828"), exp > iat)))) ? stryMutAct_9fa48("829") ? exp + iat : (stryCov_9fa48("829"), exp - iat) : Infinity;
    const margin = stryMutAct_9fa48("830") ? Math.max(LONGEST_MARGIN_SECONDS, lifetime / 10) : (stryCov_9fa48("830"), Math.min(LONGEST_MARGIN_SECONDS, stryMutAct_9fa48("831") ? lifetime * 10 : (stryCov_9fa48("831"), lifetime / 10)));
    return (stryMutAct_9fa48("835") ? now / 1000 < exp - margin : stryMutAct_9fa48("834") ? now / 1000 > exp - margin : stryMutAct_9fa48("833") ? false : stryMutAct_9fa48("832") ? true : (stryCov_9fa48("832", "833", "834", "835"), (stryMutAct_9fa48("836") ? now * 1000 : (stryCov_9fa48("836"), now / 1000)) >= (stryMutAct_9fa48("837") ? exp + margin : (stryCov_9fa48("837"), exp - margin)))) ? stryMutAct_9fa48("838") ? "" : (stryCov_9fa48("838"), 'expired') : stryMutAct_9fa48("839") ? "" : (stryCov_9fa48("839"), 'valid');
  }
}
function claims(accessToken: string): {
  exp?: unknown;
  iat?: unknown;
} {
  if (stryMutAct_9fa48("840")) {
    {}
  } else {
    stryCov_9fa48("840");
    try {
      if (stryMutAct_9fa48("841")) {
        {}
      } else {
        stryCov_9fa48("841");
        return stryMutAct_9fa48("842") ? jwtDecode<{
          exp?: unknown;
        } | null>(accessToken) && {} : (stryCov_9fa48("842"), jwtDecode<{
          exp?: unknown;
        } | null>(accessToken) ?? {});
      }
    } catch {
      if (stryMutAct_9fa48("843")) {
        {}
      } else {
        stryCov_9fa48("843");
        return {};
      }
    }
  }
}