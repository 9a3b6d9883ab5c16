import type { Endpoint } from './endpoints';
import type { Answer } from './response';

/** A request with the keys that it is given, and no others. */
export interface PlainRequest {
	endpoint: Endpoint;
	url: string;
	headers?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: Record<string, unknown>;
}

/** Sends a request. Every HTTP status is an answer. @throws GatewayError where there is none */
export type SendPlain = (request: PlainRequest) => Promise<Answer>;
