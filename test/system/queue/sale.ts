import { until } from '../../../dev/playground/rest';
import type { Shop } from '../support/shop';

/** The path at which the shop asks for a payment. */
export const PAY_PATH = 'pay';
const PATIENCE = 120_000;
/** The time that the shop waits for one answer. Under load n8n can lose the answer of an execution that it has stored. */
const TIME_LIMIT = 90_000;
const MOST_ROUNDS = 4;
/** The status of a request whose answer was lost. */
export const NO_ANSWER = 0;

/** The outcome of a request of the shop. */
interface Answer {
	reference: string;
	status: number;
	authorized: boolean;
}

/** Asks n8n for payments: so many requests at once, each with a reference of the shop. */
export class Sale {
	readonly answers: Answer[] = [];

	constructor(
		private readonly shop: Shop,
		private readonly requestsAtOnce: number,
	) {}

	/** Asks for a payment under each reference, once. */
	async askFor(references: readonly string[]): Promise<void> {
		const queue = [...references];
		const askOneByOne = async () => {
			for (let next = queue.shift(); next !== undefined; next = queue.shift()) this.answers.push(await this.ask(next));
		};
		await Promise.all(Array.from({ length: this.requestsAtOnce }, askOneByOne));
	}

	/** Asks again where an answer was lost or was no payment, a few times. */
	async askUntilPaid(references: readonly string[]): Promise<void> {
		for (let round = 0; round < MOST_ROUNDS; round++) await this.askFor(this.unpaid(references));
	}

	/** The references that have no answer that says they are paid. */
	unpaid(references: readonly string[]): string[] {
		const paid = new Set(this.answers.filter(({ authorized }) => authorized).map(({ reference }) => reference));
		return references.filter((reference) => !paid.has(reference));
	}

	/** Asks again while n8n turns requests away, because it does not hear of its database. */
	private async ask(reference: string): Promise<Answer> {
		let answer!: Answer;
		await until(
			async () => (answer = await this.post(reference)).status !== 503,
			`an answer about ${reference}`,
			PATIENCE,
		);
		return answer;
	}

	private async post(reference: string): Promise<Answer> {
		const answer = await this.shop.ask<{ authorized?: boolean }>(PAY_PATH, { reference }, TIME_LIMIT);
		if (!answer) return { reference, status: NO_ANSWER, authorized: false };
		return { reference, status: answer.status, authorized: answer.said.authorized === true };
	}
}
