import { findPayment } from '../record';
import type { CheckoutRequest } from '../request';
import type { CheckoutSession } from '../session';
import { newSession, submitted } from '../states';

/**
 * A try of a link that may be open or paid, so that one more card could pay the link twice. Browsers may keep forms of several
 * tries.
 * @returns the session that shows it; undefined where each try that is known has been declined
 */
export async function openTry(
	request: CheckoutRequest,
	session: CheckoutSession,
): Promise<CheckoutSession | undefined> {
	const { store } = request;
	// Before the private key was replaced, the reference was another one, so the service would charge the try a second time.
	if (request.referencesOf(session).length > 1 && (await findPayment(request, session)) !== 'none')
		return { ...submitted(session), isRefused: true };
	for (let tryNumber = 1; tryNumber <= store.cardsSent(session).count; tryNumber++) {
		if (tryNumber === session.tryNumber) continue;
		const blank = submitted(newSession(session.terms, tryNumber, session.email));
		const known = store.progress(blank);
		if (store.isUnderway(blank)) return { ...blank, isRefused: true, ...known };
		if (known && !(await isDeclined(request, { ...blank, ...known }))) return { ...blank, ...known };
	}
	return undefined;
}

async function isDeclined(request: CheckoutRequest, session: CheckoutSession): Promise<boolean> {
	const found = await findPayment(request, session);
	return typeof found === 'object' && found.outcome === 'declined';
}
