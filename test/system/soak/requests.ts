import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import type { Order } from '../support/orders';
import type { Shop } from '../support/shop';
import type { RequestName } from './workflows';

/** An answer of n8n's, as far as the shop reads it. */
interface Answer {
	outcome?: string;
	transactionReference?: string | null;
	/** Of a link. */
	url?: string;
}

/** The time that the shop waits before it asks again, in milliseconds. */
const PAUSE = 1_000;
const MOST_TRIES = 60;
/** The time that it waits for one answer. */
const TIME_LIMIT = 120_000;

const OPEN = [undefined, 'unknown', 'pending', 'otp_required'];

/** Asks n8n for payments and transfers, and asks again, under the same reference, as long as the shop does not know what became of them. */
export class Requests {
	/** The last that n8n has said of each order. */
	readonly outcomes = new Map<string, string | undefined>();
	/** The number of requests that n8n has answered, and of those that it has not: it was down, starting or stopping. */
	answered = 0;
	unusableAnswer = 0;

	/**
	 * @param notifications where the service shall notify of charges
	 * @param checkoutUrl the address of the payment page
	 */
	constructor(
		private readonly shop: Shop,
		private readonly notifications: string,
		private readonly checkoutUrl: string,
	) {}

	async charge({ name, body }: Order): Promise<void> {
		const charge = { ...body, reference: name, webhookURL: this.notifications };
		await this.untilKnown(name, async (said) =>
			said?.outcome === 'otp_required'
				? await this.ask('authorize', { transactionReference: said.transactionReference, otp: OTP })
				: await this.ask('charge', charge),
		);
	}

	async transfer({ name, body }: Order): Promise<void> {
		await this.untilKnown(name, async (said) =>
			said?.outcome === 'pending'
				? await this.ask('wait', { reference: said.transactionReference })
				: await this.ask('transfer', { ...body, requestId: name }),
		);
	}

	async verify(name: string): Promise<void> {
		await this.ask('verify', { reference: name });
	}

	/** @returns a payment link; undefined when n8n does not answer */
	async link(name: string): Promise<string | undefined> {
		const { checkoutUrl } = this;
		return (await this.ask('link', { reference: name, checkoutUrl }))?.url;
	}

	private async untilKnown(name: string, next: (said: Answer | undefined) => Promise<Answer | undefined>) {
		let said: Answer | undefined;
		for (let tries = 0; tries < MOST_TRIES; tries++) {
			const answer = await next(said);
			said = answer ?? said;
			// Without an answer, nobody knows what the last request has done.
			this.outcomes.set(name, answer?.outcome);
			if (!OPEN.includes(answer?.outcome)) return;
			if (answer?.outcome !== 'otp_required') await wait(PAUSE);
		}
	}

	private async ask(request: RequestName, body: IDataObject): Promise<Answer | undefined> {
		const answer = await this.shop.ask<Answer>(request, body, TIME_LIMIT).catch(() => undefined);
		if (answer) this.answered++;
		else this.unusableAnswer++;
		return answer?.said;
	}
}
