import { until } from '../../../dev/playground/rest';
import { PAY_PATH } from './workflows';

const PATIENCE = 120_000;

/** What became of a request of the shop. */
interface Answer {
	reference: string;
	status: number;
	authorized: boolean;
}

/** Who asks n8n for payments, as a shop's server does: so many requests at once, each with a reference of the shop. */
export class Shop {
	readonly answers: Answer[] = [];

	/** @param webhooks where n8n takes webhooks */
	constructor(
		private readonly webhooks: string,
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

	/** The references that have no answer that says they are paid. */
	unpaid(references: readonly string[]): string[] {
		const paid = new Set(this.answers.filter(({ authorized }) => authorized).map(({ reference }) => reference));
		return references.filter((reference) => !paid.has(reference));
	}

	/** Asks again while n8n turns requests away, because it does not hear of its database. */
	private async ask(reference: string): Promise<Answer> {
		let response!: Response;
		await until(
			async () => (response = await this.post(reference)).status !== 503,
			`an answer about ${reference}`,
			PATIENCE,
		);
		const { authorized } = (await response.json()) as { authorized?: boolean };
		return { reference, status: response.status, authorized: authorized === true };
	}

	private async post(reference: string): Promise<Response> {
		return await fetch(`${this.webhooks}/webhook/${PAY_PATH}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ reference }),
		});
	}
}
