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
			'The "transactionReference" that Transfer: Create returned, or your request ID if your provider can find it. To change where this node looks it up, turn on My Provider Differs in the credential, and set Transfer Status Path.',
	},
	check: checkTransferReference,
	fetchRecord: transferStatus,
	kind: 'transfer',
	unread: (reference, { transferStatuses }) => readTransfer({ reference }, transferStatuses),
};
