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
import type { IDataObject } from 'n8n-workflow';
import { readData } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { LostAnswerError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Connection } from '../transport/connection';
import { asGatewayError } from '../transport/nodeErrors';
import type { Call } from '../transport/transport';

/** What a call returned, read and as it came, both without secrets; or why it returned nothing. */
export type Exchange<T> = {
  value: T;
  raw: IDataObject;
} | {
  failure: GatewayError;
};
interface Request<T> {
  endpoint: Endpoint;
  call: Call;
  /** Values in the call that must not appear in any output. */
  secretValues?: readonly string[];
  /** Reads the record in the answer. */
  read(data: Record<string, unknown>): T;
}

/** Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call. */
export async function exchange<T extends object>({
  transport
}: Connection, {
  endpoint,
  call,
  secretValues,
  read
}: Request<T>): Promise<Exchange<T>> {
  if (stryMutAct_9fa48("504")) {
    {}
  } else {
    stryCov_9fa48("504");
    try {
      if (stryMutAct_9fa48("505")) {
        {}
      } else {
        stryCov_9fa48("505");
        const answer = await transport.send(endpoint, call);
        const secrets = transport.secrets(secretValues);
        const value = read(readData(endpoint, answer, secrets));
        return stryMutAct_9fa48("506") ? {} : (stryCov_9fa48("506"), {
          value: secrets.inAnswer(value) as T,
          raw: secrets.inAnswer(answer.body) as IDataObject
        });
      }
    } catch (error) {
      if (stryMutAct_9fa48("507")) {
        {}
      } else {
        stryCov_9fa48("507");
        const failure = asGatewayError(error);
        // Whatever went wrong on our side, the service may have acted.
        const isInDoubt = stryMutAct_9fa48("510") ? failure instanceof UnexpectedError || endpoint.movesMoney : stryMutAct_9fa48("509") ? false : stryMutAct_9fa48("508") ? true : (stryCov_9fa48("508", "509", "510"), failure instanceof UnexpectedError && endpoint.movesMoney);
        return stryMutAct_9fa48("511") ? {} : (stryCov_9fa48("511"), {
          failure: isInDoubt ? new LostAnswerError(stryMutAct_9fa48("512") ? "" : (stryCov_9fa48("512"), 'this node could not read it')) : failure
        });
      }
    }
  }
}