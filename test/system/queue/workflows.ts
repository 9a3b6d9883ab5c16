import { inRow } from '../../../dev/engine/in-row';
import type { StoredWorkflow } from '../../../dev/playground/rest';
import type { Shop } from '../support/shop';
import { noOp } from '../support/workflows';

/** The trigger's place: its URLs are `/webhook/<place>/notification` and `/callback`. */
export const TRIGGER_PLACE = 'queue-payments';

/** Workflows that hear of payments, and of executions that fail. */
export interface Hearing {
	notified: StoredWorkflow;
	failure: StoredWorkflow;
	/** Of workflows that are to tell of their failures. */
	settings: { errorWorkflow: string };
}

/** Publishes a workflow that starts when the service has notified of an authorized payment, at signed URLs only; and one for failures. */
export async function publishHearing(shop: Shop): Promise<Hearing> {
	const failed = { name: 'Failure', type: 'n8n-nodes-base.errorTrigger' };
	const failure = await shop.publish(inRow('Hear of a failure', [failed, noOp('Tell')]));
	const settings = { errorWorkflow: failure.id };
	const trigger = shop.workflows.trigger(TRIGGER_PLACE, { options: { requireSignedUrl: true } });
	const notified = await shop.publish(inRow('Hear of a payment', [trigger, noOp('Deliver')], settings));
	return { notified, failure, settings };
}
