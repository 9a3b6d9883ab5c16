const MASK = '[hidden]';
const SECRET_KEYS =
	/^(card_?number|pan|cvv2?|cvc2?|card_?pin|pin|otp|access_?token|refresh_?token|authorization|x-api-key|x-client-id|x-private-key|api_?key|private_?key|password)$/i;
// Identifiers and amounts may hold the digits of a CVV or an OTP by chance; masking them there would break the payment.
const IDENTIFIER_KEYS = /(reference|ref|id|amount|fee|date|status|code|currency)$/i;
// Shorter secrets (CVV, PIN, OTP) are masked only as whole numbers.
const LONG = 9;

/**
 * Hides secrets in texts and answers that leave the node. A service may repeat its input in a message,
 * so both the values that were sent and the names under which secrets come are looked for.
 */
export class Secrets {
	private readonly long: RegExp | undefined;
	private readonly short: RegExp | undefined;

	/** @param values what must never be shown: card number, CVV, PIN, OTP, keys, tokens; empty ones are ignored */
	constructor(values: ReadonlyArray<string | number | undefined>) {
		const texts = [...new Set(values.map((value) => String(value ?? '').trim()))].filter((value) => value.length > 2);
		this.long = anyOf(texts.filter((value) => value.length >= LONG).flatMap(spellings));
		this.short = anyOf(texts.filter((value) => value.length < LONG).map((value) => `(?<!\\d)${escape(value)}(?!\\d)`));
	}

	/** A text for people, without the secrets. */
	inText(text: string): string {
		return this.mask(text, [this.long, this.short]);
	}

	/** An identifier, without keys, tokens and card numbers; chance matches of short secrets stay. */
	inIdentifier(text: string): string {
		return this.mask(text, [this.long]);
	}

	/** A whole answer, in the shape in which it came. */
	inAnswer(value: unknown, key = ''): unknown {
		if (SECRET_KEYS.test(key)) return MASK;
		if (typeof value === 'string') return IDENTIFIER_KEYS.test(key) ? this.inIdentifier(value) : this.inText(value);
		if (typeof value === 'number') return this.inIdentifier(String(value)) === String(value) ? value : MASK;
		if (Array.isArray(value)) return value.map((entry) => this.inAnswer(entry, key));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([name, entry]) => [this.inText(name), this.inAnswer(entry, name)]),
			);
		}
		return value;
	}

	private mask(text: string, patterns: Array<RegExp | undefined>): string {
		return patterns.reduce<string>((masked, pattern) => (pattern ? masked.replace(pattern, MASK) : masked), text);
	}
}

// A card number may come back grouped by spaces or dashes, a key percent-encoded.
function spellings(value: string): string[] {
	if (/^[\d\s-]+$/.test(value)) return [value.replace(/\D/g, '').split('').join('[\\s-]*')];
	return [escape(value), escape(encodeURIComponent(value))];
}

function anyOf(sources: string[]): RegExp | undefined {
	return sources.length > 0 ? new RegExp(sources.join('|'), 'g') : undefined;
}

function escape(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
