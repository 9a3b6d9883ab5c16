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
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { SettingError } from '../../../gateway/protocol/errors';

/**
 * Makes references for items without one. A reference stays the same when the node runs again in the same execution, and
 * differs for every item, run, node and execution. So a repeated charge meets the service's rule that references are
 * unique (specification 8.3).
 */
export class AutomaticReference {
  private readonly state: IContextObject;
  private readonly runIndex: number;
  private readonly resumeToken: string | null;
  constructor(private readonly context: IExecuteFunctions) {
    if (stryMutAct_9fa48("311")) {
      {}
    } else {
      stryCov_9fa48("311");
      this.state = context.getContext(stryMutAct_9fa48("312") ? "" : (stryCov_9fa48("312"), 'node'));
      const {
        $runIndex,
        $execution
      } = context.getWorkflowDataProxy(0);
      this.runIndex = $runIndex as number;
      this.resumeToken = resumeTokenIn(stryMutAct_9fa48("313") ? ($execution as {
        resumeUrl?: unknown;
      } | undefined).resumeUrl : (stryCov_9fa48("313"), ($execution as {
        resumeUrl?: unknown;
      } | undefined)?.resumeUrl));
    }
  }

  /** @throws SettingError in a run that has no execution ID */
  forItem(itemIndex: number): string {
    if (stryMutAct_9fa48("314")) {
      {}
    } else {
      stryCov_9fa48("314");
      const execution = this.execution();
      if (stryMutAct_9fa48("317") ? false : stryMutAct_9fa48("316") ? true : stryMutAct_9fa48("315") ? execution : (stryCov_9fa48("315", "316", "317"), !execution)) {
        if (stryMutAct_9fa48("318")) {
          {}
        } else {
          stryCov_9fa48("318");
          throw new SettingError(stryMutAct_9fa48("319") ? "" : (stryCov_9fa48("319"), 'There is no automatic reference in this kind of run'), stryMutAct_9fa48("320") ? "" : (stryCov_9fa48("320"), 'Give a Reference of your own, such as the number of the order.'));
        }
      }
      const origin = stryMutAct_9fa48("321") ? [] : (stryCov_9fa48("321"), [
      // A merchant may run the same workflow in two instances of n8n, a test and a live one.
      this.context.getInstanceId(), this.context.getWorkflow().id, execution, this.context.getNode().id, this.runIndex, itemIndex]);
      return stryMutAct_9fa48("322") ? `` : (stryCov_9fa48("322"), `n8n-${stryMutAct_9fa48("323") ? createHash('sha256').update(JSON.stringify(origin)).digest('hex') : (stryCov_9fa48("323"), createHash(stryMutAct_9fa48("324") ? "" : (stryCov_9fa48("324"), 'sha256')).update(JSON.stringify(origin)).digest(stryMutAct_9fa48("325") ? "" : (stryCov_9fa48("325"), 'hex')).slice(0, 24))}`);
    }
  }

  /** Identifies the execution. A retried execution has a new ID, but is identified by the same value. */
  private execution(): unknown {
    if (stryMutAct_9fa48("326")) {
      {}
    } else {
      stryCov_9fa48("326");
      // The node's context is lost when n8n is killed before it saves the execution; the token is not.
      if (stryMutAct_9fa48("329") ? this.resumeToken || !this.state.executionId : stryMutAct_9fa48("328") ? false : stryMutAct_9fa48("327") ? true : (stryCov_9fa48("327", "328", "329"), this.resumeToken && (stryMutAct_9fa48("330") ? this.state.executionId : (stryCov_9fa48("330"), !this.state.executionId)))) return this.resumeToken;
      return stryMutAct_9fa48("331") ? this.state.executionId &&= this.context.getExecutionId() : (stryCov_9fa48("331"), this.state.executionId ??= this.context.getExecutionId());
    }
  }
}

/**
 * The signature of the URL that resumes an execution. It is random, made before the first node runs, and kept when the
 * execution is retried; older versions of n8n have none.
 */
function resumeTokenIn(resumeUrl: unknown): string | null {
  if (stryMutAct_9fa48("332")) {
    {}
  } else {
    stryCov_9fa48("332");
    return (stryMutAct_9fa48("335") ? typeof resumeUrl === 'string' || URL.canParse(resumeUrl) : stryMutAct_9fa48("334") ? false : stryMutAct_9fa48("333") ? true : (stryCov_9fa48("333", "334", "335"), (stryMutAct_9fa48("337") ? typeof resumeUrl !== 'string' : stryMutAct_9fa48("336") ? true : (stryCov_9fa48("336", "337"), typeof resumeUrl === (stryMutAct_9fa48("338") ? "" : (stryCov_9fa48("338"), 'string')))) && URL.canParse(resumeUrl))) ? new URL(resumeUrl).searchParams.get(stryMutAct_9fa48("339") ? "" : (stryCov_9fa48("339"), 'signature')) : null;
  }
}