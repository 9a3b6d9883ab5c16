import { buildRefund, refund as call, type RefundRequest } from '../../../gateway/calls/refund';
import type { PayOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/run';
import { shown } from '../../shared/fields/fields';
import { transactionReferenceField } from '../commonFields';

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
				'The "transactionReference" of the payment. A payment is refunded once by this node, in full or in part: where the service shows that it was refunded before, nothing is sent.',
		},
		...shown(call.fields),
		optionsOfMoney(),
	],
	call,
	shows: ['remainingAmount', 'reason', 'refundedDate'],

	prepare: (parameters) =>
		buildRefund({
			transactionReference: parameters.get('transactionReference'),
			...parameters.given(call.fields),
		}),
};
