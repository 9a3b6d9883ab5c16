import { pollUntilFinal } from '../polling';
import { polledTransfer } from './getStatus';

/** Transfer: Wait for Outcome. It polls the transfer's status. */
export const waitForOutcome = pollUntilFinal(polledTransfer, {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for transfer outcome',
	description: 'Check a transfer repeatedly until it is completed or refused, or the time is up',
});
