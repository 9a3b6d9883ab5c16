import { usesHttps, type Settings } from '../client/settings';
import { payment, type Payment } from '../payment';
import type { PaymentCreation, MoneyCall, MoneyRequest } from '../sending/call';
import type { Money } from '../values/money';
import { optionalAddress, type Likeness } from '../values/responseFields';
import { comparePayment } from './expectedPayment';
import { findPayments } from './findPayments';

/** A request for a card payment under the merchant's reference. */
type NewPayment = MoneyRequest & { money: Money };

/** The parts that all calls share that make a card payment under the merchant's reference. */
export const cardPayment = {
	finders: findPayments,
	lookUpRequest: (request: NewPayment, own: string | null, settings: Settings) => ({
		own: [own],
		merchant: request.reference,
		compare: (record: Payment) => compareWithRequest(request, record, settings),
	}),
	earlier: { kind: 'makesPayment', name: 'payment', compare: compareWithRequest } satisfies Omit<
		PaymentCreation<NewPayment>,
		'canShow' | 'options' | 'afterDecline'
	>,
	// Its record tells how it ended, whatever that is: before the call there was none.
	verdict: () => 'outcome',
	paymentBefore({ reference, money: { major: amount, minor: amountMinor, currency } }: NewPayment) {
		return payment({ outcome: 'unknown', reference, amount, amountMinor, currency });
	},
} satisfies Partial<Omit<MoneyCall<NewPayment>, 'earlier'>> & { earlier: unknown };

/** Compares a record with a request. */
function compareWithRequest(
	{ reference, money: { major: amount, currency } }: NewPayment,
	record: Payment,
	settings: Pick<Settings, 'amountsIn'>,
): Likeness {
	return comparePayment({ reference, amount, currency }, record, settings);
}

/**
 * Drops the addresses of pages at http://, which others could read and change, unless the service itself is used without https.
 * @param names of the fields that have the address
 */
export function withoutOpenPages(data: Record<string, unknown>, baseUrl: string, names: readonly string[]) {
	const isOpen = (address: unknown) => /^http:/i.test(optionalAddress(address) ?? '');
	const open = names.filter((name) => usesHttps(baseUrl) && isOpen(data[name]));
	return { ...data, ...Object.fromEntries(open.map((name) => [name, null])) };
}
