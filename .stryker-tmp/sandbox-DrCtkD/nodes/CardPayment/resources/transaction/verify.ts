// @ts-nocheck
import { readOnce } from '../polling';
import { polledTransaction } from './polledTransaction';

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify = readOnce(polledTransaction, {
	name: 'Verify',
	value: 'verify',
	action: 'Verify a transaction',
	description: 'Get the current status of a payment from the service',
});
