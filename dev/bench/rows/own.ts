import { spreadOf } from '../alternate';
import { Door } from '../door';
import { runInner, type Answers } from '../inner';
import { show, type Line } from '../report';
import { charged, verified } from '../answers';

const ROUNDS = 15;
const ITEMS = 500;
/** In microseconds. */
const MILLISECOND = 1000;
const MOST = { charge: 0.1, verify: 0.05, refused: 0.1, verified: 0.3 };

let measured = 0;

/** Row e: what is our own of an item or a notification. n8n's helpers do nothing but hand over what is there already. */
export async function own(): Promise<Line[]> {
	return [
		await line('a charge', MOST.charge, async () => await items(chargeOf, chargeAnswer)),
		await line('a verify', MOST.verify, async () => await items(verifyOf, verifyAnswer)),
		await line('a refused notification', MOST.refused, notifications({ requireSignedUrl: true }, 401)),
		await line('a verified notification', MOST.verified, notifications({}, 200)),
	];
}

async function line(what: string, most: number, run: () => Promise<void>): Promise<Line> {
	// The first round is a warm-up.
	await run();
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		// Of the processor, because nothing is waited for.
		const start = process.cpuUsage();
		await run();
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / MILLISECOND / ITEMS);
	}
	const spread = spreadOf(times);
	return {
		row: 'e',
		work: `our own work for ${what}`,
		ours: `${show(spread, 3)} ms`,
		peer: '–',
		ratio: '–',
		target: `≤ ${most} ms`,
		met: spread.median <= most,
	};
}

async function items(parametersOf: (reference: string) => Record<string, unknown>, answers: Answers): Promise<void> {
	const parameters = Array.from({ length: ITEMS }, () => parametersOf(`R-${++measured}`));
	const count = await runInner(parameters, answers);
	if (count !== ITEMS) throw new Error(`${ITEMS - count} items came to nothing`);
}

/** Each of another transaction. */
function notifications(parameters: object, expected: number): () => Promise<void> {
	return async () => {
		// A trigger of its own, which remembers nothing yet: what is remembered is stored again with each payment.
		const door = new Door('CardPaymentTrigger', { outcomes: ['authorized'], verify: true, ...parameters });
		door.answers = (url) => ({ statusCode: 200, body: verified(url.split('/').at(-1)!) });
		for (let item = 0; item < ITEMS; item++) {
			const body = JSON.stringify({ transactionReference: `T-${++measured}`, status: 2, grossAmount: 10.5 });
			const request = { method: 'POST', path: 'notification', contentType: 'application/json', body } as const;
			const { status } = await door.answer(request);
			if (status !== expected) throw new Error(`The trigger answered ${status}`);
		}
	};
}

function chargeOf(reference: string): Record<string, unknown> {
	return {
		resource: 'card',
		operation: 'charge',
		cardNumber: '5060990580000217499',
		expiry: '03/50',
		cvv: '111',
		amount: '10.50',
		currency: 'NGN',
		reference,
		notify: 'urls',
		callbackUrl: 'https://shop.example/paid',
		webhookURL: 'https://shop.example/hook',
	};
}

const chargeAnswer: Answers = ({ body }) => ({
	statusCode: 200,
	body: charged((body as unknown as { reference: string }).reference),
});

function verifyOf(transactionReference: string): Record<string, unknown> {
	return { resource: 'transaction', operation: 'verify', transactionReference };
}

const verifyAnswer: Answers = ({ url }) => ({ statusCode: 200, body: verified(url.split('/').at(-1)!) });
