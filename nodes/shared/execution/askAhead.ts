import { isFinal, type Outcome } from '../../../gateway/outcome';
import type { Payment } from '../../../gateway/payment';
import { ReferenceUsedError, UncheckedReferenceError, asClause } from '../../../gateway/values/errors';
import type { LookUp } from '../../../gateway/lookUp';
import { amountText } from '../../../gateway/values/money';
import { lookUpAgain } from '../payments/findPayment';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { pause } from '../transport/time';
import type { ItemOutcome } from './itemOutcome';
import type { ExistingRules, MoneyRules, PaymentRules, Run } from './operation';

// In milliseconds. An older answer may no longer be true when its request is sent.
const FRESH = 2000;

interface Asked {
	answer: Promise<LookUp>;
	/** When it came; undefined until then. */
	at?: number;
}

/** Asks what the service has under the references of a run's items. The next item is asked about while the present one is sent. */
export class AskAhead<Request> {
	private readonly asked = new Map<number, Asked>();
	private next = 0;
	/** Whether the item before was paid or refunded already, perhaps by another run of the same list. */
	private isBehind = false;

	constructor(
		private readonly run: Run,
		private readonly rules: PaymentRules<Request> | ExistingRules<Request>,
		private readonly items: ReadonlyArray<ItemOutcome<Request>>,
	) {}

	/** What the service has under the reference of an item; undefined where it is not asked. Begins to ask about the next item as well. */
	async answerFor(itemIndex: number, request: Request): Promise<LookUp | undefined> {
		if (!this.mustAsk(request)) return undefined;
		const asked = this.asked.get(itemIndex) ?? this.ask(itemIndex, request);
		let known = await asked.answer;
		this.askAboutNext();
		// Another run of the same list may be sending this item just now: the rows before it were done already.
		const isBehind = this.isBehind && !this.isDone(known);
		if (isBehind) await pause(FRESH, this.run.signal);
		if (isBehind || Date.now() - (asked.at ?? 0) > FRESH) known = await this.ask(itemIndex, request).answer;
		this.isBehind = this.isDone(known);
		return known;
	}

	private isDone(known: LookUp): boolean {
		return known.kind === 'record' && (!('isDone' in this.rules) || this.rules.isDone(known.record));
	}

	private askAboutNext(): void {
		while (this.next < this.items.length) {
			const itemIndex = this.next++;
			const item = this.items[itemIndex]!;
			if (item.kind !== 'ready' || this.asked.has(itemIndex) || !this.mustAsk(item.request)) continue;
			this.ask(itemIndex, item.request);
			return;
		}
	}

	private mustAsk(request: Request): boolean {
		if ('isDone' in this.rules) return true;
		return this.run.transport.settings.checkReferences && !this.rules.isRandom(request);
	}

	private ask(itemIndex: number, request: Request): Asked {
		const answer = lookUpAgain(this.run, async () => await this.rules.ask(this.run, request)).catch(
			(error: unknown): LookUp => ({ kind: 'doesNotSay', failure: asGatewayError(error) }),
		);
		const asked: Asked = { answer };
		void answer.then(() => (asked.at = Date.now()));
		this.asked.set(itemIndex, asked);
		return asked;
	}
}

/**
 * The result of an item whose reference has a payment already; undefined where there is none, so that the request may be sent.
 * @param known what the service has under the reference
 * @throws ReferenceUsedError where the item is to fail, or the payment is another one; UncheckedReferenceError where the service
 * does not say what it has
 */
export function resultBeforeSending<Request>(
	money: MoneyRules<Request>,
	rules: PaymentRules<Request>,
	request: Request,
	known: LookUp,
): Result | undefined {
	const { referenceField } = money;
	const reference = money.reference(request);
	const { done } = money.words;
	if (known.kind === 'doesNotSay') {
		const { message, description = '' } = known.failure;
		throw new UncheckedReferenceError(
			`The service does not say whether ${referenceField} ${reference} was used before: ${asClause(message)}.`,
			`${description} Nothing was sent, because it might have been ${done} twice. If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings).`.trim(),
		);
	}
	if (known.kind !== 'record') return undefined;
	const { record } = known;
	if (!rules.isSame(request, record)) {
		throw new ReferenceUsedError(
			`Nothing was ${done}: ${referenceField} ${reference} belongs to another ${rules.name}.`,
			`The service has ${stateOf(record)} under it. Give this ${rules.name} a ${referenceField} of its own.`,
			record,
		);
	}
	if (rules.first && rules.ifUsed?.(request) === 'show') return rules.first(request, record);
	throw new ReferenceUsedError(
		`${firstOutcome(record)}; nothing was ${done} now, because ${referenceField} ${reference} was used before.`,
		`The service has ${stateOf(record)}. ${adviceFor(rules, record.outcome, { referenceField, reference })}`.trim(),
		record,
	);
}

/** What to do about a payment that was made before. */
function adviceFor<Request>(
	rules: PaymentRules<Request>,
	outcome: Outcome,
	{ referenceField, reference }: { referenceField: string; reference: string },
): string {
	if (outcome === 'declined') return `To try again, use a new ${referenceField}, such as ${reference}-2.`;
	if (!rules.first) return isFinal(outcome) ? '' : (rules.ifOpen ?? '');
	return `To get it as the result, set 'If the ${referenceField} Was Used Before' to 'Show the First ${capitalized(rules.name)}'.`;
}

function capitalized(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What became of the payment that was made before, such as "Paid on 21 November 2026". It comes first, because it differs by item. */
function firstOutcome({
	outcome,
	serviceMessage,
	transactionDate,
}: Payment & { transactionDate?: string | null }): string {
	const date = new Date(transactionDate?.slice(0, 'YYYY-MM-DD'.length) ?? '');
	const on = Number.isNaN(date.getTime()) ? '' : ` on ${DAY.format(date)}`;
	if (outcome === 'authorized') return `Paid${on}`;
	if (outcome === 'refunded') return `Paid${on}, and refunded in part or in whole`;
	if (outcome === 'declined') return `Refused before${serviceMessage === null ? '' : `: ${asClause(serviceMessage)}`}`;
	return outcome === 'unknown' ? 'Outcome not known' : `Still open, ${outcome}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A payment in a few words, for the description of an error. */
function stateOf({ outcome, amount, currency, transactionReference }: Payment): string {
	const money =
		amount === null ? 'an amount that is not known' : `${amountText(amount, currency)} ${currency ?? ''}`.trim();
	const named = transactionReference === null ? '' : `, transaction reference ${transactionReference}`;
	const state = outcome === 'refunded' ? 'refunded, in part or in whole' : outcome;
	return `${money}, ${state}${named}`;
}
