// @ts-nocheck
import { showSession } from './openPage';
import { submitCard } from './submitCard';
import { submitOtp } from './submitOtp';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';
import { unsealSession } from '../session';

/** Handles a submitted form. */
export async function submitForm(request: CheckoutRequest): Promise<Reply> {
	const session = unsealSession(request.field('state'), request.sealContext);
	if (typeof session !== 'object') return await showSession(request, session);
	switch (session.stage) {
		case 'card':
			return await submitCard(request, session);
		case 'otp':
			return await submitOtp(request, session);
		default:
			return await showSession(request, session);
	}
}
