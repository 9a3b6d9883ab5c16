import type { IDataObject } from 'n8n-workflow';

import type { Session } from '../../checkout/session';
import type { Branding } from '../../checkout/pages/branding';
import { askCard, askOtp, pageOf, type Retry } from '../../checkout/pages/paymentPages';
import type { Reply } from '../../checkout/pages/reply';
import type { Position } from './position';
import type { CheckoutRequest } from './pageRequest';
import { startWith } from './start';

/** What comes next for a customer. A request decides it, and `replyTo` makes the page of it. */
export type Next =
	/** A form once more. */
	| { form: 'card' | 'otp'; session: Session; retry: Retry }
	/** The page of where the customer stands. */
	| { show: Position }
	/** The way to the page of a session, so that reloading it sends nothing again; and where the customer stands, if that was asked. */
	| { leadTo: Session; from?: Position }
	/** A message. */
	| { tell: (branding: Branding) => Reply };

/** The reply to a customer, and the item that starts the workflow, if something does. */
export function replyTo(request: CheckoutRequest, next: Next): Reply {
	if ('tell' in next) return next.tell(request.branding);
	if ('form' in next) return (next.form === 'otp' ? askOtp : askCard)(request, next.session, next.retry);
	const position = 'show' in next ? next.show : next.from;
	const item = position && itemOf(request, position);
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (position && ('show' in next || (item && request.isTest))) return { ...pageOf(request, position), item };
	const { leadTo } = next as Extract<Next, { leadTo: Session }>;
	const known = position?.session.number === leadTo.number ? position.session : leadTo;
	const { transactionReference, acsUrl } = known;
	const hasStarted = leadTo.hasStarted || item !== undefined;
	return { goTo: request.addressOf({ ...leadTo, transactionReference, acsUrl, hasStarted }), item };
}

/** What starts the workflow: the payment that counts, or the decline before it. */
function itemOf(request: CheckoutRequest, { declined, ...position }: Position): IDataObject | undefined {
	return startWith(request, position.session, position) ?? (declined && startWith(request, declined.session, declined));
}
