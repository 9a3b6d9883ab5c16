import type { IDataObject } from 'n8n-workflow';

import { referenceOf, type AskedAttempt, type CurrentAttempt, type Session } from '../../checkout/attempt';
import type { Reply } from '../../checkout/pages/frame';
import { pageFor, type PageToShow } from '../../checkout/pages/paymentPages';
import { PAYMENT_WORDS } from '../../gateway/itemMessage';
import { paymentItem, simplified } from '../../gateway/payment';
import type { CheckoutRequest } from './checkoutRequest';

const SHOWN = ['email', 'card', 'description', 'customFields', 'transactionDate', 'notificationId'];

/** What a request is answered with, and the attempt that was asked about, which may start the workflow. */
export type Next =
	| PageToShow
	/** The page of this browser's own session, so that it says what became of its attempt. */
	| { goTo: Session; current?: CurrentAttempt }
	| { reply: Reply; current?: AskedAttempt };

/** Makes the reply to a request, and records that its attempt, or the decline before it, starts the workflow. */
export function replyTo(request: CheckoutRequest, next: Next): Reply {
	const asked: AskedAttempt | undefined = 'current' in next ? next.current : undefined;
	const item = asked && (startItem(request, asked) ?? (asked.declined && startItem(request, asked.declined)));
	if ('reply' in next) return { ...next.reply, item };
	if (!('goTo' in next)) return { ...pageFor(request, next), item };
	const { goTo: session, current } = next;
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (current && item && request.isTestRun) return { ...pageFor(request, { current }), item };
	const { transactionReference, acsUrl } = current?.session.number === session.number ? current.session : session;
	const hasStarted = session.hasStarted || item !== undefined;
	// A redirect, so that reloading the page sends nothing again.
	return { goTo: request.addressOf({ ...session, transactionReference, acsUrl, hasStarted }), item };
}

/** The item with which a payment starts the workflow, now; undefined when its outcome is not wanted, or it has started it before. */
function startItem({ settings, store }: CheckoutRequest, asked: AskedAttempt): IDataObject | undefined {
	const { session, state, record, cardAttempt } = asked;
	const isWanted = settings.outcomes.some((outcome) => outcome === state);
	if (!record || !isWanted || session.hasStarted || !store.start(asked)) return undefined;
	const { terms, payer } = cardAttempt!;
	// Left out, because the callback URL carries the charge.
	const { callbackUrl: _, ...paid } = record;
	const item: IDataObject = paymentItem(
		PAYMENT_WORDS,
		{ ...paid, reference: referenceOf(session) },
		{
			email: payer.email || null,
			card: { brand: payer.cardBrand, last4: payer.cardLast4 },
			description: terms.description,
			customFields: terms.customFields,
			verified: true,
			receivedAt: new Date().toISOString(),
		},
	);
	return settings.options.simplify ? simplified(item, SHOWN) : item;
}
