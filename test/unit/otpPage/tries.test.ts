import { OtpTries } from '../../../nodes/CardPayment/otpPage/tries';

const USE = { purpose: 'test', scope: 'wait-1', privateKey: 'the-private-key-1' };

/** A form after so many refused OTPs. */
function formAfter(refused: number, use = USE): string {
	const tries = new OtpTries(use, 9, '');
	for (let count = 0; count < refused; count++) tries.countRefusal();
	return tries.seal();
}

test('the form carries how many OTPs were refused', () => {
	const left = [0, 1, 2, 3].map((refused) => new OtpTries(USE, 2, formAfter(refused)).left);
	expect(left).toEqual([2, 1, 0, 0]);
});

test('a form that was sealed with the previous private key counts, where the credential has it', () => {
	const use = { ...USE, privateKey: 'another-private-key' };
	expect(new OtpTries(use, 2, formAfter(1)).left).toBe(2);
	expect(new OtpTries({ ...use, previousPrivateKey: USE.privateKey }, 2, formAfter(1)).left).toBe(1);
});

test.each([formAfter(1, { ...USE, scope: 'another wait' }), 'altered', ''])(
	'another form counts for nothing',
	(state) => {
		expect(new OtpTries(USE, 2, state).left).toBe(2);
	},
);
