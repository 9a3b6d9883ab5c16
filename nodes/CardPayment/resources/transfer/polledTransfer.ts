import { checkTransferReference, readTransfer } from '../../../../gateway/calls/transfer';
import { fetchTransfer } from '../../../shared/payments/transferStatus';
import type { PolledRecord } from '../polling';

export const polledTransfer: PolledRecord = {
	field: {
		displayName: 'Transfer Reference',
		name: 'transferReference',
		type: 'string',
		required: true,
		default: '={{ $json.transactionReference || $json.reference }}',
		description:
			'The "transactionReference" that Transfer: Create returned, or your request ID where an answer was lost. To change where this node looks it up, turn on My Provider Differs in the credential, and set Transfer Status Path.',
	},
	check: checkTransferReference,
	fetchRecord: fetchTransfer,
	kind: 'transfer',
	stillUnknown: (reference) => ({
		message: `It is not known whether the money was sent. The service has nothing under ${reference}.`,
		next: 'Do not send it again: ask your provider about this request ID.',
	}),
	unread: (reference, { transferStatuses }) => readTransfer({ reference }, transferStatuses),
};
