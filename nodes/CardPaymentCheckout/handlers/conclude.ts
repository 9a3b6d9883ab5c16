import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../../gateway/outcome';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { differencesFrom } from '../../shared/payments/expectedPayment';
import { expiredPage } from '../../shared/pages/messages';
import { askCard, pageOf } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import { newSession, type CheckoutSession } from '../session';
import type { CheckoutRequest } from '../request';

// A refused charge may have been a second one: so long the first may take to show.
const PATIENCE = 15_000;

/** Shows where a payment is, after asking the service. */
export async function show(request: CheckoutRequest, session: CheckoutSession): Promise<Reply> {
	if (session.stage === 'card')
		return Date.now() < session.terms.expires ? askCard(request, session) : expiredPage(request.branding);
	// Another request may have learned more of the same payment.
	const known = session.transactionReference === null ? request.progress(session) : undefined;
	const current: CheckoutSession = { ...session, ...known };
	const record = await request.record(current);
	if (!record && !known && session.isRefused && Date.now() - session.since > PATIENCE) {
		return askCard(request, newSession(session.terms, session.tryNumber, session.email), { notice: 'notAccepted' });
	}
	return {
		...pageOf(request, current, outcomeOf(request, current, record)),
		item: startWith(request, current, record),
	};
}

/**
 * Asks the service what a payment has come to, and sends the browser to the page that shows it, so that reloading it
 * sends nothing again.
 * @param claimed a reference of the service that somebody says is this payment's
 */
export async function conclude(
	request: CheckoutRequest,
	session: CheckoutSession,
	claimed?: string | null,
): Promise<Reply> {
	const record = await request.record(session, claimed);
	const item = startWith(request, session, record);
	const transactionReference = record?.transactionReference ?? session.transactionReference;
	const next: CheckoutSession = {
		...session,
		transactionReference,
		hasStarted: session.hasStarted || item !== undefined,
	};
	// In a test n8n does not listen any more after the start.
	if (item && request.isTest) return { ...pageOf(request, next, outcomeOf(request, next, record)), item };
	return { goTo: request.addressOf(next), item };
}

/** What the workflow starts with, if this payment has not started it and the user wants such payments. */
export function startWith(
	request: CheckoutRequest,
	session: CheckoutSession,
	record: VerifiedPayment | undefined,
): IDataObject | undefined {
	const outcome = outcomeOf(request, session, record);
	const isWanted = request.settings.outcomes.some((wanted) => wanted === outcome);
	if (!record || !isWanted || session.hasStarted || !request.isFirst(session, record.outcome)) return undefined;
	const { terms, tryNumber, email, cardLast4, cardBrand } = session;
	// The callback URL carries the session.
	const { callbackUrl: _, ...paid } = record;
	return {
		...{
			...paid,
			email: email || null,
			cardLast4,
			cardBrand,
			description: terms.description,
			customFields: terms.customFields,
		},
		...{ linkReference: terms.reference, tryNumber, verified: true, receivedAt: new Date().toISOString() },
	};
}

/** Only what the service confirms counts, and only for what was to be paid. */
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
