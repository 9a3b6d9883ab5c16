// @ts-nocheck
import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../../gateway/outcome';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { differencesFrom } from '../../shared/payments/expectedPayment';
import { expiredPage } from '../../shared/pages/messages';
import { addressOf } from '../addresses';
import { askCard, paymentPage } from '../pages';
import { findRecord } from '../record';
import type { Reply } from '../../shared/pages/reply';
import { newSession, type CheckoutSession } from '../session';
import type { CheckoutRequest } from '../request';

// How long, in milliseconds, an earlier charge with the same reference may take to appear.
const PATIENCE = 15_000;

/** Shows the page of a session, after asking the service about its payment. */
export async function showPayment(request: CheckoutRequest, session: CheckoutSession): Promise<Reply> {
	if (session.stage === 'card')
		return Date.now() < session.terms.expires ? askCard(request, session) : expiredPage(request.branding);
	// Another request may know more about the same payment.
	const known = session.transactionReference === null ? request.store.progress(session) : undefined;
	const current: CheckoutSession = { ...session, ...known };
	const record = await findRecord(request, current);
	if (!record && !known && session.isRefused && Date.now() - session.since > PATIENCE) {
		return askCard(request, newSession(session.terms, session.tryNumber, session.email), { notice: 'notAccepted' });
	}
	return {
		...paymentPage(request, current, outcomeOf(request, current, record)),
		item: startWith(request, current, record),
	};
}

/**
 * Asks the service for the outcome of a payment, and redirects the browser to the page that shows it, so that reloading
 * the page submits nothing again.
 * @param claimed the service's reference according to the request
 */
export async function conclude(
	request: CheckoutRequest,
	session: CheckoutSession,
	claimed?: string | null,
): Promise<Reply> {
	const record = await findRecord(request, session, claimed);
	const item = startWith(request, session, record);
	const transactionReference = record?.transactionReference ?? session.transactionReference;
	const next: CheckoutSession = {
		...session,
		transactionReference,
		hasStarted: session.hasStarted || item !== undefined,
	};
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (item && request.isTest) return { ...paymentPage(request, next, outcomeOf(request, next, record)), item };
	return { goTo: addressOf(request, next), item };
}

/** The item that starts the workflow; undefined when the outcome is not wanted, or the payment has already started it. */
export function startWith(
	request: CheckoutRequest,
	session: CheckoutSession,
	record: VerifiedPayment | undefined,
): IDataObject | undefined {
	const outcome = outcomeOf(request, session, record);
	const isWanted = request.settings.outcomes.some((wanted) => wanted === outcome);
	if (!record || !isWanted || session.hasStarted || !request.store.isFirstStart(session, record.outcome))
		return undefined;
	const { terms, tryNumber, email, cardLast4, cardBrand } = session;
	// Left out, because the callback URL carries the session.
	const { callbackUrl: _, ...paid } = record;
	return {
		...paid,
		email: email || null,
		cardLast4,
		cardBrand,
		description: terms.description,
		customFields: terms.customFields,
		linkReference: terms.reference,
		tryNumber,
		verified: true,
		receivedAt: new Date().toISOString(),
	};
}

/** The outcome that counts: the service's own, and only if the amount and currency are the expected ones. */
export function outcomeOf(
	request: CheckoutRequest,
	{ terms }: CheckoutSession,
	record: VerifiedPayment | undefined,
): Outcome | undefined {
	if (!record) return undefined;
	const differences = differencesFrom(terms, record);
	if (differences.length === 0) return record.outcome;
	request.log(`the payment ${record.transactionReference} is not the one that was expected: ${differences.join(', ')}`);
	return 'unknown';
}
