import type { INodeProperties } from 'n8n-workflow';

import { buildRefund, type RefundRequest } from '../../../gateway/calls/refundCall';
import { askAboutRefund, refundLookUp, sendRefund } from '../../shared/payments/sendRefund';
import type { MoneyOperation, MoneyRequest } from '../../shared/execution/operation';
import { optionsOfMoney } from '../../shared/execution/runOptions';
import { TEXT } from '../../shared/fields/options';
import { labelsOf } from '../../shared/fields/labels';
import { transactionReferenceField } from '../commonFields';

const fields: INodeProperties[] = [
	{
		...transactionReferenceField,
		description:
			'The "transactionReference" of the payment. A payment is refunded once by this node, in full or in part: where the service shows that it was refunded before, nothing is sent.',
	},
	{
		displayName: 'Amount to Refund',
		name: 'amountToRefund',
		...TEXT,
		placeholder: 'e.g. 10.50',
		description: 'A plain number with a point, such as 10.50. Leave empty to refund the whole payment.',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		...TEXT,
		placeholder: 'e.g. Returned by the customer',
		description: 'Sent to the service with the refund',
	},
	optionsOfMoney(),
];

/** Transaction: Refund. The specification does not have it; this is what providers publish. */
export const refund: MoneyOperation<RefundRequest & MoneyRequest> = {
	option: {
		name: 'Refund',
		value: 'refund',
		action: 'Refund transaction',
		description: 'Give money back to the customer, in full or in part',
	},
	fields,
	referenceField: transactionReferenceField.displayName,
	paymentKind: 'refund',
	shows: ['remainingAmount', 'reason', 'refundedDate'],

	prepare(parameters) {
		const given = {
			transactionReference: parameters.get('transactionReference'),
			amountToRefund: parameters.getIfSet('amountToRefund'),
			reason: parameters.get('reason'),
		};
		const request = buildRefund(given, labelsOf(fields));
		return { ...request, reference: request.transactionReference, secrets: [] };
	},

	perform: sendRefund,

	moneyRules: {
		wording: { what: 'payment', done: 'refunded' },
		withoutSecrets: (request) => request,
		buildLookUp: (run, request) => refundLookUp(run, request),
		ask: askAboutRefund,
	},
};
