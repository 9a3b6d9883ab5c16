import { findTransfers, readTransfer, TRANSFER_WORDS } from '../../../gateway/calls/transferStatus';
import { REFERENCE_OF_ITEM } from '../commonFields';
import { pollUntilFinal, readOnce, type PolledRecord } from '../polling';

const polledTransfer: PolledRecord = {
	field: {
		displayName: 'Transfer Reference',
		name: 'transferReference',
		type: 'string',
		required: true,
		default: REFERENCE_OF_ITEM,
		description:
			'The "transactionReference" that Transfer: Create returned, or your request ID where an answer was lost. To change where this node looks it up, turn on My Provider Needs Other Settings in the credential, and set Transfer Status Path.',
	},
	finders: findTransfers,
	words: TRANSFER_WORDS,
	shows: ['accountName', 'accountNumber', 'details'],
	showsAfterWait: ['timedOut', 'accountName', 'details'],
	inDoubt: { what: 'the money was sent', again: 'send it', name: 'request ID' },
	afterDecline: 'To send it again, use a new request ID.',
	withoutAnswer: (reference, { transferStatuses }) => readTransfer({ reference }, transferStatuses),
};

/** Transfer: Get Status, in the form that providers publish. */
export const getStatus = readOnce(polledTransfer, {
	name: 'Get Status',
	value: 'getStatus',
	action: 'Get transfer status',
	description: 'Get the current status of a transfer',
});

/** Transfer: Wait for Outcome. It polls the transfer's status. */
export const waitForOutcome = pollUntilFinal(polledTransfer, {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for transfer outcome',
	description: 'Check a transfer repeatedly until it is completed or refused, or the time is up',
});
