import { checkTransferReference, readTransfer } from '../../../../gateway/calls/transfer';
import { transferStatus } from '../../../shared/payments/transferStatus';
import type { PolledRecord } from '../polling';

export const polledTransfer: PolledRecord = {
	field: {
		displayName: 'Transfer Reference',
		name: 'transferReference',
		type: 'string',
		required: true,
		default: '={{ $json.transactionReference }}',
		description:
			'The "transactionReference" that Transfer: Create returned, or your own request ID, where your provider finds it. The Transfer Status Path in the credential decides what it is.',
	},
	check: checkTransferReference,
	fetchRecord: transferStatus,
	kind: 'transfer',
	unread: (reference, { transferStatuses }) => readTransfer({ reference }, transferStatuses),
};
