import type { Problem } from '../../gateway/protocol/errors';

/** The fields of the card form, named as those of a charge. */
const FORM_FIELDS = ['cardNumber', 'expiry', 'cvv', 'cardPin', 'email'];

/**
 * The form's fields that a customer has to correct, in the order of the form; undefined when a problem lies in what only
 * the merchant can change.
 */
export function formFieldsOf(problems: readonly Problem[]): string[] | undefined {
	const names = problems.map(({ path: [name = ''] }) => name);
	if (!names.every((name) => FORM_FIELDS.includes(name))) return undefined;
	return FORM_FIELDS.filter((name) => names.includes(name));
}
