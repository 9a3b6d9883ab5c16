import type { INodeProperties } from 'n8n-workflow';

import { buildRefund, refund as call, type RefundRequest } from '../../../gateway/calls/refund';
import type { PayOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/run';
import { shown } from '../../shared/fields/fields';
import { transactionReferenceField } from '../commonFields';

const sendAgainField: INodeProperties = {
	displayName: 'Send Again',
	name: 'sendAgain',
	type: 'boolean',
	default: false,
	description:
		"Whether to send a refund that this node has sent before, in another execution. Only after your provider's dashboard has shown that the first refund was not made.",
};

/** Transaction: Refund. The specification does not have it; this is what providers publish. */
export const refund: PayOperation<RefundRequest> = {
	kind: 'pay',
	option: {
		name: 'Refund',
		value: 'refund',
		action: 'Refund transaction',
		description: 'Give money back to the customer, in full or in part',
	},
	fields: [
		{
			...transactionReferenceField,
			description:
				'The "transactionReference" of the payment. A payment is refunded once by this node, in full or in part: where it was refunded before, or this node has sent a refund that the service does not show yet, nothing is sent.',
		},
		...shown(call.fields),
		optionsOfMoney([sendAgainField]),
	],
	call,
	shows: ['remainingAmount', 'reason', 'refundedDate'],

	prepare(parameters) {
		const request = buildRefund({
			transactionReference: parameters.get('transactionReference'),
			...parameters.given(call.fields),
		});
		// Text such as "false", from an expression, turns nothing on.
		const sendAgain = parameters.getIfSet<unknown>(`options.${sendAgainField.name}`) === true;
		return { ...request, sendAgain };
	},
};
