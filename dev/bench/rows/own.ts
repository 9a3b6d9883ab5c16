import { alternate, spreadOf, type Spread } from '../alternate';
import { Door } from '../door';
import { runInner, type Answers } from '../inner';
import { show, type Line } from '../report';
import { charged, isKnown, NO_PAYMENTS, UNKNOWN, verified } from '../answers';

const ROUNDS = 15;
const ITEMS = 500;
/** In microseconds. */
const MILLISECOND = 1000;

/** Something of which our own part is measured. */
interface Work {
	what: string;
	/** The longest that it may take, in milliseconds. */
	most: number;
	/** Does it so many times. @throws Error when something else comes out than is measured */
	run: (count: number) => Promise<void>;
}

// Only a provider that differs may leave references unchecked.
const UNCHECKED = { providerDiffers: true, checkReferences: false };

export const WORK: readonly Work[] = [
	{ what: 'a charge', most: 0.1, run: async (count) => await items(count, chargeOf, UNCHECKED) },
	{ what: 'a charge, with asking about its reference', most: 0.2, run: async (count) => await items(count, chargeOf) },
	{ what: 'a verify', most: 0.1, run: async (count) => await items(count, verifyOf) },
	{
		what: 'a refused notification',
		most: 0.1,
		run: async (count) => await notifications(count, { options: { requireSignedUrl: true } }, 401),
	},
	{ what: 'a verified notification', most: 0.3, run: async (count) => await notifications(count, {}, 200) },
];

let measured = 0;

/**
 * Row e: what is our own of an item or a notification. n8n's helpers do nothing but hand over what is there already. Each round does
 * every work in turn, so that none of them is measured in a process that is still new: n8n runs for days.
 */
export async function own(): Promise<Line[]> {
	const times = await alternate(ROUNDS, Object.fromEntries(WORK.map(({ what, run }) => [what, () => timeOf(run)])));
	return WORK.map(({ what, most }) => line(what, most, spreadOf(times[what]!)));
}

/** Of the processor, because nothing is waited for; in milliseconds, of one item. */
async function timeOf(run: Work['run']): Promise<number> {
	const start = process.cpuUsage();
	await run(ITEMS);
	const { user, system } = process.cpuUsage(start);
	return (user + system) / MILLISECOND / ITEMS;
}

function line(what: string, most: number, spread: Spread): Line {
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

async function items(
	count: number,
	parametersOf: (number: number) => Record<string, unknown>,
	credential: object = {},
): Promise<void> {
	const parameters = Array.from({ length: count }, () => parametersOf(++measured));
	const done = await runInner(parameters, answers, credential);
	if (done !== count) throw new Error(`${count - done} items came to nothing`);
}

/** Each of another transaction. */
async function notifications(count: number, parameters: object, expected: number): Promise<void> {
	// A trigger of its own, which remembers nothing yet: what is remembered is stored again with each payment.
	const door = new Door('CardPaymentTrigger', { outcomes: ['authorized'], ...parameters });
	door.answers = (url) => ({ statusCode: 200, body: verified(url.split('/').at(-1)!) });
	for (let item = 0; item < count; item++) {
		const body = JSON.stringify({ transactionReference: `T-${++measured}`, status: 2, grossAmount: 10.5 });
		const request = { method: 'POST', path: 'notification', contentType: 'application/json', body } as const;
		const { status } = await door.answer(request);
		if (status !== expected) throw new Error(`The trigger answered ${status}`);
	}
}

function chargeOf(number: number): Record<string, unknown> {
	return {
		resource: 'card',
		operation: 'charge',
		cardNumber: '5060990580000217499',
		expiry: '03/50',
		cvv: '111',
		amount: '10.50',
		currency: 'NGN',
		reference: `R-${number}`,
		notify: 'url',
		returnUrl: 'https://shop.example/paid',
		webhookURL: 'https://shop.example/hook',
	};
}

function verifyOf(number: number): Record<string, unknown> {
	return { resource: 'transaction', operation: 'verify', transactionReference: `T-${number}` };
}

const answers: Answers = ({ url, body }) => {
	if (url.endsWith('/transaction/charge'))
		return { statusCode: 200, body: charged((body as unknown as { reference: string }).reference) };
	if (url.endsWith('/transaction/history')) return { statusCode: 200, body: NO_PAYMENTS };
	const reference = url.split('/').at(-1)!;
	return isKnown(reference) ? { statusCode: 200, body: verified(reference) } : { statusCode: 404, body: UNKNOWN };
};
