import { showSession } from './openPage';
import { submitCard } from './submitCard';
import { submitOtp } from './submitOtp';
import { badLinkPage } from '../../shared/pages/messages';
import { isFromAnotherSite } from '../../shared/webhooks/request';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';
import { unsealPage } from '../session';
import { stateOf } from '../states';

/** Handles a submitted form. */
export async function submitForm(request: CheckoutRequest): Promise<Reply> {
	if (isFromAnotherSite(request.context)) {
		request.log('a form that another site has sent was refused. Nothing was charged.');
		return badLinkPage(request.branding, 403);
	}
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
