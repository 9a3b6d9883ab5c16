import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENDPOINTS, type Endpoint } from './endpoint';
import { errorBody, Refusal } from './errors';
import type { Settings } from './options';
import { wait } from './wait';

const KINDS = ['reset', 'hang', 'status', 'empty', 'brokenJson', 'html', 'delay', 'altered'] as const;

export interface Fault {
	on: Endpoint;
	kind: (typeof KINDS)[number];
	/** before: the service does not act; after (default): it acts, then the answer is lost. */
	when?: 'before' | 'after';
	/** For `status` (default 500), `html` (default 502) and `altered` (default: that of the answer). */
	status?: number;
	/** For `delay`. */
	ms?: number;
	/** For `delay`: ends it early. */
	until?: AbortSignal;
	/** For `altered` and `status`: fields of the answer to replace or to add; those in `data` go into its `data`. */
	fields?: Record<string, unknown>;
	/** The number of matching requests that it applies to, default 1. */
	times?: number;
	/** The number of matching requests that pass first, default 0. */
	skip?: number;
}

type Effect = Omit<Fault, 'on'>;

export const faultSchema = {
	type: 'object',
	required: ['on', 'kind'],
	additionalProperties: false,
	properties: {
		on: { enum: ENDPOINTS },
		kind: { enum: KINDS },
		when: { enum: ['before', 'after'] },
		status: { type: 'integer', minimum: 200, maximum: 599 },
		ms: { type: 'integer', minimum: 0 },
		fields: { type: 'object' },
		times: { type: 'integer', minimum: 1 },
		skip: { type: 'integer', minimum: 0 },
	},
};

/** The faults waiting for each endpoint, in order: the next one starts when the one before it is used up. */
export class Faults {
	#queue: Array<Fault & { times: number; skip: number }> = [];

	add(fault: Fault): void {
		this.#queue.push({ times: 1, skip: 0, ...fault });
	}

	take(endpoint: Endpoint): Effect | null {
		const fault = this.#queue.find(({ on }) => on === endpoint);
		if (!fault) return null;
		if (fault.skip > 0) {
			fault.skip -= 1;
			return null;
		}
		fault.times -= 1;
		if (fault.times <= 0) this.#queue.splice(this.#queue.indexOf(fault), 1);
		return fault;
	}

	clear(): void {
		this.#queue = [];
	}
}

/** Applies its fault to each request: the one named in the request's header, or else the next in the queue. */
export function applyFaults(app: FastifyInstance, faults: Faults, settings: Settings, ended: AbortSignal): void {
	app.decorateRequest('fault', null);

	app.addHook('onRequest', (request, _reply, done) => {
		if (request.endpoint) {
			const header = request.headers['x-sandbox-fault'];
			request.fault = typeof header === 'string' ? parseFault(header) : faults.take(request.endpoint);
		}
		done();
	});

	app.addHook('preValidation', async (request) => {
		const { fault } = request;
		if (fault?.when !== 'before') return;
		if (fault.kind !== 'delay') throw new Refusal(500);
		request.fault = null;
		await delay(fault);
	});

	app.addHook('onSend', async (request, reply, payload) => {
		if (!request.fault) return payload;
		return await spoil(request.fault, request, reply, typeof payload === 'string' ? payload : '');
	});

	async function delay({ ms = 0, until }: Effect): Promise<void> {
		await wait(ms, until ? AbortSignal.any([ended, until]) : ended);
	}

	function spoil(
		fault: Effect,
		request: FastifyRequest,
		reply: FastifyReply,
		answer: string,
	): string | Promise<string> {
		switch (fault.kind) {
			case 'reset':
				request.raw.socket.resetAndDestroy();
				return never();
			case 'hang':
				return never();
			case 'delay':
				return delay(fault).then(() => answer);
			case 'empty':
				reply.code(200).type('application/json');
				return '';
			case 'brokenJson':
				reply.code(200).type('application/json');
				return '{"status":200,"message":"Successful","data":{"ref';
			case 'status':
				reply.code(fault.status ?? 500).type('application/json');
				return JSON.stringify(alter(errorBody(request, settings, fault.status ?? 500), fault.fields));
			case 'altered':
				reply.code(fault.status ?? reply.statusCode);
				return JSON.stringify(alter(JSON.parse(answer) as Fields, fault.fields));
			case 'html':
				reply.code(fault.status ?? 502).type('text/html');
				return htmlPage(fault.status ?? 502);
		}
	}
}

/** Reads e.g. `reset`, `html:502`, `delay:200;when=before`. */
function parseFault(header: string): Effect {
	const [, name, number, when] = /^(\w+)(?::(\d+))?(?:;\s*when=(before|after))?$/.exec(header.trim()) ?? [];
	const kind = KINDS.find((known) => known === name);
	if (!kind) throw new Refusal(400, { message: `x-sandbox-fault: cannot read "${header}"` });
	const value = number === undefined ? undefined : Number(number);
	return {
		kind,
		when: when === 'before' ? 'before' : 'after',
		...(kind === 'delay' ? { ms: value } : { status: value }),
	};
}

type Fields = Record<string, unknown>;

function alter(answer: Fields, fields: Fields = {}): Fields {
	const data = { ...(answer.data as Fields | null), ...(fields.data as Fields | undefined) };
	return { ...answer, ...fields, ...(Object.keys(data).length > 0 && { data }) };
}

/** Never answers; the request ends when its connection closes. */
function never(): Promise<string> {
	return new Promise(() => undefined);
}

function htmlPage(status: number): string {
	const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
	return `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}
