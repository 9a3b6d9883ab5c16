import type { IDataObject } from 'n8n-workflow';

import { paymentItem, simplified } from '../../gateway/payment';
import type { Found } from './record';
import type { CheckoutRequest } from './request';
import type { CheckoutSession } from './session';

const SHOWN = ['email', 'card', 'description', 'customFields', 'linkReference', 'transactionDate', 'notificationId'];

/** The item that starts the workflow; undefined when the outcome is not wanted, or the payment has already started it. */
export function startWith(request: CheckoutRequest, session: CheckoutSession, found: Found): IDataObject | undefined {
	if (typeof found === 'string') return undefined;
	const { record, outcome, charge, terms } = found;
	const isWanted = request.settings.outcomes.some((wanted) => wanted === outcome);
	if (!isWanted || session.hasStarted || request.store.hasStarted(session, outcome)) return undefined;
	if (!charge) {
		request.log(
			`the payment ${record.transactionReference} is ${outcome}, but its charge is not known any more. This request does not start the workflow; the browser that has paid, or a notification of the service, still can.`,
		);
		return undefined;
	}
	if (!request.store.isFirstStart(session, outcome, charge)) return undefined;
	const { tryNumber } = session;
	const { email, cardLast4, cardBrand } = charge;
	// Left out, because the callback URL carries the session.
	const { callbackUrl: _, ...paid } = record;
	const item: IDataObject = paymentItem('payment', paid, {
		email: email || null,
		card: { brand: cardBrand, last4: cardLast4 },
		description: terms.description,
		customFields: terms.customFields,
		linkReference: terms.reference,
		tryNumber,
		verified: true,
		receivedAt: new Date().toISOString(),
	});
	return request.settings.options.simplify ? simplified(item, SHOWN) : item;
}
