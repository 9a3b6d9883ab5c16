import { setTimeout } from 'node:timers/promises';

import { alternate, many } from '../alternate';
import type { Host } from '../host';
import { compareWithMost, type Line } from '../report';

const CUSTOMERS = 50;
const ROUNDS = 3;
/** In milliseconds. Everything else that n8n has to do waits this long: people notice a longer wait. */
const LONGEST_BLOCK = 50;
/** In milliseconds. Whoever waits longer than ten seconds turns to something else. */
const SLOWEST_ANSWER = 10_000;
const LEAST_TIME = 2000;

const CARD = { cardNumber: '5060990580000217499', expiry: '03/50', cvv: '111', email: 'ada@shop.example' };

/** Measures the payment page: so many customers send the form of the card at the same moment. */
export async function page(host: Host): Promise<Line[]> {
	const { url } = await host.publish('ours/page', 'checkout', 'GET');
	const customers = many(CUSTOMERS);
	const { slowest, blocked } = await measure();
	const line = (what: string, ...[times, most]: [number[], number]) =>
		compareWithMost(
			{ name: `page, ${host.isolates}`, job: `${customers} customers send the form of the card at once: ${what}` },
			times,
			most,
		);
	return [
		line('the slowest answer', slowest, SLOWEST_ANSWER),
		line('how long all else was blocked', blocked, LONGEST_BLOCK),
	];

	async function measure() {
		const blocks: number[] = [];
		const { slowest } = await alternate(ROUNDS, {
			async slowest() {
				const forms = await Promise.all(Array.from({ length: customers }, async () => await openForm(url)));
				// Forms that are sent sooner would wait.
				await setTimeout(LEAST_TIME);
				await host.longestBlock();
				const times = await Promise.all(forms.map(timeOf));
				blocks.push(await host.longestBlock());
				return Math.max(...times);
			},
		});
		// As of the answers, those of the warm-up do not count.
		return { slowest, blocked: blocks.slice(-slowest.length) };
	}
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
