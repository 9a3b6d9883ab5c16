import type { CheckoutRequest } from '../request';
import { statesIn, unsealSession, type CheckoutSession } from '../session';

/** The checkout session in a callback or notification URL. */
export function sessionInQuery({ webhook, sealContext }: CheckoutRequest): CheckoutSession | 'expired' | undefined {
	const sessions = statesIn(webhook.query).map((state) => unsealSession(state, sealContext));
	return sessions.find((session) => typeof session === 'object') ?? sessions.find((session) => session === 'expired');
}

/** Adds the service's reference, which was not known when the URLs were made. */
export function withKnownReference(request: CheckoutRequest, session: CheckoutSession): CheckoutSession {
	return { ...session, transactionReference: request.store.progress(session)?.transactionReference ?? null };
}
