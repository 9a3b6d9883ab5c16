import { tell } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';
import { conclude } from './conclude';
import { showSession } from './openPage';
import { sessionInQuery, withKnownReference } from './sessionInQuery';

/** Answers a browser that returns from the bank's page. What it claims proves nothing, so the service is asked. */
export async function handleCallback(request: CheckoutRequest): Promise<Reply> {
	const session = sessionInQuery(request);
	if (session === undefined) return returnedWithoutSession(request);
	if (session === 'expired') return await showSession(request, session);
	return await conclude(request, withKnownReference(request, session), request.claimedReference);
}

// The customer may have paid, so nothing here may lead to another payment.
function returnedWithoutSession(request: CheckoutRequest): Reply {
	const { length } = request.context.getRequestObject().originalUrl;
	request.log(
		`somebody came to the return address with ${length} characters in it, which are not an address of this page. If that was a customer, the service cuts or changes the return address, and only its notifications can start the workflow.`,
	);
	return tell(request.branding, 'returned', { status: 400 });
}
