import type { Payment } from '../../../gateway/payment';
import { wordsIn } from '../../../gateway/protocol/words';
import { saysPaid, stateOf, type WhenUsed } from './usedReference';

/** What a service said instead of telling the outcome. */
export interface Said {
	serviceMessage?: string | null;
	/** Whether any of it may be about an earlier request with the same reference. */
	isDoubtful: boolean;
}

/**
 * What speaks against it that the payment under a reference is that of a request whose outcome is to be found out. Where it is
 * paid or open, and what the service said may be about an earlier one, nobody knows whose it is; and neither does anybody where it
 * is a decline, and the service spoke of a payment.
 * @returns undefined where nothing speaks against it
 */
export function doubtOf<Record extends Payment>(
	{ serviceMessage = null, isDoubtful }: Said,
	record: Record,
	whenUsed: WhenUsed,
): string | undefined {
	// Nobody else can have used it.
	if (whenUsed === 'own') return undefined;
	const isInDoubt = record.outcome === 'declined' ? saysPaid(wordsIn([serviceMessage])) : isDoubtful;
	return isInDoubt
		? `what the service has under this reference may come from an earlier request (${stateOf(record)})`
		: undefined;
}
