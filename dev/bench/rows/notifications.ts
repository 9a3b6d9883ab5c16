import { Pool } from 'undici';

import type { INodeJson } from '../../engine';
import { alternate } from '../alternate';
import type { Host } from '../host';
import { compareRates, type Line } from '../report';

const CONNECTIONS = 10;
const ROUNDS = 5;

/** How many requests make a measurement of some seconds, and the targets for the ratios. */
const PLANS = {
	vm: { requests: 100, starts: 0.5, forged: 1.1 },
	legacy: { requests: 200, starts: 0.95, forged: 4.5 },
};

/** n8n's own node, which starts a workflow with anything. */
export const webhookAt = (path: string): INodeJson => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	parameters: { httpMethod: 'POST', path, options: {} },
});
const trigger: INodeJson = {
	name: 'Webhook',
	type: 'n8n-nodes-card-payment.cardPaymentTrigger',
	typeVersion: 2,
};

/** Rows g and h: notifications at 10 connections, against n8n's Webhook node, which starts a workflow with anything. */
export async function notifications(host: Host, engine: 'vm' | 'legacy'): Promise<Line[]> {
	const { requests, starts, forged } = PLANS[engine];
	const peer = await host.publish(webhookAt('notification'), () => 'notification');
	const verifying = await host.publish(trigger, (id) => `${id}/notification`);
	const signed = await host.publish(
		{ ...trigger, parameters: { options: { requireSignedUrl: true } } },
		(id) => `${id}/notification`,
	);
	const { builtIn, verified, refused } = await alternate(ROUNDS, {
		builtIn: async () => await startRate(host, peer, requests),
		verified: async () => await startRate(host, verifying, requests),
		refused: async () => await forgedRate(Array.from({ length: requests }, () => signed.url)),
	});
	return [
		compareRates(
			{ row: 'g', work: `verified notifications that start a workflow, ${engine}` },
			verified,
			builtIn,
			starts,
		),
		compareRates({ row: 'h', work: `forged notifications refused, ${engine}` }, refused, builtIn, forged),
	];
}

/** Executions per second, from the first request to the end of the last execution. */
async function startRate(host: Host, { id, url }: { id: string; url: string }, requests: number): Promise<number> {
	const { count: earlier } = await host.ended(id);
	const start = Date.now();
	await send(
		Array.from({ length: requests }, () => url),
		200,
	);
	return (requests * 1000) / ((await host.lastEnd(id, earlier + requests)) - start);
}

/** Answers per second to forged notifications, one to each URL of triggers that require signed ones. */
async function forgedRate(urls: readonly string[]): Promise<number> {
	return (urls.length * 1000) / (await send(urls, 401));
}

let sent = 0;

/** Sends a notification to each URL, each of another transaction. Returns how long it took until all were answered. */
async function send(urls: readonly string[], expected: number): Promise<number> {
	const pool = new Pool(new URL(urls[0]!).origin, { connections: CONNECTIONS });
	const start = performance.now();
	await Promise.all(
		urls.map(async (url) => {
			const body = JSON.stringify({ transactionReference: `T-notified-${++sent}`, status: 2, grossAmount: 10.5 });
			const headers = { 'content-type': 'application/json' };
			const answer = await pool.request({ path: new URL(url).pathname, method: 'POST', headers, body });
			await answer.body.dump();
			if (answer.statusCode !== expected) throw new Error(`${url} answered ${answer.statusCode}`);
		}),
	);
	const took = performance.now() - start;
	await pool.close();
	return took;
}
