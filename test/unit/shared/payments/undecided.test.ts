import { RefusedError } from '../../../../gateway/protocol/errors';
import { saysUndecided } from '../../../../nodes/shared/payments/undecided';

const refusal = (words: string, httpStatus = 402, more = {}) =>
	new RefusedError('Refused.', '', httpStatus, { serviceMessage: words, ...more });

test.each([
	'Payment pending',
	'Pending',
	'Kindly wait; pending',
	'TRANSACTION_PENDING',
	'Transaction under review',
	'It is awaiting approval by the bank',
	'Charge attempted. Awaiting response from bank',
	'Transfer to account 0123456789 is pending',
	'Processor timeout, transaction status unknown',
	'Issuer time-out',
	'ISSUER_TIMEOUT',
	'connect ETIMEDOUT',
	'Timeout waiting for bank, money may have been debited',
	'Payment was accepted and is awaiting confirmation',
	'No response from the issuing bank',
	'Processor did not respond in time',
	"The bank didn't respond",
	'Response received too late',
	'The outcome of the transaction is not known',
	'Status could not be determined',
	'Transaction outcome is indeterminate',
	'Kindly requery transaction',
	'Transfer queued for approval',
	'An error occurred; Transaction pending',
	'Transaction is still processing',
	'error; The request is being processed',
	'Payment required; Issuer timeout',
])('a service that does not know what became of a payment: %s', (words) => {
	expect(saysUndecided(refusal(words))).toBe(true);
});

test.each([
	'',
	'Insufficient funds',
	'Declined: issuer unavailable',
	'Declined: issuer timeout',
	'Transaction declined, reversal pending',
	'Session timed out, please log in again',
	'Your login token has timed out',
	'The payment link has timed out',
	'OTP timed out',
	'OTP expired',
	'Transaction pending OTP',
	'Merchant account pending activation',
	'Transaction not allowed, merchant account pending activation',
	'KYC pending',
	'kyc: pending',
	'Invalid card',
	'Unknown currency',
	'Unknown field',
	'Unknown state',
	'Expiry time out of range',
	'Too many requests',
	'The request failed while it was being processed',
])('one that refuses clearly: %s', (words) => {
	expect(saysUndecided(refusal(words))).toBe(false);
});

test('a decline is decided, whatever its words', () => {
	expect(saysUndecided(refusal('Issuer timeout', 402, { decline: { transactionReference: 'T-1' } }))).toBe(false);
	expect(saysUndecided(refusal('Issuer timeout', 200))).toBe(false);
});

test('what counts is all that a service says, and beside its message only what is about the payment', () => {
	const said = (words: string) => saysUndecided(refusal('no', 402, { words }));
	expect(said('no; Issuer timeout')).toBe(true);
	expect(said('no; Transaction pending')).toBe(true);
	expect(said('no; PENDING')).toBe(false);
});
