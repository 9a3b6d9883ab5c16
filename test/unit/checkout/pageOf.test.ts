import { sessionOf, type AttemptState, type PageName, type Step } from '../../../checkout/attempt';
import { pageOf, type Circumstances } from '../../../nodes/CardPaymentCheckoutTrigger/pageOf';

const NOTHING: Circumstances = {
	isSent: false,
	isOwn: false,
	step: null,
	hasBank: false,
	takesOtp: false,
	takesCard: true,
	isOver: false,
	wasDeclined: false,
};
const OTP = { isSent: true, isOwn: true, takesOtp: true };
const BANK = { isSent: true, isOwn: true, takesOtp: true, hasBank: true };

/** The table of pageOf.ts, row by row. */
const TABLE: Array<[state: AttemptState, known: Partial<Circumstances>, page: PageName]> = [
	['pending', {}, 'check'],
	['pending', { isOwn: true, takesOtp: true }, 'otp'],
	// Made elsewhere, such as on a hosted page that is open.
	['pending', { isSent: true, takesOtp: true }, 'check'],
	['pending', { isSent: true, takesOtp: true, step: 'otp' }, 'check'],
	['pending', OTP, 'otp'],
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
	['unanswered', {}, 'closed'],
	['unanswered', { wasDeclined: true }, 'closed'],
	['unanswered', { isSent: true }, 'check'],
	['unanswered', OTP, 'check'],
	['unanswered', { ...OTP, step: 'otp' }, 'otp'],
	['unanswered', { ...BANK, step: 'bank' }, 'redirect'],
];

test.each(TABLE)('what the service has is %s, and known is %j: %s', (state, known, page) => {
	expect(pageOf(state, { ...NOTHING, ...known })).toBe(page);
});

test('of a session nothing is known that is not given', () => {
	const attempt = { terms: {} as never, number: 2, isPublic: true };
	const known = {
		...attempt,
		since: 7,
		step: null,
		customer: { email: '' },
		payer: null,
		otpMessages: [],
		acsUrl: null,
	};
	const untold = { transactionReference: null, isOtpRejected: false, lastStart: null };
	expect(sessionOf(attempt, { since: 7 })).toEqual({ ...known, ...untold });
});

const STEPS: Array<Step | null> = [null, 'otp', 'bank', 'done'];
const flags = [true, false];
const ALL: Circumstances[] = STEPS.flatMap((step) =>
	flags.flatMap((isSent) =>
		flags.flatMap((isOwn) =>
			flags.flatMap((hasBank) =>
				flags.flatMap((takesOtp) =>
					flags.flatMap((takesCard) =>
						flags.flatMap((isOver) =>
							flags.map((wasDeclined) => ({ step, isSent, isOwn, hasBank, takesOtp, takesCard, isOver, wasDeclined })),
						),
					),
				),
			),
		),
	),
);
const pagesFor = (status: AttemptState, known = ALL) => [...new Set(known.map((each) => pageOf(status, each)))];

test.each<[AttemptState, PageName]>([
	['authorized', 'paid'],
	['refunded', 'refunded'],
	['declined', 'declined'],
	['other', 'used'],
	['unknown', 'check'],
])('a record that is %s leads to %s, whatever is known here', (status, state) => {
	expect(pagesFor(status)).toEqual([state]);
});

test('a card is asked for only where nothing was sent, and the service has nothing', () => {
	const sent = ALL.filter(({ isSent }) => isSent);
	const statuses: AttemptState[] = ['authorized', 'refunded', 'declined', 'pending', 'unknown', 'other', 'unanswered'];
	expect([...statuses.flatMap((each) => pagesFor(each)), ...pagesFor('none', sent)]).not.toContain('card');
});

test('nothing is asked of a customer for a payment that was made elsewhere', () => {
	const others = ALL.filter(({ isOwn }) => !isOwn);
	expect(pagesFor('pending', others)).toEqual(['check']);
});

test('only a record says that something is paid', () => {
	const others: AttemptState[] = ['pending', 'unknown', 'other', 'none', 'unanswered', 'declined', 'refunded'];
	expect(others.flatMap((each) => pagesFor(each))).not.toContain('paid');
});
