import { createHash } from 'crypto';

/** What a payment link asks for. The customer can read the terms but not alter them. */
export interface LinkTerms {
	/** The merchant's reference. It identifies the link, and is that of its first attempt. */
	reference: string;
	/** In major units, as decimal text. */
	amount: string;
	currency: string;
	description: string;
	/** In milliseconds since 1970. */
	expires: number;
	/** How many cards the customer may try, one after another. */
	tries: number;
	/** Passed on to the workflow with the payment. */
	customFields: Record<string, string>;
}

/** How many cards a link may allow at most. */
export const MOST_TRIES = 10;

// In letters, because digits could look like a card number. No other reference is the same by chance.
const HASH_LENGTH = 12;

/**
 * The reference of an attempt: that of the link, and from the second card on one such as "ORD-1001-2-bkfcaidhgpem". Its hash has no
 * key, so that all links with one reference share their attempts, and a replaced private key changes nothing.
 */
export function referenceOf({ reference }: Pick<LinkTerms, 'reference'>, attempt: number): string {
	if (attempt === 1) return reference;
	const hash = createHash('sha256')
		.update(JSON.stringify([reference, attempt]))
		.digest('hex')
		.slice(0, HASH_LENGTH);
	return `${reference}-${attempt}-${hash.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
}
