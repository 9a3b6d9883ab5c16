import { z } from 'zod/v4';

import { CARD_IN_REFERENCE, isCardNumber } from './card';
import { checkInput, requiredRule, requiredText, text } from './input';

/** A reference as a service may have it. It becomes a segment of a path, where one or two dots would lead elsewhere. */
const anyReference = requiredText
	.refine((value) => value !== '.' && value !== '..' && value.isWellFormed(), {
		error: 'is not a reference. Enter one with letters or digits.',
		abort: true,
	})
	// As cards print it: without the spaces it may be the number of an order.
	.refine((value) => !(/^\d[\d ]* \d+$/.test(value) && isCardNumber(value)), CARD_IN_REFERENCE);

/**
 * A reference that a person or a workflow gives: of printable characters and normalized (NFC), because the service would take two that
 * look the same for two payments.
 */
export const referenceText = printable(anyReference);

/** Makes the rule for the reference of a new payment. @param order what it is the number of: "order" */
export function newReference(order: string) {
	return requiredRule(
		referenceText,
		`Enter the number of the ${order}. With a Test credential, a manual run fills it in.`,
	);
}

/** The beginning of references; empty for any. */
export const referencePrefix = printable(text);

const schema = z.object({ reference: referenceText });

/** Says whether a value can be a reference of the service, which nobody has to write or see. */
export function isReference(value: unknown): value is string {
	return typeof value === 'string' && anyReference.safeParse(value).success;
}

// Format characters, and other invisible ones: variation selectors, Hangul fillers, the braille blank.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const NOT_PRINTABLE = new RegExp(`(?! )[\\p{C}\\p{Z}]|${INVISIBLE.source}`, 'u');

const NAMES: Readonly<Record<string, string>> = {
	'\u00ad': 'a soft hyphen',
	'\u200b': 'a zero-width space',
	'\ufeff': 'a byte order mark',
};

const KINDS: ReadonlyArray<[characters: RegExp, kind: string]> = [
	[/\t/, 'a tab'],
	[/[\n\r\u2028\u2029]/, 'a line break'],
	[/\u00a0/, 'a no-break space'],
	[/\p{Z}/u, 'a space of another kind'],
	[/\p{Cc}/u, 'a control character'],
	[INVISIBLE, 'an invisible character'],
	[/./su, 'an unknown character'],
];

/** Names a character that people cannot see, and can search for by its number. */
function inWords(character: string): string {
	const number = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
	const [, kind] = KINDS.find(([characters]) => characters.test(character))!;
	return `${kind} (${[number, NAMES[character]].filter(Boolean).join(', ')})`;
}

function printable(reference: z.ZodType<string>) {
	return reference
		.refine((value) => !NOT_PRINTABLE.test(value), {
			error: ({ input }) => {
				const [character = ''] = NOT_PRINTABLE.exec(String(input)) ?? [];
				return `has ${inWords(character)} in it. Write the reference without it, or clean the data it comes from: two references that look the same would be two payments.`;
			},
			abort: true,
		})
		.transform((value) => value.normalize());
}

/**
 * Checks the reference of what is to be looked up.
 * @param label what people call it, such as "Transaction Reference"
 * @throws InputError when it is missing
 */
export function checkReference(reference: unknown, label: string): string {
	return checkInput(schema, { reference }, { reference: label }).reference;
}
