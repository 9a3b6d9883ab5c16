import { pollUntilFinal } from '../polling';
import { polledTransaction } from './verify';

/** Transaction: Wait for Outcome. It polls verify (specification 4.5). */
export const waitForOutcome = pollUntilFinal(polledTransaction, {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for payment outcome',
	description: 'Check a payment repeatedly until it is authorized, declined or refunded, or the time is up',
});
