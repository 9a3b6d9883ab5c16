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
import type { IWebhookFunctions } from 'n8n-workflow';

/** Something that a trigger remembers, and when it was stored, in seconds since 1970. */
type Entry<T> = {
  at: number;
} & T;

/** Entries by id, oldest first. */
type List<T> = Map<string, Entry<T>>;

/** What this process remembers in a list, and the same as it was written to static data. */
interface Kept {
  list: List<object>;
  text: string;
}

/** How long entries are kept, and how many. */
export interface Bounds {
  /** In milliseconds. */
  window: number;
  /** The largest number of entries. Beyond it the oldest are forgotten. */
  most: number;
}
const STARTED = stryMutAct_9fa48("889") ? "" : (stryCov_9fa48("889"), 'started');
// Long enough to tell thousands of hashes apart.
const ID_LENGTH = 16;

// Concurrent requests each see n8n's static data as it was before any of them. A copy in this process closes that gap; it
// has the same bounds.
const here = new Map<string, Record<string, Kept>>();
type StaticDataContext = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/**
 * Reads what a trigger remembers under an id. Within one process nothing is lost. Several processes may lose an entry,
 * because n8n lets them overwrite each other's static data.
 */
export function remembered<T extends object>(context: StaticDataContext, list: string, id: string, bounds: Bounds): T | undefined {
  if (stryMutAct_9fa48("890")) {
    {}
  } else {
    stryCov_9fa48("890");
    return known<T>(context, list, bounds).get(short(id));
  }
}

/** Stores a value under an id and replaces an earlier one. */
export function remember(context: StaticDataContext, list: string, id: string, value: object, bounds: Bounds): void {
  if (stryMutAct_9fa48("891")) {
    {}
  } else {
    stryCov_9fa48("891");
    const entries = known(context, list, bounds);
    // Deleted first, so that it becomes the newest.
    entries.delete(short(id));
    entries.set(short(id), stryMutAct_9fa48("892") ? {} : (stryCov_9fa48("892"), {
      ...value,
      at: now()
    }));
    keep(context, list, entries, bounds);
  }
}

/**
 * Records that a payment or notification starts the workflow.
 * @returns false when it has already started the workflow
 */
export function isFirst(context: StaticDataContext, id: string, bounds: Bounds): boolean {
  if (stryMutAct_9fa48("893")) {
    {}
  } else {
    stryCov_9fa48("893");
    const started = known(context, STARTED, bounds);
    const isNew = stryMutAct_9fa48("894") ? started.has(short(id)) : (stryCov_9fa48("894"), !started.has(short(id)));
    if (stryMutAct_9fa48("896") ? false : stryMutAct_9fa48("895") ? true : (stryCov_9fa48("895", "896"), isNew)) started.set(short(id), stryMutAct_9fa48("897") ? {} : (stryCov_9fa48("897"), {
      at: now()
    }));
    // Always written, because another request may have overwritten what this process knows.
    keep(context, STARTED, started, bounds);
    return isNew;
  }
}

/** Frees this process's copy of what a trigger remembers. n8n's static data stays. */
export function forget(context: StaticDataContext): void {
  if (stryMutAct_9fa48("898")) {
    {}
  } else {
    stryCov_9fa48("898");
    here.delete(triggerKey(context));
  }
}

/** The entries of a list that have not expired. */
function known<T extends object>(context: StaticDataContext, name: string, {
  window
}: Bounds): List<T> {
  if (stryMutAct_9fa48("899")) {
    {}
  } else {
    stryCov_9fa48("899");
    const kept = stryMutAct_9fa48("900") ? here.get(triggerKey(context))[name] : (stryCov_9fa48("900"), here.get(triggerKey(context))?.[name]);
    const stored = stryMutAct_9fa48("901") ? context.getWorkflowStaticData('node')[name] as string | undefined && '[]' : (stryCov_9fa48("901"), context.getWorkflowStaticData('node')[name] as string | undefined ?? (stryMutAct_9fa48("902") ? "" : (stryCov_9fa48("902"), '[]')));
    const list = (kept?.text === stored ? kept.list : merge(stored, kept?.list)) as List<T>;
    const oldest = stryMutAct_9fa48("903") ? now() + window / 1000 : (stryCov_9fa48("903"), now() - (stryMutAct_9fa48("904") ? window * 1000 : (stryCov_9fa48("904"), window / 1000)));
    for (const [id, {
      at
    }] of list) if (stryMutAct_9fa48("908") ? at > oldest : stryMutAct_9fa48("907") ? at < oldest : stryMutAct_9fa48("906") ? false : stryMutAct_9fa48("905") ? true : (stryCov_9fa48("905", "906", "907", "908"), at <= oldest)) list.delete(id);
    return list;
  }
}

/** Joins what other processes have stored with what this one knows. */
function merge(stored: string, list: List<object> = new Map()): List<object> {
  if (stryMutAct_9fa48("909")) {
    {}
  } else {
    stryCov_9fa48("909");
    const entries = stryMutAct_9fa48("910") ? [...(JSON.parse(stored) as Array<[string, Entry<object>]>), ...list] : (stryCov_9fa48("910"), (stryMutAct_9fa48("911") ? [] : (stryCov_9fa48("911"), [...(JSON.parse(stored) as Array<[string, Entry<object>]>), ...list])).sort(byTime));
    // Of two entries with one id the newer wins. The second sort moves it to its own time.
    return new Map(stryMutAct_9fa48("912") ? [...new Map(entries)] : (stryCov_9fa48("912"), (stryMutAct_9fa48("913") ? [] : (stryCov_9fa48("913"), [...new Map(entries)])).sort(byTime)));
  }
}
function byTime([, a]: [string, Entry<object>], [, b]: [string, Entry<object>]): number {
  if (stryMutAct_9fa48("914")) {
    {}
  } else {
    stryCov_9fa48("914");
    return stryMutAct_9fa48("915") ? a.at + b.at : (stryCov_9fa48("915"), a.at - b.at);
  }
}
function keep(context: StaticDataContext, name: string, list: List<object>, {
  most
}: Bounds): void {
  if (stryMutAct_9fa48("916")) {
    {}
  } else {
    stryCov_9fa48("916");
    for (const id of list.keys()) {
      if (stryMutAct_9fa48("917")) {
        {}
      } else {
        stryCov_9fa48("917");
        if (stryMutAct_9fa48("921") ? list.size > most : stryMutAct_9fa48("920") ? list.size < most : stryMutAct_9fa48("919") ? false : stryMutAct_9fa48("918") ? true : (stryCov_9fa48("918", "919", "920", "921"), list.size <= most)) break;
        list.delete(id);
      }
    }
    // Stored as one string, because n8n wraps every nested object in static data again for each request.
    const text = JSON.stringify(stryMutAct_9fa48("922") ? [] : (stryCov_9fa48("922"), [...list]));
    here.set(triggerKey(context), stryMutAct_9fa48("923") ? {} : (stryCov_9fa48("923"), {
      ...here.get(triggerKey(context)),
      [name]: stryMutAct_9fa48("924") ? {} : (stryCov_9fa48("924"), {
        list,
        text
      })
    }));
    context.getWorkflowStaticData(stryMutAct_9fa48("925") ? "" : (stryCov_9fa48("925"), 'node'))[name] = text;
  }
}
function now(): number {
  if (stryMutAct_9fa48("926")) {
    {}
  } else {
    stryCov_9fa48("926");
    return Math.floor(stryMutAct_9fa48("927") ? Date.now() * 1000 : (stryCov_9fa48("927"), Date.now() / 1000));
  }
}
function short(id: string): string {
  if (stryMutAct_9fa48("928")) {
    {}
  } else {
    stryCov_9fa48("928");
    return stryMutAct_9fa48("929") ? id : (stryCov_9fa48("929"), id.slice(0, ID_LENGTH));
  }
}

/** Identifies a trigger within this n8n. */
export function triggerKey(context: Pick<StaticDataContext, 'getNode' | 'getWorkflow'>): string {
  if (stryMutAct_9fa48("930")) {
    {}
  } else {
    stryCov_9fa48("930");
    return stryMutAct_9fa48("931") ? `` : (stryCov_9fa48("931"), `${context.getWorkflow().id}:${context.getNode().id}`);
  }
}