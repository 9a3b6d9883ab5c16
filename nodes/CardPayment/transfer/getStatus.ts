import { readOnce } from '../polling';
import { polledTransfer } from './polledTransfer';

/** Transfer: Get Status, in the form that providers publish. */
export const getStatus = readOnce(polledTransfer, {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get transfer status',
	description: 'Get the current status of a transfer',
});
