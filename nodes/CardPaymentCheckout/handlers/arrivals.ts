import { conclude, startWith } from './conclude';
import { openStep } from './openPage';
import type { Reply } from '../../shared/pages/reply';
import type { Step } from '../session';
import type { Visit } from '../visit';

/** A customer's browser comes back from the bank's page. What it claims proves nothing: the service is asked. */
export async function comeBack(visit: Visit): Promise<Reply> {
	const step = readStep(visit);
	if (step === undefined || step === 'expired') return await openStep(visit, step);
	return await conclude(visit, withReference(visit, step), visit.request.claim?.transactionReference);
}

/**
 * The service notifies (specification section 6). The browser brings the news as well, and both at once could start the
 * workflow twice where n8n runs in several processes. So the first notification only leaves a note; a repeated one starts
 * the workflow if the browser never came.
 */
export async function hear(visit: Visit): Promise<Reply> {
	const step = readStep(visit);
	if (step === undefined || step === 'expired') return { status: 401, message: 'This notification is not accepted' };
	const current = withReference(visit, step);
	const record = await visit.record(current, visit.request.claim?.transactionReference);
	if (!record) return later();
	// The answer to the charge may have been lost.
	if (current.transactionReference === null) {
		visit.keepProgress({ ...step, transactionReference: record.transactionReference });
	}
	const isWanted = visit.rules.outcomes.some((wanted) => wanted === record.outcome);
	if (!isWanted || visit.hasStarted(current, record.outcome)) return received();
	if (visit.isFreshNews(current, record.outcome)) return later();
	return { ...received(), item: startWith(visit, current, record) };
}

function readStep(visit: Visit): Step | 'expired' | undefined {
	return visit.unseal(visit.request.query.get('state') ?? '');
}

// When the addresses were made, the service had not given its reference yet.
function withReference(visit: Visit, step: Step): Step {
	return { ...step, transactionReference: visit.progress(step)?.transactionReference ?? null };
}

function received(): Reply {
	return { status: 200, message: 'Received' };
}

function later(): Reply {
	return { status: 503, message: 'Deliver this notification again' };
}
