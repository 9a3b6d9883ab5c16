import { z } from 'zod/v4';

import { SettingError } from './values/errors';
import { parseJson } from './values/input';
import { statusCode } from './values/responseFields';

/** The closed set of outcomes of a payment, the same in every operation. */
export const OUTCOMES = [
	'authorized',
	'otp_required',
	'redirect_required',
	'pending',
	'declined',
	'refunded',
	'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A row of the status table: the name of a status code, and its outcome. */
interface StatusMeaning {
	name: string;
	outcome: Outcome;
}
export type StatusTable = Readonly<Record<string, StatusMeaning>>;

/**
 * Transaction status codes. Only 2 is in the specification (section 3). The others are the table that providers publish,
 * and a credential can override each of them.
 */
export const PUBLISHED_STATUSES: StatusTable = {
	0: { name: 'COMPLETED', outcome: 'authorized' },
	1: { name: 'PENDING', outcome: 'pending' },
	2: { name: 'AUTHORIZED', outcome: 'authorized' },
	3: { name: 'CAPTURED', outcome: 'authorized' },
	4: { name: 'DECLINED', outcome: 'declined' },
	5: { name: 'CANCELED', outcome: 'declined' },
	6: { name: 'REFUNDED', outcome: 'refunded' },
	7: { name: 'CHARGED_BACK', outcome: 'refunded' },
	8: { name: 'IN_PROGRESS', outcome: 'pending' },
	9: { name: 'VOIDED', outcome: 'declined' },
	10: { name: 'PENDING_REVIEW', outcome: 'pending' },
	11: { name: 'PARTIALLY_REFUNDED', outcome: 'refunded' },
	12: { name: 'UNDER_INVESTIGATION', outcome: 'pending' },
	13: { name: 'FAILED_TO_CAPTURE', outcome: 'declined' },
	14: { name: 'EXPIRED', outcome: 'declined' },
	15: { name: 'SUSPENDED', outcome: 'pending' },
	16: { name: 'TRANSFERRED', outcome: 'authorized' },
	17: { name: 'SCHEDULED', outcome: 'pending' },
};

const overriding = z.enum(['authorized', 'pending', 'declined', 'refunded', 'unknown']);
const overridesSchema = z.record(
	z.string().regex(/^(0|[1-9]\d*)$/),
	z.object({ name: z.string().min(1), outcome: overriding }),
);

/**
 * Reads the status table in force: the published one, with a credential's overrides for every code but 2, which the specification defines.
 * @param overrides JSON text such as `{"18": {"name": "HELD", "outcome": "pending"}}`, or empty
 * @throws SettingError when the text is not of that form
 */
export function readStatusTable(overrides: string): StatusTable {
	const added = readOverrides(
		overridesSchema,
		overrides,
		'Status Codes',
		'{"18": {"name": "HELD", "outcome": "pending"}}',
	);
	return { ...PUBLISHED_STATUSES, ...added, 2: PUBLISHED_STATUSES[2]! };
}

/** Reads a credential's replacements for published statuses from JSON text; nothing where the text is empty. */
function readOverrides<T>(schema: z.ZodType<T>, text: string, field: string, example: string): T {
	const parsed = schema.safeParse(text.trim() === '' ? {} : parseJson(text));
	if (parsed.success) return parsed.data;
	throw new SettingError(
		`The credential's '${field}' cannot be read.`,
		`Give JSON of the form ${example}. Allowed outcomes: authorized, pending, declined, refunded, unknown.`,
	);
}

/** The outcomes of transfers or bank payments, by the words that the service has for their statuses. */
export type StatusWords = Readonly<Record<string, Outcome>>;

/** The specification does not show transfers; these are the statuses that providers publish. */
const PUBLISHED_TRANSFER_STATUSES: StatusWords = {
	PENDING: 'pending',
	COMPLETE: 'authorized',
	FAILED: 'declined',
};

/** The statuses of payments to an account that is made for one payment, as providers publish them. */
const PUBLISHED_BANK_PAYMENT_STATUSES: StatusWords = { PENDING: 'pending', COMPLETED: 'authorized' };

const wordOverrides = z.record(z.string(), overriding);

/**
 * Reads the statuses of transfers in force, in capitals: the published ones, with a credential's overrides.
 * @param overrides JSON text such as `{"SUCCESSFUL": "authorized"}`, or empty
 * @throws SettingError when the text is not of that form
 */
export function readTransferStatuses(overrides: string): StatusWords {
	return { ...PUBLISHED_TRANSFER_STATUSES, ...readWordOverrides(overrides, 'Transfer Statuses', 'SUCCESSFUL') };
}

/** Reads the statuses of bank payments in force, as `readTransferStatuses` reads those of transfers. */
export function readBankPaymentStatuses(overrides: string): StatusWords {
	return { ...PUBLISHED_BANK_PAYMENT_STATUSES, ...readWordOverrides(overrides, 'Bank Payment Statuses', 'PAID') };
}

function readWordOverrides(overrides: string, field: string, example: string): StatusWords {
	const given = readOverrides(wordOverrides, overrides, field, `{"${example}": "authorized"}`);
	return Object.fromEntries(Object.entries(given).map(([name, outcome]) => [name.trim().toUpperCase(), outcome]));
}

/** Returns the outcome of a status that is a word, in upper or lower case. An undocumented one is `unknown`, and never taken for paid. */
export function outcomeOfWord(status: string | null, statuses: StatusWords): Outcome {
	if (status === null) return 'unknown';
	const name = status.toUpperCase();
	return (Object.hasOwn(statuses, name) && statuses[name]) || 'unknown';
}

/** Returns the name and outcome of a status code. A code outside the table is `unknown`, and never taken for paid. */
export function meaningOf(status: number | null, table: StatusTable): { name: string | null; outcome: Outcome } {
	return (
		(status !== null && Object.hasOwn(table, String(status)) && table[String(status)]) || {
			name: null,
			outcome: 'unknown',
		}
	);
}

/** The status of a transaction in an answer: in one field or in two, each a code or its name (2.5, 2.6). */
export interface StatusFields {
	status?: unknown;
	statusCode?: unknown;
}

/**
 * Reads the status code that an answer gives.
 * @returns null where it gives none, or where one of its fields cannot be read or contradicts the other: then neither is trusted
 */
export function readStatus({ status, statusCode: code }: StatusFields, table: StatusTable): number | null {
	const [first = null, second = first] = [status, code].filter(isGiven).map((field) => readCode(field, table));
	return first === second ? first : null;
}

/** Reads the code in a field, or null where it cannot be read, or is the name of several codes. */
function readCode(field: unknown, table: StatusTable): number | null {
	const code = statusCode(field);
	if (code !== null) return code;
	const name = typeof field === 'string' ? field.trim().toUpperCase() : undefined;
	const [named, ...others] = Object.keys(table).filter((key) => table[key]!.name.toUpperCase() === name);
	return named !== undefined && others.length === 0 ? Number(named) : null;
}

function isGiven(field: unknown): boolean {
	return field !== undefined && field !== null && !(typeof field === 'string' && field.trim() === '');
}

/** Says whether the outcome can no longer change by itself, so that polling can stop. */
export function isFinal(outcome: Outcome): boolean {
	return outcome === 'authorized' || outcome === 'declined' || outcome === 'refunded';
}
