import type { CheckoutRequest } from '../request';
import { unsealSession, type CheckoutSession } from '../session';

/** The checkout session in a callback or notification URL. */
export function sessionInQuery(request: CheckoutRequest): CheckoutSession | 'expired' | undefined {
	return unsealSession(request.webhook.query.get('state') ?? '', request.sealContext);
}

/** Adds the service's references, which were not known when the URLs were made. */
export function withKnownReference(request: CheckoutRequest, session: CheckoutSession): CheckoutSession {
	const { transactionReference = null, mentioned = null } = request.store.progress(session) ?? {};
	return { ...session, transactionReference, mentioned };
}
