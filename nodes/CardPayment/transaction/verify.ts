import { readRecord } from '../../../gateway/calls/verify';
import { findPayments } from '../../../gateway/calls/findPayments';
import { refund } from '../../../gateway/calls/refund';
import { PAYMENT_WORDS } from '../../../gateway/itemMessage';
import { REFERENCE_OF_ITEM } from '../commonFields';
import { pollUntilFinal, readOnce, type PolledRecord } from '../polling';
import { transactionLocator } from './transactionList';

const polledTransaction: PolledRecord = {
	field: transactionLocator(
		'searchPayments',
		REFERENCE_OF_ITEM,
		'The "transactionReference" of the payment. Where it is not known, because an answer was lost, your own reference: it is looked up as Find Payments With in the credential says (shown by My Provider Needs Other Settings).',
	),
	finders: findPayments,
	words: PAYMENT_WORDS,
	shows: ['transactionFee', 'settlementAmount', 'details'],
	showsAfterWait: ['timedOut', 'refund', 'remainingAmount', 'details'],
	inDoubt: { what: 'the card was charged', again: 'charge', name: 'reference' },
	afterDecline: 'Do not deliver; ask for another card.',
	withoutAnswer: (transactionReference, settings) => readRecord({ transactionReference }, settings),
	refundWords: refund.words.item,
};

/** Transaction: Verify (specification 2.6, 4.5). */
export const verify = readOnce(polledTransaction, {
	name: 'Verify',
	value: 'verify',
	action: 'Verify transaction',
	description: 'Find out whether a payment was authorized, declined or refunded',
});

/** Transaction: Wait for Outcome. It polls verify (specification 4.5). */
export const waitForOutcome = pollUntilFinal(polledTransaction, {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for payment outcome',
	description: 'Check a payment repeatedly until it is authorized, declined or refunded, or the time is up',
});
