import type { GatewayError } from '../../../../gateway/protocol/errors';
import type { Payment } from '../../../../gateway/payment';
import type { LookUpTarget } from '../../../../nodes/shared/payments/lookUp';

/** A payment whose look-ups are answered from a list. */
export function targetWith(replies: Array<Payment | GatewayError>) {
	const asked: string[] = [];
	const target: LookUpTarget<Payment> = {
		reference: 'ORDER-1',
		async fetchRecord(_, reference) {
			asked.push(reference);
			const reply = replies.shift()!;
			return reply instanceof Error ? { failure: reply } : { value: reply, raw: { not: 'shown' } };
		},
		isIt: ({ reference }) => reference === 'ORDER-1',
		secrets: [],
	};
	return { target, asked };
}
