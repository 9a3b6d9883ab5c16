import { buildAuthorize } from '../../../gateway/calls/authorize';
import { authorize } from '../../../nodes/CardPayment/card/authorize';

test('what n8n may store of an authorization is all but its OTP, so that a later try knows what was charged', () => {
	const expected = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	const request = buildAuthorize({ transactionReference: 'T-1', otp: '918273' }, expected);
	expect(JSON.stringify(request)).toContain('918273');
	const body = { transactionReference: 'T-1', otp: '', authorizationType: 'OTP' };
	expect(authorize.call.partToStore(request)).toEqual({ reference: 'T-1', body, secrets: [], expected });
});
