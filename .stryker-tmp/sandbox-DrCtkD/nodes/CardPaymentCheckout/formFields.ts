// @ts-nocheck
import type { Problem } from '../../gateway/protocol/errors';

/** The fields of the card form, by the names of the charge's fields that are made from them. */
const FORM_FIELDS = new Map([
	['cardNumber', 'cardNumber'],
	['expiryMonth', 'expiry'],
	['expiryYear', 'expiry'],
	['cvv', 'cvv'],
	['cardPin', 'cardPin'],
	['email', 'email'],
]);

/**
 * The form's fields that a customer has to correct, in the order of the form; undefined when a problem lies in what only
 * the merchant can change.
 */
export function formFieldsOf(problems: readonly Problem[]): string[] | undefined {
	const names = problems.map(({ path: [name = ''] }) => name);
	if (!names.every((name) => FORM_FIELDS.has(name))) return undefined;
	const fields = [...FORM_FIELDS].filter(([name]) => names.includes(name)).map(([, field]) => field);
	return [...new Set(fields)];
}
