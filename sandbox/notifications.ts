import { Agent, request } from 'undici';
import type { Transaction } from './ledger';
import type { Settings } from './options';
import { notificationRecord } from './records';
import { wait } from './wait';

export interface Delivery {
	url: string;
	body: ReturnType<typeof notificationRecord>;
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

	send(transaction: Transaction): void {
		if (!this.settings.webhooksEnabled) return;
		const work = this.#deliver(transaction.webhookURL, notificationRecord(transaction), this.#cancel.signal);
		const pending = work.finally(() => this.#pending.delete(pending));
		this.#pending.add(pending);
	}

	async settled(): Promise<void> {
		while (this.#pending.size > 0) await Promise.all(this.#pending);
	}

	/** Gives up what is under way and forgets what was delivered. */
	async clear(): Promise<void> {
		this.#cancel.abort();
		this.#cancel = new AbortController();
		await this.settled();
		this.deliveries.length = 0;
	}

	async stop(): Promise<void> {
		this.#cancel.abort();
		await this.settled();
		await this.#agent.destroy();
	}

	async #deliver(url: string, body: Delivery['body'], signal: AbortSignal): Promise<void> {
		for (let tryNumber = 1; tryNumber <= this.settings.notificationTries; tryNumber += 1) {
			if (tryNumber > 1) await wait(this.settings.notificationRetryMs, signal);
			const status = await this.#post(url, body, signal);
			if (signal.aborted) return;
			this.deliveries.push({ url, body, status, tryNumber });
			if (status === 200) return;
		}
	}

	async #post(url: string, body: Delivery['body'], signal: AbortSignal): Promise<number> {
		try {
			const answer = await request(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
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
