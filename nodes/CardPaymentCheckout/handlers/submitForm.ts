import { openStep } from './openPage';
import { pay } from './submitCard';
import { authorize } from './submitOtp';
import type { Reply } from '../../shared/pages/reply';
import type { Visit } from '../visit';

/** A customer sends a form. */
export async function submit(visit: Visit): Promise<Reply> {
	const step = visit.unseal(visit.field('state'));
	if (typeof step !== 'object') return await openStep(visit, step);
	switch (step.name) {
		case 'card':
			return await pay(visit, step);
		case 'otp':
			return await authorize(visit, step);
		default:
			return await openStep(visit, step);
	}
}
