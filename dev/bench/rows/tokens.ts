import { contenders, payments } from '../contenders';
import type { Host } from '../host';
import type { Line } from '../report';
import type { Service } from '../service';

const IN_FLIGHT = 100;

/**
 * Row f: the token calls of all earlier rows, in which every node shared one credential; then the token calls after the
 * service has invalidated the token while 100 requests are in flight.
 * @param earlier the token calls of other processes, which had credentials of their own
 */
export async function tokens(host: Host, service: Service, earlier: number): Promise<Line[]> {
	const before = (await service.tell({ revoke: true })).tokens;
	// Slow enough that all requests are refused before a new token arrives.
	await service.tell({ delay: 50 });
	await host.time(contenders(service.url).listBanks, payments(IN_FLIGHT));
	const after = (await service.tell({ delay: 0 })).tokens - before;
	return [
		line('token calls in the rows a to e', before - earlier),
		line(`token calls after an expiry with ${IN_FLIGHT} in flight`, after),
	];
}

function line(work: string, calls: number): Line {
	return { row: 'f', work, ours: String(calls), peer: '–', ratio: '–', target: 'exactly 1', met: calls === 1 };
}
