import { hasPrintedCardNumber, maskCardNumbers, spellingsOf } from './cardNumbers';
import { hideIn, matchesOf, type Hidden } from './readings';

/** What stands in place of a secret. */
export const MASK = '[hidden]';
const SECRET_NAMES =
	'card_?number|pan|(card_?)?(cvv2?|cvc2?|cv2|csc|pin|otp|(security|verification|cvv|cvc|pin|otp)_?(code|value|number))|(access_?|refresh_?)?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password|passcode|pwd|one_?time_?password|pin_?block|(transaction|new)_?pin|client_?secret|id_?token|track_?[12](_?data)?';
// The last part of a key says what it is: `card[cvv]` in a form, `card.cvv`, `card[cvv][0]` in a list.
const SECRET_KEYS = new RegExp(`(^|[[.-]["']?)(${SECRET_NAMES})["']?\\]?(\\[\\d*\\])?$`, 'i');
// Identifiers, words of the protocol, addresses and amounts may be or contain a short secret by chance. Masking them
// there would break the payment.
const IDENTIFIER_KEYS =
	/^(reference|ref|id|amount|fee|date|status|code|currency|url)$|[a-z0-9_](Reference|Ref|Id|ID|Amount|Minor|Fee|Date|Status|Code|Currency|Type|Url|URL)$/;
// One in ten numbers passes the check of card numbers. A payment, an account or a page is not found any more once its
// reference, its number or its address is masked. Merchants write words into references ("Order 202611220007", "Parcel PIN:
// 560001"), so nothing is masked there but what is refused in the reference of a payment.
const REFERENCE = /^(reference|ref|merchantRef|clientReference|transactionReference|requestId)$/;
// Such a value is a single word.
const FOUND_BY =
	/^(accountNumber|recipientAccountNumber|destination)$|(^|[a-z])(Url|URL|Amount|Minor|Fee)$|^(amount|fee|url)$/;
const WORD = /^\S*$/;
const HAS_WORD = /[\p{L}\p{N}]/u;
// Whom or what such a field identifies is told in free text by some services, as in the customerId of section 2.6.
const FREE_TEXT = /[a-z](Id|ID)$/;
// Words in it are the service's, not the merchant's.
const ADDRESS = /(^|[a-z])(Url|URL)$|^url$/;
// A field of a JSON text, of a form or a query, or of a list as PHP and Ruby print it, also within the value of another one.
const NAMED_VALUE = new RegExp(
	`(?<start>(?<![\\w-])(?:${SECRET_NAMES})(?:=|["']\\s{0,9}:\\s{0,9}|["'\\]](?:\\[\\d{0,9}\\])?\\s{0,9}=>?\\s{0,9})["']?)(?<value>(?<=")[^"]+|(?<=')[^']+|[^\\s&;,"'<>{}[\\]]+)`,
	'gi',
);
// The text of an element.
const ELEMENT = new RegExp(
	`(?<start><(?:[\\w-]{1,40}:)?(?:${SECRET_NAMES})(?:\\s[^<>]{0,200})?>\\s{0,9}(?:<!\\[CDATA\\[)?)(?<value>[^<\\]]+)`,
	'gi',
);
// In words, as in "CVV: 837". A sentence goes on after these names as well ("PIN: incorrect", "OTP: 0803***1234"), so only what
// looks like a code counts, or for longer secrets a word with a digit in it.
const CODE_IN_WORDS =
	/(?<start>(?<![\w-])(?:card[ _]?)?(?:cvv2?|cvc2?|cv2|pin|otp|(?:security|verification)[ _]code)(?:[ _](?:code|value|number))?(?:\s{0,9}(?::|=>?)\s{0,9}|\s{1,9}is:?\s{1,9})["']?)(?<value>\d{3,8}(?:[ -]\d{3,4})?(?![\w*]|[.,:]\d))/gi;
const WORD_IN_WORDS =
	/(?<start>(?<![\w-])(?:token|password)\s{0,9}(?::|=>?)\s{0,9}["']?)(?<value>(?=[^\s"'<>]{0,40}\d)[^\s"'<>,;]{6,})/gi;
// In an address, where most numbers that may be one of a card are not.
const CARD_IN_ADDRESS =
	/(?<start>(?<![\w-])(?:card_?number|pan)["'\]]?\s{0,9}(?:=>?|[:/])\s{0,9}["']?)(?<value>\d(?:[ +-]?\d){11,18})(?!\d)/gi;
const NAMED = [NAMED_VALUE, ELEMENT, CODE_IN_WORDS, WORD_IN_WORDS];
// A word that stands behind such a name in any way, as in "CVV 837" or "/cvv/837". Most of them are no secrets.
const NEXT_WORD = new RegExp(
	`(?<start>(?<![\\w-])(?:${SECRET_NAMES})[^\\p{L}\\p{N}]{1,9})(?<value>[\\p{L}\\p{N}]+)`,
	'giu',
);
// Each of them has one of these after the name.
const MAY_BE_NAMED = /[:=<]|\sis[:\s]/i;
// Shorter secrets are masked only as whole numbers or words, as typed codes are.
const LONG = 9;
const LONGEST_CVV = 4;

/**
 * Hides secrets in texts and answers that leave the node. A service may repeat its input in a message, so secrets are
 * found by their values as well as by the names of their fields.
 */
export class Secrets {
	private readonly long: RegExp | undefined;
	private readonly short: RegExp | undefined;
	/** The short ones and the names. */
	private readonly words: RegExp | undefined;

	/**
	 * @param values card number, CVV, PIN, OTP, keys, tokens; empty ones are ignored
	 * @param names what is hidden only in texts, such as a client ID: a merchant may build references from it, and a 3-D
	 * Secure page may need it
	 */
	constructor(values: ReadonlyArray<string | undefined>, names: readonly string[] = []) {
		const texts = textsOf(values);
		const isShort = (value: string) => (isNumber(value) ? ungrouped(value) : value).length < LONG;
		const short = texts.filter(isShort);
		const named = textsOf(names);
		this.long = anyOf(texts.filter((value) => !isShort(value)).map(spelling));
		this.short = anyOf(short.map(whole));
		this.words = anyOf([...short, ...named].map(whole));
	}

	/** A text for people, without the secrets, and without anything that may be a card number. */
	inText(text: string): string {
		return maskCardNumbers(this.withoutKnown(text));
	}

	/** An identifier, without keys, tokens and the card number of this call. Other digits may match by chance, so they stay. */
	inIdentifier(text: string): string {
		return this.mask(text, [this.long]);
	}

	/** A whole answer, in the shape in which it came. */
	inAnswer(value: unknown, key = ''): unknown {
		if (SECRET_KEYS.test(key)) return MASK;
		if (typeof value === 'string') return this.inValue(value, key);
		// An integer that is too large to be exact may be a rounded card number, and is of no use anyway.
		if (typeof value === 'number') {
			if (Number.isInteger(value) && !Number.isSafeInteger(value)) return MASK;
			const text = String(value);
			if (this.withoutKnown(text, key) !== text) return MASK;
			const shown = Number.isInteger(value) ? this.inValue(text, key) : text;
			return shown === text ? value : shown;
		}
		if (Array.isArray(value)) return value.map((entry) => this.inAnswer(entry, key));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, entry]) => [this.inText(name), this.inAnswer(entry, name)]),
			);
		}
		return value;
	}

	private inValue(text: string, key: string): string {
		const masked = this.withoutKnown(text, key);
		const isFoundBy = REFERENCE.test(key) ? !hasPrintedCardNumber(text) : FOUND_BY.test(key) && WORD.test(text);
		return isFoundBy ? masked : maskCardNumbers(masked);
	}

	private withoutKnown(text: string, key = ''): string {
		if (REFERENCE.test(key)) return this.inIdentifier(text);
		const isIdentifier = IDENTIFIER_KEYS.test(key) && !(FREE_TEXT.test(key) && !WORD.test(text));
		if (!isIdentifier) return withoutNamed(this.mask(text, [this.long, this.words]), NAMED);
		// A short secret is no chance match where something says what it is: a parameter of an address, or words. A value that
		// this call has not sent may be what the address or the identifier is for, unless it looks like a code.
		const named = this.withoutNamedShort(this.inIdentifier(text));
		return ADDRESS.test(key) || !WORD.test(text) ? withoutNamed(named, [CODE_IN_WORDS, CARD_IN_ADDRESS]) : named;
	}

	/** A token may have a short secret in it by chance, and a 3-D Secure page needs the token, so only a whole word is one. */
	private withoutNamedShort(text: string): string {
		const { short } = this;
		if (!short) return text;
		return hideIn(text, (reading) =>
			(reading.search(short) < 0 ? [] : namedIn(reading, [...NAMED, NEXT_WORD])).filter(
				({ value }) => value.search(short) >= 0 && !HAS_WORD.test(value.replace(short, '')),
			),
		);
	}

	private mask(text: string, patterns: Array<RegExp | undefined>): string {
		return patterns.reduce<string>((masked, pattern) => {
			if (!pattern) return masked;
			return hideIn(masked, (reading) =>
				matchesOf(reading, pattern).map(({ 0: found, index }) => hiddenAt(index, found)),
			);
		}, text);
	}
}

// A service may put what it was sent earlier into a message, as JSON for instance. Nobody knows these values then, but what
// they are called.
function withoutNamed(text: string, patterns: readonly RegExp[]): string {
	return hideIn(text, (reading) => (MAY_BE_NAMED.test(reading) ? namedIn(reading, patterns) : []));
}

/** The values in a text that stand behind the name of a secret. */
function namedIn(text: string, patterns: readonly RegExp[]): Array<Hidden & { value: string }> {
	return patterns.flatMap((pattern) =>
		matchesOf(text, pattern).map(({ groups, index }) => {
			const { start, value } = groups as { start: string; value: string };
			return { ...hiddenAt(index + start.length, value), value };
		}),
	);
}

function hiddenAt(start: number, value: string): Hidden {
	return { start, end: start + value.length, shown: MASK };
}

/** Those that can be told from other words; the longest first, so that one that begins with another is hidden completely. */
function textsOf(values: ReadonlyArray<string | undefined>): string[] {
	const texts = new Set(values.map((value) => value?.trim() ?? '').filter((value) => value.length > 2));
	return [...texts].sort((a, b) => b.length - a.length);
}

// A card number may come back grouped.
function spelling(value: string): string {
	return isNumber(value) ? spellingsOf(ungrouped(value)) : escape(value);
}

function isNumber(value: string): boolean {
	return /^\d+$/.test(ungrouped(value));
}

/** A number without the spaces and dashes with which a person may have typed it. */
function ungrouped(value: string): string {
	return value.replace(/[\s-]/g, '');
}

// Digits may stand directly beside a letter, as in "cvv123"; a word is not hidden within a longer one. So few digits as
// those of a CVV are not looked for in groups, because small numbers often stand in a row, unless they were typed so.
function whole(value: string): string {
	const more = isNumber(value) ? '\\d' : '[A-Za-z0-9]';
	const mayBeGrouped = isNumber(value) && (/\D/.test(value) || value.length > LONGEST_CVV);
	const spelled = mayBeGrouped ? spellingsOf(ungrouped(value)) : escape(value);
	return `(?<!${more})${spelled}(?!${more})`;
}

function anyOf(sources: string[]): RegExp | undefined {
	return sources.length > 0 ? new RegExp(sources.join('|'), 'gu') : undefined;
}

function escape(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
