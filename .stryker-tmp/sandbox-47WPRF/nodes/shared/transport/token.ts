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
import type { ICredentialDataDecryptedObject, IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';
import { checkStatus, type Answer } from '../../../gateway/protocol/response';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { GatewayError, TokenError } from '../../../gateway/protocol/errors';
import { Secrets } from '../../../gateway/protocol/secrets';
import { fingerprint, readSettings, type Settings } from '../../../gateway/protocol/settings';
import { loginRequest, readToken, refreshRequest, tokenState, type Token, type TokenRequest } from '../../../gateway/protocol/token';
import { failureOf } from './httpErrors';

/** Sends a request for a token. Every HTTP status is returned as an answer; it throws when there is no answer. */
export type SendTokenRequest = (request: TokenRequest) => Promise<Answer>;
const TIMEOUT = 30_000;

/** A call for a token, under way until the token has arrived or the call has failed. */
interface TokenCall {
  promise: Promise<Token>;
  isUnderWay: boolean;
  token?: Token;
}

// The newest call for each set of keys, so that concurrent requests share one. This is only an optimization: the token
// itself is kept in n8n's credential store, and each process may fetch one of its own.
const newest = new Map<string, TokenCall>();

/**
 * A new token for a credential (specification 4.1, 5.3). Requests that ask at the same time share one call.
 * @param credentials as n8n holds them; `refusedToken` is a token that the service no longer accepts
 * @throws TokenError, SettingError or UnreachableError
 */
export async function newToken(http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Token> {
  if (stryMutAct_9fa48("752")) {
    {}
  } else {
    stryCov_9fa48("752");
    const refused = stryMutAct_9fa48("755") ? credentials.refusedToken && credentials.accessToken : stryMutAct_9fa48("754") ? false : stryMutAct_9fa48("753") ? true : (stryCov_9fa48("753", "754", "755"), credentials.refusedToken || credentials.accessToken);
    // n8n saves these credentials together with the new token.
    delete credentials.refusedToken;
    const settings = readSettings(credentials);
    const keys = fingerprint(settings);
    const known = newest.get(keys);
    if (stryMutAct_9fa48("758") ? known || known.isUnderWay || isUsable(known.token, refused) : stryMutAct_9fa48("757") ? false : stryMutAct_9fa48("756") ? true : (stryCov_9fa48("756", "757", "758"), known && (stryMutAct_9fa48("760") ? known.isUnderWay && isUsable(known.token, refused) : stryMutAct_9fa48("759") ? true : (stryCov_9fa48("759", "760"), known.isUnderWay || isUsable(known.token, refused))))) return await known.promise;
    const call = startCall(fetchToken(settings, sender(http)));
    newest.set(keys, call);
    return await call.promise;
  }
}
function startCall(promise: Promise<Token>): TokenCall {
  if (stryMutAct_9fa48("761")) {
    {}
  } else {
    stryCov_9fa48("761");
    const call: TokenCall = stryMutAct_9fa48("762") ? {} : (stryCov_9fa48("762"), {
      promise,
      isUnderWay: stryMutAct_9fa48("763") ? false : (stryCov_9fa48("763"), true)
    });
    const finish = stryMutAct_9fa48("764") ? () => undefined : (stryCov_9fa48("764"), (() => {
      const finish = (token?: Token) => Object.assign(call, stryMutAct_9fa48("765") ? {} : (stryCov_9fa48("765"), {
        isUnderWay: stryMutAct_9fa48("766") ? true : (stryCov_9fa48("766"), false),
        token
      }));
      return finish;
    })());
    promise.then(finish, stryMutAct_9fa48("767") ? () => undefined : (stryCov_9fa48("767"), () => finish()));
    return call;
  }
}

/** Renews with the refresh token where that can be tried, and logs in otherwise or when it fails (5.2, 5.3). */
async function fetchToken(settings: Settings, send: SendTokenRequest): Promise<Token> {
  if (stryMutAct_9fa48("768")) {
    {}
  } else {
    stryCov_9fa48("768");
    const renewal = refreshRequest(settings);
    const renewed = stryMutAct_9fa48("771") ? renewal || (await tokenFrom(renewal, settings, send)) : stryMutAct_9fa48("770") ? false : stryMutAct_9fa48("769") ? true : (stryCov_9fa48("769", "770", "771"), renewal && (await tokenFrom(renewal, settings, send)));
    return (stryMutAct_9fa48("774") ? renewed || !(renewed instanceof GatewayError) : stryMutAct_9fa48("773") ? false : stryMutAct_9fa48("772") ? true : (stryCov_9fa48("772", "773", "774"), renewed && (stryMutAct_9fa48("775") ? renewed instanceof GatewayError : (stryCov_9fa48("775"), !(renewed instanceof GatewayError))))) ? renewed : await logIn(settings, send);
  }
}

/**
 * Logs in with the API key and the client id (4.1).
 * @throws TokenError when the service refuses or its answer has no token; UnreachableError, SettingError
 */
export async function logIn(settings: Settings, send: SendTokenRequest): Promise<Token> {
  if (stryMutAct_9fa48("776")) {
    {}
  } else {
    stryCov_9fa48("776");
    const token = await tokenFrom(loginRequest(settings), settings, send);
    if (stryMutAct_9fa48("778") ? false : stryMutAct_9fa48("777") ? true : (stryCov_9fa48("777", "778"), token instanceof GatewayError)) throw token;
    return token;
  }
}
async function tokenFrom(request: TokenRequest, settings: Settings, send: SendTokenRequest): Promise<Token | GatewayError> {
  if (stryMutAct_9fa48("779")) {
    {}
  } else {
    stryCov_9fa48("779");
    try {
      if (stryMutAct_9fa48("780")) {
        {}
      } else {
        stryCov_9fa48("780");
        const answer = await send(request);
        checkStatus(ENDPOINTS.token, answer, new Secrets(stryMutAct_9fa48("781") ? [] : (stryCov_9fa48("781"), [settings.apiKey, settings.privateKey, settings.refreshToken]), stryMutAct_9fa48("782") ? [] : (stryCov_9fa48("782"), [settings.clientId])));
        return readToken(answer.body, settings);
      }
    } catch (error) {
      if (stryMutAct_9fa48("783")) {
        {}
      } else {
        stryCov_9fa48("783");
        const {
          message,
          description
        } = failureOf(error, ENDPOINTS.token);
        // Always this class, so that a refused login is never mistaken for a refused payment.
        return new TokenError(message, description);
      }
    }
  }
}
function sender({
  helpers
}: IHttpRequestHelper): SendTokenRequest {
  if (stryMutAct_9fa48("784")) {
    {}
  } else {
    stryCov_9fa48("784");
    return async ({
      url,
      headers,
      body
    }) => {
      if (stryMutAct_9fa48("785")) {
        {}
      } else {
        stryCov_9fa48("785");
        const response: IN8nHttpFullResponse = await helpers.httpRequest(stryMutAct_9fa48("786") ? {} : (stryCov_9fa48("786"), {
          method: stryMutAct_9fa48("787") ? "" : (stryCov_9fa48("787"), 'POST'),
          url,
          headers: stryMutAct_9fa48("788") ? {} : (stryCov_9fa48("788"), {
            ...headers,
            'Content-Type': stryMutAct_9fa48("789") ? "" : (stryCov_9fa48("789"), 'application/json')
          }),
          // The specification shows no body but wants a Content-Type; without a body n8n would not send it.
          body: stryMutAct_9fa48("790") ? body && '{}' : (stryCov_9fa48("790"), body ?? (stryMutAct_9fa48("791") ? "" : (stryCov_9fa48("791"), '{}'))),
          json: stryMutAct_9fa48("792") ? false : (stryCov_9fa48("792"), true),
          timeout: TIMEOUT,
          ignoreHttpStatusErrors: stryMutAct_9fa48("793") ? false : (stryCov_9fa48("793"), true),
          returnFullResponse: stryMutAct_9fa48("794") ? false : (stryCov_9fa48("794"), true),
          disableFollowRedirect: stryMutAct_9fa48("795") ? false : (stryCov_9fa48("795"), true)
        }));
        return stryMutAct_9fa48("796") ? {} : (stryCov_9fa48("796"), {
          httpStatus: response.statusCode,
          body: response.body
        });
      }
    };
  }
}
function isUsable(token: Token | undefined, refused: unknown): boolean {
  if (stryMutAct_9fa48("797")) {
    {}
  } else {
    stryCov_9fa48("797");
    return stryMutAct_9fa48("800") ? token !== undefined && token.accessToken !== refused || tokenState(token.accessToken, Date.now()) !== 'expired' : stryMutAct_9fa48("799") ? false : stryMutAct_9fa48("798") ? true : (stryCov_9fa48("798", "799", "800"), (stryMutAct_9fa48("802") ? token !== undefined || token.accessToken !== refused : stryMutAct_9fa48("801") ? true : (stryCov_9fa48("801", "802"), (stryMutAct_9fa48("804") ? token === undefined : stryMutAct_9fa48("803") ? true : (stryCov_9fa48("803", "804"), token !== undefined)) && (stryMutAct_9fa48("806") ? token.accessToken === refused : stryMutAct_9fa48("805") ? true : (stryCov_9fa48("805", "806"), token.accessToken !== refused)))) && (stryMutAct_9fa48("808") ? tokenState(token.accessToken, Date.now()) === 'expired' : stryMutAct_9fa48("807") ? true : (stryCov_9fa48("807", "808"), tokenState(token.accessToken, Date.now()) !== (stryMutAct_9fa48("809") ? "" : (stryCov_9fa48("809"), 'expired')))));
  }
}