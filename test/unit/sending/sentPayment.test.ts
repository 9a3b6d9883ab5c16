import { payment, type Payment } from '../../../gateway/payment';
import type { MoneyCall, MoneyRequest, SentPayment } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { withSentPayment } from '../../../gateway/sending/pay';
import { UnreachableError, type ReferenceUsedError } from '../../../gateway/values/errors';
import { attemptReference } from '../../../gateway/values/attempt';
import { CHARGING, NEW_PAYMENT, requestOf } from '../execution/support';
import { settingsWith } from '../gateway/examples';

/* What another call of an order has just sent counts until the service shows it. */

const settings = settingsWith();
const attempt = (number: number) => attemptReference({ order: 'ORDER-1', attempt: number });
const found = (changes: Partial<Payment>): LookUp => ({
	kind: 'record',
	record: payment({ outcome: 'declined', ...changes }),
});
const UNHEARD: LookUp = { kind: 'unanswered', failure: new UnreachableError('Nothing answers.') };

describe('of a new payment', () => {
	const charge: MoneyCall = { ...CHARGING, earlier: NEW_PAYMENT };
	const sent: SentPayment = payment({ outcome: 'otp_required', reference: attempt(2), transactionReference: 'SBX-2' });

	test.each<[string, LookUp, isSent: boolean]>([
		['nothing', { kind: 'nothing' }, true],
		['what cannot tell', { kind: 'cannotTell' }, true],
		['an earlier attempt', found({ reference: attempt(1) }), true],
		['an earlier attempt, of which it names no reference', found({ reference: null }), true],
		['this attempt', found({ reference: attempt(2) }), false],
		['a later attempt', found({ reference: attempt(3) }), false],
		['no answer', UNHEARD, false],
	])('the service shows %s', (_, lookUp, isSent) => {
		const known = withSentPayment(charge, requestOf('ORDER-1'), lookUp, sent, settings);
		expect(known).toEqual(isSent ? { kind: 'record', record: sent } : lookUp);
	});

	test('nothing was sent by another call', () => {
		const lookUp: LookUp = { kind: 'nothing' };
		expect(withSentPayment(charge, requestOf('ORDER-1'), lookUp, undefined, settings)).toBe(lookUp);
	});
});

describe('of a change', () => {
	const sent: SentPayment = { ...payment({ outcome: 'refunded', reference: 'ORDER-1' }), expectedState: 'before' };
	/** The refund is done where the record is refunded, and was expected in the state that the other call has changed. */
	const isDone = ({ outcome }: Payment, { expectedState }: MoneyRequest) =>
		outcome === 'refunded' && expectedState === 'before';
	const refund: MoneyCall = {
		...CHARGING,
		words: {
			...CHARGING.words,
			what: 'payment',
			participle: 'refunded',
			item: { ...CHARGING.words.item, name: 'refund' },
		},
		earlier: { kind: 'changesPayment', complete: (request) => request, isDone },
	};
	const known = (lookUp: LookUp) => withSentPayment(refund, requestOf('ORDER-1'), lookUp, sent, settings);

	test('the service shows it, under whatever attempt', () => {
		for (const reference of [null, attempt(1), attempt(9)]) {
			const lookUp = found({ outcome: 'refunded', reference });
			expect(known(lookUp)).toBe(lookUp);
		}
		expect(known(UNHEARD)).toBe(UNHEARD);
	});

	test.each<[string, LookUp]>([
		['nothing', { kind: 'nothing' }],
		['the payment as it was', found({ outcome: 'authorized', reference: 'ORDER-1' })],
	])('the service shows %s, so nothing is sent, and nobody is told to pay again', (_, lookUp) => {
		let error: ReferenceUsedError | undefined;
		try {
			known(lookUp);
		} catch (thrown) {
			error = thrown as ReferenceUsedError;
		}
		expect({ ...error, message: error?.message }).toMatchObject({
			code: 'reference_used',
			charged: 'unknown',
			message:
				'It is not known whether the payment ORDER-1 was refunded: another execution has sent the refund, and the service does not show it. Nothing was sent now.',
			description:
				"Only after your provider's dashboard has shown that the first refund was not made, turn on 'Send Again' (under Options).",
			payment: { outcome: 'unknown' },
		});
	});
});
