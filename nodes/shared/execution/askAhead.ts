import type { LookUp } from '../../../gateway/lookUp';
import { lookUpAgain } from '../payments/findPayment';
import { asGatewayError } from '../transport/nodeErrors';
import { pause } from '../transport/time';
import type { Item } from './item';
import type { MoneyRequest, MoneyRules, Run } from './operation';

// In milliseconds. An older answer may no longer be true when its request is sent.
const FRESH = 2000;

interface Question {
	answer: Promise<LookUp>;
	/** When the answer came; undefined until then. */
	answeredAt?: number;
}

/** What is known of an item whose reference is not asked about. */
export const NOT_ASKED: LookUp = { kind: 'cannotTell' };

/** Asks what the service has under the references of a run's items. The next item is asked about while the present one is sent. */
export class AskAhead {
	private readonly questions = new Map<number, Question>();
	/** Whether the payment of the item before was there already, perhaps made by another run of the same list. */
	private isBehind = false;

	constructor(
		private readonly run: Run,
		private readonly money: Pick<MoneyRules<MoneyRequest>, 'ask' | 'payment'>,
		private readonly items: readonly Item[],
	) {}

	/** What the service has under the reference of an item. Begins to ask about the next item as well. */
	async answerFor(itemIndex: number, request: MoneyRequest): Promise<LookUp> {
		if (!this.mustAsk(request)) return NOT_ASKED;
		const question = this.questions.get(itemIndex) ?? this.ask(itemIndex, request);
		let answer = await question.answer;
		this.askAboutNext(itemIndex);
		// Two runs of the same list walk in step. The run that finds payments made waits, because the other run may be sending this item.
		const mayCollide = this.isBehind && !this.isDone(answer);
		if (mayCollide) await pause(FRESH, this.run.signal);
		const isFresh = Date.now() - (question.answeredAt ?? 0) <= FRESH;
		if (mayCollide || !isFresh) answer = await this.ask(itemIndex, request).answer;
		this.isBehind = this.isDone(answer);
		return answer;
	}

	/** Whether a payment is made already; one that exists before its call, such as that of a refund, is done when it is refunded. */
	private isDone(answer: LookUp): boolean {
		return answer.kind === 'record' && (this.money.payment !== undefined || answer.record.outcome === 'refunded');
	}

	private askAboutNext(itemIndex: number): void {
		for (let next = itemIndex + 1; next < this.items.length; next++) {
			const item = this.items[next]!;
			if (item.kind !== 'ready' || this.questions.has(next) || !this.mustAsk(item.request)) continue;
			this.ask(next, item.request);
			return;
		}
	}

	/** A payment that exists is always asked about; one that is to be made, by a setting and under a reference that somebody chose. */
	private mustAsk({ isRandom }: MoneyRequest): boolean {
		const { ask, payment } = this.money;
		if (!payment) return ask !== undefined;
		return this.run.transport.settings.checkReferences && !isRandom;
	}

	private ask(itemIndex: number, request: MoneyRequest): Question {
		const { run, money } = this;
		const answer = lookUpAgain(run, async () => await money.ask!(run, request)).catch((error: unknown): LookUp => ({
			kind: 'doesNotSay',
			failure: asGatewayError(error),
		}));
		const question: Question = { answer };
		void answer.then(() => (question.answeredAt = Date.now()));
		this.questions.set(itemIndex, question);
		return question;
	}
}
