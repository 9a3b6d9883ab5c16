import type { INodeProperties } from 'n8n-workflow';

import { RECORD_OUTCOMES, triggerOnField } from '../../shared/fields/outcomes';
import { options } from './triggerOptions';

/** The trigger's fields: what starts it, and what is rarely set. */
export const properties: INodeProperties[] = [
	triggerOnField(RECORD_OUTCOMES, {
		description:
			'Which outcomes start the workflow, as the service has them. Notifications of other outcomes are accepted and ignored.',
		of: {
			refunded: 'Paid back, in part or in full. Each further refund of a payment starts the workflow again.',
			unknown:
				'A status that the service does not document, or a notification that the service has not confirmed for three days',
		},
	}),
	options,
];
