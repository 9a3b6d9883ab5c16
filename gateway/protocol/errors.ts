/**
 * One small class for each meaning of a failure. No class carries a request, a header or an answer's body, so that every
 * error may be shown and stored. `message` says what happened, and `description` what to do next.
 */
export abstract class GatewayError extends Error {
	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
		this.name = new.target.name;
	}
}

/** One rule that one field breaks. */
export interface Problem {
	/** The names that lead to the field in the input, such as `['customer', 'address', 'city']`; empty for all of it. */
	path: readonly string[];
	/** What people call the field. */
	field: string;
	/** Continues a sentence that begins with the field: "must have 3 or 4 digits". */
	rule: string;
}

/** The user gave invalid values. Nothing was sent. The error never repeats a value. */
export class InputError extends GatewayError {
	constructor(
		readonly problems: readonly Problem[],
		readonly section?: string,
	) {
		super(
			problems.map(({ field, rule }) => `${field} ${rule}`).join('; '),
			section
				? `Nothing was sent. The rules are in the service's specification, section ${section}.`
				: 'Nothing was sent.',
		);
	}
}

/** The credential lacks something that this call needs. Nothing was sent. */
export class SettingError extends GatewayError {}

/** The request did not reach the service: refused connection, unknown host, bad certificate. Nothing happened there. */
export class UnreachableError extends GatewayError {}

/** No access token could be obtained (specification 4.1), so the call itself was not sent. */
export class TokenError extends GatewayError {
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
export class LostAnswerError extends GatewayError {}

/** The service read the request and refused it (4xx): nothing was carried out. */
export class RefusedError extends GatewayError {
	/** Whether the answer has the form of the endpoint's own errors, and so does not come from a proxy. */
	readonly isOwnError: boolean;
	readonly serviceMessage: string | undefined;

	constructor(
		message: string,
		description: string,
		readonly httpStatus: number,
		{ serviceMessage, isOwnError = false }: { serviceMessage?: string; isOwnError?: boolean } = {},
	) {
		super(message, description);
		this.serviceMessage = serviceMessage;
		this.isOwnError = isOwnError;
	}
}

/**
 * The service refused the request, and there is a payment under its reference, or there may be: perhaps it had carried out the
 * same request before. This call changed nothing.
 */
export class PossibleRepeatError extends RefusedError {}

/** A call that only reads has failed: 5xx, a redirect, or an answer that cannot be read. */
export class ServiceError extends GatewayError {
	constructor(
		message: string,
		description: string,
		readonly httpStatus?: number,
	) {
		super(message, description);
	}
}

/** The service answered, but the payment is not authorized, and the user wants that to be an error. */
export class NotAuthorizedError extends GatewayError {}

/** A mistake in this package or in n8n. */
export class UnexpectedError extends GatewayError {}
