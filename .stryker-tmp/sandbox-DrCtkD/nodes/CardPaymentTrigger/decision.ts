// @ts-nocheck
import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';

/** What is done with a notification. */
export type Decision = Accepted | Rejected;

/** The notification is accepted. It starts the workflow only if `start` is set. */
export interface Accepted {
	kind: 'accepted';
	outcome: Outcome;
	/** The merchant's reference. */
	reference: string | null;
	/** Why the payment is not an ordinary one, for the log. */
	doubt?: string;
	/** The item that starts the workflow; undefined when the settings filter the notification. */
	start?: { notificationId: string; item: IDataObject };
}

export interface Rejected {
	kind: 'forged' | 'noReference' | 'tooLarge' | 'tryLater';
	/** For the log. It quotes nothing from the notification. */
	reason: string;
}

export function rejected(kind: Rejected['kind'], reason: string): Rejected {
	return { kind, reason };
}
