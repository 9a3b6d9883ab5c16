import type { IDataObject } from 'n8n-workflow';

import type { AskedAttempt, CurrentAttempt, Session } from '../../checkout/attempt';
import type { Answer } from '../../checkout/pages/paymentPages';
import { paymentItem, simplified } from '../../gateway/payment';
import type { CheckoutRequest } from './checkoutRequest';

const SHOWN = ['email', 'card', 'description', 'customFields', 'linkReference', 'transactionDate', 'notificationId'];

/**
 * A redirect to the page of a session, so that reloading it sends nothing again.
 * @param session this browser's own, so that the next page says what became of its attempt
 * @param current the current attempt, where the service was asked about it
 */
export function redirectTo(request: CheckoutRequest, session: Session, current?: CurrentAttempt): Answer {
	const item = current && itemFor(request, current);
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (current && item && request.isTest) return { current, item };
	const { transactionReference, acsUrl } = current?.session.number === session.number ? current.session : session;
	const hasStarted = session.hasStarted || item !== undefined;
	return { goTo: request.addressOf({ ...session, transactionReference, acsUrl, hasStarted }), item };
}

/** The item that starts the workflow with the current attempt, or with the decline before it, if one of them does. */
export function itemFor(request: CheckoutRequest, current: CurrentAttempt): IDataObject | undefined {
	return itemOnce(request, current) ?? (current.declined && itemOnce(request, current.declined));
}

/** The item that starts the workflow; undefined when the outcome is not wanted, or the payment has already started it. */
export function itemOnce({ settings, store }: CheckoutRequest, asked: AskedAttempt): IDataObject | undefined {
	const { session, found, record, charge } = asked;
	const isWanted = settings.outcomes.some((outcome) => outcome === found);
	if (!record || !isWanted || session.hasStarted || !store.start(asked)) return undefined;
	const { terms, number, payer } = charge!;
	// Left out, because the callback URL carries the charge.
	const { callbackUrl: _, ...paid } = record;
	const item: IDataObject = paymentItem('payment', paid, {
		email: payer.email || null,
		card: { brand: payer.cardBrand, last4: payer.cardLast4 },
		description: terms.description,
		customFields: terms.customFields,
		linkReference: terms.reference,
		attempt: number,
		verified: true,
		receivedAt: new Date().toISOString(),
	});
	return settings.options.simplify ? simplified(item, SHOWN) : item;
}
