/**
 * The kinds of failure of an item, for nodes that decide what to do about it. The list is closed; docs/operations.md says
 * what each word means.
 */
export const ERROR_CODES = [
	'invalid_input',
	'settings',
	'unreachable',
	'login_failed',
	'refused',
	'reference_used',
	'reference_unchecked',
	'lost_answer',
	'not_authorized',
	'stopped',
	'unexpected',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * The base of the errors, one small class for each meaning of a failure. No class carries a request, a header or an answer's body, so that
 * every error may be shown and stored. `message` is a sentence that says what happened, and `description` says what to do next.
 */
export abstract class GatewayError extends Error {
	override readonly name = this.constructor.name;
	abstract readonly code: ErrorCode;

	/**
	 * 'no': this call charged nothing. 'unknown': it may have. Undefined: this call charged nothing, but the service has not said whether
	 * an earlier try did, so a retry reports 'unknown'.
	 */
	charged?: 'no' | 'unknown';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** Makes a sentence the continuation of another sentence, after a colon or a "because". */
export function asClause(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

/** A rule that a field breaks. */
export interface Problem {
	/** The names that lead to the field in the input, such as `['customer', 'address', 'city']`; empty for all of it. */
	path: readonly string[];
	/** The field's name for people. Messages have it in single quotes. */
	field: string;
	/** Continues a sentence that begins with the field, and then says what to do: "has a comma. Write 10.50, with a point." */
	rule: string;
}

/** Joins names for a sentence: "A, B and C". */
export function joinNames(names: readonly string[]): string {
	return new Intl.ListFormat('en-GB').format(names);
}

const CORRECT_IT = 'Correct it, and run the workflow again.';

/** The user gave invalid values. Nothing was sent. The error repeats no value but amounts. */
export class InputError extends GatewayError {
	readonly code = 'invalid_input';

	/** @param problems one at least */
	constructor(readonly problems: readonly Problem[]) {
		super(whatIsWrong(problems), whatToCorrect(problems));
	}
}

/** Names the problem of a single value, or all fields with a problem. */
function whatIsWrong(problems: readonly Problem[]): string {
	const fields = [...new Set(problems.map(({ field }) => `'${field}'`))];
	if (problems.length === 1) return `${fields[0]} ${clauseOf(problems[0]!.rule)}.`;
	return `${joinNames(fields)} must be corrected.`;
}

/** Advises on a single value, which the message names, or about each of several. */
function whatToCorrect(problems: readonly Problem[]): string {
	const [first, ...others] = problems;
	if (others.length === 0) return adviceOf(first!.rule) || CORRECT_IT;
	return problems.map(({ field, rule }) => `'${field}' ${clauseOf(rule)}. ${adviceOf(rule)}`.trim()).join(' ');
}

function clauseOf(rule: string): string {
	return rule.split('. ', 1)[0]!.replace(/\.$/, '');
}

function adviceOf(rule: string): string {
	const advice = rule.split('. ').slice(1).join('. ');
	return advice === '' || advice.endsWith('.') ? advice : `${advice}.`;
}

/** The execution was stopped, or its time was up, before it was this item's turn. */
export class StoppedError extends GatewayError {
	readonly code = 'stopped';

	constructor() {
		super(
			"The execution was stopped before it was this item's turn.",
			'Run the workflow again with the same references, so that nothing is paid twice.',
		);
	}
}

/** The credential, or one of its settings, cannot be used for this call. */
export class SettingError extends GatewayError {
	readonly code = 'settings';
}

/** The request did not reach the service: refused connection, unknown host, bad certificate. Nothing happened there. */
export class UnreachableError extends GatewayError {
	readonly code = 'unreachable';
}

/** No access token could be obtained (specification 4.1), so the call itself was not sent. */
export class TokenError extends GatewayError {
	readonly code = 'login_failed';

	/** @param isLasting whether another login would end in the same way */
	constructor(
		message: string,
		description?: string,
		readonly isLasting = false,
	) {
		super(message, description);
	}
}

/**
 * The request was sent, and its answer does not tell the outcome: it is lost, cannot be read, contradicts itself, or has a status
 * that is neither a success nor a refusal. For a call that moves money, the service's record decides.
 */
export class LostAnswerError extends GatewayError {
	readonly code = 'lost_answer';
	override charged: 'no' | 'unknown' = 'unknown';

	/** @param transactionReference the service's reference in the answer, where it has one */
	constructor(
		message: string,
		readonly transactionReference?: string,
	) {
		super(message);
	}
}

/** The service answered with a status that refuses the call. Its record decides what that means for the money (`settle`). */
export class RefusedError extends GatewayError {
	readonly code = 'refused';
	/** True if the answer has the form of the endpoint's own errors, and so does not come from a proxy. */
	readonly isOwnError: boolean;
	/** True if a firewall or proxy in front of the service has refused the call, which says nothing of the keys. */
	readonly isFirewall: boolean;
	readonly serviceMessage: string | undefined;

	constructor(
		message: string,
		description: string,
		readonly httpStatus: number,
		{
			serviceMessage,
			isOwnError = false,
			isFirewall = false,
		}: { serviceMessage?: string; isOwnError?: boolean; isFirewall?: boolean } = {},
	) {
		super(message, description);
		this.serviceMessage = serviceMessage;
		this.isOwnError = isOwnError;
		this.isFirewall = isFirewall;
	}
}

/** The service has a payment under the reference already, so nothing was sent. */
export class ReferenceUsedError extends GatewayError {
	readonly code = 'reference_used';
	override charged: 'no' | 'unknown' = 'no';

	/** @param payment what the service has under the reference */
	constructor(
		message: string,
		description: string,
		readonly payment: { outcome: string; transactionReference: string | null },
	) {
		super(message, description);
	}
}

/** The service does not say whether it has a payment under the reference, so nothing was sent. */
export class UncheckedReferenceError extends GatewayError {
	readonly code = 'reference_unchecked';

	/** @param isTemporary whether it may say so in a moment */
	constructor(
		message: string,
		description?: string,
		readonly isTemporary = false,
	) {
		super(message, description);
	}
}

/** A call that only reads has failed: 5xx, a redirect, or an answer that cannot be read. */
export class ReadFailedError extends GatewayError {
	readonly code = 'lost_answer';

	constructor(
		message: string,
		description: string,
		readonly httpStatus?: number,
	) {
		super(message, description);
	}
}

/** The service answered a call that only reads, and without any record. */
export class NoRecordError extends ReadFailedError {}

/** The service answered a call that only reads with the record of another reference, and so does not say what it has under this one. */
export class OtherRecordError extends ReadFailedError {}

/** The service answered, but the payment is not authorized, and the user wants that to be an error. */
export class NotAuthorizedError extends GatewayError {
	readonly code = 'not_authorized';

	/** @param charged 'no' where the payment was declined, or nothing was done with it */
	constructor(
		message: string,
		description: string,
		override charged?: 'no',
	) {
		super(message, description);
	}
}

/** A mistake in this package or in n8n. Nobody knows what was sent. */
export class UnexpectedError extends GatewayError {
	readonly code = 'unexpected';
	override charged: 'no' | 'unknown' = 'unknown';
}

/** Returns a GatewayError for anything that was thrown. An error of other code may carry data, so only its class is named. */
export function asGatewayError(error: unknown): GatewayError {
	if (error instanceof GatewayError) return error;
	const kind = error instanceof Error ? error.name : typeof error;
	return new UnexpectedError(
		`Something unexpected went wrong in this node (${kind}).`,
		'Report this to the developers of the node, with what you did.',
	);
}
