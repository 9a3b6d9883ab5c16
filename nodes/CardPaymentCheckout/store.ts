import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';
import { seal, unsealAtAnyAge, type SealContext } from '../shared/signing/sealed';
import { countOf, remember, remembered, rememberHere, triggerKey, type Bounds } from '../shared/webhooks/memory';
import { hasStarted, startOnce } from '../shared/webhooks/starts';
import { LONGEST_PAYMENT, type CheckoutSession, type SentCharge } from './session';
import type { CheckoutSettings } from './settings';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// Longer than any session lives.
const WHILE_PAID = LONGEST_PAYMENT + DAY;
// Longer than any payment link can be paid.
const WHILE_LINKED = 366 * DAY + LONGEST_PAYMENT;

/** What this n8n knows of a charge that it has sent, and that the service has not refused. */
type Progress = Pick<CheckoutSession, 'stage' | 'transactionReference' | 'acsUrl' | 'expires'>;

/** A charge that was sent, and the terms of its link. */
type Charged = Pick<CheckoutSession, 'terms'> & { charge: SentCharge };

/** As it is stored: with what belongs to the customer, sealed. */
interface StoredProgress extends Progress {
	charged: string | null;
}

type Options = Pick<CheckoutSettings['options'], 'browserSeconds' | 'paymentsRemembered' | 'refusedPerHour'>;

/** A charge or an OTP that this process has not finished sending. */
interface Sending {
	payment: string;
	isOtp: boolean;
}

// By trigger.
const underway = new Map<string, Set<Sending>>();

/** What this n8n remembers of payments, in the trigger's static data. */
export class PaymentStore {
	/** Recent payments, so that a second request for the same one continues where the first one left it. */
	private readonly payments: Bounds;
	private readonly links: Bounds;

	constructor(
		private readonly context: IWebhookFunctions,
		private readonly options: Options,
		private readonly sealContext: SealContext,
	) {
		const { paymentsRemembered } = options;
		this.payments = { window: WHILE_PAID, most: paymentsRemembered };
		this.links = { window: WHILE_LINKED, most: paymentsRemembered };
	}

	/**
	 * Undefined when no charge of this payment is known, or the service has refused it. After the time that a payment may take,
	 * it is shown for an hour more at a time, and not gone on with: what comes then would start no workflow.
	 */
	progress(session: CheckoutSession): Progress | undefined {
		const known = this.storedProgress(session);
		if (!known) return undefined;
		const { stage, transactionReference, acsUrl, expires } = known;
		return Date.now() < expires
			? { stage, transactionReference, acsUrl, expires }
			: { stage: 'check', transactionReference, acsUrl: null, expires: Date.now() + HOUR };
	}

	/** The charge of this payment that was sent, whoever asks. */
	charged(session: CheckoutSession): Charged | undefined {
		const sealed = this.storedProgress(session)?.charged;
		return sealed ? unsealAtAnyAge<Charged>(sealed, this.chargeContext)?.value : undefined;
	}

	keepProgress(session: CheckoutSession): void {
		const { stage, acsUrl, charge, terms, expires } = session;
		const known = this.storedProgress(session);
		// A notification may have told it before the answer to the charge came. That of an earlier card is another one.
		const isOfAnother = charge !== null && this.charged(session)?.charge.at !== charge.at;
		const told = isOfAnother ? null : (known?.transactionReference ?? null);
		const transactionReference = session.transactionReference ?? told;
		// A session without the charge is that of another browser, and does not know it.
		const value: StoredProgress = {
			stage,
			transactionReference,
			acsUrl,
			expires: charge ? expires : (known?.expires ?? expires),
			charged: charge ? seal({ charge, terms }, expires, this.chargeContext) : (known?.charged ?? null),
		};
		remember(this.context, 'charges', { id: paymentKey(session), value }, this.links);
	}

	/** Sends a charge or an OTP. Until it is answered, it is under way in this process. */
	async whileUnderway<T>(session: CheckoutSession, send: () => Promise<T>, { isOtp = false } = {}): Promise<T> {
		const trigger = triggerKey(this.context);
		const all = underway.get(trigger) ?? new Set();
		// Each on its own, because several OTPs of a payment may be under way.
		const sending: Sending = { payment: paymentKey(session), isOtp };
		underway.set(trigger, all.add(sending));
		try {
			return await send();
		} finally {
			all.delete(sending);
		}
	}

	isUnderway(session: CheckoutSession): boolean {
		const key = paymentKey(session);
		return this.underway.some(({ payment }) => payment === key);
	}

	/** How many cards were sent for a link, and when the last one was, in milliseconds since 1970. */
	cardsSent(session: CheckoutSession): { count: number; last: number } {
		const known = remembered<{ count: number; last: number }>(this.context, 'cards', linkKey(session), this.links);
		return { count: Math.max(session.cardsSent, known?.count ?? 0), last: known?.last ?? 0 };
	}

	/** @param mayBeRepeat whether another request may have sent the charge, so that only this process counts it for now */
	keepCardsSent(session: CheckoutSession, count: number, { mayBeRepeat = false } = {}): void {
		const keep = mayBeRepeat ? rememberHere : remember;
		keep(this.context, 'cards', { id: linkKey(session), value: { count, last: Date.now() } }, this.links);
	}

	/** Whether so many cards were refused within an hour, or may be, that the page takes no more for now. */
	get refusesCards(): boolean {
		// The card of an OTP was sent before.
		const charges = this.underway.filter(({ isOtp }) => !isOtp).length;
		return this.refused + charges >= this.options.refusedPerHour;
	}

	/**
	 * Counts a refused card when it is noticed, once.
	 * @param mayBeRepeat as for `keepCardsSent`
	 */
	keepRefused(session: CheckoutSession, { at }: SentCharge, { mayBeRepeat = false } = {}): void {
		const id = hashOf(JSON.stringify([paymentKey(session), at]));
		if (remembered(this.context, 'refused', id, this.links)) return;
		const before = this.refused;
		const keep = mayBeRepeat ? rememberHere : remember;
		keep(this.context, 'refused', { id, value: {} }, this.links);
		const { refusedPerHour } = this.options;
		if (before >= refusedPerHour || this.refused < refusedPerHour) return;
		this.context.logger.warn(
			`${this.context.getNode().name}: ${refusedPerHour} cards were refused within an hour, so somebody may be testing stolen cards. Until there are fewer, the page charges no cards and asks customers to come back later. The option "Refused Cards per Hour" sets the limit.`,
		);
	}

	/** How many OTPs were sent for a payment. A form that was opened earlier may know of fewer than this n8n. */
	otpsTried(session: CheckoutSession): number {
		const known = remembered<{ tried: number }>(this.context, 'otps', paymentKey(session), this.payments);
		return Math.max(session.wrongOtps, known?.tried ?? 0);
	}

	keepOtpsTried(session: CheckoutSession, tried: number): void {
		remember(this.context, 'otps', { id: paymentKey(session), value: { tried } }, this.payments);
	}

	/**
	 * Whether the first notification of an outcome is so recent that the browser may still report it. Notes the first
	 * notification.
	 */
	isNewlyNotified(session: CheckoutSession, outcome: Outcome): boolean {
		const key = outcomeKey(session, outcome);
		const first = remembered<{ at: number }>(this.context, 'notified', key, this.payments);
		if (!first) remember(this.context, 'notified', { id: key, value: {} }, this.payments);
		return !first || Date.now() < (first.at + this.options.browserSeconds) * SECOND;
	}

	/**
	 * Records that a payment starts the workflow with an outcome. False when it has already done so, or may have done so
	 * before what this n8n remembers.
	 */
	isFirstStart(session: CheckoutSession, outcome: Outcome, { at }: SentCharge): boolean {
		// n8n does not save static data in a test.
		if (this.context.getMode() === 'manual') return true;
		const id = outcomeKey(session, outcome);
		const verdict = startOnce(this.context, { id, began: at }, this.payments);
		if (verdict === 'tooOld' && !remembered(this.context, 'tooOld', id, this.payments)) {
			// Once, because an old page may be opened again and again.
			remember(this.context, 'tooOld', { id, value: {} }, this.payments);
			this.context.logger.warn(
				`${this.context.getNode().name}: the payment with the reference ${session.terms.reference} is older than what this node remembers. It may have started the workflow before, so it does not start it now. Look for its execution; only if there is none, deliver by hand.`,
			);
		}
		return verdict === 'first';
	}

	hasStarted(session: CheckoutSession, outcome: Outcome): boolean {
		return hasStarted(this.context, outcomeKey(session, outcome));
	}

	private get underway(): Sending[] {
		return [...(underway.get(triggerKey(this.context)) ?? [])];
	}

	private get refused(): number {
		return countOf(this.context, 'refused', HOUR);
	}

	private get chargeContext(): SealContext {
		return { ...this.sealContext, purpose: 'checkout-charge' };
	}

	private storedProgress(session: CheckoutSession): StoredProgress | undefined {
		return remembered<StoredProgress>(this.context, 'charges', paymentKey(session), this.links);
	}
}

function linkKey({ terms }: CheckoutSession): string {
	return hashOf(terms.reference);
}

function paymentKey({ terms, tryNumber }: CheckoutSession): string {
	return hashOf(JSON.stringify([terms.reference, tryNumber]));
}

// By outcome and not by status, because a payment stays the same when it is captured or paid out.
function outcomeKey({ terms, tryNumber }: CheckoutSession, outcome: Outcome): string {
	return hashOf(JSON.stringify([terms.reference, tryNumber, outcome]));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
