import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';
import { referenceOf } from '../shared/signing/paymentLink';
import { isFirst, remember, remembered, type Bounds } from '../shared/webhooks/memory';
import type { CheckoutSession } from './session';
import type { CheckoutSettings } from './settings';

const SECOND = 1000;
const WEEK = 7 * 24 * 3_600_000;
// Recent charges, so that a second request for the same payment continues where the first one left it.
const CHARGES: Bounds = { window: WEEK, most: 500 };

/** What this n8n knows of a charge that it has sent. */
type Progress = Pick<CheckoutSession, 'stage' | 'transactionReference' | 'acsUrl'>;

type Options = Pick<CheckoutSettings['options'], 'browserSeconds' | 'paymentsRemembered'>;

/** What this n8n remembers of payments, in the trigger's static data. */
export class PaymentStore {
	private readonly starts: Bounds;

	constructor(
		private readonly context: IWebhookFunctions,
		private readonly options: Options,
	) {
		this.starts = { window: WEEK, most: options.paymentsRemembered };
	}

	progress(session: CheckoutSession): Progress | undefined {
		return remembered<Progress>(this.context, 'charges', paymentKey(session), CHARGES);
	}

	keepProgress(session: CheckoutSession): void {
		const { stage, transactionReference, acsUrl } = session;
		const progress: Progress = { stage, transactionReference, acsUrl };
		remember(this.context, 'charges', { id: paymentKey(session), value: progress }, CHARGES);
	}

	/** How many OTPs were sent for a payment. A form that was opened earlier may know of fewer than this n8n. */
	otpsTried(session: CheckoutSession): number {
		const known = remembered<{ tried: number }>(this.context, 'otps', paymentKey(session), CHARGES);
		return Math.max(session.wrongOtps, known?.tried ?? 0);
	}

	keepOtpsTried(session: CheckoutSession, tried: number): void {
		remember(this.context, 'otps', { id: paymentKey(session), value: { tried } }, CHARGES);
	}

	/**
	 * Whether the first notification of an outcome is so recent that the browser may still report it. Notes the first
	 * notification.
	 */
	isNewlyNotified(session: CheckoutSession, outcome: Outcome): boolean {
		const key = outcomeKey(session, outcome);
		const first = remembered<{ at: number }>(this.context, 'notified', key, CHARGES);
		if (!first) remember(this.context, 'notified', { id: key, value: {} }, CHARGES);
		return !first || Date.now() < (first.at + this.options.browserSeconds) * SECOND;
	}

	/** Records that a payment starts the workflow with an outcome. False when it has already done so. */
	isFirstStart(session: CheckoutSession, outcome: Outcome): boolean {
		// n8n does not save static data in a test.
		if (this.context.getMode() === 'manual') return true;
		return isFirst(this.context, outcomeKey(session, outcome), this.starts);
	}

	hasStarted(session: CheckoutSession, outcome: Outcome): boolean {
		return remembered(this.context, 'started', outcomeKey(session, outcome), this.starts) !== undefined;
	}
}

function paymentKey({ terms, tryNumber }: CheckoutSession): string {
	return hashOf(referenceOf(terms, tryNumber));
}

// By outcome and not by status, because a payment stays the same when it is captured or paid out.
function outcomeKey({ terms, tryNumber }: CheckoutSession, outcome: Outcome): string {
	return hashOf(JSON.stringify([referenceOf(terms, tryNumber), outcome]));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
