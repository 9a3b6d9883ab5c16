import type { IExecuteFunctions } from 'n8n-workflow';

import { addressOfN8n, otpUrlOf } from '../../../../nodes/shared/execution/addresses';

const contextOf = (resumeUrl: string) => ({ evaluateExpression: () => resumeUrl }) as unknown as IExecuteFunctions;
const signed = contextOf('https://n8n.example/base/webhook-waiting/7?signature=abc');
const waiting = { outcome: 'otp_required' as const, transactionReference: 'T 1' };

test.each([
	[signed, 'https://n8n.example/base/webhook-waiting/7/card-payment-otp?signature=abc&transaction=T%201'],
	// Older versions of n8n do not sign it.
	[
		contextOf('http://n8n.example/webhook-waiting/7'),
		'http://n8n.example/webhook-waiting/7/card-payment-otp?&transaction=T%201',
	],
])('an item that waits for an OTP has the address at which the execution asks for it', (context, address) => {
	expect(otpUrlOf(context, waiting)).toBe(address);
	expect(otpUrlOf(context, { ...waiting, outcome: 'pending', authorizationType: 'OTP' })).toBe(address);
});

test.each([
	{ ...waiting, outcome: 'authorized' as const },
	{ ...waiting, outcome: 'pending' as const, authorizationType: '2DS' },
	{ ...waiting, transactionReference: null },
])('%j has none', (item) => {
	expect(otpUrlOf(signed, item)).toBeUndefined();
});

test('the address of n8n is that above all executions', () => {
	expect(addressOfN8n(signed)).toBe('https://n8n.example/base/');
});
