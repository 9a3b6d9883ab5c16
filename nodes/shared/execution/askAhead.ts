import type { LookUp } from '../../../gateway/lookUp';
import { askUntil } from '../payments/findPayment';
import { asGatewayError } from '../transport/nodeErrors';
import { pause } from '../transport/pause';
import type { Item } from './item';
import type { MoneyRequest, MoneyRules, Run } from './operation';

// In milliseconds. An older answer may no longer be true when its request is sent.
const FRESH = 2000;

/** What the service had, and when. */
interface TimedLookUp {
	lookUp: LookUp;
	/** In milliseconds since 1970. */
	at: number;
}

/** What is known of an item whose reference is not asked about. */
export const NOT_ASKED: LookUp = { kind: 'cannotTell' };

/** Asks what the service has under the references of a run's items. The next item is asked about while the present one is sent. */
export class AskAhead {
	/** The answer that an item will need whose turn has not come. */
	private ahead: { itemIndex: number; answer: Promise<TimedLookUp> } | undefined;
	/** The last item that was asked about. */
	private asked = -1;
	/** Whether the payment of the item before was there already, perhaps made by another execution of the same list. */
	private isPreviousPaid = false;

	constructor(
		private readonly run: Run,
		private readonly moneyRules: Pick<MoneyRules<MoneyRequest>, 'ask' | 'paymentRules'>,
		private readonly items: readonly Item[],
	) {}

	/** What the service has under the reference of an item. Begins to ask about the next item as well. */
	async lookUpFor(itemIndex: number, request: MoneyRequest): Promise<LookUp> {
		if (!this.mustAsk(request)) return NOT_ASKED;
		const { lookUp, at } = await this.firstLookUp(itemIndex, request);
		this.askAboutNext();
		// Of two executions of one list that overlap, the later execution finds payments made. It waits, because the earlier execution may be
		// sending this item just now. Without the wait, 59 of 200 orders were charged twice (measured).
		const isDelayed = this.isPreviousPaid && !this.needsNoSending(lookUp);
		if (isDelayed) await pause(FRESH, this.run.signal);
		const isFresh = !isDelayed && Date.now() - at <= FRESH;
		const answer = isFresh ? lookUp : (await this.ask(request)).lookUp;
		this.isPreviousPaid = this.needsNoSending(answer);
		return answer;
	}

	/** Whether the payment of a request is there already; of a refund, whether its payment is refunded. */
	private needsNoSending(answer: LookUp): boolean {
		return (
			answer.kind === 'record' && (this.moneyRules.paymentRules !== undefined || answer.record.outcome === 'refunded')
		);
	}

	private async firstLookUp(itemIndex: number, request: MoneyRequest): Promise<TimedLookUp> {
		const { ahead } = this;
		if (ahead?.itemIndex !== itemIndex) {
			this.asked = Math.max(this.asked, itemIndex);
			return await this.ask(request);
		}
		this.ahead = undefined;
		return await ahead.answer;
	}

	private askAboutNext(): void {
		while (!this.ahead && ++this.asked < this.items.length) {
			const item = this.items[this.asked]!;
			if (item.kind !== 'ready' || !this.mustAsk(item.request)) continue;
			this.ahead = { itemIndex: this.asked, answer: this.ask(item.request) };
		}
	}

	/** A refund always asks about its payment. A new payment is asked about by a setting, and under a reference that somebody chose. */
	private mustAsk({ isRandom }: MoneyRequest): boolean {
		const { ask, paymentRules } = this.moneyRules;
		if (!paymentRules) return ask !== undefined;
		return this.run.transport.settings.checkReferences && !isRandom;
	}

	private async ask(request: MoneyRequest): Promise<TimedLookUp> {
		const { run, moneyRules } = this;
		try {
			return { lookUp: await askUntil(run, async () => await moneyRules.ask!(run, request)), at: Date.now() };
		} catch (error) {
			return { lookUp: { kind: 'unanswered', failure: asGatewayError(error) }, at: Date.now() };
		}
	}
}
