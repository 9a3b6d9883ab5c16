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
const MASK = stryMutAct_9fa48("654") ? "" : (stryCov_9fa48("654"), '[hidden]');
const SECRET_KEYS = stryMutAct_9fa48("664") ? /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_key|password)$/i : stryMutAct_9fa48("663") ? /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_key|private_?key|password)$/i : stryMutAct_9fa48("662") ? /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("661") ? /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("660") ? /^(card_?number|pan|cvv2?|cvc2?|card_pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("659") ? /^(card_?number|pan|cvv2?|cvc2|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("658") ? /^(card_?number|pan|cvv2|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("657") ? /^(card_number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : stryMutAct_9fa48("656") ? /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)/i : stryMutAct_9fa48("655") ? /(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i : (stryCov_9fa48("655", "656", "657", "658", "659", "660", "661", "662", "663", "664"), /^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i);
// Identifiers, addresses and amounts may contain the digits of a CVV or an OTP by chance. Masking them there would break
// the payment.
const IDENTIFIER_KEYS = stryMutAct_9fa48("668") ? /^(reference|ref|id|amount|fee|date|status|code|currency|url)$|[^a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Url|URL)$/ : stryMutAct_9fa48("667") ? /^(reference|ref|id|amount|fee|date|status|code|currency|url)$|[a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Url|URL)/ : stryMutAct_9fa48("666") ? /^(reference|ref|id|amount|fee|date|status|code|currency|url)|[a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Url|URL)$/ : stryMutAct_9fa48("665") ? /(reference|ref|id|amount|fee|date|status|code|currency|url)$|[a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Url|URL)$/ : (stryCov_9fa48("665", "666", "667", "668"), /^(reference|ref|id|amount|fee|date|status|code|currency|url)$|[a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Url|URL)$/);
// Shorter secrets (CVV, PIN, OTP) are masked only as whole numbers.
const LONG = 9;

/**
 * Hides secrets in texts and answers that leave the node. A service may repeat its input in a message, so secrets are
 * found by their values as well as by the names of their fields.
 */
export class Secrets {
  private readonly long: RegExp | undefined;
  private readonly short: RegExp | undefined;

  /**
   * @param values what must never be shown: card number, CVV, PIN, OTP, keys, tokens; empty ones are ignored
   * @param names what is hidden only in texts, such as a client ID, because a merchant may build references from it
   */
  constructor(values: ReadonlyArray<string | number | undefined>, names: readonly string[] = stryMutAct_9fa48("669") ? ["Stryker was here"] : (stryCov_9fa48("669"), [])) {
    if (stryMutAct_9fa48("670")) {
      {}
    } else {
      stryCov_9fa48("670");
      // The longest comes first, so that a secret that begins with another one is hidden completely.
      const texts = stryMutAct_9fa48("672") ? [...new Set(values.map(value => String(value ?? '').trim()))].sort((a, b) => b.length - a.length) : stryMutAct_9fa48("671") ? [...new Set(values.map(value => String(value ?? '').trim()))].filter(value => value.length > 2) : (stryCov_9fa48("671", "672"), (stryMutAct_9fa48("673") ? [] : (stryCov_9fa48("673"), [...new Set(values.map(stryMutAct_9fa48("674") ? () => undefined : (stryCov_9fa48("674"), value => stryMutAct_9fa48("675") ? String(value ?? '') : (stryCov_9fa48("675"), String(stryMutAct_9fa48("676") ? value && '' : (stryCov_9fa48("676"), value ?? (stryMutAct_9fa48("677") ? "Stryker was here!" : (stryCov_9fa48("677"), '')))).trim()))))])).filter(stryMutAct_9fa48("678") ? () => undefined : (stryCov_9fa48("678"), value => stryMutAct_9fa48("682") ? value.length <= 2 : stryMutAct_9fa48("681") ? value.length >= 2 : stryMutAct_9fa48("680") ? false : stryMutAct_9fa48("679") ? true : (stryCov_9fa48("679", "680", "681", "682"), value.length > 2))).sort(stryMutAct_9fa48("683") ? () => undefined : (stryCov_9fa48("683"), (a, b) => stryMutAct_9fa48("684") ? b.length + a.length : (stryCov_9fa48("684"), b.length - a.length))));
      const short = stryMutAct_9fa48("685") ? texts.map(value => `(?<!\\d)${escape(value)}(?!\\d)`) : (stryCov_9fa48("685"), texts.filter(stryMutAct_9fa48("686") ? () => undefined : (stryCov_9fa48("686"), value => stryMutAct_9fa48("690") ? value.length >= LONG : stryMutAct_9fa48("689") ? value.length <= LONG : stryMutAct_9fa48("688") ? false : stryMutAct_9fa48("687") ? true : (stryCov_9fa48("687", "688", "689", "690"), value.length < LONG))).map(stryMutAct_9fa48("691") ? () => undefined : (stryCov_9fa48("691"), value => stryMutAct_9fa48("692") ? `` : (stryCov_9fa48("692"), `(?<!\\d)${escape(value)}(?!\\d)`))));
      const words = stryMutAct_9fa48("693") ? names.map(name => name.trim()) : (stryCov_9fa48("693"), names.map(stryMutAct_9fa48("694") ? () => undefined : (stryCov_9fa48("694"), name => stryMutAct_9fa48("695") ? name : (stryCov_9fa48("695"), name.trim()))).filter(stryMutAct_9fa48("696") ? () => undefined : (stryCov_9fa48("696"), name => stryMutAct_9fa48("700") ? name.length <= 2 : stryMutAct_9fa48("699") ? name.length >= 2 : stryMutAct_9fa48("698") ? false : stryMutAct_9fa48("697") ? true : (stryCov_9fa48("697", "698", "699", "700"), name.length > 2))));
      this.long = anyOf(stryMutAct_9fa48("701") ? texts.flatMap(spellings) : (stryCov_9fa48("701"), texts.filter(stryMutAct_9fa48("702") ? () => undefined : (stryCov_9fa48("702"), value => stryMutAct_9fa48("706") ? value.length < LONG : stryMutAct_9fa48("705") ? value.length > LONG : stryMutAct_9fa48("704") ? false : stryMutAct_9fa48("703") ? true : (stryCov_9fa48("703", "704", "705", "706"), value.length >= LONG))).flatMap(spellings)));
      this.short = anyOf(stryMutAct_9fa48("707") ? [] : (stryCov_9fa48("707"), [...short, ...words.map(stryMutAct_9fa48("708") ? () => undefined : (stryCov_9fa48("708"), name => stryMutAct_9fa48("709") ? `` : (stryCov_9fa48("709"), `(?<![A-Za-z0-9])${escape(name)}(?![A-Za-z0-9])`)))]));
    }
  }

  /** A text for people, without the secrets. */
  inText(text: string): string {
    if (stryMutAct_9fa48("710")) {
      {}
    } else {
      stryCov_9fa48("710");
      return this.mask(text, stryMutAct_9fa48("711") ? [] : (stryCov_9fa48("711"), [this.long, this.short]));
    }
  }

  /** An identifier, without keys, tokens and card numbers. Short secrets stay, because they may match by chance. */
  inIdentifier(text: string): string {
    if (stryMutAct_9fa48("712")) {
      {}
    } else {
      stryCov_9fa48("712");
      return this.mask(text, stryMutAct_9fa48("713") ? [] : (stryCov_9fa48("713"), [this.long]));
    }
  }

  /** A whole answer, in the shape in which it came. */
  inAnswer(value: unknown, key = stryMutAct_9fa48("714") ? "Stryker was here!" : (stryCov_9fa48("714"), '')): unknown {
    if (stryMutAct_9fa48("715")) {
      {}
    } else {
      stryCov_9fa48("715");
      if (stryMutAct_9fa48("717") ? false : stryMutAct_9fa48("716") ? true : (stryCov_9fa48("716", "717"), SECRET_KEYS.test(key))) return MASK;
      if (stryMutAct_9fa48("720") ? typeof value !== 'string' : stryMutAct_9fa48("719") ? false : stryMutAct_9fa48("718") ? true : (stryCov_9fa48("718", "719", "720"), typeof value === (stryMutAct_9fa48("721") ? "" : (stryCov_9fa48("721"), 'string')))) return this.inValue(value, key);
      // An integer that is too large to be exact may be a rounded card number, and is of no use anyway.
      if (stryMutAct_9fa48("724") ? typeof value !== 'number' : stryMutAct_9fa48("723") ? false : stryMutAct_9fa48("722") ? true : (stryCov_9fa48("722", "723", "724"), typeof value === (stryMutAct_9fa48("725") ? "" : (stryCov_9fa48("725"), 'number')))) {
        if (stryMutAct_9fa48("726")) {
          {}
        } else {
          stryCov_9fa48("726");
          const isExact = stryMutAct_9fa48("729") ? !Number.isInteger(value) && Number.isSafeInteger(value) : stryMutAct_9fa48("728") ? false : stryMutAct_9fa48("727") ? true : (stryCov_9fa48("727", "728", "729"), (stryMutAct_9fa48("730") ? Number.isInteger(value) : (stryCov_9fa48("730"), !Number.isInteger(value))) || Number.isSafeInteger(value));
          return (stryMutAct_9fa48("733") ? isExact || this.inValue(String(value), key) === String(value) : stryMutAct_9fa48("732") ? false : stryMutAct_9fa48("731") ? true : (stryCov_9fa48("731", "732", "733"), isExact && (stryMutAct_9fa48("735") ? this.inValue(String(value), key) !== String(value) : stryMutAct_9fa48("734") ? true : (stryCov_9fa48("734", "735"), this.inValue(String(value), key) === String(value))))) ? value : MASK;
        }
      }
      if (stryMutAct_9fa48("737") ? false : stryMutAct_9fa48("736") ? true : (stryCov_9fa48("736", "737"), Array.isArray(value))) return value.map(stryMutAct_9fa48("738") ? () => undefined : (stryCov_9fa48("738"), entry => this.inAnswer(entry, key)));
      if (stryMutAct_9fa48("741") ? typeof value === 'object' || value !== null : stryMutAct_9fa48("740") ? false : stryMutAct_9fa48("739") ? true : (stryCov_9fa48("739", "740", "741"), (stryMutAct_9fa48("743") ? typeof value !== 'object' : stryMutAct_9fa48("742") ? true : (stryCov_9fa48("742", "743"), typeof value === (stryMutAct_9fa48("744") ? "" : (stryCov_9fa48("744"), 'object')))) && (stryMutAct_9fa48("746") ? value === null : stryMutAct_9fa48("745") ? true : (stryCov_9fa48("745", "746"), value !== null)))) {
        if (stryMutAct_9fa48("747")) {
          {}
        } else {
          stryCov_9fa48("747");
          return Object.fromEntries(Object.entries(value).map(stryMutAct_9fa48("748") ? () => undefined : (stryCov_9fa48("748"), ([name, entry]) => stryMutAct_9fa48("749") ? [] : (stryCov_9fa48("749"), [this.inText(name), this.inAnswer(entry, name)]))));
        }
      }
      return value;
    }
  }
  private inValue(text: string, key: string): string {
    if (stryMutAct_9fa48("750")) {
      {}
    } else {
      stryCov_9fa48("750");
      return IDENTIFIER_KEYS.test(key) ? this.inIdentifier(text) : this.inText(text);
    }
  }
  private mask(text: string, patterns: Array<RegExp | undefined>): string {
    if (stryMutAct_9fa48("751")) {
      {}
    } else {
      stryCov_9fa48("751");
      return patterns.reduce<string>(stryMutAct_9fa48("752") ? () => undefined : (stryCov_9fa48("752"), (masked, pattern) => pattern ? masked.replace(pattern, MASK) : masked), text);
    }
  }
}

// A card number may come back grouped by spaces or dashes, a key percent-encoded.
function spellings(value: string): string[] {
  if (stryMutAct_9fa48("753")) {
    {}
  } else {
    stryCov_9fa48("753");
    const digits = value.replace(stryMutAct_9fa48("755") ? /[\S-]/g : stryMutAct_9fa48("754") ? /[^\s-]/g : (stryCov_9fa48("754", "755"), /[\s-]/g), stryMutAct_9fa48("756") ? "Stryker was here!" : (stryCov_9fa48("756"), ''));
    if (stryMutAct_9fa48("758") ? false : stryMutAct_9fa48("757") ? true : (stryCov_9fa48("757", "758"), (stryMutAct_9fa48("762") ? /^\D{9,}$/ : stryMutAct_9fa48("761") ? /^\d$/ : stryMutAct_9fa48("760") ? /^\d{9,}/ : stryMutAct_9fa48("759") ? /\d{9,}$/ : (stryCov_9fa48("759", "760", "761", "762"), /^\d{9,}$/)).test(digits))) return stryMutAct_9fa48("763") ? [] : (stryCov_9fa48("763"), [digits.split(stryMutAct_9fa48("764") ? "Stryker was here!" : (stryCov_9fa48("764"), '')).join(stryMutAct_9fa48("765") ? "" : (stryCov_9fa48("765"), '[\\s-]*'))]);
    return stryMutAct_9fa48("766") ? [] : (stryCov_9fa48("766"), [escape(value), escape(encodeURIComponent(value.toWellFormed()))]);
  }
}
function anyOf(sources: string[]): RegExp | undefined {
  if (stryMutAct_9fa48("767")) {
    {}
  } else {
    stryCov_9fa48("767");
    return (stryMutAct_9fa48("771") ? sources.length <= 0 : stryMutAct_9fa48("770") ? sources.length >= 0 : stryMutAct_9fa48("769") ? false : stryMutAct_9fa48("768") ? true : (stryCov_9fa48("768", "769", "770", "771"), sources.length > 0)) ? new RegExp(sources.join(stryMutAct_9fa48("772") ? "" : (stryCov_9fa48("772"), '|')), stryMutAct_9fa48("773") ? "" : (stryCov_9fa48("773"), 'g')) : undefined;
  }
}
function escape(text: string): string {
  if (stryMutAct_9fa48("774")) {
    {}
  } else {
    stryCov_9fa48("774");
    return text.replace(stryMutAct_9fa48("775") ? /[^.*+?^${}()|[\]\\]/g : (stryCov_9fa48("775"), /[.*+?^${}()|[\]\\]/g), stryMutAct_9fa48("776") ? "" : (stryCov_9fa48("776"), '\\$&'));
  }
}