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
import type { ICredentialDataDecryptedObject, IExecuteFunctions, IHookFunctions, IHttpRequestOptions, ILoadOptionsFunctions, IN8nHttpFullResponse, IWebhookFunctions } from 'n8n-workflow';
import type { Answer } from '../../../gateway/protocol/response';
import { needsToken } from '../../../gateway/protocol/authentication';
import { endpointUrl } from '../../../gateway/protocol/address';
import { type Endpoint, ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { SettingError } from '../../../gateway/protocol/errors';
import { Secrets } from '../../../gateway/protocol/secrets';
import { fingerprint, readSettings, type Settings } from '../../../gateway/protocol/settings';
import { tokenState, type Token } from '../../../gateway/protocol/token';
import { failureOf } from './httpErrors';

/** What one call adds to its endpoint. */
export interface Call {
  parameters?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
}
type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;
const CREDENTIAL = stryMutAct_9fa48("810") ? "" : (stryCov_9fa48("810"), 'cardPaymentApi');

/**
 * Sends calls with one credential, which is read once and serves a whole run of a node. Every HTTP status
 * is returned as an answer for the gateway to interpret; a request without an answer throws a GatewayError.
 */
export class Transport {
  readonly settings: Settings;
  /** The fingerprint of the keys that a token must have been issued for. */
  private readonly keys: string;
  /** A token that the service refused; a new one is fetched in its place. */
  private refusedToken = stryMutAct_9fa48("811") ? "Stryker was here!" : (stryCov_9fa48("811"), '');
  /** Every access and refresh token that has been in use. */
  private readonly tokens = new Set<string>();
  /** The last token that the service is known to accept. */
  private provenToken = stryMutAct_9fa48("812") ? "Stryker was here!" : (stryCov_9fa48("812"), '');
  private constructor(private readonly context: Context, private readonly stored: ICredentialDataDecryptedObject, private readonly timeout: number) {
    if (stryMutAct_9fa48("813")) {
      {}
    } else {
      stryCov_9fa48("813");
      this.settings = readSettings(stored);
      this.keys = fingerprint(this.settings);
      this.remember(this.settings);
    }
  }

  /**
   * @param timeout in milliseconds, for one answer
   * @param stored the credential, where it is open already
   * @throws SettingError when the credential cannot be used
   */
  static async open(context: Context, timeout: number, stored = openCredential(context)): Promise<Transport> {
    if (stryMutAct_9fa48("814")) {
      {}
    } else {
      stryCov_9fa48("814");
      return new Transport(context, await stored, timeout);
    }
  }

  /**
   * Hides this credential's keys, every token of this run, and the given values in what leaves the node.
   * Call it after the answer has arrived, because a new token may have been fetched for the request.
   */
  secrets(values: readonly string[] = stryMutAct_9fa48("815") ? ["Stryker was here"] : (stryCov_9fa48("815"), [])): Secrets {
    if (stryMutAct_9fa48("816")) {
      {}
    } else {
      stryCov_9fa48("816");
      const {
        apiKey,
        clientId,
        privateKey
      } = this.settings;
      return new Secrets(stryMutAct_9fa48("817") ? [] : (stryCov_9fa48("817"), [...values, apiKey, privateKey, ...this.tokens]), stryMutAct_9fa48("818") ? [] : (stryCov_9fa48("818"), [clientId]));
    }
  }

  /**
   * Sends one call. A read whose token is refused is sent once more with a new one (specification 5.3);
   * a call that moves money is never sent twice.
   */
  async send(endpoint: Endpoint, call: Call = {}): Promise<Answer> {
    if (stryMutAct_9fa48("819")) {
      {}
    } else {
      stryCov_9fa48("819");
      if (stryMutAct_9fa48("822") ? false : stryMutAct_9fa48("821") ? true : stryMutAct_9fa48("820") ? needsToken(endpoint.key, this.settings) : (stryCov_9fa48("820", "821", "822"), !needsToken(endpoint.key, this.settings))) return await this.request(endpoint, call, stryMutAct_9fa48("823") ? "" : (stryCov_9fa48("823"), 'not needed'));
      const token = endpoint.movesMoney ? await this.proveToken() : this.tokenToSend();
      const answer = await this.request(endpoint, call, token);
      if (stryMutAct_9fa48("826") ? answer.httpStatus === 401 : stryMutAct_9fa48("825") ? false : stryMutAct_9fa48("824") ? true : (stryCov_9fa48("824", "825", "826"), answer.httpStatus !== 401)) return answer;
      this.drop(token);
      if (stryMutAct_9fa48("829") ? false : stryMutAct_9fa48("828") ? true : stryMutAct_9fa48("827") ? endpoint.movesMoney : (stryCov_9fa48("827", "828", "829"), !endpoint.movesMoney)) return await this.request(endpoint, call, this.tokenToSend());
      // This call stays refused. The read fetches and stores a new token for the next call.
      await this.send(ENDPOINTS.banks).catch(() => undefined);
      return answer;
    }
  }

  /** The token for a request; empty where a new one is needed, which n8n then has the credential fetch before it sends. */
  private tokenToSend(): string {
    if (stryMutAct_9fa48("830")) {
      {}
    } else {
      stryCov_9fa48("830");
      const {
        accessToken,
        tokenFor
      } = this.settings;
      const isStale = stryMutAct_9fa48("833") ? tokenFor !== this.keys && tokenState(accessToken, Date.now()) === 'expired' : stryMutAct_9fa48("832") ? false : stryMutAct_9fa48("831") ? true : (stryCov_9fa48("831", "832", "833"), (stryMutAct_9fa48("835") ? tokenFor === this.keys : stryMutAct_9fa48("834") ? false : (stryCov_9fa48("834", "835"), tokenFor !== this.keys)) || (stryMutAct_9fa48("837") ? tokenState(accessToken, Date.now()) !== 'expired' : stryMutAct_9fa48("836") ? false : (stryCov_9fa48("836", "837"), tokenState(accessToken, Date.now()) === (stryMutAct_9fa48("838") ? "" : (stryCov_9fa48("838"), 'expired')))));
      return isStale ? stryMutAct_9fa48("839") ? "Stryker was here!" : (stryCov_9fa48("839"), '') : accessToken;
    }
  }

  // An opaque token does not tell whether it has expired, so a harmless read finds out before money moves.
  private async proveToken(): Promise<string> {
    if (stryMutAct_9fa48("840")) {
      {}
    } else {
      stryCov_9fa48("840");
      const token = this.tokenToSend();
      if (stryMutAct_9fa48("843") ? token !== this.provenToken : stryMutAct_9fa48("842") ? false : stryMutAct_9fa48("841") ? true : (stryCov_9fa48("841", "842", "843"), token === this.provenToken)) return token;
      const isInDoubt = stryMutAct_9fa48("846") ? token !== '' || tokenState(token, Date.now()) === 'opaque' : stryMutAct_9fa48("845") ? false : stryMutAct_9fa48("844") ? true : (stryCov_9fa48("844", "845", "846"), (stryMutAct_9fa48("848") ? token === '' : stryMutAct_9fa48("847") ? true : (stryCov_9fa48("847", "848"), token !== (stryMutAct_9fa48("849") ? "Stryker was here!" : (stryCov_9fa48("849"), '')))) && (stryMutAct_9fa48("851") ? tokenState(token, Date.now()) !== 'opaque' : stryMutAct_9fa48("850") ? true : (stryCov_9fa48("850", "851"), tokenState(token, Date.now()) === (stryMutAct_9fa48("852") ? "" : (stryCov_9fa48("852"), 'opaque')))));
      if (stryMutAct_9fa48("854") ? false : stryMutAct_9fa48("853") ? true : (stryCov_9fa48("853", "854"), isInDoubt)) await this.send(ENDPOINTS.banks);
      return this.provenToken = this.tokenToSend();
    }
  }
  private drop(token: string): void {
    if (stryMutAct_9fa48("855")) {
      {}
    } else {
      stryCov_9fa48("855");
      if (stryMutAct_9fa48("858") ? this.settings.accessToken === token : stryMutAct_9fa48("857") ? false : stryMutAct_9fa48("856") ? true : (stryCov_9fa48("856", "857", "858"), this.settings.accessToken !== token)) return; // another request has renewed it already
      this.refusedToken = token;
      this.settings.accessToken = stryMutAct_9fa48("859") ? "Stryker was here!" : (stryCov_9fa48("859"), '');
    }
  }
  private async request(endpoint: Endpoint, {
    parameters,
    query,
    body
  }: Call, accessToken: string): Promise<Answer> {
    if (stryMutAct_9fa48("860")) {
      {}
    } else {
      stryCov_9fa48("860");
      const options: IHttpRequestOptions = stryMutAct_9fa48("861") ? {} : (stryCov_9fa48("861"), {
        method: endpoint.method,
        url: endpointUrl(endpoint, this.settings, parameters),
        headers: stryMutAct_9fa48("862") ? {} : (stryCov_9fa48("862"), {
          'Content-Type': stryMutAct_9fa48("863") ? "" : (stryCov_9fa48("863"), 'application/json')
        }),
        qs: query,
        // The specification wants a Content-Type on every POST; without a body n8n would not send it.
        body: stryMutAct_9fa48("864") ? body && (endpoint.method === 'POST' ? '{}' : undefined) : (stryCov_9fa48("864"), body ?? ((stryMutAct_9fa48("867") ? endpoint.method !== 'POST' : stryMutAct_9fa48("866") ? false : stryMutAct_9fa48("865") ? true : (stryCov_9fa48("865", "866", "867"), endpoint.method === (stryMutAct_9fa48("868") ? "" : (stryCov_9fa48("868"), 'POST')))) ? stryMutAct_9fa48("869") ? "" : (stryCov_9fa48("869"), '{}') : undefined)),
        json: stryMutAct_9fa48("870") ? false : (stryCov_9fa48("870"), true),
        timeout: this.timeout,
        // n8n renews and repeats by itself on a 401, a POST too, unless all statuses are handed back.
        ignoreHttpStatusErrors: stryMutAct_9fa48("871") ? false : (stryCov_9fa48("871"), true),
        returnFullResponse: stryMutAct_9fa48("872") ? false : (stryCov_9fa48("872"), true),
        // The keys and the card must not reach a host other than the one in the credential.
        disableFollowRedirect: stryMutAct_9fa48("873") ? false : (stryCov_9fa48("873"), true)
      });
      const {
        refreshToken,
        tokenFor
      } = this.settings;
      const data = stryMutAct_9fa48("874") ? {} : (stryCov_9fa48("874"), {
        ...this.stored,
        accessToken,
        refreshToken,
        tokenFor,
        refusedToken: this.refusedToken
      });
      try {
        if (stryMutAct_9fa48("875")) {
          {}
        } else {
          stryCov_9fa48("875");
          const response = (await this.context.helpers.httpRequestWithAuthentication.call(this.context, CREDENTIAL, options, {
            credentialsDecrypted: {
              id: '',
              name: '',
              type: CREDENTIAL,
              data
            }
          })) as IN8nHttpFullResponse;
          return stryMutAct_9fa48("876") ? {} : (stryCov_9fa48("876"), {
            httpStatus: response.statusCode,
            body: response.body
          });
        }
      } catch (error) {
        if (stryMutAct_9fa48("877")) {
          {}
        } else {
          stryCov_9fa48("877");
          throw failureOf(error, endpoint);
        }
      } finally {
        if (stryMutAct_9fa48("878")) {
          {}
        } else {
          stryCov_9fa48("878");
          // n8n writes a new token into the object that it was given.
          if (stryMutAct_9fa48("881") ? data.accessToken === accessToken : stryMutAct_9fa48("880") ? false : stryMutAct_9fa48("879") ? true : (stryCov_9fa48("879", "880", "881"), data.accessToken !== accessToken)) this.adopt(data);
        }
      }
    }
  }
  private adopt({
    accessToken,
    refreshToken,
    tokenFor
  }: Token): void {
    if (stryMutAct_9fa48("882")) {
      {}
    } else {
      stryCov_9fa48("882");
      Object.assign(this.settings, stryMutAct_9fa48("883") ? {} : (stryCov_9fa48("883"), {
        accessToken,
        refreshToken,
        tokenFor
      }));
      this.remember(this.settings);
      this.provenToken = accessToken;
    }
  }
  private remember({
    accessToken,
    refreshToken
  }: Settings): void {
    if (stryMutAct_9fa48("884")) {
      {}
    } else {
      stryCov_9fa48("884");
      this.tokens.add(accessToken).add(refreshToken);
    }
  }
}

/**
 * The credential, opened by n8n.
 * @throws SettingError when there is none that can be used
 */
export async function openCredential(context: Context): Promise<ICredentialDataDecryptedObject> {
  if (stryMutAct_9fa48("885")) {
    {}
  } else {
    stryCov_9fa48("885");
    return await context.getCredentials(CREDENTIAL).catch(noCredential);
  }
}

// n8n's own error is not passed on: it may contain the value of one of the credential's fields.
function noCredential(): never {
  if (stryMutAct_9fa48("886")) {
    {}
  } else {
    stryCov_9fa48("886");
    throw new SettingError(stryMutAct_9fa48("887") ? "" : (stryCov_9fa48("887"), 'There is no credential that this node can use'), stryMutAct_9fa48("888") ? "" : (stryCov_9fa48("888"), 'Choose a "Card Payment API" credential in the node, and check that it still exists and that this workflow may use it.'));
  }
}