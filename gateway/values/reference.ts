import { z } from 'zod/v4';

import { CARD_IN_REFERENCE, isCardNumber } from './card';
import { checkInput, requiredText } from './input';

/** A reference. It becomes a segment of a path, where one or two dots would lead elsewhere. */
export const referenceText = requiredText
	.refine(
		(value) => value !== '.' && value !== '..' && value.isWellFormed(),
		'is not a reference. Enter one with letters or digits.',
	)
	// As cards print it: without the spaces it may be the number of an order.
	.refine((value) => !(/^\d[\d ]* \d+$/.test(value) && isCardNumber(value)), CARD_IN_REFERENCE);

const schema = z.object({ reference: referenceText });

/** Whether a value can be a reference. */
export function isReference(value: unknown): value is string {
	return typeof value === 'string' && referenceText.safeParse(value).success;
}

/**
 * Checks the reference of what is to be looked up.
 * @param label what people call it, such as "Transaction Reference"
 * @throws InputError when it is missing
 */
export function checkReference(reference: unknown, label: string): string {
	return checkInput(schema, { reference }, { reference: label }).reference;
}
