import { hash } from 'crypto';

import type { Likeness } from './responseFields';

/** The most attempts that an order has. */
export const MOST_ATTEMPTS = 10;

/** An attempt to pay an order, of which one succeeds. Charges and payment links share them. */
export interface Attempt {
	/** The order's reference. */
	order: string;
	/** Counted from 1. */
	attempt: number;
}

// In letters, because digits could look like a card number. No other reference is the same by chance.
const HASH_LENGTH = 12;
// In the letters of the service: some write capitals, and no hyphens.
const DERIVED = /^(.+?)-?([2-9]|10)-?([a-p]{12})$/is;

/**
 * Returns the reference that an attempt is sent under: for the first attempt the order's, then one such as "ORD-1001-2-bkfcaidhgpem". Its
 * hash has no key, so that whoever knows the order finds its attempts, and a replaced private key changes nothing.
 */
export function attemptReference({ order, attempt }: Attempt): string {
	return attempt === 1 ? order : `${order}-${attempt}-${hashOf({ order, attempt })}`;
}

function hashOf({ order, attempt }: Attempt): string {
	const hashed = hash('sha256', JSON.stringify([order, attempt])).slice(0, HASH_LENGTH);
	return hashed.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
}

/** Reads the order and the attempt in a reference, sent or told. One that no attempt has is the number of an order. */
export function readAttempt(reference: string): Attempt {
	const normal = reference.normalize();
	const [, order = '', number, hashed = ''] = DERIVED.exec(normal) ?? [];
	const attempt = { order, attempt: Number(number) };
	return number !== undefined && hashOf(attempt) === hashed.toLowerCase() ? attempt : { order: normal, attempt: 1 };
}

/**
 * Compares a told reference with the one that was sent. Some services repeat it in capitals or without its hyphens, or not at all: it is not
 * known then whether it is the same one, unless it has the hash of an attempt.
 * @param expected any will do where it is null
 */
export function compareReferences(expected: string | null, told: string | null): Likeness {
	if (expected === null) return 'same';
	if (told === null) return 'notKnown';
	if (attemptReference(readAttempt(told)) === attemptReference(readAttempt(expected))) return 'same';
	const letters = fold(expected);
	return letters !== '' && fold(told) === letters ? 'notKnown' : 'different';
}

/** Compares a told reference with that of an order. Any attempt belongs to its order. */
export function compareWithOrder(expected: string | null, told: string | null): Likeness {
	const likeness = compareReferences(expected, told);
	return likeness === 'different' && told !== null ? compareReferences(expected, readAttempt(told).order) : likeness;
}

/** Returns a reference without punctuation and spaces, in one case. */
function fold(reference: string): string {
	return reference
		.normalize()
		.replace(/[\p{P}\p{S}\p{Z}]/gu, '')
		.toLowerCase();
}
