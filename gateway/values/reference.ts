import { z } from 'zod/v4';

import { CARD_IN_REFERENCE, isCardNumber } from './card';
import { checkInput, requiredText } from './input';
import type { Likeness } from './responseFields';

/** A reference. It becomes a segment of a path, where one or two dots would lead elsewhere. */
export const referenceText = requiredText
	.refine(
		(value) => value !== '.' && value !== '..' && value.isWellFormed(),
		'is not a reference. Enter one with letters or digits.',
	)
	// As cards print it: without the spaces it may be the number of an order.
	.refine((value) => !(/^\d[\d ]* \d+$/.test(value) && isCardNumber(value)), CARD_IN_REFERENCE);

const schema = z.object({ reference: referenceText });

/** Says whether a value can be a reference. */
export function isReference(value: unknown): value is string {
	return typeof value === 'string' && referenceText.safeParse(value).success;
}

/**
 * Compares a told reference with the expected one. Some services repeat it in capitals or without its hyphens, or not at all: it is not
 * known then whether it is the same one.
 * @param expected any will do where it is null
 */
export function compareReferences(expected: string | null, told: string | null): Likeness {
	if (expected === null || told?.normalize() === expected.normalize()) return 'same';
	const letters = folded(expected);
	return told === null || (letters !== '' && folded(told) === letters) ? 'notKnown' : 'different';
}

/** A reference without punctuation and spaces, in one case. */
function folded(reference: string): string {
	return reference
		.normalize()
		.replace(/[\p{P}\p{S}\p{Z}]/gu, '')
		.toLowerCase();
}

/**
 * Checks the reference of what is to be looked up.
 * @param label what people call it, such as "Transaction Reference"
 * @throws InputError when it is missing
 */
export function checkReference(reference: unknown, label: string): string {
	return checkInput(schema, { reference }, { reference: label }).reference;
}
