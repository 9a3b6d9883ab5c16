import { openSession } from './openPage';
import { pay } from './submitCard';
import { authorize } from './submitOtp';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutRequest } from '../request';

/** A customer sends a form. */
export async function submit(request: CheckoutRequest): Promise<Reply> {
	const session = request.unseal(request.field('state'));
	if (typeof session !== 'object') return await openSession(request, session);
	switch (session.stage) {
		case 'card':
			return await pay(request, session);
		case 'otp':
			return await authorize(request, session);
		default:
			return await openSession(request, session);
	}
}
