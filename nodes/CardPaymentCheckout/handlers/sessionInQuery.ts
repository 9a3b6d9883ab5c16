import type { CheckoutRequest } from '../request';
import { unsealSession, type CheckoutSession } from '../session';

/** The checkout session in a callback or notification URL. The service may have added a state of its own, or escaped the URL. */
export function sessionInQuery({ webhook, sealContext }: CheckoutRequest): CheckoutSession | 'expired' | undefined {
	for (const state of [...webhook.query.getAll('state'), ...webhook.query.getAll('amp;state')]) {
		const session = unsealSession(state, sealContext);
		if (session) return session;
	}
	return undefined;
}

/** Adds the service's references, which were not known when the URLs were made. */
export function withKnownReference(request: CheckoutRequest, session: CheckoutSession): CheckoutSession {
	const { transactionReference = null, mentioned = null } = request.store.progress(session) ?? {};
	return { ...session, transactionReference, mentioned };
}
