import { setTimeout } from 'node:timers/promises';

import type { INodeJson } from '../../engine';
import { alternate, spreadOf } from '../alternate';
import type { Host } from '../host';
import { show, type Line } from '../report';
import { webhookAt } from './notifications';

const CUSTOMERS = 50;
const ROUNDS = 5;
// In milliseconds, without the isolates that n8n makes for expressions in its default engine.
const LONGEST_BLOCK = 50;
const LEAST_TIME = 2000;

const checkout: INodeJson = {
	name: 'Webhook',
	type: 'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
	typeVersion: 2,
	parameters: {
		amountFrom: 'node',
		amount: '10.50',
		currency: { __rl: true, mode: 'list', value: 'NGN' },
		options: { refusedPerHour: 10_000 },
	},
};
const CARD = { cardNumber: '5060990580000217499', expiry: '03/50', cvv: '111', email: 'ada@shop.example' };

/** Row m: so many customers send the form of the payment page at once; n8n's Webhook node gets as many requests. */
export async function page(host: Host, engine: 'vm' | 'legacy'): Promise<Line[]> {
	const { url } = await host.publish(checkout, (id) => `${id}/checkout`, 'GET');
	const peer = await host.publish(webhookAt('form'), () => 'form');
	const slowest: number[] = [];
	const blocks: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] };
	const measure = async (whose: keyof typeof blocks, send: () => Promise<void>) => {
		await host.longestBlock();
		const start = performance.now();
		await send();
		const took = performance.now() - start;
		blocks[whose].push(await host.longestBlock());
		return (CUSTOMERS * 1000) / took;
	};
	const { ours, builtIn } = await alternate(ROUNDS, {
		async ours() {
			const forms = await Promise.all(Array.from({ length: CUSTOMERS }, async () => await openForm(url)));
			// Forms that are sent sooner would wait.
			await setTimeout(LEAST_TIME);
			return await measure('ours', async () => {
				slowest.push(Math.max(...(await Promise.all(forms.map(timeOf)))));
			});
		},
		async builtIn() {
			const { count } = await host.ended(peer.id);
			const rate = await measure('peer', async () => {
				await Promise.all(
					Array.from({ length: CUSTOMERS }, async () => {
						const answer = await fetch(peer.url, { method: 'POST', body: new URLSearchParams(CARD) });
						await answer.text();
					}),
				);
			});
			await host.lastEnd(peer.id, count + CUSTOMERS);
			return rate;
		},
	});
	const line = (work: string, ours: string, theirs: string): Line => ({
		row: 'm',
		work: `payment page, ${CUSTOMERS} customers at once, ${engine}: ${work}`,
		ours,
		peer: theirs,
		ratio: '–',
		target: '–',
	});
	const blocked = spreadOf(blocks.ours.slice(1));
	return [
		line('forms', `${show(spreadOf(ours))} /s`, `${show(spreadOf(builtIn))} /s`),
		line('the slowest answer', `${show(spreadOf(slowest.slice(1)))} ms`, '–'),
		{
			...line('how long all else was blocked', `${show(blocked)} ms`, `${show(spreadOf(blocks.peer.slice(1)))} ms`),
			...(engine === 'legacy' && { target: `≤ ${LONGEST_BLOCK} ms`, met: blocked.median <= LONGEST_BLOCK }),
		},
	];
}

/** The form of a page, as a customer's browser has it. */
interface Form {
	url: string;
	state: string;
}

async function openForm(checkoutUrl: string): Promise<Form> {
	const answer = await fetch(checkoutUrl);
	const [, state] = /name="state" value="([\w-]+)"/.exec(await answer.text()) ?? [];
	if (state === undefined) throw new Error(`There is no form at ${answer.url}`);
	return { url: answer.url, state };
}

/** Sends a form, and waits for the page that asks for the OTP. Returns how long that took, in milliseconds. */
async function timeOf({ url, state }: Form): Promise<number> {
	const start = performance.now();
	const body = new URLSearchParams({ state, js: '', ...CARD });
	const answer = await fetch(url, { method: 'POST', body });
	const html = await answer.text();
	if (!html.includes('id="otp"')) throw new Error(`The page answered ${answer.status} without asking for an OTP`);
	return performance.now() - start;
}
