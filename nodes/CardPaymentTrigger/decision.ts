import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';

/** What a notification is found to be. */
export type Verdict = Accepted | Rejected;

/** It is understood; the workflow starts only if it has something to start with. */
export interface Accepted {
	kind: 'accepted';
	outcome: Outcome;
	/** The merchant's reference. */
	reference: string | null;
	/** Why it is no ordinary one, for the log. */
	doubt?: string;
	/** What the workflow starts with, unless the user does not want such notifications. */
	start?: { notificationId: string; item: IDataObject };
}

export interface Rejected {
	kind: 'forged' | 'noReference' | 'tooLarge' | 'tryLater';
	/** For the log. No word of the notification is in it. */
	reason: string;
}

export function rejected(kind: Rejected['kind'], reason: string): Rejected {
	return { kind, reason };
}
