import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import type { IWebhookData } from 'n8n-workflow';
import { Container, express, Logger, n8nWorkflow } from '../n8n';
import { makeNotFoundError, ResponseError, sendAnswer, sendError, type Answer } from './answer';
import { rawBodyReader } from './body';

/** The first part of a webhook's path: production or test. */
export type Endpoint = 'webhook' | 'webhook-test';

/** The handler of requests to an execution that waits. */
type WaitingHandler = (
	executionId: string,
	suffix: string,
	request: Request,
	response: Response,
) => Promise<Answer | undefined>;

/** The handler of requests to a webhook. */
type WebhookHandler = (request: Request, response: Response) => Promise<Answer | undefined>;

/**
 * The part of n8n's server that answers webhooks, on a free local port. Left out are preflight requests, compression, paths with
 * parameters, and forms.
 */
export class WebhookServer {
	/** The handlers by endpoint and path, then by method. */
	private readonly routes = new Map<string, Map<string, WebhookHandler>>();
	private listening?: Promise<Server>;
	private url?: string;

	/** @param resume answers requests to executions that wait */
	constructor(private readonly resume: WaitingHandler) {}

	/** The server's address, such as `http://127.0.0.1:5678/`, from the first start on. */
	get baseUrl(): string | undefined {
		return this.url;
	}

	/** Starts listening, unless the server listens already. */
	async start(): Promise<void> {
		const server = await (this.listening ??= this.listen());
		this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	}

	/** Answers a webhook until the returned function is called. */
	register(endpoint: Endpoint, { httpMethod, path, node }: IWebhookData, handler: WebhookHandler): () => void {
		const key = `${endpoint}/${path}`;
		const methods = this.routes.get(key) ?? new Map<string, WebhookHandler>();
		if (methods.has(httpMethod)) throw new n8nWorkflow.WebhookPathTakenError(node);
		this.routes.set(key, methods.set(httpMethod, handler));
		return () => void methods.delete(httpMethod);
	}

	/** Stops listening and closes open connections. */
	async close(): Promise<void> {
		const server = await this.listening;
		if (!server) return;
		await new Promise((resolve) => {
			server.close(resolve);
			server.closeAllConnections();
		});
	}

	private async listen(): Promise<Server> {
		const app = express();
		app.disable('x-powered-by');
		app.set('query parser', 'extended');
		app.use(rawBodyReader);
		for (const endpoint of ['webhook', 'webhook-test'] as const) {
			app.all(`/${endpoint}/*path`, (request, response, next) => {
				// A rejection is an answer that came after the node's own.
				this.handle(request, response, async () => await this.answer(endpoint, request, response)).catch(next);
			});
		}
		app.all('/webhook-waiting/:id{/:suffix}', (request, response, next) => {
			const { id, suffix = '' } = request.params;
			(request as Request).params = {};
			this.handle(request, response, async () => await this.resume(id, suffix, request, response)).catch(next);
		});
		return await new Promise((resolve, reject) => {
			const server = app.listen(0, '127.0.0.1', (error) => (error ? reject(error) : resolve(server)));
			// Idle connections stay open. Otherwise, on a busy computer, a connection could be closed just as a test sends its next request over it.
			server.keepAliveTimeout = 0;
		});
	}

	private async answer(endpoint: Endpoint, request: Request, response: Response): Promise<Answer | undefined> {
		const { origin } = request.headers;
		if (origin !== undefined) response.header('Access-Control-Allow-Origin', origin);
		const path = (request.params.path as unknown as string[]).join('/');
		request.params = {};
		Container.get(Logger).debug(`Received webhook "${request.method}" for path "${path}"`);
		return await this.find(endpoint, request.method, path.replace(/\/$/, ''))(request, response);
	}

	private async handle(
		request: Request,
		response: Response,
		answerIt: () => Promise<Answer | undefined>,
	): Promise<void> {
		const logger = Container.get(Logger);
		try {
			const answer = await answerIt();
			if (answer) sendAnswer(response, answer);
		} catch (cause) {
			const error = cause as Error;
			if (error instanceof ResponseError && error.status === 404) {
				logger.error(`Received request for unknown webhook: ${error.message}`);
			} else {
				const target = `${request.method} ${request.path}`;
				logger.error(`Error in handling webhook request ${target}: ${error.message}`, { error });
			}
			sendError(response, error);
		}
	}

	private find(endpoint: Endpoint, method: string, path: string): WebhookHandler {
		const methods = this.routes.get(`${endpoint}/${path}`);
		const handler = methods?.get(method);
		if (handler) return handler;
		throw makeNotFoundError(endpoint === 'webhook-test', method, path, [...(methods?.keys() ?? [])]);
	}
}
