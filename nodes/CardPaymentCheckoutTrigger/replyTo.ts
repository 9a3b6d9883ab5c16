import type { AttemptLookUp, CurrentAttempt, Session } from '../../checkout/attempt';
import type { Reply } from '../../checkout/pages/frame';
import { pageFor, type PageToShow } from '../../checkout/pages/paymentPages';
import type { CheckoutRequest } from './checkoutRequest';
import type { Start } from './startOf';

/** The answer to a request, and the attempt that was looked up, which may start the workflow. */
export type Next =
	| PageToShow
	/** The page of this browser's own session, so that it says what became of its attempt. */
	| { goTo: Session; current?: CurrentAttempt }
	| { reply: Reply; current?: AttemptLookUp };

/** Makes the reply to a request. @param start the start of the workflow by the attempt that was looked up, where it starts one */
export function replyTo(request: CheckoutRequest, next: Next, start: Start | undefined): Reply {
	if ('reply' in next) return next.reply;
	if (!('goTo' in next)) return pageFor(request, next);
	const { goTo: session, current } = next;
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (current && start && request.isTestRun) return pageFor(request, { current });
	const { transactionReference, acsUrl } = current?.session.number === session.number ? current.session : session;
	const lastStart = start?.id ?? session.lastStart;
	// A redirect, so that reloading the page sends nothing again.
	return { goTo: request.addressOf({ ...session, transactionReference, acsUrl, lastStart }) };
}
