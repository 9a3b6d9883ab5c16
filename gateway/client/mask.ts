import { isCardNumber } from '../values/card';
import { isWebAddress } from '../values/input';
import { MASK } from '../values/responseFields';
import { inBase64, readingsOf, startOf } from './spellings';

const SECRET_NAME =
	/^(cardnumber|pan|track[12](data)?|(card)?(cvv2?|cvc2?|cv2|csc|pin|otp|(security|verification|cvv|cvc|pin|otp)(code|value|number))|(transaction|new)pin|pinblock|password|passcode|pwd|onetimepassword|(access|refresh|id)?token|authorization|x?(api|private|public(api)?)key|xclientid|clientsecret)$/;
// Fields that find, count or date something may hold a CVV or a card number by chance, and are useless once altered.
const IDENTIFIER =
	/^(reference|ref|rrn|stan|id|number|account|iban|destination|requestor|amount|minor|fee|balance|date|time|at|status|code|currency|type|ur[il])$/i;
// A word or a number alone is an identifier as well, whatever its field is called: "4012000033330026", unlike "Card 4012000033330026".
const FREE_TEXT = /\S\s+\S|</;

// A secret of this length or more does not appear in other text by chance.
const LONG = 9;
// Small numbers often stand in a row, so only longer codes are looked for in groups, such as 918-273.
const LONGEST_CVV = 4;
// In "cvv123" and "%20123" the number 123 stands alone as well.
const BEFORE_SHORT = '(?<=^|[^\\p{L}\\p{N}]|cv[vc]2?|pin|otp|%[\\da-f]{2})';

const CHARACTER = /[a-z\d]/gi;

// As cards print their numbers, or without the spaces. Another number may stand before it, or behind its four groups.
const CARD =
	/(?<![\p{L}\p{N}]|\d\.)(?=(\d{4}([ -]?)(?:\d{4}\2\d{4}\2\d{4}(?:\2\d{1,3})?|\d{6}\2\d{4,5})(?![\p{L}\p{N}])))/gu;
const FOUR_GROUPS = '4012 0000 3333 0026'.length;

/**
 * Hides secrets in what leaves the node, by three rules: values that are known; fields whose names say that they hold a
 * secret; and card numbers in free text.
 */
export class Secrets {
	/** Patterns that find the long values, also in base64, in a text of lower-case letters and digits alone. */
	private readonly long: readonly RegExp[];
	private readonly short: RegExp;
	/** The patterns of `short`, as the sources of expressions. */
	private readonly sources: readonly string[];
	/** The long values as numbers: where JSON rounds a card number of 17 digits or more, it still tells most of them. */
	private readonly numbers: readonly number[];

	/**
	 * @param values keys, tokens, card number, CVV, PIN, OTP; values of one or two characters are ignored
	 * @param names hidden only where they stand alone, such as a client ID, which a merchant may use in references
	 * @param others are hidden as well
	 */
	constructor(values: readonly string[], names: readonly string[] = [], others?: Secrets) {
		const isLong = (value: string) => fold(value).length >= LONG;
		const long = values.filter(isLong);
		const short = [...values.filter((value) => !isLong(value)), ...names].map((value) => value.trim());
		this.numbers = [...(others?.numbers ?? []), ...long.map((value) => Number(fold(value)))];
		const spelled = long.flatMap((value) => [value, ...inBase64(value)].map(fold));
		this.long = [...(others?.long ?? []), anyOf(spelled, 'g')];
		this.sources = [...(others?.sources ?? []), ...short.filter((value) => value.length > 2).map(standaloneSource)];
		this.short = anyOf(this.sources, 'giu');
	}

	/** Adds the values of one call to these secrets. */
	and(values: readonly string[]): Secrets {
		return values.length === 0 ? this : new Secrets(values, [], this);
	}

	/** Hides the secrets in a text for people. */
	inText(text: string): string {
		return maskCardNumbers(this.withoutLong(text).replace(this.short, MASK));
	}

	/** Hides the secrets in a whole answer, which keeps its shape. */
	inAnswer(value: unknown, name = ''): unknown {
		if (isSecretName(name)) return MASK;
		if (typeof value === 'string') return this.inField(value, name);
		if (typeof value === 'number') {
			const isKnown = this.numbers.includes(value) || this.inField(String(value), name) !== String(value);
			return Number.isInteger(value) && isKnown ? MASK : value;
		}
		if (Array.isArray(value)) return value.map((entry) => this.inAnswer(entry, name));
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value).map(([key, entry]) => [this.withoutLong(key), this.inAnswer(entry, key)]);
		return Object.fromEntries(fields);
	}

	private inField(text: string, name: string): string {
		const withoutLong = this.withoutLong(text);
		const withoutShort = withoutLong.replace(this.short, MASK);
		const masked = FREE_TEXT.test(text) ? maskCardNumbers(withoutShort) : withoutShort;
		// Few texts hold a secret, so few names are looked at.
		const shown = masked === withoutLong || isIdentifier(name) ? withoutLong : masked;
		// Nobody can use a part of an address.
		return shown !== text && !/\s/.test(text) && isWebAddress(text) ? MASK : shown;
	}

	/** Hides a value whatever stands between its letters and digits, escaped or not. */
	private withoutLong(text: string): string {
		if (text.length < LONG) return text;
		const places = readingsOf(text).flatMap((reading) => {
			const letters = fold(reading.text);
			const found = this.long.flatMap((pattern) => matchesIn(letters, pattern));
			if (found.length === 0) return [];
			const at = Array.from(reading.text.matchAll(CHARACTER), ({ index }) => index);
			return found.map(({ 0: { length }, index }) => ({
				start: startOf(reading, at[index]!),
				end: startOf(reading, at[index + length - 1]! + 1),
			}));
		});
		return hide(text, places, () => MASK);
	}
}

/** Returns a text in which a number of a card brand, of its length and with the right check digit, keeps only its last four digits. */
export function maskCardNumbers(text: string): string {
	const places = matchesIn(text, CARD).flatMap(({ 1: found, index }) => {
		const card = [found!, found!.slice(0, FOUR_GROUPS)].find(isCardNumber);
		return card ? [{ start: index, end: index + card.length }] : [];
	});
	return hide(text, places, (card) => `[hidden ${fold(card).slice(-4)}]`);
}

// Most texts have no match, and `matchAll` compiles its pattern again for each text, which took a third of a login's time.
function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
	return text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)];
}

/** Replaces the places of a text; places that overlap are replaced as one. */
function hide(
	text: string,
	places: Array<{ start: number; end: number }>,
	replacementFor: (part: string) => string,
): string {
	let result = '';
	let end = 0;
	for (const place of places.sort((one, other) => one.start - other.start)) {
		if (place.start >= end) result += text.slice(end, place.start) + replacementFor(text.slice(place.start, place.end));
		end = Math.max(end, place.end);
	}
	return result + text.slice(end);
}

/** Returns the letters and digits of a text, in lower case. */
function fold(text: string): string {
	return text.replace(/[^a-z\d]/gi, '').toLowerCase();
}

/** Returns the source of an expression for a value that is no part of a longer word or number, nor a group of a UUID. */
function standaloneSource(value: string): string {
	const digits = value.replace(/[\s-]/g, '');
	const isGrouped = /^\d+$/.test(digits) && digits.length > LONGEST_CVV;
	const spelled = isGrouped ? [...digits].join('[\\s-]?') : value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
	return `${BEFORE_SHORT}(?!(?<=[\\da-f]{4}-)${spelled}-[\\da-f]{4})${spelled}(?![\\p{L}\\p{N}])`;
}

/** Makes an expression for any of several sources. The longest comes first, so that a source that begins with a shorter source is found whole. */
function anyOf(sources: readonly string[], flags: string): RegExp {
	return new RegExp([...sources].sort((a, b) => b.length - a.length).join('|') || '(?!)', flags);
}

/** Says whether the last part of a field's name is a secret's, such as `cvv` in `card[cvv][0]`. */
function isSecretName(name: string): boolean {
	const lastPart = name.split(/[[\].]/).findLast((part) => /\D/.test(part));
	return lastPart !== undefined && SECRET_NAME.test(fold(lastPart));
}

/** Says whether the last word of a field's name is an identifier's, such as `Id` in `customerId`. */
function isIdentifier(name: string): boolean {
	const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').match(/[a-z\d]+/gi);
	return IDENTIFIER.test(String(words?.at(-1)));
}
