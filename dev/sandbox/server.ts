import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { errorBody, Refusal } from './errors';
import { applyFaults, type Endpoint, type Fault, type Faults } from './faults';
import type { Ledger } from './ledger';
import type { Notifier } from './notifications';
import type { Settings } from './options';
import type { Tokens } from './tokens';
import type { Transfers } from './transfers';

export interface RecordedRequest {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** As parsed; undefined when there was none, or when it could not be parsed. */
	body: unknown;
	/** Milliseconds since 1970. */
	at: number;
	endpoint?: Endpoint;
}

/** What the routes work with. */
export interface Service {
	settings: Settings;
	ledger: Ledger;
	transfers: Transfers;
	tokens: Tokens;
	faults: Faults;
	notifier: Notifier;
	requests: RecordedRequest[];
	/** Ends every wait when the sandbox stops. */
	ended: AbortSignal;
	/** Known once the server listens. */
	url: string;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		endpoint?: Endpoint;
		/** The sandbox's own controls: no part of the service, so not recorded. */
		control?: boolean;
	}
	interface FastifyRequest {
		endpoint?: Endpoint;
		fault: Omit<Fault, 'on'> | null;
		recorded?: RecordedRequest;
	}
}

/** The server without its routes: what holds for every request. */
export function createServer(service: Service): FastifyInstance {
	const app = Fastify({
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
		exposeHeadRoutes: false,
		// A wrong JSON type is the caller's mistake, not something to mend; and all mistakes are told at once.
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, allowUnionTypes: true } },
	});
	readJson(app);
	answerErrors(app, service.settings);
	record(app, service);
	applyFaults(app, service.faults, service.settings, service.ended);
	return app;
}

/** Like the built-in parser, but a JSON content type without a body is fine (section 4.1) and an error repeats nothing. */
function readJson(app: FastifyInstance): void {
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) => {
		if (body === '') return undefined;
		try {
			return JSON.parse(body) as unknown;
		} catch {
			throw new Refusal(400, { errors: ['body: must be valid JSON'] });
		}
	});
}

function answerErrors(app: FastifyInstance, settings: Settings): void {
	app.setNotFoundHandler(async () => {
		throw new Refusal(404);
	});
	app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) => {
		const refusal = error instanceof Refusal ? error : refusalFor(error);
		return reply.code(refusal.statusCode).send(errorBody(request, settings, refusal.statusCode, refusal.details));
	});
}

function refusalFor({ validation, statusCode = 500, message }: FastifyError): Refusal {
	if (validation) return new Refusal(400, { errors: validation.map(describe) });
	return new Refusal(statusCode, { errors: [message] });
}

/** `field: reason` for one finding of the JSON schema; it never repeats the value. */
function describe({ instancePath, params, message }: NonNullable<FastifyError['validation']>[number]): string {
	const parts = [...instancePath.split('/').slice(1), params['missingProperty'] ?? params['additionalProperty'] ?? ''];
	const field = parts.filter(Boolean).join('.') || 'body';
	return `${field}: ${params['missingProperty'] ? 'is required' : (message ?? 'is invalid')}`;
}

function record(app: FastifyInstance, { requests, settings }: Service): void {
	app.addHook('onRequest', async (request) => {
		const { endpoint, control } = request.routeOptions.config;
		if (control) return;
		const { method, url, headers } = request;
		const { basePrefix, refreshPath } = settings;
		const isRefresh = refreshPath !== '' && method === 'POST' && url === basePrefix + refreshPath;
		request.endpoint = endpoint ?? (isRefresh ? 'refresh' : undefined);
		request.recorded = { method, url, headers, body: undefined, at: Date.now(), endpoint: request.endpoint };
		requests.push(request.recorded);
	});
	app.addHook('preValidation', async (request) => {
		if (request.recorded) request.recorded.body = request.body;
	});
}
