import { Agent, request } from 'undici';
import type { Transaction } from './ledger';
import { composeMessage, type Message, type Overrides } from './messages';
import type { Settings } from './options';
import { wait } from './wait';

export interface Delivery {
	url: string;
	/** The record, not nested, whatever the format. */
	body: Message['body'];
	/** The raw text of the request's body. */
	sent: string;
	/** The receiver's HTTP status; 0 when it gave no answer. */
	status: number;
	tryNumber: number;
}

const PATIENCE_MS = 10_000;

/** Section 6: tells the merchant's webhook URL about a transaction, again and again until it answers 200. */
export class Notifier {
	readonly deliveries: Delivery[] = [];
	readonly #pending = new Set<Promise<void>>();
	readonly #agent = new Agent({ headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS, connectTimeout: PATIENCE_MS });
	#cancel = new AbortController();

	constructor(private readonly settings: Settings) {}

	/** Sends the notification of a transaction as it stands now; does not wait for the delivery. */
	send(transaction: Transaction, overrides: Overrides = {}): void {
		if (!this.settings.webhooksEnabled) return;
		const url = transaction.webhookURL || this.settings.dashboardWebhookUrl;
		if (url === '') return;
		const message = composeMessage(transaction, overrides, this.settings);
		for (let copy = 1; copy <= this.settings.notificationCopies; copy += 1) {
			const work = this.#deliver(url, message, this.#cancel.signal);
			const pending = work.finally(() => this.#pending.delete(pending));
			this.#pending.add(pending);
		}
	}

	async waitForDeliveries(): Promise<void> {
		while (this.#pending.size > 0) await Promise.all(this.#pending);
	}

	/** Cancels the deliveries in flight and forgets the earlier ones. */
	async clear(): Promise<void> {
		this.#cancel.abort();
		this.#cancel = new AbortController();
		await this.waitForDeliveries();
		this.deliveries.length = 0;
	}

	async stop(): Promise<void> {
		this.#cancel.abort();
		await this.waitForDeliveries();
		await this.#agent.destroy();
	}

	async #deliver(url: string, message: Message, signal: AbortSignal): Promise<void> {
		for (let tryNumber = 1; tryNumber <= this.settings.notificationTries; tryNumber += 1) {
			if (tryNumber > 1) await wait(this.settings.notificationRetryMs, signal);
			const status = await this.#post(url, message, signal);
			if (signal.aborted) return;
			this.deliveries.push({ url, body: message.body, sent: message.sent, status, tryNumber });
			if (status === 200) return;
		}
	}

	async #post(url: string, { contentType, sent }: Message, signal: AbortSignal): Promise<number> {
		try {
			const answer = await request(url, {
				method: 'POST',
				headers: contentType === '' ? {} : { 'content-type': contentType },
				body: sent,
				dispatcher: this.#agent,
				signal,
			});
			await answer.body.dump();
			return answer.statusCode;
		} catch {
			return 0;
		}
	}
}
