import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { errorBody, Refusal } from './errors';
import type { Endpoint } from './endpoint';
import type { BankPayments } from './bankPayments';
import { applyFaults, type Fault, type Faults } from './faults';
import type { Ledger } from './ledger';
import type { Notifier } from './notifications';
import type { Settings } from './options';
import type { Tokens } from './tokens';
import type { Transfers } from './transfers';
import { writeAnswers } from './writes';

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

/** The parts that the routes work with. */
export interface Service {
	settings: Settings;
	ledger: Ledger;
	transfers: Transfers;
	bankPayments: BankPayments;
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
		// A wrong JSON type is refused and not converted, and all mistakes are reported at once.
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true, allowUnionTypes: true } },
	});
	readJson(app);
	answerErrors(app, service.settings);
	record(app, service);
	addToAnswers(app, service.settings);
	applyFaults(app, service.faults, service.settings, service.ended);
	writeAnswers(app, service.settings);
	return app;
}

/** Reads JSON as the built-in parser does, but accepts a JSON content type without a body (section 4.1), and repeats nothing in an error. */
function readJson(app: FastifyInstance): void {
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		let value: unknown;
		try {
			value = body === '' ? undefined : JSON.parse(body.toString());
		} catch {
			return done(new Refusal(400, { errors: ['body: must be valid JSON'] }));
		}
		done(null, value);
	});
}

function answerErrors(app: FastifyInstance, settings: Settings): void {
	app.setNotFoundHandler(() => {
		throw new Refusal(404);
	});
	app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
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
	const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
	const parts = [...instancePath.split('/').slice(1), missingProperty ?? additionalProperty ?? ''];
	const field = parts.filter(Boolean).join('.') || 'body';
	return `${field}: ${missingProperty ? 'is required' : (message ?? 'is invalid')}`;
}

function addToAnswers(app: FastifyInstance, settings: Settings): void {
	app.addHook('preSerialization', (request, reply, answer, done) => {
		const isRecord = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
		const isAdded = request.endpoint && reply.statusCode === 200 && isRecord;
		done(null, isAdded ? { ...answer, ...settings.moreInAnswers } : answer);
	});
}

function record(app: FastifyInstance, { requests, settings }: Service): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const { endpoint, control } = request.routeOptions.config;
		if (control) return done();
		const { method, url, headers } = request;
		const { basePrefix, refreshPath } = settings;
		const isRefresh = refreshPath !== '' && method === 'POST' && url === basePrefix + refreshPath;
		request.endpoint = endpoint ?? (isRefresh ? 'refresh' : undefined);
		request.recorded = { method, url, headers, body: undefined, at: Date.now(), endpoint: request.endpoint };
		requests.push(request.recorded);
		done();
	});
	app.addHook('preValidation', (request, _reply, done) => {
		if (request.recorded) request.recorded.body = request.body;
		done();
	});
}
