/**
 * Secrets to look for in what an execution leaves behind, and the search for them.
 *
 * A PIN and an OTP can be so long that nothing else has their digits by chance. But the node masks long secrets and
 * short ones by different rules, and a CVV is always short, so there are short ones as well: they are found only where
 * they stand as a value, and begin with a zero where the service takes text, because no count, time or size does.
 */
export const CANARY = {
	/** The sandbox approves any card that it does not know, after an OTP. */
	cardNumber: '4539148803436467',
	mistypedCard: '4539148803436468',
	/** A test card, which the sandbox declines with this CVV. */
	declinedCard: '5060990580000217499',
	cvv: '0739',
	shortPin: '482617',
	longPin: '593628406157',
	/** The sandbox has to be told to take it. */
	otp: '91827364550918273645',
	shortWrongOtp: '060514',
	longWrongOtp: '80716253440807162534',
	apiKey: 'canary-api-key-7f3a9c51',
	privateKey: 'canary-private-key-e84b20d6',
	previousPrivateKey: 'canary-previous-key-31c7f05a',
	token: 'canary-token-55d0a1b7',
};

/** From this length on, chance does not make a secret. */
const LONG = 9;

/** Those of the secrets that a text holds, in whatever spelling. */
export function secretsIn(text: string, secrets: readonly string[] = Object.values(CANARY)): string[] {
	const readings = readingsOf(text);
	const values = readings.replace(UUID, ' ');
	return secrets.filter((secret) =>
		secret.length < LONG ? asValue(secret).test(values) : anySpelling(secret).test(readings),
	);
}

/**
 * An expression for a secret that does not hold it: n8n stores the node's parameters with a failed execution.
 * @param secrets one for all items, or one for each
 */
export function hidden(...secrets: string[]): string {
	const halves = secrets.map((secret) => `"${secret.slice(0, 2)}" + "${secret.slice(2)}"`);
	return `={{ [${halves.join(', ')}][$itemIndex % ${secrets.length}] }}`;
}

// Its groups are long enough to be a CVV.
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const PERCENT_ENCODED = /%([0-9a-f]{2})/gi;
const ESCAPED = /\\+(?:u([0-9a-f]{4})|[bfnrt])/gi;
const BASE64 = /[\w+/-]{16,}/g;
const READABLE = /[\x20-\x7e]{8,}/g;

/** A text as it is, as a browser or a JSON parser would read it, and what it holds in base64. */
function readingsOf(text: string): string {
	const character = (code: string) => String.fromCharCode(Number.parseInt(code, 16));
	const plain = text
		// An encoded address may stand in another one, and JSON in a text of JSON.
		.replace(/%25(?=[0-9a-f]{2})/gi, '%')
		.replace(PERCENT_ENCODED, (_, code: string) => character(code))
		.replace(ESCAPED, (_, code?: string) => (code ? character(code) : ' '));
	const decoded = [...plain.matchAll(BASE64)].flatMap(([encoded]) => decode(encoded));
	return [text, plain, ...decoded].join('\n');
}

/** Reads what a text of base64 holds, wherever in it the encoded bytes begin. */
function decode(encoded: string): string[] {
	return [0, 1, 2, 3].flatMap(
		(start) => Buffer.from(encoded.slice(start), 'base64').toString('latin1').match(READABLE) ?? [],
	);
}

/** A card number may be grouped by spaces or dashes. */
function anySpelling(secret: string): RegExp {
	return new RegExp(/^\d+$/.test(secret) ? [...secret].join('[\\s-]?') : escaped(secret));
}

/** A value of JSON, of a query, or a word of a text; not a part of an identifier or of a decimal fraction. */
function asValue(secret: string): RegExp {
	return new RegExp(`(?<=^|[^A-Za-z0-9]|cvv2?|cvc2?|pin|otp)(?<!\\d\\.)${escaped(secret)}(?![A-Za-z0-9])`, 'i');
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
