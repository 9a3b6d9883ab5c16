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
 * Why the payment that was found under a reference may not be that of the request whose outcome is being looked up. If it is paid
 * or open, and the service's answer may be about an earlier request, nobody knows whose payment it is. The same goes for a decline
 * where the service spoke of a payment.
 * @returns undefined where there is no doubt
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
