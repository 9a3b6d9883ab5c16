import type { IDataObject } from 'n8n-workflow';

import type { VerifiedPayment } from '../../gateway/calls/verifyCall';
import type { Outcome } from '../../gateway/outcome';
import type { Start } from '../shared/webhooks/memory';

/** What is done with a notification. */
export type Decision = Accepted | Rejected;

/** The notification is accepted. It starts the workflow only if `start` is set. */
export interface Accepted {
	kind: 'accepted';
	outcome: Outcome;
	/** The merchant's reference. */
	reference: string | null;
	/** What a returning customer may read of the payment beside its outcome. */
	shown: Pick<VerifiedPayment, 'merchant' | 'amount' | 'currency'>;
	/** Why the payment is not an ordinary one, for the log. */
	doubt?: string;
	/** What starts the workflow; undefined when the settings filter the notification. */
	start?: Start & { item: IDataObject };
	/** Whether the URL was signed for this payment, so that a returning customer may read the outcome. */
	isSigned?: boolean;
}

export interface Rejected {
	kind: 'forged' | 'noReference' | 'tooLarge' | 'tryLater';
	/** For the log. It quotes nothing from the notification. */
	reason: string;
	/** Whether the URL was signed, and not for another payment as far as is known. */
	isSigned?: boolean;
}

export function rejected(kind: Rejected['kind'], reason: string, isSigned = false): Rejected {
	return { kind, reason, ...(isSigned && { isSigned }) };
}
