import { buildRefund, refund as call, type RefundRequest } from '../../../gateway/calls/refund';
import type { PayOperation } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/run';
import { editorFields } from '../../shared/fields/fields';
import { readSendAgain, sendAgainField } from '../commonFields';
import { transactionLocator } from './transactionList';

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
		transactionLocator(
			'searchRefundablePayments',
			'={{ $json.transactionReference }}',
			'The "transactionReference" of the payment. Nothing is sent where Refunded Before does not name what the service says was refunded, or where this node has sent a refund that the service does not show yet.',
		),
		...editorFields(call.fields),
		optionsOfMoney([sendAgainField('refund')]),
	],
	call,
	shows: ['refund', 'remainingAmount', 'refundedDate'],

	prepare(parameters) {
		const request = buildRefund({
			transactionReference: parameters.get('transactionReference'),
			...parameters.getFields(call.fields),
		});
		return { ...request, sendAgain: readSendAgain(parameters) };
	},
};
