import { OUTCOMES, type Outcome } from '../../../gateway/outcome';
import { LONGEST_PAYMENT, type Stage } from '../../../nodes/CardPaymentCheckout/session';
import {
	awaitingResult,
	newSession,
	stageAfterCharge,
	stateOf,
	submitted,
	type State,
} from '../../../nodes/CardPaymentCheckout/states';

const STAGES: Stage[] = ['card', 'otp', 'redirect', 'check'];
const RESULTS: Partial<Record<Outcome, State>> = { authorized: 'paid', declined: 'declined', refunded: 'refunded' };

const terms = {
	reference: 'INV-7',
	amount: '10.50',
	currency: 'NGN',
	description: '',
	expires: Date.now() + 60_000,
	tries: 3,
	customFields: {},
};
const at = (stage: Stage) => ({ ...newSession(terms, 1), stage, acsUrl: 'https://bank.example/3ds' });

describe.each(STAGES)('At the stage %s', (stage) => {
	test.each(OUTCOMES)('an outcome %s of the service leads to its result, or leaves the stage', (outcome) => {
		expect(stateOf(at(stage), outcome)).toBe(RESULTS[outcome] ?? stage);
	});

	test('nothing changes where nothing is known', () => {
		expect(stateOf(at(stage))).toBe(stage);
	});

	test('a link that has expired ends only what was not charged, and never hides a result', () => {
		const expired = { ...at(stage), terms: { ...terms, expires: Date.now() } };
		expect(stateOf(expired)).toBe(stage === 'card' ? 'expired' : stage);
		expect(stateOf(expired, 'authorized')).toBe('paid');
	});
});

test.each(OUTCOMES)('an answer %s to a charge asks for an OTP, leads to the bank, or is verified', (outcome) => {
	const stages: Partial<Record<Outcome, Stage>> = { otp_required: 'otp', redirect_required: 'redirect' };
	expect(stageAfterCharge(outcome)).toBe(stages[outcome] ?? 'check');
});

describe('A session', () => {
	const NOW = Date.UTC(2026, 0, 15);
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(NOW);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	test('begins with a card, ends with its link, and counts one card for each try before', () => {
		expect(newSession(terms, 3)).toEqual({
			...{ stage: 'card', terms, tryNumber: 3, since: NOW, expires: terms.expires, email: '', cardsSent: 2 },
			...{ charge: null, transactionReference: null, otpMessages: [], wrongOtps: 0, acsUrl: null },
			hasStarted: false,
		});
		expect(newSession(terms, 1, 'ada@shop.example')).toMatchObject({ email: 'ada@shop.example', cardsSent: 0 });
	});

	test('whose card was sent lives as long as a payment may take, and asks the service', () => {
		const session = { ...at('card'), since: NOW - 1000 };
		const { expires } = session;
		expect(submitted(session)).toEqual({ ...session, stage: 'check', since: NOW, expires: NOW + LONGEST_PAYMENT });
		expect(awaitingResult(session)).toEqual({ ...session, stage: 'check', since: NOW, expires });
	});
});
