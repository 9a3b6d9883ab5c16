import type { IWebhookFunctions } from 'n8n-workflow';

import {
	referenceOf,
	type AttemptLookUp,
	type Attempt,
	type CardAttempt,
	type LinkTerms,
} from '../../checkout/attempt';
import { eventIds, idOf } from '../../gateway/calls/verify';
import type { Outcome } from '../../gateway/outcome';
import { earliestStartOf } from '../../gateway/values/dates';
import { makeForgottenWarning } from '../shared/webhooks/forgotten';
import { countOf, hasStarted, remember, recall, startOnce } from '../shared/webhooks/memory';

const HOUR = 3_600_000;
// With the most that the list of banks keeps, they take less than half a megabyte.
const LONGEST_BANK_ADDRESS = 2000;

/** A link, as this n8n knows it. */
interface KnownLink {
	/** The last attempt whose card was sent and not refused, or that the service has a record of; 0 where there is none. */
	attempt: number;
	/** The service's reference of that attempt. */
	transactionReference: string | null;
	/** True if this page has sent a card in that attempt, and it was not refused. */
	isCharged: boolean;
	/** The bank's page of that attempt, while it is open. It stands in a list of its own, which keeps fewer. */
	acsUrl: string | null;
	/** The number of OTPs that were sent for that attempt. */
	otps: number;
	/** The number of cards that were sent for the link, refused ones as well. */
	cards: number;
	/** True if one of them was refused without a record. */
	isRefused: boolean;
	/** The time at which any of it last changed, in milliseconds since 1970. */
	at: number;
}

const NOTHING: KnownLink = {
	...{ attempt: 0, transactionReference: null, isCharged: false, acsUrl: null },
	...{ otps: 0, cards: 0, isRefused: false, at: 0 },
};

/** The links that this n8n remembers, in the trigger's static data. */
export class LinkStore {
	constructor(
		private readonly context: IWebhookFunctions,
		private readonly refusedPerHour: number,
	) {}

	recallLink({ reference }: LinkTerms): KnownLink {
		const link = { ...NOTHING, ...recall<KnownLink>(this.context, 'links', idOf([reference])) };
		return { ...link, acsUrl: this.bankOf(reference, link.attempt) };
	}

	/** Recalls an attempt: everything if it is the link's last one, otherwise only what is known of the link's cards. */
	recallAttempt({ terms, number }: Attempt): KnownLink {
		const link = this.recallLink(terms);
		const { cards, isRefused } = link;
		return { ...(link.attempt === number ? link : NOTHING), cards, isRefused };
	}

	keepLink({ reference }: LinkTerms, { acsUrl, ...link }: KnownLink): void {
		remember(this.context, 'links', idOf([reference]), link);
		if (this.bankOf(reference, link.attempt) !== acsUrl)
			remember(this.context, 'banks', idOf([reference, link.attempt]), { acsUrl });
	}

	private bankOf(reference: string, attempt: number): string | null {
		return recall<Pick<KnownLink, 'acsUrl'>>(this.context, 'banks', idOf([reference, attempt]))?.acsUrl ?? null;
	}

	/** Keeps changes of an attempt, unless a later attempt is known. What is known already keeps its time, for which the next card waits. */
	keepAttempt(attempt: Attempt, news: Partial<KnownLink>): void {
		const { terms, number } = attempt;
		const known = this.recallAttempt(attempt);
		const isTooLong = (news.acsUrl ?? '').length > LONGEST_BANK_ADDRESS;
		const changes = isTooLong ? { ...news, acsUrl: null } : news;
		const isNews = Object.entries(changes).some(([name, value]) => known[name as keyof KnownLink] !== value);
		if (number < this.recallLink(terms).attempt || (known.attempt === number && !isNews)) return;
		this.keepLink(terms, { ...known, attempt: number, ...changes });
	}

	/** The number of cards that may still be refused on a page that anybody can open, before it closes for a while. */
	get refusedCardsLeft(): number {
		return this.refusedPerHour - countOf(this.context, 'refused', HOUR);
	}

	/** Counts a card of a page that anybody can open, once, which was refused, or declined by the service's record. */
	countRefusedCard(cardAttempt: CardAttempt): void {
		const { isPublic, payer } = cardAttempt;
		const id = idOf([referenceOf(cardAttempt), payer.at]);
		const isOld = Date.now() - payer.at > HOUR;
		if (!isPublic || isOld || recall(this.context, 'refused', id)) return;
		remember(this.context, 'refused', id, {});
		if (this.refusedCardsLeft !== 0) return;
		this.context.logger.warn(
			`${this.context.getNode().name}: ${this.refusedPerHour} cards were refused within an hour, so somebody may be testing stolen cards. Until fewer were refused in the last hour, the page charges no cards and asks customers to come back later. Payment links can still be paid. The option 'Refused Cards per Hour' sets the limit.`,
		);
	}

	/**
	 * Records that a payment starts the workflow with this outcome. Returns false when it has done so, when it may have done so before what
	 * this n8n remembers, and when nobody knows its charge any more.
	 */
	start(asked: AttemptLookUp, outcome: Outcome): boolean {
		const { session, record, cardAttempt } = asked;
		const { terms } = session;
		const ids = startIdsOf(asked, outcome);
		if (hasStarted(this.context, ids.id)) return false;
		if (!cardAttempt) {
			this.context.logger.warn(
				`${this.context.getNode().name}: the payment ${record?.transactionReference} is ${outcome}, but its charge is not known any more. This request does not start the workflow; the browser that has paid, or a notification of the service, still can.`,
			);
			return false;
		}
		const began = outcome === 'refunded' ? earliestStartOf(record?.lastRefundDate ?? null) : cardAttempt.payer.at;
		const verdict = startOnce(this.context, { ...ids, began });
		if (verdict === 'forgotten')
			this.context.logger.warn(`${this.context.getNode().name}: ${makeForgottenWarning(terms.reference, outcome)}`);
		return verdict === 'first';
	}
}

/**
 * Returns the ids of the event that an attempt's outcome is: by the link, because a lost answer has no reference of the service. Each refund
 * is an event of its own; an unknown outcome is one event.
 */
export function startIdsOf({ session: { terms, number }, record }: AttemptLookUp, outcome: Outcome) {
	const status = outcome === 'unknown' ? null : (record?.status ?? null);
	return eventIds([terms.reference, number], { ...record, outcome, status });
}
