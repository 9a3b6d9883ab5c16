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
import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';
import { GatewayError, UnexpectedError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { Transport } from '../transport/transport';
import { isFailed, type ItemOutcome } from './itemReport';
import { REQUESTS_AT_ONCE, type MoneyRules, type Operation, type Run } from './operation';
import { readRunOptions } from './runOptions';
import type { SentRequests } from './sentRequests';
const SECOND = 1000;

/**
 * Sends the items that are ready. It does not throw. Items that it keeps back, because another one failed or the
 * execution was stopped, stay ready.
 * @returns what has become of every item, in the same order
 */
export async function sendItems<Request>(context: IExecuteFunctions, operation: Operation<Request>, sentRequests: SentRequests, items: Array<ItemOutcome<Request>>): Promise<Array<ItemOutcome<Request>>> {
  if (stryMutAct_9fa48("340")) {
    {}
  } else {
    stryCov_9fa48("340");
    const run = await openRun(context, operation).catch(asGatewayError);
    if (stryMutAct_9fa48("342") ? false : stryMutAct_9fa48("341") ? true : (stryCov_9fa48("341", "342"), run instanceof GatewayError)) return items.map(stryMutAct_9fa48("343") ? () => undefined : (stryCov_9fa48("343"), item => failIfReady(item, run)));
    const stopsOnFailure = stryMutAct_9fa48("344") ? context.continueOnFail() : (stryCov_9fa48("344"), !context.continueOnFail());
    let isStopped = stryMutAct_9fa48("345") ? true : (stryCov_9fa48("345"), false);
    const send = async (item: ItemOutcome<Request>, itemIndex: number) => {
      if (stryMutAct_9fa48("346")) {
        {}
      } else {
        stryCov_9fa48("346");
        if (stryMutAct_9fa48("349") ? (item.kind !== 'ready' || isStopped) && run.signal?.aborted : stryMutAct_9fa48("348") ? false : stryMutAct_9fa48("347") ? true : (stryCov_9fa48("347", "348", "349"), (stryMutAct_9fa48("351") ? item.kind !== 'ready' && isStopped : stryMutAct_9fa48("350") ? false : (stryCov_9fa48("350", "351"), (stryMutAct_9fa48("353") ? item.kind === 'ready' : stryMutAct_9fa48("352") ? false : (stryCov_9fa48("352", "353"), item.kind !== (stryMutAct_9fa48("354") ? "" : (stryCov_9fa48("354"), 'ready')))) || isStopped)) || (stryMutAct_9fa48("355") ? run.signal.aborted : (stryCov_9fa48("355"), run.signal?.aborted)))) return item;
        const outcome = await sendItem(stryMutAct_9fa48("356") ? {} : (stryCov_9fa48("356"), {
          run,
          operation,
          sentRequests,
          request: item.request,
          itemIndex
        }));
        stryMutAct_9fa48("357") ? isStopped &&= stopsOnFailure && isFailed(outcome) : (stryCov_9fa48("357"), isStopped ||= stryMutAct_9fa48("360") ? stopsOnFailure || isFailed(outcome) : stryMutAct_9fa48("359") ? false : stryMutAct_9fa48("358") ? true : (stryCov_9fa48("358", "359", "360"), stopsOnFailure && isFailed(outcome)));
        return outcome;
      }
    };
    const all = items.map(stryMutAct_9fa48("361") ? () => undefined : (stryCov_9fa48("361"), async (item, itemIndex) => operation.limitsItself ? await send(item, itemIndex) : await run.limit(send, item, itemIndex)));
    return await Promise.all(all);
  }
}
async function openRun<Request>(context: IExecuteFunctions, {
  fields,
  money
}: Operation<Request>): Promise<Run> {
  if (stryMutAct_9fa48("362")) {
    {}
  } else {
    stryCov_9fa48("362");
    const atOnce = money ? REQUESTS_AT_ONCE.money : REQUESTS_AT_ONCE.reads;
    const {
      requestsAtOnce,
      timeout
    } = readRunOptions(context, fields, atOnce);
    return stryMutAct_9fa48("363") ? {} : (stryCov_9fa48("363"), {
      transport: await Transport.open(context, stryMutAct_9fa48("364") ? timeout / SECOND : (stryCov_9fa48("364"), timeout * SECOND)),
      limit: pLimit(requestsAtOnce),
      signal: context.getExecutionCancelSignal()
    });
  }
}
function failIfReady<Request>(item: ItemOutcome<Request>, error: GatewayError): ItemOutcome<Request> {
  if (stryMutAct_9fa48("365")) {
    {}
  } else {
    stryCov_9fa48("365");
    return (stryMutAct_9fa48("368") ? item.kind !== 'ready' : stryMutAct_9fa48("367") ? false : stryMutAct_9fa48("366") ? true : (stryCov_9fa48("366", "367", "368"), item.kind === (stryMutAct_9fa48("369") ? "" : (stryCov_9fa48("369"), 'ready')))) ? stryMutAct_9fa48("370") ? {} : (stryCov_9fa48("370"), {
      kind: stryMutAct_9fa48("371") ? "" : (stryCov_9fa48("371"), 'failed'),
      request: item.request,
      error
    }) : item;
  }
}

/** One item that is ready, and what it takes to send it. */
interface Sending<Request> {
  run: Run;
  operation: Operation<Request>;
  sentRequests: SentRequests;
  request: Request;
  itemIndex: number;
}
async function sendItem<Request>(sending: Sending<Request>): Promise<ItemOutcome<Request>> {
  if (stryMutAct_9fa48("372")) {
    {}
  } else {
    stryCov_9fa48("372");
    const {
      run,
      operation,
      sentRequests,
      request,
      itemIndex
    } = sending;
    const {
      money
    } = operation;
    try {
      if (stryMutAct_9fa48("373")) {
        {}
      } else {
        stryCov_9fa48("373");
        const result = money ? await sendOnce(sending, money) : await operation.perform(run, request);
        return stryMutAct_9fa48("374") ? {} : (stryCov_9fa48("374"), {
          kind: stryMutAct_9fa48("375") ? "" : (stryCov_9fa48("375"), 'done'),
          request,
          result
        });
      }
    } catch (error) {
      if (stryMutAct_9fa48("376")) {
        {}
      } else {
        stryCov_9fa48("376");
        const failure = asGatewayError(error);
        // The request is known to have done nothing and may be sent again; after an unexpected error nobody knows.
        const didNothing = stryMutAct_9fa48("377") ? failure instanceof UnexpectedError : (stryCov_9fa48("377"), !(failure instanceof UnexpectedError));
        if (stryMutAct_9fa48("380") ? money || didNothing : stryMutAct_9fa48("379") ? false : stryMutAct_9fa48("378") ? true : (stryCov_9fa48("378", "379", "380"), money && didNothing)) sentRequests.remove(itemIndex, money.reference(request));
        return stryMutAct_9fa48("381") ? {} : (stryCov_9fa48("381"), {
          kind: stryMutAct_9fa48("382") ? "" : (stryCov_9fa48("382"), 'failed'),
          request,
          error: failure
        });
      }
    }
  }
}

/** Sends a request that moves money. One that an earlier try in this execution has sent is looked up instead. */
async function sendOnce<Request>({
  run,
  operation,
  sentRequests,
  request,
  itemIndex
}: Sending<Request>, money: MoneyRules<Request>): Promise<Result> {
  if (stryMutAct_9fa48("383")) {
    {}
  } else {
    stryCov_9fa48("383");
    const reference = money.reference(request);
    const sent = sentRequests.find(itemIndex, reference);
    if (stryMutAct_9fa48("386") ? sent.result : stryMutAct_9fa48("385") ? false : stryMutAct_9fa48("384") ? true : (stryCov_9fa48("384", "385", "386"), sent?.result)) return sent.result;
    if (stryMutAct_9fa48("389") ? false : stryMutAct_9fa48("388") ? true : stryMutAct_9fa48("387") ? sent : (stryCov_9fa48("387", "388", "389"), !sent)) sentRequests.write(itemIndex, reference, {});
    const result = sent ? await money.lookUpSent(run, request) : await operation.perform(run, request);
    sentRequests.write(itemIndex, reference, stryMutAct_9fa48("390") ? {} : (stryCov_9fa48("390"), {
      result
    }));
    return result;
  }
}