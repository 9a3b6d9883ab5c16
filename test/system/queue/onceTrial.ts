import { readExample } from '../../../dev/playground/examples';
import type { StoredWorkflow } from '../../../dev/playground/rest';
import { atHome } from '../../../dev/playground/seed';
import { signUrl, WEBHOOK_PATHS } from '../../../nodes/shared/signing/signedUrl';
import { pay } from '../support/payment';
import type { QueueMode } from '../support/queueMode';
import type { Row } from '../support/report';
import type { Shop } from '../support/shop';
import { deliver, notificationOf } from './deliver';
import { isStarted, untilQuiet } from './executions';
import { publishHearing, TRIGGER_PLACE } from './workflows';

const EXAMPLE_PLACE = 'card-payment-postgresql';
/** The number of times that the service notifies of a payment, all at the same moment; the browser comes back then as well. */
const NOTIFICATIONS = 5;
export const REQUESTS_PER_PAYMENT = NOTIFICATIONS + 1;
export const PAYMENTS_AT_ONCE = 4;
const VICTIM = 1;

/** A payment that the service has, and of which nobody has heard yet. */
interface Payment {
	reference: string;
	transactionReference: string;
}

/** The outcome of the payments of one run. */
export interface Run {
	payments: number;
	/** Starts of the workflow, or passes of the example. */
	starts: number;
	extra: number;
	lost: number;
	/** Of these, payments of which n8n heard only after one of its processes was killed. */
	lostLater: number;
	/** Requests that came to no process, or to one that was killed, and were sent again. */
	sentAgain: number;
	seconds: number;
}

interface Way {
	/** The address that the requests go to. */
	url: string;
	/** Set when one of the processes is to be killed as soon as half of the payments were notified of. */
	kills?: boolean;
}

/** Payments of which several processes hear at the same moment, from the service and from the customer's browser. */
export class OnceTrial {
	private count = 0;
	private sentAgain = 0;

	private constructor(
		private readonly shop: Shop<QueueMode>,
		private readonly notified: StoredWorkflow,
	) {}

	/** Publishes a workflow with a trigger alone, and the example that lets each payment pass once. */
	static async prepare(shop: Shop<QueueMode>): Promise<OnceTrial> {
		const { host, rest, outbox, credentialId } = shop;
		const { notified } = await publishHearing(shop);
		const { port } = host.postgres;
		const account = { host: '127.0.0.1', port, database: 'postgres', user: 'n8n', password: 'any' };
		const example = readExample('exactly-once-postgres', {
			cardPaymentApi: credentialId,
			postgres: await rest.saveCredential('Postgres account', 'postgres', account),
		});
		const exactlyOnce = await rest.createWorkflow(atHome(example, host.webhooks, outbox.url));
		const { status } = await rest.run(exactlyOnce, 'Set Up (Run Once)');
		if (status !== 'success') throw new Error(`The set-up of the example ended with the status ${status}`);
		await rest.activate(exactlyOnce);
		return new OnceTrial(shop, notified);
	}

	/** Notifies a trigger at signed URLs. */
	async startsOf(payments: number, way: Way): Promise<Run> {
		return await this.run(
			payments,
			way,
			(payment) => this.signedUrls(payment, way.url),
			async () => {
				const executions = await untilQuiet(this.shop.host.postgres);
				const starts = executions.filter((each) => each.workflowId === this.notified.id && isStarted(each));
				return starts.map(({ reference }) => reference);
			},
		);
	}

	/** Notifies the example, and counts what it delivers. */
	async passesOf(payments: number, way: Way): Promise<Run> {
		const urls = () => urlsAt(`${way.url}/webhook/${EXAMPLE_PLACE}`);
		return await this.run(payments, way, urls, async () => {
			await untilQuiet(this.shop.host.postgres);
			return this.shop.outbox.posts.map(({ body }) => body.order as string);
		});
	}

	private async run(
		count: number,
		{ kills }: Way,
		urlsFor: (payment: Payment) => Urls,
		started: () => Promise<Array<string | null>>,
	): Promise<Run> {
		const begin = Date.now();
		this.sentAgain = 0;
		const payments: Payment[] = [];
		for (let index = 0; index < count; index++) payments.push(await this.pay());
		const queue = [...payments];
		const later = new Set<Payment>();
		let killed: Promise<void> | undefined;
		let isDead = false;
		const hearOneByOne = async () => {
			for (let next = queue.shift(); next; next = queue.shift()) {
				if (isDead) later.add(next);
				const heard = this.hearOf(next, urlsFor(next));
				if (kills && queue.length < count / 2)
					killed ??= this.shop.host.killWebhookProcessor(VICTIM).then(() => void (isDead = true));
				await heard;
			}
		};
		await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, hearOneByOne));
		await killed;
		const all = await started();
		const startsOf = ({ reference }: Payment) => all.filter((each) => each === reference).length;
		const starts = payments.map(startsOf);
		if (kills) await this.shop.host.startWebhookProcessor(VICTIM);
		return {
			payments: count,
			starts: starts.reduce((sum, each) => sum + each, 0),
			extra: starts.reduce((sum, each) => sum + Math.max(0, each - 1), 0),
			lost: starts.filter((each) => each === 0).length,
			lostLater: [...later].filter((each) => startsOf(each) === 0).length,
			sentAgain: this.sentAgain,
			seconds: Math.round((Date.now() - begin) / 1000),
		};
	}

	/** All requests at the same moment, each again until it is accepted. */
	private async hearOf(payment: Payment, { notification, callback }: Urls): Promise<void> {
		const { reference } = payment;
		const sentAgain = await Promise.all([
			...Array.from(
				{ length: NOTIFICATIONS },
				async () => await deliver(reference, notification, notificationOf(payment)),
			),
			deliver(reference, addTo(callback, payment)),
		]);
		this.sentAgain += sentAgain.reduce((sum, each) => sum + each, 0);
	}

	private async pay(): Promise<Payment> {
		return await pay(this.shop.sandbox, undefined, { reference: `ORDER-${++this.count}` });
	}

	private signedUrls({ reference }: Payment, url: string): Urls {
		const terms = { reference, amount: '10.50', currency: 'NGN' };
		const { notification, callback } = urlsAt(`${url}/webhook/${TRIGGER_PLACE}`);
		const sign = (each: string) => signUrl(each, terms, this.shop.sandbox.options.privateKey);
		return { notification: sign(notification), callback: sign(callback) };
	}
}

/** The number of starts that may be extra, and of payments that may be lost. */
export type Most = Pick<Run, 'extra' | 'lost'>;

/** Returns the outcome of one run. */
export function rowsOf(run: Run, most: Most): Row[] {
	return [
		['payments', 'some', run.payments],
		['starts, or passes of the example', 'some', run.starts],
		['... extra', `at most ${most.extra}`, run.extra],
		['payments that were lost', `at most ${most.lost}`, run.lost],
		['... and of which n8n heard only after one of its processes was killed', '0', run.lostLater],
		['requests sent again', 'any', run.sentAgain],
		['seconds', 'any', run.seconds],
	];
}

type Urls = Record<'notification' | 'callback', string>;

function urlsAt(place: string): Urls {
	const { notification, callback } = WEBHOOK_PATHS;
	return { notification: `${place}/${notification}`, callback: `${place}/${callback}` };
}

function addTo(url: string, { transactionReference }: Payment): string {
	const address = new URL(url);
	address.searchParams.set('transactionReference', transactionReference);
	return address.href;
}
