import { BANK_PAYMENT_WORDS, findBankPayments, readBankPaymentRecord } from '../../../gateway/calls/bankPaymentStatus';
import { pollUntilFinal, readOnce, type PolledRecord } from '../polling';

const polledBankPayment: PolledRecord = {
	field: {
		displayName: 'Request ID',
		name: 'requestId',
		type: 'string',
		required: true,
		default: '={{ $json.reference }}',
		description: 'The request ID of Bank Payment: Create, which is "reference" in its output',
	},
	finders: findBankPayments,
	words: BANK_PAYMENT_WORDS,
	shows: ['amountPaid', 'details'],
	showsAfterWait: ['amountPaid', 'timedOut', 'details'],
	inDoubt: { what: 'this was paid', again: 'ask for the money', name: 'request ID' },
	afterDecline: 'Do not deliver; create another one with a new request ID.',
	withoutAnswer: (requestId, settings) => readBankPaymentRecord({ requestId }, settings),
};

/** Bank Payment: Get, in the form that providers publish. */
export const get = readOnce(polledBankPayment, {
	name: 'Get',
	value: 'get',
	action: 'Get bank payment',
	description: 'Find out whether the customer has paid, and how much',
});

/** Bank Payment: Wait for Outcome. It polls the status of the bank payment. */
export const waitForOutcome = pollUntilFinal(polledBankPayment, {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for bank payment outcome',
	description: 'Check a bank payment repeatedly until it is paid, or the time is up',
});
