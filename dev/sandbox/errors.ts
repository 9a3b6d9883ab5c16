import { STATUS_CODES } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint';
import type { Settings } from './options';

/** The messages of section 7. For verify it asks for a sentence instead, which is written where it is refused. */
const MESSAGES: Partial<Record<Endpoint, Record<number, string>>> = {
	charge: { 400: 'Invalid Request', 403: 'Unauthorized', 500: 'Server Error' },
	authorize: { 400: 'Invalid OTP', 403: 'Unauthorized', 404: 'Transaction Not Found', 500: 'Server Error' },
};

interface ErrorDetails {
	/** Instead of the usual message for the status. */
	message?: string;
	/** The faults, as `field: reason`; the message itself where the answer has no other place for it. */
	errors?: string[];
}

/**
 * Thrown to refuse a request. A hook cannot simply answer instead: while a fault holds the answer back, fastify does not
 * see that there is one, and continues to the handler.
 */
export class Refusal extends Error {
	constructor(
		readonly statusCode: number,
		readonly details: ErrorDetails = {},
	) {
		super(details.message ?? STATUS_CODES[statusCode]);
	}
}

/** The body of an error answer, in the shape of the request's endpoint. */
export function errorBody(request: FastifyRequest, settings: Settings, status: number, details: ErrorDetails = {}) {
	const { endpoint } = request;
	const { errors = [] } = details;
	const messages = endpoint && MESSAGES[endpoint];
	const usual = messages ? messages[status] : errors.join('; ');
	const message = details.message ?? (usual || STATUS_CODES[status] || 'Error');
	if (!settings.echo) return shape(endpoint, status, message, errors);
	return { ...shape(endpoint, status, message + spill(request), errors), echo: copyOf(request) };
}

function shape(endpoint: Endpoint | undefined, status: number, message: string, errors: string[]) {
	switch (endpoint) {
		case 'charge':
		case 'authorize':
			// Section 7 leaves the shape open; this is the envelope of section 1 with nothing in it.
			return { status, message, data: null, errors };
		case 'verify':
		case 'history':
		case 'refund':
		case 'hostedCheckout':
			return { status: 'error', message };
		default:
			// Not shown for the token and the banks either; this is what providers document for the bank endpoints.
			return { error: STATUS_CODES[status] ?? 'Error', message };
	}
}

function copyOf({ headers, body, url }: FastifyRequest) {
	return { headers, body, url };
}

function spill({ headers, body }: FastifyRequest): string {
	const keys = ['authorization', 'x-api-key', 'x-client-id', 'x-private-key', 'x-public-key'].map(
		(name) => headers[name],
	);
	return ` ${[JSON.stringify(body), ...keys].filter((part) => part !== undefined).join(' ')}`;
}
