import type { IWebhookFunctions } from 'n8n-workflow';

import { referenceOf, type AskedAttempt, type Attempt, type CardAttempt, type LinkTerms } from '../../checkout/attempt';
import { idOf } from '../../gateway/calls/verify';
import { countOf, hasStarted, remember, remembered, startOnce } from '../shared/webhooks/memory';

const HOUR = 3_600_000;
/** How long after its card was entered a payment starts the workflow, in milliseconds. */
const LONGEST_PAYMENT = 7 * 24 * HOUR;

/** What this n8n knows of a link. */
interface KnownLink {
	/** The last attempt whose card was sent and not refused, or that the service has a record of; 0 where there is none. */
	attempt: number;
	/** The service's reference of that attempt. */
	transactionReference: string | null;
	/** The bank's page of that attempt. */
	acsUrl: string | null;
	/** How many OTPs were sent for that attempt. */
	otps: number;
	/** How many cards were sent for the link, refused ones as well. */
	cards: number;
	/** When any of it last changed, in milliseconds since 1970. */
	at: number;
}

const NOTHING: KnownLink = { attempt: 0, transactionReference: null, acsUrl: null, otps: 0, cards: 0, at: 0 };

/** What this n8n remembers of links, in the trigger's static data. */
export class LinkStore {
	constructor(
		private readonly context: IWebhookFunctions,
		private readonly refusedPerHour: number,
	) {}

	knownLink({ reference }: LinkTerms): KnownLink {
		return { ...NOTHING, ...remembered<KnownLink>(this.context, 'links', idOf([reference])) };
	}

	/** What is known of an attempt: everything if it is the link's last one, otherwise only how many cards were sent. */
	known({ terms, number }: Attempt): KnownLink {
		const link = this.knownLink(terms);
		return { ...(link.attempt === number ? link : NOTHING), cards: link.cards };
	}

	keepLink({ reference }: LinkTerms, link: KnownLink): void {
		remember(this.context, 'links', idOf([reference]), link);
	}

	/** Keeps changes of an attempt, unless a later attempt is known. What is known already keeps its time, for which the next card waits. */
	keepAttempt(attempt: Attempt, changes: Partial<KnownLink>): void {
		const { terms, number } = attempt;
		const known = this.known(attempt);
		const isNews = Object.entries(changes).some(([name, value]) => known[name as keyof KnownLink] !== value);
		if (number < this.knownLink(terms).attempt || (known.attempt === number && !isNews)) return;
		this.keepLink(terms, { ...known, attempt: number, ...changes });
	}

	/** How many more cards may be refused on a page that anybody can open before it closes for a while. */
	get refusedCardsLeft(): number {
		return this.refusedPerHour - countOf(this.context, 'refused', HOUR);
	}

	/** Counts a card of a page that anybody can open, once, which was refused, or declined by the service's record. */
	keepRefused(cardAttempt: CardAttempt): void {
		const { isPublic, payer } = cardAttempt;
		const id = idOf([referenceOf(cardAttempt), payer.at]);
		const isOld = Date.now() - payer.at > HOUR;
		if (!isPublic || isOld || remembered(this.context, 'refused', id)) return;
		remember(this.context, 'refused', id, {});
		if (this.refusedCardsLeft !== 0) return;
		this.context.logger.warn(
			`${this.context.getNode().name}: ${this.refusedPerHour} cards were refused within an hour, so somebody may be testing stolen cards. Until fewer were refused in the last hour, the page charges no cards and asks customers to come back later. Payment links can still be paid. The option 'Refused Cards per Hour' sets the limit.`,
		);
	}

	/**
	 * Records that a payment starts the workflow with this outcome. False when it has done so, when it may have done so before what
	 * this n8n remembers, and when nobody knows its charge any more.
	 */
	start({ session: { terms, number }, state, record, cardAttempt }: AskedAttempt): boolean {
		// By outcome and not by the record's status code, because a payment stays the same when it is captured or paid out.
		const id = idOf([terms.reference, number, state]);
		if (hasStarted(this.context, id)) return false;
		if (!cardAttempt) {
			this.context.logger.warn(
				`${this.context.getNode().name}: the payment ${record?.transactionReference} is ${state}, but its charge is not known any more. This request does not start the workflow; the browser that has paid, or a notification of the service, still can.`,
			);
			return false;
		}
		const verdict = startOnce(this.context, { id, began: cardAttempt.payer.at }, LONGEST_PAYMENT);
		if (verdict === 'tooOld')
			this.context.logger.warn(
				`${this.context.getNode().name}: the payment with the reference ${terms.reference} is older than the payments that this node remembers. It may have started the workflow already, so it does not start it now. Look for its execution; only if there is none, deliver by hand.`,
			);
		return verdict === 'first';
	}
}
