import type { CheckoutRequest } from '../request';
import type { CheckoutSession } from '../session';

/** The checkout session in a callback or notification URL. */
export function sessionInQuery(request: CheckoutRequest): CheckoutSession | 'expired' | undefined {
	return request.unseal(request.webhook.query.get('state') ?? '');
}

/** Adds the service's reference, which was not known when the URLs were made. */
export function withKnownReference(request: CheckoutRequest, session: CheckoutSession): CheckoutSession {
	return { ...session, transactionReference: request.progress(session)?.transactionReference ?? null };
}
