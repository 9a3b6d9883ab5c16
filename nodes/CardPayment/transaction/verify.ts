import { readOnce } from '../polling';
import { polledTransaction } from './polledTransaction';

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify = readOnce(polledTransaction, {
	name: 'Verify',
	value: 'verify',
	action: 'Verify transaction',
	description: 'Find out whether a payment was authorized, declined or refunded',
});
