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
	'Transaction status unknown: processing time exceeds the limit',
	'Timeout: it is not known whether the payment was approved or declined',
	'Timed out. Do not assume the payment was declined; requery',
	'Payment pending: awaiting fraud check',
	'Payment pending for Fraud Watch Ltd',
	'Transfer to PICKUP LOGISTICS LTD queued',
	'Payment is being processed. You will be notified if it fails',
	'Transfer is processing. Funds are returned if it fails',
	'Transfer in progress. Problem? Call support',
	'Unknown transaction status',
	'Unable to confirm transaction status',
	'Payment may have gone through',
	'Bank did not reply',
	'Payment processing',
	'Your card has been charged, but we could not complete your order',
	'Card was debited but the merchant was not credited',
	'If you were debited, a reversal will be made within 24 hours',
	'Account debited but beneficiary not credited',
	'Amount was deducted from your account but payment failed',
	'Payment failed. Money was deducted',
	'Payment captured but confirmation failed',
	'Debit successful, credit failed',
	'Funds were withdrawn from your account',
	'Charged twice? Your card was charged',
	'We could not confirm your payment. Please check with your bank before trying again',
	'Unable to verify transaction status',
	'Transaction Status Unconfirmed',
	'The payment could not be verified',
	'Transaction may have been successful, do not retry',
	'The transfer may be successful',
	'The charge might have succeeded',
	'Transaction is ongoing',
	'Transaction held for review',
	'Payment on hold',
	'context deadline exceeded',
	'DEADLINE_EXCEEDED',
	'write EPIPE: broken pipe',
	'Connection aborted',
	'Remote end closed connection without response',
	'Acquirer did not return a response',
	'Kindly perform TSQ',
	'Reversal pending',
	'Payment could not be confirmed',
	'Transaction state unknown',
	'read ECONNRESET',
	'socket hang up',
	'connection reset by peer',
	'Something went wrong: issuer timed out',
	'Oops! Something went wrong. The transaction status is unknown',
	'Something went wrong. Your card may have been charged',
	'Something went wrong. Your payment is pending',
	'Something went wrong while processing your payment. It may have been charged.',
	'Invalid response from the bank: transaction timed out',
	'Request rejected by upstream: no response from issuer',
	'Session expired, transaction status unknown',
	'INVALID_RESPONSE: TIMEOUT',
	'Something went wrong; Read timed out',
	'Invalid Request; Issuer timed out',
	'Unable to process; Something went wrong, issuer timeout',
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
	'Invalid OTP. Transaction is pending, please try again',
	'Wrong OTP, payment is still pending',
	'Payment is not in pending state',
	'Transaction is not pending',
	'CVV check result unknown',
	'AVS result unclear',
	'3DS timeout',
	'Timed out waiting for OTP',
	'Payment not allowed, account pending verification',
	'Payment processing failed',
	'Your card was not charged',
	'No money was debited',
	'No funds have been debited',
	'Nothing was debited',
	"Customer hasn't been charged",
	'Neither card nor account has been debited',
	'Card could not be confirmed by issuer',
	'CVV could not be confirmed',
	'Billing address could not be verified',
	'Unable to verify your card',
	'Unable to verify customer account for this payment',
	'Card has been charged the maximum amount allowed',
	'Your card was charged too many times today',
	'This card has been charged back before',
	'The amount to be charged is too small',
	'The payment cannot be captured',
	'Money will be deducted later',
	'Your card has not been charged',
	'Too many requests',
	'The request failed while it was being processed',
])('one that refuses clearly: %s', (words) => {
	expect(saysUndecided(refusal(words))).toBe(false);
});

test('a decline is decided, whatever its words', () => {
	expect(
		saysUndecided(refusal('Issuer timeout', 402, { decline: { transactionReference: 'T-1', isStatus: true } })),
	).toBe(false);
	expect(saysUndecided(refusal('Issuer timeout', 200))).toBe(false);
	expect(saysUndecided(refusal('Payment declined', 402, { words: 'Payment declined; Issuer timeout' }))).toBe(false);
	expect(saysUndecided(refusal('Invalid OTP', 402, { words: 'Outcome unknown; Invalid OTP' }))).toBe(false);
	// What only says that the call has failed.
	expect(saysUndecided(refusal('Issuer timeout', 402, { decline: { transactionReference: 'T-1' } }))).toBe(true);
});

test('what counts is all that a service says, and beside its message only what is about the payment', () => {
	const said = (words: string) => saysUndecided(refusal('no', 402, { words }));
	expect(said('no; Issuer timeout')).toBe(true);
	expect(said('no; Transaction pending')).toBe(true);
	expect(said('no; PENDING')).toBe(false);
	expect(saysUndecided(refusal('Something went wrong', 417, { words: 'Something went wrong; ESOCKETTIMEDOUT' }))).toBe(
		true,
	);
	expect(said('no; Issuer timeout; https://docs.pay.example/declines; fraud@x.example; PICKUP LOGISTICS LTD')).toBe(
		true,
	);
});
