/**
 * What kind of failure an item has, for nodes that decide what to do about it. The list is closed; docs/operations.md says
 * what each word means.
 */
export const ERROR_CODES = [
	'invalid_input',
	'settings',
	'unreachable',
	'login_failed',
	'refused',
	'reference_used',
	'lost_answer',
	'not_authorized',
	'unexpected',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * One small class for each meaning of a failure. No class carries a request, a header or an answer's body, so that every
 * error may be shown and stored. `message` is a sentence that says what happened, and `description` says what to do next.
 */
export abstract class GatewayError extends Error {
	/** Given in each class, because the names of classes are shortened when the package is built. */
	abstract override readonly name: string;
	abstract readonly code: ErrorCode;

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** A sentence as the continuation of another one, after a colon or a "because". */
export function asClause(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

/** One rule that one field breaks. */
export interface Problem {
	/** The names that lead to the field in the input, such as `['customer', 'address', 'city']`; empty for all of it. */
	path: readonly string[];
	/** What people call the field. */
	field: string;
	/** Continues a sentence that begins with the field, and then says what to do: "has a comma. Write 10.50, with a point." */
	rule: string;
}

const CORRECT_IT = 'Correct it, and run the workflow again.';

/** The user gave invalid values. Nothing was sent. The error repeats no value but amounts. */
export class InputError extends GatewayError {
	override readonly name = 'InputError';
	readonly code = 'invalid_input';

	/** @param problems one at least */
	constructor(readonly problems: readonly Problem[]) {
		super(whatIsWrong(problems), whatToCorrect(problems));
	}
}

/** The problem of a single value, or the names of all. */
function whatIsWrong(problems: readonly Problem[]): string {
	const [first, ...others] = problems;
	if (others.length === 0) return `${first!.field} ${clauseOf(first!.rule)}.`;
	const fields = [...new Set(problems.map(({ field }) => field))];
	const last = fields.pop()!;
	return fields.length === 0 ? `${last} has mistakes.` : `${fields.join(', ')} and ${last} have mistakes.`;
}

/** What to do about a single value, which the message names, or about each of several. */
function whatToCorrect(problems: readonly Problem[]): string {
	const [first, ...others] = problems;
	if (others.length === 0) return adviceIn(first!.rule) || CORRECT_IT;
	return problems.map(({ field, rule }) => `${field} ${clauseOf(rule)}. ${adviceIn(rule)}`.trim()).join(' ');
}

function clauseOf(rule: string): string {
	return rule.split('. ', 1)[0]!.replace(/\.$/, '');
}

function adviceIn(rule: string): string {
	const advice = rule.split('. ').slice(1).join('. ');
	return advice === '' || advice.endsWith('.') ? advice : `${advice}.`;
}

/** The credential lacks something that this call needs. Nothing was sent. */
export class SettingError extends GatewayError {
	override readonly name = 'SettingError';
	readonly code = 'settings';
}

/** The request did not reach the service: refused connection, unknown host, bad certificate. Nothing happened there. */
export class UnreachableError extends GatewayError {
	override readonly name = 'UnreachableError';
	readonly code = 'unreachable';
}

/** No access token could be obtained (specification 4.1), so the call itself was not sent. */
export class TokenError extends GatewayError {
	override readonly name = 'TokenError';
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
 * The request was sent and its answer is lost: time-out, reset, 5xx, or an answer that cannot be read.
 * For a call that moves money the outcome is unknown.
 */
export class LostAnswerError extends GatewayError {
	override readonly name = 'LostAnswerError';
	readonly code = 'lost_answer';
	readonly serviceMessage: string | undefined;
	/** Whether it says anything that may be about an earlier request with the same reference. */
	readonly isDoubtful: boolean;

	constructor(
		message: string,
		{ serviceMessage, isDoubtful = false }: { serviceMessage?: string; isDoubtful?: boolean } = {},
	) {
		super(message);
		this.serviceMessage = serviceMessage;
		this.isDoubtful = isDoubtful;
	}
}

/** The service read the request and refused it (4xx): nothing was carried out. */
export class RefusedError extends GatewayError {
	override readonly name: string = 'RefusedError';
	readonly code: 'refused' | 'reference_used' = 'refused';
	/** Whether the answer has the form of the endpoint's own errors, and so does not come from a proxy. */
	readonly isOwnError: boolean;
	readonly serviceMessage: string | undefined;
	/** All that the service says, in whatever field. */
	readonly words: string;
	/** The payment whose record it comes with. It contradicts itself then. */
	readonly payment: PaymentInRefusal | undefined;
	/** The decline whose record it comes with. */
	readonly decline: DeclineInRefusal | undefined;

	constructor(
		message: string,
		description: string,
		readonly httpStatus: number,
		{
			serviceMessage,
			words = serviceMessage ?? '',
			isOwnError = false,
			payment,
			decline,
		}: { serviceMessage?: string; words?: string; isOwnError?: boolean } & RecordInRefusal = {},
	) {
		super(message, description);
		this.serviceMessage = serviceMessage;
		this.words = words;
		this.payment = payment;
		this.isOwnError = isOwnError;
		this.decline = decline;
	}

	/** The same refusal, with what its record tells. */
	withRecord(told: RecordInRefusal): RefusedError {
		const { message, description = '', httpStatus, serviceMessage, words, isOwnError } = this;
		return new RefusedError(message, description, httpStatus, { serviceMessage, words, isOwnError, ...told });
	}
}

/** What the record in a refusal tells of, if anything. */
export interface RecordInRefusal {
	payment?: PaymentInRefusal;
	decline?: DeclineInRefusal;
}

/** A payment that failed, by the service's reference where the refusal gives one. */
interface DeclineInRefusal {
	transactionReference: string | null;
	/** Whether a status of the payment says so, and not one of the call, such as "error". */
	isStatus?: boolean;
}

/** A payment that a refusal tells of, by the service's reference where it gives one. */
export interface PaymentInRefusal {
	transactionReference: string | null;
	/** Whether it names the reference that was sent. */
	isOfSent: boolean;
	/** Whether its status says that the payment was made, or is open; otherwise nobody knows what it says. */
	isMade: boolean;
	/** Whether it is said to be open. */
	isOpen: boolean;
}

/**
 * Whether there is a payment under the reference of a refused request: there is one, or nobody knows. If there is, it may be
 * the request's own, because a proxy may have sent it twice.
 */
export type FirstPayment = 'exists' | 'unknown';

/**
 * The service refused the request, and there is a payment under its reference, or there may be: perhaps it had carried out the
 * same request before. This call changed nothing.
 */
export class PossibleRepeatError extends RefusedError {
	override readonly name = 'PossibleRepeatError';
	override readonly code: 'refused' | 'reference_used';

	constructor(
		message: string,
		description: string,
		httpStatus: number,
		readonly first: FirstPayment,
		serviceMessage?: string,
		words?: string,
	) {
		super(message, description, httpStatus, { serviceMessage, words });
		this.code = first === 'unknown' ? 'refused' : 'reference_used';
	}
}

/** A call that only reads has failed: 5xx, a redirect, or an answer that cannot be read. */
export class ServiceError extends GatewayError {
	override readonly name = 'ServiceError';
	readonly code = 'lost_answer';

	constructor(
		message: string,
		description: string,
		readonly httpStatus?: number,
	) {
		super(message, description);
	}
}

/** The service answered, but the payment is not authorized, and the user wants that to be an error. */
export class NotAuthorizedError extends GatewayError {
	override readonly name = 'NotAuthorizedError';
	readonly code = 'not_authorized';

	/** @param isDeclined whether the payment was declined, so that it can no longer be authorized */
	constructor(
		message: string,
		description: string,
		readonly isDeclined: boolean,
	) {
		super(message, description);
	}
}

/** A mistake in this package or in n8n. */
export class UnexpectedError extends GatewayError {
	override readonly name = 'UnexpectedError';
	readonly code = 'unexpected';
}
