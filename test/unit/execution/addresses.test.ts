import { otpUrlOf } from '../../../nodes/shared/execution/n8nUrls';

const SIGNED = 'https://n8n.example/base/webhook-waiting/7?signature=abc';
const waiting = { outcome: 'otp_required' as const, transactionReference: 'T 1' };

test.each([
	[SIGNED, 'https://n8n.example/base/webhook-waiting/7/card-payment-otp?signature=abc&transaction=T%201'],
	// Older versions of n8n do not sign it.
	['http://n8n.example/webhook-waiting/7', 'http://n8n.example/webhook-waiting/7/card-payment-otp?&transaction=T%201'],
])('an item that waits for an OTP has the address at which the execution asks for it', (resumeUrl, address) => {
	expect(otpUrlOf(waiting, resumeUrl)).toBe(address);
	expect(otpUrlOf({ ...waiting, outcome: 'pending', authorizationType: 'OTP' }, resumeUrl)).toBe(address);
});

test.each([
	{ ...waiting, outcome: 'authorized' as const },
	{ ...waiting, outcome: 'pending' as const, authorizationType: '2DS' },
	{ ...waiting, transactionReference: null },
])('%j has none', (item) => {
	expect(otpUrlOf(item, SIGNED)).toBeNull();
});
