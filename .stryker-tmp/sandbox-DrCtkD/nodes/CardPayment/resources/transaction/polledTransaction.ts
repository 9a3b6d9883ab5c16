// @ts-nocheck
import { checkReference } from '../../../../gateway/calls/verify';
import { verify } from '../../../shared/payments/verify';
import { transactionReference } from '../fields';
import type { PolledRecord } from '../polling';

export const polledTransaction: PolledRecord = {
	field: transactionReference,
	check: checkReference,
	fetchRecord: verify,
};
