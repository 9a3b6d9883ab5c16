import { sessionOf, type AttemptStatus, type PageName, type Step } from '../../../checkout/attempt';
import { pageOf, type Circumstances } from '../../../nodes/CardPaymentCheckout/pageOf';

const NOTHING: Circumstances = {
	isSent: false,
	step: 'card',
	hasBank: false,
	takesOtp: false,
	takesCard: true,
	isOver: false,
	wasDeclined: false,
};
const OTP = { isSent: true, takesOtp: true };
const BANK = { isSent: true, takesOtp: true, hasBank: true };

/** The table of states.ts, row by row. */
const TABLE: Array<[status: AttemptStatus, known: Partial<Circumstances>, state: PageName]> = [
	['pending', {}, 'check'],
	['pending', { takesOtp: true }, 'otp'],
	['pending', OTP, 'otp'],
	['pending', { ...OTP, step: 'sent' }, 'otp'],
	['pending', { ...OTP, takesOtp: false }, 'check'],
	['pending', { ...OTP, step: 'done' }, 'check'],
	['pending', BANK, 'redirect'],
	['pending', { ...BANK, step: 'bank' }, 'redirect'],
	['pending', { ...BANK, step: 'done' }, 'check'],
	['none', {}, 'card'],
	['none', { takesCard: false }, 'declined'],
	['none', { isOver: true }, 'expired'],
	['none', { wasDeclined: true }, 'tryAgain'],
	['none', { wasDeclined: true, takesCard: false }, 'declined'],
	['none', { wasDeclined: true, isOver: true }, 'declined'],
	['none', { isSent: true }, 'check'],
	['none', { isSent: true, isOver: true, takesCard: false }, 'check'],
	['none', OTP, 'check'],
	['none', { ...OTP, step: 'otp' }, 'otp'],
	['none', { ...OTP, step: 'otp', takesOtp: false }, 'check'],
	['none', BANK, 'check'],
	['none', { ...BANK, step: 'bank' }, 'redirect'],
	['doesNotSay', {}, 'closed'],
	['doesNotSay', { wasDeclined: true }, 'closed'],
	['doesNotSay', { isSent: true }, 'check'],
	['doesNotSay', OTP, 'check'],
	['doesNotSay', { ...OTP, step: 'otp' }, 'otp'],
	['doesNotSay', { ...BANK, step: 'bank' }, 'redirect'],
];

test.each(TABLE)('what the service has is %s, and known is %j: %s', (status, known, state) => {
	expect(pageOf(status, { ...NOTHING, ...known })).toBe(state);
});

test('of a session nothing is known that is not given', () => {
	const attempt = { terms: {} as never, number: 2, isPublic: true };
	const known = { ...attempt, since: 7, step: 'card', email: '', payer: null, otpMessages: [], acsUrl: null };
	const untold = { transactionReference: null, isOtpRejected: false, hasStarted: false };
	expect(sessionOf(attempt, { since: 7 })).toEqual({ ...known, ...untold });
});

const STEPS: Step[] = ['card', 'sent', 'otp', 'bank', 'done'];
const flags = [true, false];
const ALL: Circumstances[] = STEPS.flatMap((step) =>
	flags.flatMap((isSent) =>
		flags.flatMap((hasBank) =>
			flags.flatMap((takesOtp) =>
				flags.flatMap((takesCard) =>
					flags.flatMap((isOver) =>
						flags.map((wasDeclined) => ({ step, isSent, hasBank, takesOtp, takesCard, isOver, wasDeclined })),
					),
				),
			),
		),
	),
);
const statesFor = (status: AttemptStatus, known = ALL) => [...new Set(known.map((each) => pageOf(status, each)))];

test.each<[AttemptStatus, PageName]>([
	['authorized', 'paid'],
	['refunded', 'refunded'],
	['declined', 'declined'],
	['other', 'used'],
	['unknown', 'check'],
])('a record that is %s leads to %s, whatever is known here', (status, state) => {
	expect(statesFor(status)).toEqual([state]);
});

test('a card is asked for only where nothing was sent, and the service has nothing', () => {
	const sent = ALL.filter(({ isSent }) => isSent);
	const statuses: AttemptStatus[] = ['authorized', 'refunded', 'declined', 'pending', 'unknown', 'other', 'doesNotSay'];
	expect([...statuses.flatMap((each) => statesFor(each)), ...statesFor('none', sent)]).not.toContain('card');
});

test('only a record says that something is paid', () => {
	const others: AttemptStatus[] = ['pending', 'unknown', 'other', 'none', 'doesNotSay', 'declined', 'refunded'];
	expect(others.flatMap((each) => statesFor(each))).not.toContain('paid');
});
