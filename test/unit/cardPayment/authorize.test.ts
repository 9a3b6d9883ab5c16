import { authorize } from '../../../nodes/CardPayment/card/authorize';

test('what n8n may store of an authorization is all but its OTP, so that a later try knows what was charged', () => {
	const body = { transactionReference: 'T-1', otp: '918273', authorizationType: 'OTP' };
	const sent = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	const request = { reference: 'T-1', body, secrets: ['918273'], sent };
	expect(authorize.moneyRules.withoutSecrets(request)).toEqual({ ...request, body: { ...body, otp: '' }, secrets: [] });
});
