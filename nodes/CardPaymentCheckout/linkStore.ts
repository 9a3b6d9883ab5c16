import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { referenceOf, type LinkTerms } from '../../checkout/link';
import type { Attempt, Charge } from '../../checkout/session';
import { countOf, hasStarted, remember, remembered, startOnce } from '../shared/webhooks/memory';
import type { CheckoutSettings } from './pageSettings';

const SECOND = 1000;
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
	/** When that attempt's outcome was first notified, in milliseconds since 1970; 0 where it was not. */
	heardAt: number;
	/** How many cards were sent for the link, refused ones as well. */
	cards: number;
}

const NOTHING: KnownLink = { attempt: 0, transactionReference: null, acsUrl: null, otps: 0, heardAt: 0, cards: 0 };

type Options = Pick<CheckoutSettings['options'], 'browserSeconds' | 'paymentsRemembered' | 'refusedPerHour'>;

/** What this n8n remembers of links, in the trigger's static data. */
export class LinkStore {
	constructor(
		private readonly context: IWebhookFunctions,
		private readonly options: Options,
	) {}

	link({ reference }: LinkTerms): KnownLink {
		return { ...NOTHING, ...remembered<KnownLink>(this.context, 'links', hashOf(reference)) };
	}

	/** What is known of a link, where its last attempt is this one; of another attempt only how many cards were sent. */
	known({ terms, number }: Attempt): KnownLink {
		const link = this.link(terms);
		return link.attempt === number ? link : { ...NOTHING, cards: link.cards };
	}

	/** When a card or an OTP was last sent for a link, in milliseconds since 1970; 0 where none was. */
	lastSent({ reference }: LinkTerms): number {
		return (remembered(this.context, 'links', hashOf(reference))?.at ?? 0) * SECOND;
	}

	keep(terms: LinkTerms, changes: Partial<KnownLink>): void {
		const value = { ...this.link(terms), ...changes };
		remember(this.context, 'links', { id: hashOf(terms.reference), value }, this.options.paymentsRemembered);
	}

	/** Keeps what is known of an attempt, unless a later one is known. */
	keepAttempt(attempt: Attempt, changes: Partial<KnownLink>): void {
		const { terms, number } = attempt;
		if (number < this.link(terms).attempt) return;
		const known = this.known(attempt);
		this.keep(terms, { ...known, attempt: number, cards: Math.max(known.cards, number), ...changes });
	}

	/** How many cards a link still takes. Each attempt before has sent one at least. */
	cardsLeft({ terms, number }: Attempt): number {
		return terms.tries - Math.max(this.link(terms).cards, number - 1);
	}

	/** How many more cards may be refused on a page that anybody can open before it closes for a while. */
	get cardsUntilClosed(): number {
		return this.options.refusedPerHour - countOf(this.context, 'refused', HOUR);
	}

	/** Counts a refused card of a page that anybody can open, once. */
	keepRefused({ terms, number, isPublic, payer }: Charge): void {
		const id = hashOf(JSON.stringify([referenceOf(terms, number), payer.at]));
		const isOld = Date.now() - payer.at > HOUR;
		if (!isPublic || isOld || remembered(this.context, 'refused', id)) return;
		remember(this.context, 'refused', { id, value: {} }, this.options.paymentsRemembered);
		if (this.cardsUntilClosed !== 0) return;
		this.context.logger.warn(
			`${this.context.getNode().name}: ${this.options.refusedPerHour} cards were refused within an hour, so somebody may be testing stolen cards. Until there are fewer, the page charges no cards and asks customers to come back later. Payment links can still be paid. The option 'Refused Cards per Hour' sets the limit.`,
		);
	}

	/** Whether an outcome is notified so early that the browser may still report it. Notes the first notification. */
	isNewlyNotified(attempt: Attempt): boolean {
		const { heardAt } = this.known(attempt);
		if (heardAt === 0) this.keepAttempt(attempt, { heardAt: Date.now() });
		return heardAt === 0 || Date.now() < heardAt + this.options.browserSeconds * SECOND;
	}

	hasStarted(attempt: Attempt, outcome: string): boolean {
		return hasStarted(this.context, startOf(attempt, outcome));
	}

	/** Records that a payment starts the workflow. False when it has done so, or may have done so before what this n8n remembers. */
	isFirstStart(charge: Charge, outcome: string): boolean {
		// n8n does not save static data in a test.
		if (this.context.getMode() === 'manual') return true;
		const start = { id: startOf(charge, outcome), began: charge.payer.at };
		const bounds = { window: LONGEST_PAYMENT, most: this.options.paymentsRemembered };
		const verdict = startOnce(this.context, start, bounds);
		if (verdict === 'tooOld')
			this.context.logger.warn(
				`${this.context.getNode().name}: the payment with the reference ${charge.terms.reference} is older than what this node remembers. It may have started the workflow before, so it does not start it now. Look for its execution; only if there is none, deliver by hand.`,
			);
		return verdict === 'first';
	}
}

// By outcome and not by status, because a payment stays the same when it is captured or paid out.
function startOf({ terms, number }: Attempt, outcome: string): string {
	return hashOf(JSON.stringify([terms.reference, number, outcome]));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
