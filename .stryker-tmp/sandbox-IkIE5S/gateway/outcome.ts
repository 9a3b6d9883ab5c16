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
import { SettingError } from './protocol/errors';
import { parseJson } from './schema/input';

/** The closed set of outcomes of a payment, the same in every operation. */
export const OUTCOMES = ['authorized', 'otp_required', 'redirect_required', 'pending', 'declined', 'refunded', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One row of the status table: the name of a status code, and its outcome. */
export interface StatusMeaning {
  name: string;
  outcome: Outcome;
}
export type StatusTable = Readonly<Record<string, StatusMeaning>>;

/**
 * Transaction status codes. Only 2 is in the specification (section 3). The others are the table that providers publish,
 * and a credential can override each of them.
 */
const PUBLISHED_STATUSES: StatusTable = stryMutAct_9fa48("388") ? {} : (stryCov_9fa48("388"), {
  0: stryMutAct_9fa48("389") ? {} : (stryCov_9fa48("389"), {
    name: stryMutAct_9fa48("390") ? "" : (stryCov_9fa48("390"), 'COMPLETED'),
    outcome: stryMutAct_9fa48("391") ? "" : (stryCov_9fa48("391"), 'authorized')
  }),
  1: stryMutAct_9fa48("392") ? {} : (stryCov_9fa48("392"), {
    name: stryMutAct_9fa48("393") ? "" : (stryCov_9fa48("393"), 'PENDING'),
    outcome: stryMutAct_9fa48("394") ? "" : (stryCov_9fa48("394"), 'pending')
  }),
  2: stryMutAct_9fa48("395") ? {} : (stryCov_9fa48("395"), {
    name: stryMutAct_9fa48("396") ? "" : (stryCov_9fa48("396"), 'AUTHORIZED'),
    outcome: stryMutAct_9fa48("397") ? "" : (stryCov_9fa48("397"), 'authorized')
  }),
  3: stryMutAct_9fa48("398") ? {} : (stryCov_9fa48("398"), {
    name: stryMutAct_9fa48("399") ? "" : (stryCov_9fa48("399"), 'CAPTURED'),
    outcome: stryMutAct_9fa48("400") ? "" : (stryCov_9fa48("400"), 'authorized')
  }),
  4: stryMutAct_9fa48("401") ? {} : (stryCov_9fa48("401"), {
    name: stryMutAct_9fa48("402") ? "" : (stryCov_9fa48("402"), 'DECLINED'),
    outcome: stryMutAct_9fa48("403") ? "" : (stryCov_9fa48("403"), 'declined')
  }),
  5: stryMutAct_9fa48("404") ? {} : (stryCov_9fa48("404"), {
    name: stryMutAct_9fa48("405") ? "" : (stryCov_9fa48("405"), 'CANCELED'),
    outcome: stryMutAct_9fa48("406") ? "" : (stryCov_9fa48("406"), 'declined')
  }),
  6: stryMutAct_9fa48("407") ? {} : (stryCov_9fa48("407"), {
    name: stryMutAct_9fa48("408") ? "" : (stryCov_9fa48("408"), 'REFUNDED'),
    outcome: stryMutAct_9fa48("409") ? "" : (stryCov_9fa48("409"), 'refunded')
  }),
  7: stryMutAct_9fa48("410") ? {} : (stryCov_9fa48("410"), {
    name: stryMutAct_9fa48("411") ? "" : (stryCov_9fa48("411"), 'CHARGED_BACK'),
    outcome: stryMutAct_9fa48("412") ? "" : (stryCov_9fa48("412"), 'refunded')
  }),
  8: stryMutAct_9fa48("413") ? {} : (stryCov_9fa48("413"), {
    name: stryMutAct_9fa48("414") ? "" : (stryCov_9fa48("414"), 'IN_PROGRESS'),
    outcome: stryMutAct_9fa48("415") ? "" : (stryCov_9fa48("415"), 'pending')
  }),
  9: stryMutAct_9fa48("416") ? {} : (stryCov_9fa48("416"), {
    name: stryMutAct_9fa48("417") ? "" : (stryCov_9fa48("417"), 'VOIDED'),
    outcome: stryMutAct_9fa48("418") ? "" : (stryCov_9fa48("418"), 'declined')
  }),
  10: stryMutAct_9fa48("419") ? {} : (stryCov_9fa48("419"), {
    name: stryMutAct_9fa48("420") ? "" : (stryCov_9fa48("420"), 'PENDING_REVIEW'),
    outcome: stryMutAct_9fa48("421") ? "" : (stryCov_9fa48("421"), 'pending')
  }),
  11: stryMutAct_9fa48("422") ? {} : (stryCov_9fa48("422"), {
    name: stryMutAct_9fa48("423") ? "" : (stryCov_9fa48("423"), 'PARTIALLY_REFUNDED'),
    outcome: stryMutAct_9fa48("424") ? "" : (stryCov_9fa48("424"), 'refunded')
  }),
  12: stryMutAct_9fa48("425") ? {} : (stryCov_9fa48("425"), {
    name: stryMutAct_9fa48("426") ? "" : (stryCov_9fa48("426"), 'UNDER_INVESTIGATION'),
    outcome: stryMutAct_9fa48("427") ? "" : (stryCov_9fa48("427"), 'pending')
  }),
  13: stryMutAct_9fa48("428") ? {} : (stryCov_9fa48("428"), {
    name: stryMutAct_9fa48("429") ? "" : (stryCov_9fa48("429"), 'FAILED_TO_CAPTURE'),
    outcome: stryMutAct_9fa48("430") ? "" : (stryCov_9fa48("430"), 'declined')
  }),
  14: stryMutAct_9fa48("431") ? {} : (stryCov_9fa48("431"), {
    name: stryMutAct_9fa48("432") ? "" : (stryCov_9fa48("432"), 'EXPIRED'),
    outcome: stryMutAct_9fa48("433") ? "" : (stryCov_9fa48("433"), 'declined')
  }),
  15: stryMutAct_9fa48("434") ? {} : (stryCov_9fa48("434"), {
    name: stryMutAct_9fa48("435") ? "" : (stryCov_9fa48("435"), 'SUSPENDED'),
    outcome: stryMutAct_9fa48("436") ? "" : (stryCov_9fa48("436"), 'pending')
  }),
  16: stryMutAct_9fa48("437") ? {} : (stryCov_9fa48("437"), {
    name: stryMutAct_9fa48("438") ? "" : (stryCov_9fa48("438"), 'TRANSFERRED'),
    outcome: stryMutAct_9fa48("439") ? "" : (stryCov_9fa48("439"), 'authorized')
  }),
  17: stryMutAct_9fa48("440") ? {} : (stryCov_9fa48("440"), {
    name: stryMutAct_9fa48("441") ? "" : (stryCov_9fa48("441"), 'SCHEDULED'),
    outcome: stryMutAct_9fa48("442") ? "" : (stryCov_9fa48("442"), 'pending')
  })
});
const overriding = z.enum(stryMutAct_9fa48("443") ? [] : (stryCov_9fa48("443"), [stryMutAct_9fa48("444") ? "" : (stryCov_9fa48("444"), 'authorized'), stryMutAct_9fa48("445") ? "" : (stryCov_9fa48("445"), 'pending'), stryMutAct_9fa48("446") ? "" : (stryCov_9fa48("446"), 'declined'), stryMutAct_9fa48("447") ? "" : (stryCov_9fa48("447"), 'refunded'), stryMutAct_9fa48("448") ? "" : (stryCov_9fa48("448"), 'unknown')]));
const overridesSchema = z.record(z.string().regex(stryMutAct_9fa48("453") ? /^(0|[1-9]\D*)$/ : stryMutAct_9fa48("452") ? /^(0|[1-9]\d)$/ : stryMutAct_9fa48("451") ? /^(0|[^1-9]\d*)$/ : stryMutAct_9fa48("450") ? /^(0|[1-9]\d*)/ : stryMutAct_9fa48("449") ? /(0|[1-9]\d*)$/ : (stryCov_9fa48("449", "450", "451", "452", "453"), /^(0|[1-9]\d*)$/)), z.object(stryMutAct_9fa48("454") ? {} : (stryCov_9fa48("454"), {
  name: stryMutAct_9fa48("455") ? z.string().max(1) : (stryCov_9fa48("455"), z.string().min(1)),
  outcome: overriding
})));

/**
 * The status table in force: the published one, with a credential's overrides for every code but 2, which the
 * specification defines.
 * @param overrides JSON text such as `{"18": {"name": "HELD", "outcome": "pending"}}`, or empty
 * @throws SettingError when the text is not of that form
 */
export function statusTable(overrides: string): StatusTable {
  if (stryMutAct_9fa48("456")) {
    {}
  } else {
    stryCov_9fa48("456");
    if (stryMutAct_9fa48("459") ? overrides.trim() !== '' : stryMutAct_9fa48("458") ? false : stryMutAct_9fa48("457") ? true : (stryCov_9fa48("457", "458", "459"), (stryMutAct_9fa48("460") ? overrides : (stryCov_9fa48("460"), overrides.trim())) === (stryMutAct_9fa48("461") ? "Stryker was here!" : (stryCov_9fa48("461"), '')))) return PUBLISHED_STATUSES;
    const parsed = overridesSchema.safeParse(parseJson(overrides));
    if (stryMutAct_9fa48("464") ? false : stryMutAct_9fa48("463") ? true : stryMutAct_9fa48("462") ? parsed.success : (stryCov_9fa48("462", "463", "464"), !parsed.success)) {
      if (stryMutAct_9fa48("465")) {
        {}
      } else {
        stryCov_9fa48("465");
        throw new SettingError(stryMutAct_9fa48("466") ? "" : (stryCov_9fa48("466"), 'The credential\'s "Status Codes" cannot be read'), stryMutAct_9fa48("467") ? "" : (stryCov_9fa48("467"), 'Give JSON of the form {"18": {"name": "HELD", "outcome": "pending"}}. Allowed outcomes: authorized, pending, declined, refunded, unknown.'));
      }
    }
    return stryMutAct_9fa48("468") ? {} : (stryCov_9fa48("468"), {
      ...PUBLISHED_STATUSES,
      ...parsed.data,
      2: PUBLISHED_STATUSES[2]!
    });
  }
}

/** The outcomes of transfers, by the words that the service has for their statuses. */
export type TransferStatuses = Readonly<Record<string, Outcome>>;

/** The specification does not show transfers; these are the statuses that providers publish. */
const PUBLISHED_TRANSFER_STATUSES: TransferStatuses = stryMutAct_9fa48("469") ? {} : (stryCov_9fa48("469"), {
  PENDING: stryMutAct_9fa48("470") ? "" : (stryCov_9fa48("470"), 'pending'),
  COMPLETE: stryMutAct_9fa48("471") ? "" : (stryCov_9fa48("471"), 'authorized'),
  FAILED: stryMutAct_9fa48("472") ? "" : (stryCov_9fa48("472"), 'declined')
});
const transferOverrides = z.record(z.string(), overriding);

/**
 * The statuses of transfers in force, in capitals: the published ones, with a credential's overrides.
 * @param overrides JSON text such as `{"SUCCESSFUL": "authorized"}`, or empty
 * @throws SettingError when the text is not of that form
 */
export function transferStatuses(overrides: string): TransferStatuses {
  if (stryMutAct_9fa48("473")) {
    {}
  } else {
    stryCov_9fa48("473");
    const parsed = transferOverrides.safeParse((stryMutAct_9fa48("476") ? overrides.trim() !== '' : stryMutAct_9fa48("475") ? false : stryMutAct_9fa48("474") ? true : (stryCov_9fa48("474", "475", "476"), (stryMutAct_9fa48("477") ? overrides : (stryCov_9fa48("477"), overrides.trim())) === (stryMutAct_9fa48("478") ? "Stryker was here!" : (stryCov_9fa48("478"), '')))) ? {} : parseJson(overrides));
    if (stryMutAct_9fa48("481") ? false : stryMutAct_9fa48("480") ? true : stryMutAct_9fa48("479") ? parsed.success : (stryCov_9fa48("479", "480", "481"), !parsed.success)) {
      if (stryMutAct_9fa48("482")) {
        {}
      } else {
        stryCov_9fa48("482");
        throw new SettingError(stryMutAct_9fa48("483") ? "" : (stryCov_9fa48("483"), 'The credential\'s "Transfer Statuses" cannot be read'), stryMutAct_9fa48("484") ? "" : (stryCov_9fa48("484"), 'Give JSON of the form {"SUCCESSFUL": "authorized"}. Allowed outcomes: authorized, pending, declined, refunded, unknown.'));
      }
    }
    const added = Object.entries(parsed.data).map(stryMutAct_9fa48("485") ? () => undefined : (stryCov_9fa48("485"), ([name, outcome]) => stryMutAct_9fa48("486") ? [] : (stryCov_9fa48("486"), [stryMutAct_9fa48("488") ? name.toUpperCase() : stryMutAct_9fa48("487") ? name.trim().toLowerCase() : (stryCov_9fa48("487", "488"), name.trim().toUpperCase()), outcome])));
    return stryMutAct_9fa48("489") ? {} : (stryCov_9fa48("489"), {
      ...PUBLISHED_TRANSFER_STATUSES,
      ...Object.fromEntries(added)
    });
  }
}

/** The outcome of a transfer's status, in any case. An undocumented status is `unknown`, and never taken for paid. */
export function outcomeOfTransfer(status: string | null, statuses: TransferStatuses): Outcome {
  if (stryMutAct_9fa48("490")) {
    {}
  } else {
    stryCov_9fa48("490");
    const name = stryMutAct_9fa48("491") ? status?.toUpperCase() && '' : (stryCov_9fa48("491"), (stryMutAct_9fa48("493") ? status.toUpperCase() : stryMutAct_9fa48("492") ? status?.toLowerCase() : (stryCov_9fa48("492", "493"), status?.toUpperCase())) ?? (stryMutAct_9fa48("494") ? "Stryker was here!" : (stryCov_9fa48("494"), '')));
    return stryMutAct_9fa48("497") ? Object.hasOwn(statuses, name) && statuses[name] && 'unknown' : stryMutAct_9fa48("496") ? false : stryMutAct_9fa48("495") ? true : (stryCov_9fa48("495", "496", "497"), (stryMutAct_9fa48("499") ? Object.hasOwn(statuses, name) || statuses[name] : stryMutAct_9fa48("498") ? false : (stryCov_9fa48("498", "499"), Object.hasOwn(statuses, name) && statuses[name])) || (stryMutAct_9fa48("500") ? "" : (stryCov_9fa48("500"), 'unknown')));
  }
}

/** The name and outcome of a status code. A code outside the table is `unknown`, and never taken for paid. */
export function meaningOf(status: number | null, table: StatusTable): {
  name: string | null;
  outcome: Outcome;
} {
  if (stryMutAct_9fa48("501")) {
    {}
  } else {
    stryCov_9fa48("501");
    return stryMutAct_9fa48("504") ? status !== null && Object.hasOwn(table, String(status)) && table[String(status)] && {
      name: null,
      outcome: 'unknown'
    } : stryMutAct_9fa48("503") ? false : stryMutAct_9fa48("502") ? true : (stryCov_9fa48("502", "503", "504"), (stryMutAct_9fa48("506") ? status !== null && Object.hasOwn(table, String(status)) || table[String(status)] : stryMutAct_9fa48("505") ? false : (stryCov_9fa48("505", "506"), (stryMutAct_9fa48("508") ? status !== null || Object.hasOwn(table, String(status)) : stryMutAct_9fa48("507") ? true : (stryCov_9fa48("507", "508"), (stryMutAct_9fa48("510") ? status === null : stryMutAct_9fa48("509") ? true : (stryCov_9fa48("509", "510"), status !== null)) && Object.hasOwn(table, String(status)))) && table[String(status)])) || (stryMutAct_9fa48("511") ? {} : (stryCov_9fa48("511"), {
      name: null,
      outcome: stryMutAct_9fa48("512") ? "" : (stryCov_9fa48("512"), 'unknown')
    })));
  }
}

/** The code of a status name such as "AUTHORIZED", in any case, or null. */
export function codeNamed(name: string, table: StatusTable): number | null {
  if (stryMutAct_9fa48("513")) {
    {}
  } else {
    stryCov_9fa48("513");
    const wanted = stryMutAct_9fa48("515") ? name.toUpperCase() : stryMutAct_9fa48("514") ? name.trim().toLowerCase() : (stryCov_9fa48("514", "515"), name.trim().toUpperCase());
    const row = Object.entries(table).find(stryMutAct_9fa48("516") ? () => undefined : (stryCov_9fa48("516"), ([, meaning]) => stryMutAct_9fa48("519") ? meaning.name.toUpperCase() !== wanted : stryMutAct_9fa48("518") ? false : stryMutAct_9fa48("517") ? true : (stryCov_9fa48("517", "518", "519"), (stryMutAct_9fa48("520") ? meaning.name.toLowerCase() : (stryCov_9fa48("520"), meaning.name.toUpperCase())) === wanted)));
    return row ? Number(row[0]) : null;
  }
}

/** Whether the outcome can no longer change by itself, so that polling can stop. */
export function isFinal(outcome: Outcome): boolean {
  if (stryMutAct_9fa48("521")) {
    {}
  } else {
    stryCov_9fa48("521");
    return stryMutAct_9fa48("524") ? (outcome === 'authorized' || outcome === 'declined') && outcome === 'refunded' : stryMutAct_9fa48("523") ? false : stryMutAct_9fa48("522") ? true : (stryCov_9fa48("522", "523", "524"), (stryMutAct_9fa48("526") ? outcome === 'authorized' && outcome === 'declined' : stryMutAct_9fa48("525") ? false : (stryCov_9fa48("525", "526"), (stryMutAct_9fa48("528") ? outcome !== 'authorized' : stryMutAct_9fa48("527") ? false : (stryCov_9fa48("527", "528"), outcome === (stryMutAct_9fa48("529") ? "" : (stryCov_9fa48("529"), 'authorized')))) || (stryMutAct_9fa48("531") ? outcome !== 'declined' : stryMutAct_9fa48("530") ? false : (stryCov_9fa48("530", "531"), outcome === (stryMutAct_9fa48("532") ? "" : (stryCov_9fa48("532"), 'declined')))))) || (stryMutAct_9fa48("534") ? outcome !== 'refunded' : stryMutAct_9fa48("533") ? false : (stryCov_9fa48("533", "534"), outcome === (stryMutAct_9fa48("535") ? "" : (stryCov_9fa48("535"), 'refunded')))));
  }
}