import { checkReference, readRecord } from '../../../../gateway/calls/verify';
import { verify } from '../../../shared/payments/verify';
import { transactionReference } from '../fields';
import type { PolledRecord } from '../polling';

export const polledTransaction: PolledRecord = {
	field: transactionReference,
	check: checkReference,
	fetchRecord: verify,
	kind: 'payment',
	unread: (transactionReference, settings) => readRecord({ transactionReference }, settings),
};
