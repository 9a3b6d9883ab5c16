import type { IDataObject } from 'n8n-workflow';

import type { Charge, Session } from '../../checkout/session';
import type { VerifiedPayment } from '../../gateway/calls/verifyCall';
import { paymentItem, simplified } from '../../gateway/payment';
import type { Answer } from './ask';
import type { CheckoutRequest } from './pageRequest';

const SHOWN = ['email', 'card', 'description', 'customFields', 'linkReference', 'transactionDate', 'notificationId'];

/** The item that starts the workflow; undefined when the outcome is not wanted, or the payment has already started it. */
export function startWith(request: CheckoutRequest, session: Session, answer: Answer): IDataObject | undefined {
	const { found, record, charge } = answer;
	if (!record || !isWanted(request, answer) || session.hasStarted) return undefined;
	if (request.store.hasStarted(session, found)) return undefined;
	if (charge) return request.store.isFirstStart(charge, found) ? itemOf(request, record, charge) : undefined;
	request.log(
		`the payment ${record.transactionReference} is ${record.outcome}, but its charge is not known any more. This request does not start the workflow; the browser that has paid, or a notification of the service, still can.`,
	);
	return undefined;
}

/** Whether a payment starts the workflow with what became of it. */
export function isWanted({ settings }: CheckoutRequest, { found, record }: Answer): boolean {
	const isOfLink = found === 'paid' || found === 'declined';
	return isOfLink && settings.outcomes.some((wanted) => wanted === record?.outcome);
}

function itemOf(request: CheckoutRequest, record: VerifiedPayment, { terms, number, payer }: Charge): IDataObject {
	// Left out, because the callback URL carries the charge.
	const { callbackUrl: _, ...paid } = record;
	const { email, cardLast4, cardBrand } = payer;
	const item: IDataObject = paymentItem('payment', paid, {
		email: email || null,
		card: { brand: cardBrand, last4: cardLast4 },
		description: terms.description,
		customFields: terms.customFields,
		linkReference: terms.reference,
		tryNumber: number,
		verified: true,
		receivedAt: new Date().toISOString(),
	});
	return request.settings.options.simplify ? simplified(item, SHOWN) : item;
}
