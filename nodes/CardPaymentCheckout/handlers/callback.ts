import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';
import { conclude } from './conclude';
import { showSession } from './openPage';
import { sessionInQuery, withKnownReference } from './sessionInQuery';

/** Answers a browser that returns from the bank's page. What it claims proves nothing, so the service is asked. */
export async function handleCallback(request: CheckoutRequest): Promise<Reply> {
	const session = sessionInQuery(request);
	if (session === undefined || session === 'expired') return await showSession(request, session);
	return await conclude(request, withKnownReference(request, session), request.claimedReference);
}
