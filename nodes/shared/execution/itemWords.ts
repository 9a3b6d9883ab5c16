import {
	asClause,
	InputError,
	ReferenceUsedError,
	RefusedError,
	StoppedError,
	type ErrorCode,
	type GatewayError,
} from '../../../gateway/values/errors';
import type { Outcome } from '../../../gateway/outcome';
import type { Result } from '../payments/result';
import type { Failed, ItemOutcome } from './itemOutcome';
import type { MoneyRules, Operation } from './operation';
import type { SentRequest } from './sentRequests';

/** What a failed item says of itself, as the JSON of the item under `error`. */
interface ItemError {
	/** What happened, and what it means for the money. */
	message: string;
	/** What to do next. */
	description: string;
	code: ErrorCode;
	/** The field with the mistake, as the editor calls it; the first one where there are several. */
	field: string | null;
	/** The reference of the request, as far as it is known. */
	reference: string | null;
	/** `no` where this call did not charge or transfer anything; `unknown` where that must be verified first. */
	charged: 'no' | 'unknown';
	/** What became of the payment that the service has under the reference, where it has one. */
	outcome?: string;
	transactionReference?: string | null;
}

/** What one item says of itself: what happened, what it means for the money, and what to do. */
export class ItemWords<Request> {
	private readonly money: MoneyRules<Request> | undefined;

	constructor(
		private readonly operation: Pick<Operation<Request>, 'money' | 'payments'>,
		/** Whether n8n retries an execution: earlier tries may have sent what nobody remembers, where n8n was killed meanwhile. */
		private readonly isRetry: boolean,
	) {
		this.money = operation.money;
	}

	/** What a failed item says of itself. */
	errorOf(item: Failed): ItemError {
		const { error, reference } = item;
		return {
			message: this.headline(item),
			description: [this.advice(item), ...this.forgotten(item)].join(' '),
			code: error.code,
			field: error instanceof InputError ? error.problems[0]!.field : null,
			reference: reference || null,
			// The other item may have been sent.
			charged: item.sameAs !== undefined || this.mayBeCharged(item) ? 'unknown' : 'no',
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

	/** Whether an earlier try may have sent what nobody remembers: nobody has asked the service. */
	mayBeForgotten({ charged }: GatewayError): boolean {
		return this.money !== undefined && this.isRetry && charged === undefined;
	}

	/** What to do about a try that nobody remembers. */
	forgotten({ error }: Failed): string[] {
		if (!this.mayBeForgotten(error)) return [];
		const { what, done } = this.money!.words;
		return [
			`This is a retry, and a try during which n8n was stopped leaves nothing behind: the ${what} may have been ${done} then. Verify that before you start a new execution.`,
		];
	}

	/** What happened to one item, and what it means for the money. */
	headline({ error, isInDoubt, sameAs }: Failed): string {
		if (sameAs !== undefined) return `This item was not sent: ${error.message}`;
		if (!this.money) return error.message;
		const { what, done } = this.money.words;
		if (isInDoubt && error instanceof InputError) return `Nothing was sent by this call: ${this.reasonOf(error)}.`;
		if (isInDoubt) return `It is not known whether the ${what} was ${done}: ${this.reasonOf(error)}.`;
		if (error instanceof StoppedError)
			return `${error.message} Nothing was ${done}${this.isRetry ? ' by this call' : ''}.`;
		// It says itself what it means for the money.
		if (error instanceof ReferenceUsedError) return error.message;
		// What was sent says nothing of an earlier call under the same reference.
		const byThisCall = error instanceof RefusedError || this.mayBeForgotten(error) ? ' by this call' : '';
		return `The ${what} was not ${done}${byThisCall}: ${this.reasonOf(error)}.`;
	}

	/** What to do about a failed item. */
	advice({ error, isInDoubt, reference, sameAs }: Failed): string {
		const { description = '' } = error;
		if (sameAs !== undefined) return `Item ${sameAs} tells what became of the payment. ${description}`;
		if (!this.money || !isInDoubt) return description;
		const what = error instanceof InputError ? `what an earlier try has sent (${reference})` : 'it';
		return `Verify ${what} before you do anything else. ${description}`.trim();
	}

	/** Why, to be read after a colon. */
	reasonOf(error: GatewayError): string {
		return error instanceof InputError ? error.message.replace(/\.$/, '') : asClause(error.message);
	}

	/** What has become of an item, in a list of all items. */
	stateOf(item: ItemOutcome<Request>): string {
		switch (item.kind) {
			case 'unchecked':
			case 'ready':
				return this.isRetry ? 'not sent by this call' : 'not sent';
			case 'passedOn':
				return 'passed on as it came';
			case 'sent':
				return IN_DOUBT;
			case 'failed':
				return item.isInDoubt ? IN_DOUBT : this.notDone(item);
			case 'done':
				return stateOfResult(item.result);
		}
	}

	private notDone({ error }: Failed): string {
		if (error instanceof ReferenceUsedError) return `used before, and ${error.payment.outcome}`;
		if (!this.money) return 'failed';
		return `not ${this.money.words.done}${this.mayBeForgotten(error) ? ' by this call' : ''}`;
	}
}

const IN_DOUBT = 'outcome not known: verify it before you do anything else';

/** The state of what an earlier try has sent, in a few words. */
export function stateOfSent<Request>({ result }: SentRequest<Request>): string {
	return result ? stateOfResult(result) : IN_DOUBT;
}

/** The state of a result: its outcome. */
function stateOfResult(result: Result): string {
	const outcome = outcomeIn(result);
	return outcome === 'unknown' ? IN_DOUBT : outcome;
}

export function outcomeIn({ output }: Result): Outcome {
	return (output as { outcome?: Outcome }).outcome ?? 'unknown';
}
