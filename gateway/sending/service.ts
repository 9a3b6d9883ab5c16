import type { Endpoint } from '../client/endpoint';
import { type Answer, readData } from '../client/response';
import type { Settings } from '../client/settings';
import { asGatewayError, LostAnswerError, UnexpectedError, type GatewayError } from '../values/errors';

/** The content that a call adds to its endpoint. */
export interface Content {
	parameters?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: Record<string, unknown>;
}

/** The service with one credential: everything that calls need from outside. */
export interface Service {
	readonly settings: Settings;
	/**
	 * Sends one call. Every HTTP status is an answer, in which the keys, the tokens and `secrets` are hidden.
	 * @param longest in milliseconds: how long to wait for the answer, where that is less than usual
	 * @throws GatewayError where there is none
	 */
	send(endpoint: Endpoint, content: Content, secrets: readonly string[], longest?: number): Promise<Answer>;
	/** Waits for a time in milliseconds, or until the execution is stopped. */
	pause(milliseconds: number): Promise<void>;
}

// In milliseconds. A service that is only slow answers within these.
const SHORTEST = 5000;

/** Returns the service with a deadline for its answers: a service that hangs would hold up whoever waits for it. */
export function withDeadline(end: number, service: Service): Service {
	return {
		settings: service.settings,
		pause: async (milliseconds) => await service.pause(milliseconds),
		send: async (endpoint, content, secrets) =>
			await service.send(endpoint, content, secrets, Math.max(end - Date.now(), SHORTEST)),
	};
}

/** A call of the service: where it goes, what it sends, and how its answer is read. */
export interface Call<Request, Value extends object> {
	endpoint: Endpoint;
	content(asked: Request, settings: Settings): Content;
	/** Reads the record in an answer that is a success. @throws GatewayError where it is not what was asked for */
	read(data: Record<string, unknown>, asked: Request, settings: Settings): Value;
}

/** An answer, read and as it came, both without secrets; or why there is none. */
export type ServiceAnswer<T> = { value: T; raw: unknown } | { failure: GatewayError };

/**
 * Sends a call and reads the record in its answer. It does not throw: what a failure means depends on the call.
 * @param secrets what was entered for this payment, and must not appear in any output; the credential's keys never do
 */
export async function send<Request, Value extends object>(
	service: Service,
	call: Call<Request, Value>,
	asked: Request,
	secrets: readonly string[],
): Promise<ServiceAnswer<Value>> {
	const { endpoint } = call;
	const { settings } = service;
	try {
		const answer = await service.send(endpoint, call.content(asked, settings), secrets);
		return { value: call.read(readData(endpoint, answer, settings), asked, settings), raw: answer.body };
	} catch (error) {
		const failure = asGatewayError(error);
		// Whatever went wrong on our side, the service may have acted.
		const isInDoubt = failure instanceof UnexpectedError && endpoint.movesMoney;
		return { failure: isInDoubt ? new LostAnswerError('This node could not read the answer') : failure };
	}
}
