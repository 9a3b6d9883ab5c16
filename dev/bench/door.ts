import { randomUUID } from 'node:crypto';
import { parse } from 'node:querystring';
import type { IDataObject, INodeType, IWebhookFunctions } from 'n8n-workflow';

import { UNKNOWN } from './answers';
import { KEYS } from './keys';

/** A request to a public address, as n8n hands it to a node. */
export interface DoorRequest {
	method: 'GET' | 'POST';
	/** The last segment of the path. */
	path: string;
	query?: string;
	contentType?: string;
	body?: string;
}

/** A node's answer. */
interface DoorAnswer {
	status: number;
	text: string;
	/** The address to which it sends the browser; empty if there is none. */
	location: string;
}

// n8n parses these types before it calls the node, and no more than so many keys of a form.
const MOST_FORM_KEYS = 1000;
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
	'application/json': JSON.parse,
	'application/x-www-form-urlencoded': (text) => parse(text, undefined, undefined, { maxKeys: MOST_FORM_KEYS }),
	'text/plain': (text) => text,
};

/** One of the package's nodes that answers requests, without n8n around it: what is measured is the node's own work. */
export class Door {
	private readonly node: INodeType;
	private readonly staticData: IDataObject = {};
	private readonly workflow = { id: randomUUID() };
	/** The service's answer to a question, by the URL that it came to. By default it knows no transaction. */
	answers: (url: string) => { statusCode: number; body: object } = () => ({
		statusCode: 404,
		body: UNKNOWN,
	});

	/**
	 * @param name of the node, as its folder is called
	 * @param parameters those that differ from the defaults
	 * @param items with which an execution waits
	 */
	constructor(
		name: 'CardPayment' | 'CardPaymentCheckoutTrigger' | 'CardPaymentTrigger',
		private readonly parameters: IDataObject,
		private readonly items: IDataObject[] = [],
	) {
		// The built package, because that is what n8n runs.
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- it is found by its name
		const types = require(`../../dist/nodes/${name}/${name}.node.js`) as Record<string, new () => INodeType>;
		this.node = new types[name]!();
	}

	/** Has the node answer. What n8n does first, such as parsing, can be done beforehand by `prepare`. */
	async answer(request: DoorRequest): Promise<DoorAnswer> {
		return await this.prepare(request)();
	}

	/** Parses a request as n8n does, and returns what has the node answer it. */
	prepare(request: DoorRequest): () => Promise<DoorAnswer> {
		const { context, answered } = this.contextOf(request);
		return async () => {
			await this.node.webhook!.call(context);
			return answered;
		};
	}

	private contextOf({ method, path, query = '', contentType = '', body = '' }: DoorRequest) {
		const answered: DoorAnswer = { status: 200, text: '', location: '' };
		const response = {
			status(status: number) {
				answered.status = status;
				return response;
			},
			set: () => response,
			removeHeader: () => response,
			type: () => response,
			location(address: string) {
				answered.location = address;
				return response;
			},
			end: () => response,
			json: () => response,
			send(text: string) {
				answered.text = text;
				return response;
			},
		};
		const rawBody = Buffer.from(body);
		const httpRequest = {
			method,
			originalUrl: `/webhook/bench/${path}?${query}`,
			path: `/webhook/bench/${path}`,
			headers: { 'content-type': contentType, 'content-length': String(rawBody.length) },
			rawBody,
			readRawBody: () => Promise.resolve(),
			query: {},
			acceptsLanguages: () => 'en',
		};
		const parsed = PARSERS[contentType]?.(body) ?? {};
		const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
		const context = {
			logger,
			helpers: {
				httpRequestWithAuthentication: (_: string, { url }: { url: string }) => Promise.resolve(this.answers(url)),
			},
			getMode: () => 'webhook',
			getTimezone: () => 'UTC',
			getNode: () => ({ id: 'node', name: 'Node' }),
			getWorkflow: () => this.workflow,
			getWorkflowStaticData: () => this.staticData,
			getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example', ...KEYS }),
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getNodeWebhookUrl: () => `https://n8n.example/webhook/bench/${path}`,
			getWebhookName: () => (path === 'notification' ? 'default' : 'setup'),
			getRequestObject: () => httpRequest,
			getResponseObject: () => response,
			getQueryData: () => Object.fromEntries(new URLSearchParams(query)),
			getBodyData: () => parsed,
			evaluateExpression: (code: string) =>
				code.includes('$input') ? this.items.map((json) => ({ json })) : 'execution:0',
		};
		return { context: context as unknown as IWebhookFunctions, answered };
	}
}

function ignore(): void {
	// Nobody reads the log of a benchmark.
}
