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
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import type { Result } from '../payments/result';

/** A request that moves money and was sent. */
export interface SentRequest {
  /** Undefined as long as it is not known. */
  result?: Result;
}

/**
 * What this node has sent in this execution. n8n runs a node again after an error (Retry On Fail, or "Retry" of the
 * execution) with the same input; a request that is found here is then not sent a second time. It is kept in the node's
 * context, which n8n stores with the execution, and holds no card data.
 */
export class SentRequests {
  private readonly state: IContextObject;
  private readonly runIndex: number;
  constructor(context: IExecuteFunctions) {
    if (stryMutAct_9fa48("391")) {
      {}
    } else {
      stryCov_9fa48("391");
      this.state = context.getContext(stryMutAct_9fa48("392") ? "" : (stryCov_9fa48("392"), 'node'));
      this.runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
    }
  }
  find(itemIndex: number, reference: string): SentRequest | undefined {
    if (stryMutAct_9fa48("393")) {
      {}
    } else {
      stryCov_9fa48("393");
      return this.all()[this.key(itemIndex, reference)];
    }
  }
  write(itemIndex: number, reference: string, request: SentRequest): void {
    if (stryMutAct_9fa48("394")) {
      {}
    } else {
      stryCov_9fa48("394");
      this.all()[this.key(itemIndex, reference)] = request;
    }
  }

  /** For a request that is known to have done nothing: it may be sent again. */
  remove(itemIndex: number, reference: string): void {
    if (stryMutAct_9fa48("395")) {
      {}
    } else {
      stryCov_9fa48("395");
      delete this.all()[this.key(itemIndex, reference)];
    }
  }

  /** When the node is done, its output holds everything. */
  clear(): void {
    if (stryMutAct_9fa48("396")) {
      {}
    } else {
      stryCov_9fa48("396");
      delete this.state.sentRequests;
    }
  }
  private key(itemIndex: number, reference: string): string {
    if (stryMutAct_9fa48("397")) {
      {}
    } else {
      stryCov_9fa48("397");
      return stryMutAct_9fa48("398") ? `` : (stryCov_9fa48("398"), `${this.runIndex}:${itemIndex}:${reference}`);
    }
  }
  private all(): Record<string, SentRequest> {
    if (stryMutAct_9fa48("399")) {
      {}
    } else {
      stryCov_9fa48("399");
      return (this.state.sentRequests ??= {}) as Record<string, SentRequest>;
    }
  }
}