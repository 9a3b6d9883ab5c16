import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { chance } from './chance';
import type { Row } from './report';
import { TROUBLES, type Passage, type Trouble } from './troubles';

/** A request on its way, as far as a plan needs to know it. */
export interface Passing {
	method: string;
	path: string;
	/** As parsed; empty when there was none. */
	body: Record<string, unknown>;
}

/** The trouble that a request is to meet, and the name under which chance decides about it. */
export type Plan = (passing: Passing) => { trouble: Trouble; name: string };

/** Stands between n8n and the service, on this machine, and lets each request meet the trouble that a plan has for it. */
export class FaultProxy {
	/** The number of requests that met each trouble. */
	private readonly met: Partial<Record<Trouble, number>> = {};
	private readonly sockets = new Set<Socket>();
	private server!: Server;
	private port = 0;

	private constructor(
		private readonly target: URL,
		private readonly plan: Plan,
	) {}

	static async start(target: string, plan: Plan): Promise<FaultProxy> {
		const proxy = new FaultProxy(new URL(target), plan);
		await proxy.up();
		return proxy;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Returns the troubles that the requests met. A trial without trouble has tried nothing. */
	rows(): Row[] {
		const counts = Object.entries(this.met).sort();
		const troubled = counts.filter(([trouble]) => trouble !== 'none').reduce((sum, [, count]) => sum + count, 0);
		return [
			['requests to the service that met trouble', 'some', troubled],
			...counts.map(([trouble, count]): Row => [`requests to the service: ${trouble}`, 'any', count]),
		];
	}

	/** Nothing answers at the address any more. What is under way breaks. */
	async down(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) socket.resetAndDestroy();
		await closed;
	}

	/** Answers again, at the same address. */
	async up(): Promise<void> {
		this.server = createServer((client) => void this.handle(client).catch(() => client.resetAndDestroy()));
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
		this.port = (this.server.address() as AddressInfo).port;
	}

	private async handle(client: Socket): Promise<void> {
		this.track(client);
		const request = await readRequest(client);
		const { trouble, name } = this.plan(passingOf(request));
		this.met[trouble] = (this.met[trouble] ?? 0) + 1;
		await TROUBLES[trouble](this.passage(client, request, name));
	}

	private passage(client: Socket, request: Buffer, name: string): Passage {
		return {
			forward: async (part = 1) => await this.forward(request.subarray(0, Math.ceil(request.length * part)), part < 1),
			async send(piece) {
				if (client.destroyed) return false;
				// A piece of its own for the receiver, too.
				return await new Promise((resolve) => client.write(piece, (error) => setImmediate(resolve, !error)));
			},
			end: () => client.end(),
			cut: () => client.resetAndDestroy(),
			chance: (what) => chance(name, what),
		};
	}

	private async forward(request: Buffer, isCut: boolean): Promise<Buffer> {
		const service = this.track(connect(Number(this.target.port), this.target.hostname));
		await once(service, 'connect');
		service.setNoDelay(true);
		service.write(request);
		if (isCut) {
			service.destroy();
			return Buffer.alloc(0);
		}
		const pieces: Buffer[] = [];
		for await (const piece of service) pieces.push(piece as Buffer);
		return Buffer.concat(pieces);
	}

	private track(socket: Socket): Socket {
		this.sockets.add(socket);
		// A broken connection is what this is all about.
		socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
		return socket;
	}
}

/** Reads one request; afterwards the service closes the connection, so the end of its answer is plain. */
async function readRequest(client: Socket): Promise<Buffer> {
	let read = Buffer.alloc(0);
	for await (const piece of client.iterator({ destroyOnReturn: false })) {
		read = Buffer.concat([read, piece as Buffer]);
		const headEnd = read.indexOf('\r\n\r\n') + 4;
		const head = read.subarray(0, headEnd).toString();
		const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
		if (headEnd < 4 || read.length < headEnd + length) continue;
		client.resume();
		const closing = head.replace(/^connection:.*\r\n/im, '').replace(/\r\n\r\n$/, '\r\nconnection: close\r\n\r\n');
		return Buffer.concat([Buffer.from(closing), read.subarray(headEnd)]);
	}
	throw new Error('The request broke off');
}

function passingOf(request: Buffer): Passing {
	const text = request.toString();
	const [method = '', path = ''] = text.split(' ', 2);
	const body = text.slice(text.indexOf('\r\n\r\n') + 4);
	return { method, path, body: body === '' ? {} : (JSON.parse(body) as Passing['body']) };
}
