// @ts-nocheck
import { checkOtpTries } from '../../../../nodes/CardPayment/resources/card/collectOtp/operation';

test('OTP Tries is 3 unless the user says otherwise', () => {
	expect([checkOtpTries({}), checkOtpTries({ otpTries: '' }), checkOtpTries({ otpTries: 5 })]).toEqual([3, 3, 5]);
});

test.each([0, -1, 'many', Number.NaN])('%p OTP tries are refused', (otpTries) => {
	expect(() => checkOtpTries({ otpTries })).toThrow('OTP Tries');
});
