import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../../gateway/outcome';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { differencesFrom } from '../../shared/payments/expectedPayment';
import { expiredPage } from '../../shared/pages/messages';
import { askCard, pageOfStep } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import { cardStep, type Step } from '../session';
import type { Visit } from '../visit';

// A refused charge may have been a second one: so long the first may take to show.
const PATIENCE = 15_000;

/** Shows where a payment is, after asking the service. */
export async function show(visit: Visit, step: Step): Promise<Reply> {
	if (step.name === 'card') return Date.now() < step.terms.expires ? askCard(visit, step) : expiredPage(visit.look);
	// Another request may have learned more of the same payment.
	const known = step.transactionReference === null ? visit.progress(step) : undefined;
	const current: Step = { ...step, ...known };
	const record = await visit.record(current);
	if (!record && !known && step.isRefused && Date.now() - step.since > PATIENCE) {
		return askCard(visit, cardStep(step.terms, step.tryNumber, step.email), { notice: 'notAccepted' });
	}
	return { ...pageOfStep(visit, current, outcomeOf(visit, current, record)), item: startWith(visit, current, record) };
}

/**
 * Asks the service what a payment has come to, and sends the browser to the page that shows it, so that reloading it
 * sends nothing again.
 * @param claimed a reference of the service that somebody says is this payment's
 */
export async function conclude(visit: Visit, step: Step, claimed?: string | null): Promise<Reply> {
	const record = await visit.record(step, claimed);
	const item = startWith(visit, step, record);
	const transactionReference = record?.transactionReference ?? step.transactionReference;
	const next: Step = { ...step, transactionReference, hasStarted: step.hasStarted || item !== undefined };
	// In a test n8n does not listen any more after the start.
	if (item && visit.isTest) return { ...pageOfStep(visit, next, outcomeOf(visit, next, record)), item };
	return { goTo: visit.addressOf(next), item };
}

/** What the workflow starts with, if this payment has not started it and the user wants such payments. */
export function startWith(visit: Visit, step: Step, record: VerifiedPayment | undefined): IDataObject | undefined {
	const outcome = outcomeOf(visit, step, record);
	const isWanted = visit.rules.outcomes.some((wanted) => wanted === outcome);
	if (!record || !isWanted || step.hasStarted || !visit.isFirst(step, record.outcome)) return undefined;
	const { terms, tryNumber, email, cardLast4, cardBrand } = step;
	// The callback URL carries the step.
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
export function outcomeOf(visit: Visit, { terms }: Step, record: VerifiedPayment | undefined): Outcome | undefined {
	if (!record) return undefined;
	const differences = differencesFrom(terms, record);
	if (differences.length === 0) return record.outcome;
	visit.log(`the payment ${record.transactionReference} is not the one that was expected: ${differences.join(', ')}`);
	return 'unknown';
}
