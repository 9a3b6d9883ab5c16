import { Pool } from 'undici';

import { alternate, many } from '../alternate';
import type { Host, WebhookWorkflow } from '../host';
import { compareRates, type Line } from '../report';

const CONNECTIONS = 10;
const ROUNDS = 5;

/** The number of requests that make a measurement of some seconds. */
const REQUESTS = { eager: 80, lazy: 200 };

/** Notifications at 10 connections: real ones, which start a workflow, and forged ones, which do not. */
export async function notifications(host: Host): Promise<Line[]> {
	const requests = many(REQUESTS[host.isolates]);
	const peer = await host.publish('peers/notifications', 'notification');
	const ours = await host.publish('ours/notifications', 'notification');
	const { peerStarts, starts, peerRefuses, refuses } = await alternate(ROUNDS, {
		starts: async () => await rateOfEnds(host, ours, requests, 'T'),
		peerStarts: async () => await rateOfEnds(host, peer, requests, 'T'),
		refuses: async () => await rateOfRefusals(ours, requests),
		peerRefuses: async () => await rateOfEnds(host, peer, requests, 'F'),
	});
	const line = (name: string, job: string, ...rates: [ours: number[], peer: number[]]) =>
		compareRates({ name: `${name}, ${host.isolates}`, job }, ...rates);
	return [
		line('notifications', 'verify notifications, and start the workflow', starts, peerStarts),
		line('forged', 'refuse notifications of payments that the service does not know', refuses, peerRefuses),
	];
}

/** Executions per second, from the first request to the end of the last execution. */
async function rateOfEnds(
	host: Host,
	{ id, url }: WebhookWorkflow,
	requests: number,
	prefix: 'T' | 'F',
): Promise<number> {
	const { count: earlier } = await host.fetchEndedExecutions(id);
	await host.service.tell();
	const start = Date.now();
	await send(url, requests, prefix, 200);
	const end = await host.lastEnd(id, earlier + requests);
	const { verifies } = await host.service.tell();
	if (verifies < requests) throw new Error(`${url}: ${verifies} of ${requests} were verified`);
	return (requests * 1000) / (end - start);
}

/** Answers per second to forged notifications, which start nothing. */
async function rateOfRefusals({ url }: WebhookWorkflow, requests: number): Promise<number> {
	return (requests * 1000) / (await send(url, requests, 'F', 401));
}

let sent = 0;

/**
 * Sends notifications, each of another transaction. Returns how long it took until all were answered, in milliseconds.
 * @param prefix of the references: the service knows those with a T, and none with an F
 */
async function send(url: string, requests: number, prefix: 'T' | 'F', expected: number): Promise<number> {
	const { origin, pathname: path } = new URL(url);
	const pool = new Pool(origin, { connections: CONNECTIONS });
	const headers = { 'content-type': 'application/json' };
	const start = performance.now();
	await Promise.all(
		Array.from({ length: requests }, async () => {
			const transactionReference = `${prefix}-notified-${++sent}`;
			const body = JSON.stringify({ transactionReference, status: 2, grossAmount: 10.5 });
			const answer = await pool.request({ path, method: 'POST', headers, body });
			await answer.body.dump();
			if (answer.statusCode !== expected) throw new Error(`${url} answered ${answer.statusCode}`);
		}),
	);
	const took = performance.now() - start;
	await pool.close();
	return took;
}
