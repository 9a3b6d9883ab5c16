import { readPageOptions } from '../../../nodes/CardPayment/otpPage/otpItem';

test('OTP Tries is 3 unless the user says otherwise', () => {
	const given = [undefined, '', 5].map((otpTries) => readPageOptions({ otpTries }).otpTries);
	expect(given).toEqual([3, 3, 5]);
});

test.each([0, -1, 'many', Number.NaN])('%p OTP tries are refused', (otpTries) => {
	expect(() => readPageOptions({ otpTries })).toThrow('OTP Tries');
});
