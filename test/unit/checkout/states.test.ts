import { OUTCOMES, type Outcome } from '../../../gateway/outcome';
import type { Stage } from '../../../nodes/CardPaymentCheckout/session';
import { newSession, stageAfterCharge, stateOf, type State } from '../../../nodes/CardPaymentCheckout/states';

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

test('without an address of the bank the service is asked', () => {
	expect(stateOf({ ...at('redirect'), acsUrl: null })).toBe('check');
});

test.each(OUTCOMES)('an answer %s to a charge asks for an OTP, leads to the bank, or is verified', (outcome) => {
	const stages: Partial<Record<Outcome, Stage>> = { otp_required: 'otp', redirect_required: 'redirect' };
	expect(stageAfterCharge(outcome)).toBe(stages[outcome] ?? 'check');
});
