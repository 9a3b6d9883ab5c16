import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for a system that the examples tell of payments, such as a CRM. */
export class Receiver {
	/** The bodies of the requests, in the order in which they came. */
	readonly received: Array<Record<string, unknown>> = [];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Receiver> {
		const server = createServer();
		const receiver = new Receiver(server);
		server.on('request', (request, response) => void receiver.receive(request, response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return receiver;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/payments`;
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		this.received.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
		response.setHeader('content-type', 'application/json').end('{"ok":true}');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
