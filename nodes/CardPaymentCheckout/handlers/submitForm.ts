import { showSession } from './openPage';
import { submitCard } from './submitCard';
import { submitOtp } from './submitOtp';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';
import { unsealPage } from '../session';
import { stateOf } from '../states';

/** Handles a submitted form. */
export async function submitForm(request: CheckoutRequest): Promise<Reply> {
	const session = unsealPage(request.field('state'), request.sealContext);
	if (typeof session !== 'object') return await showSession(request, session);
	switch (stateOf(session)) {
		case 'card':
			return await submitCard(request, session);
		case 'otp':
			return await submitOtp(request, session);
		default:
			return await showSession(request, session);
	}
}
