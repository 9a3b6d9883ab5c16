// @ts-nocheck
import { checkTransferReference } from '../../../../gateway/calls/transfer';
import { transferStatus } from '../../../shared/payments/transferStatus';
import type { PolledRecord } from '../polling';

export const polledTransfer: PolledRecord = {
	field: {
		displayName: 'Transfer Reference',
		name: 'transferReference',
		type: 'string',
		required: true,
		default: '',
		placeholder: '={{ $json.transactionReference }}',
		description:
			'The "transactionReference" that Transfer: Create returned, or your own request ID, where your provider finds it. The Transfer Status Path in the credential decides what it is.',
	},
	check: checkTransferReference,
	fetchRecord: transferStatus,
};
