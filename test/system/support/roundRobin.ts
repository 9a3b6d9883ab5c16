import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A load balancer without sticky sessions: each request goes to the next of the ports. */
export class RoundRobin {
	/** The number of requests that each port got. */
	readonly served: number[];
	private next = 0;

	private constructor(
		private readonly server: Server,
		private readonly ports: readonly number[],
	) {
		this.served = ports.map(() => 0);
		server.on('request', (incoming, outgoing) => {
			const { method, url: path, headers } = incoming;
			const forwarded = request({ host: 'localhost', port: this.turn(), method, path, headers }, (answer) => {
				// Who asked may have given up.
				if (outgoing.destroyed) return void answer.destroy();
				outgoing.writeHead(answer.statusCode!, answer.headers);
				pipeline(answer, outgoing, () => undefined);
			});
			forwarded.on('error', () => outgoing.destroy());
			incoming.pipe(forwarded);
		});
	}

	static async start(ports: readonly number[]): Promise<RoundRobin> {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		return new RoundRobin(server, ports);
	}

	get url(): string {
		return `http://localhost:${(this.server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	private turn(): number {
		const index = this.next;
		this.next = (index + 1) % this.ports.length;
		this.served[index]! += 1;
		return this.ports[index]!;
	}
}
