import type { Outcome } from '../../../gateway/outcome';
import {
	asClause,
	InputError,
	ReferenceUsedError,
	RefusedError,
	type ErrorCode,
	type GatewayError,
} from '../../../gateway/values/errors';
import type { Result } from '../payments/result';
import type { Failed, Item } from './item';
import type { MoneyRules, Operation } from './operation';

/** What a failed item says, as the JSON of the item under `error`. */
interface ItemError {
	/** What happened, and what it means for the money. */
	message: string;
	/** What to do next. */
	description: string;
	code: ErrorCode;
	/** The field that breaks a rule, as the editor calls it; the first one where there are several. */
	field: string | null;
	/** The reference of the request, as far as it is known. */
	reference: string | null;
	/** `no` where this call did not charge or transfer anything; `unknown` where that must be verified first. */
	charged: 'no' | 'unknown';
	/** What became of the payment that the service has under the reference, where it has one. */
	outcome?: string;
	transactionReference?: string | null;
}

/** What is said of one item: what happened, what it means for the money, and what to do. */
export class ItemWords<Request> {
	private readonly money: MoneyRules<Request> | undefined;

	constructor(
		private readonly operation: Pick<Operation<Request>, 'money' | 'payments'>,
		/** Whether n8n retries an execution: earlier tries may have sent what nobody remembers, where n8n was killed meanwhile. */
		private readonly isRetry: boolean,
	) {
		this.money = operation.money;
	}

	errorOf(item: Failed): ItemError {
		const { error, reference } = item;
		return {
			message: this.headline(item),
			description: [this.advice(item), ...this.forgotten(error)].join(' '),
			code: error.code,
			field: error instanceof InputError ? error.problems[0]!.field : null,
			reference: reference || null,
			charged: error.charged === 'unknown' || this.mayBeCharged(item) ? 'unknown' : 'no',
			...(error instanceof ReferenceUsedError && {
				outcome: error.payment.outcome,
				transactionReference: error.payment.transactionReference,
			}),
		};
	}

	/** Whether the money of a failed item may have moved. */
	mayBeCharged({ error, isInDoubt }: Failed): boolean {
		if (!this.money) return this.operation.payments !== undefined && error.charged !== 'no';
		return isInDoubt || this.mayBeForgotten(error);
	}

	/** What to do about an earlier try that nobody remembers, where the service was not asked about it. */
	forgotten(error: GatewayError): string[] {
		return this.mayBeForgotten(error) ? this.earlierTry() : [];
	}

	/** What to do in a retry about the try before it. */
	earlierTry(): string[] {
		if (!this.money || !this.isRetry) return [];
		const { what, done } = this.money.words;
		return [
			`This is a retry, and a try during which n8n was stopped leaves nothing behind: the ${what} may have been ${done} then. Verify that before you start a new execution.`,
		];
	}

	/** What happened to one item, and what it means for the money. */
	headline({ error, isInDoubt }: Failed): string {
		// The error of a used reference tells what became of the money.
		if (!this.money || error instanceof ReferenceUsedError) return error.message;
		const { what, done } = this.money.words;
		if (isInDoubt) return `It is not known whether the ${what} was ${done}: ${reasonOf(error)}.`;
		// What was sent now says nothing of an earlier call under the same reference, nor of another item with it.
		const mayHaveOther = error instanceof RefusedError || error.charged === 'unknown' || this.mayBeForgotten(error);
		return `The ${what} was not ${done}${mayHaveOther ? ' by this call' : ''}: ${reasonOf(error)}.`;
	}

	/** What to do about a failed item. */
	advice({ error: { description = '' }, isInDoubt }: Failed): string {
		return this.money && isInDoubt ? `Verify it before you do anything else. ${description}`.trim() : description;
	}

	/** What has become of an item, in a list of all items. */
	stateOf(item: Item<Request>): string {
		switch (item.kind) {
			case 'unchecked':
			case 'ready':
				return this.isRetry ? 'not sent by this call' : 'not sent';
			case 'passedOn':
				return 'passed on as it came';
			case 'sent':
				return IN_DOUBT;
			case 'failed':
				return item.isInDoubt ? IN_DOUBT : this.stateOfFailure(item.error);
			case 'done':
				return outcomeIn(item.result) === 'unknown' ? IN_DOUBT : outcomeIn(item.result);
		}
	}

	private stateOfFailure(error: GatewayError): string {
		if (error instanceof ReferenceUsedError) return `used before, and ${error.payment.outcome}`;
		if (!this.money) return 'failed';
		return `not ${this.money.words.done}${this.mayBeForgotten(error) ? ' by this call' : ''}`;
	}

	/** Whether an earlier try may have sent what nobody remembers: nobody has asked the service. */
	private mayBeForgotten({ charged }: GatewayError): boolean {
		return this.money !== undefined && this.isRetry && charged === undefined;
	}
}

const IN_DOUBT = 'outcome not known: verify it before you do anything else';

/** Why, to be read after a colon. */
export function reasonOf(error: GatewayError): string {
	return error instanceof InputError ? error.message.replace(/\.$/, '') : asClause(error.message);
}

export function outcomeIn({ output }: Result): Outcome {
	return (output as { outcome?: Outcome }).outcome ?? 'unknown';
}
