import { usesHttps } from '../client/settings';
import { payment, type Payment } from '../payment';
import type { MakesPayment, MoneyCall, MoneyRequest } from '../sending/call';
import type { Money } from '../values/money';
import { differences } from './expectedPayment';
import { findPayments } from './findPayments';

/** A request for a card payment under the merchant's reference. */
type NewPayment = MoneyRequest & { money: Money };

/** What the calls have in common that make a card payment under the merchant's reference. */
export const cardPayment = {
	finders: findPayments,
	sought: (request: NewPayment, own: string | null) => ({
		own: [own],
		merchant: request.reference,
		isSame: (record: Payment) => isSame(request, record),
	}),
	earlier: { kind: 'makesPayment', name: 'payment', isSame } satisfies Omit<MakesPayment<NewPayment>, 'canShow'>,
	// Its record tells how it ended, whatever that is: before the call there was none.
	verdict: () => 'outcome',
	knownBefore({ reference, money: { major: amount, minor: amountMinor, currency } }: NewPayment) {
		return payment({ outcome: 'unknown', reference, amount, amountMinor, currency });
	},
} satisfies Partial<Omit<MoneyCall<NewPayment>, 'earlier'>> & { earlier: unknown };

/** Whether a record is the payment of a request: it has its reference, amount and currency. A missing field counts as different. */
function isSame({ reference, money: { major: amount, currency } }: NewPayment, record: Payment): boolean {
	return differences({ reference, amount, currency }, record, 'differs').length === 0;
}

/**
 * Drops the addresses of pages at http://, which others could read and change, unless the service itself is used without https.
 * @param names of the fields that have the address
 */
export function withoutOpenPages(data: Record<string, unknown>, baseUrl: string, names: readonly string[]) {
	const isOpen = (address: unknown) => typeof address === 'string' && /^\s*http:/i.test(address);
	const open = names.filter((name) => usesHttps(baseUrl) && isOpen(data[name]));
	return { ...data, ...Object.fromEntries(open.map((name) => [name, null])) };
}
