// @ts-nocheck
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { triggerKey } from './memory';
import { openCredential } from '../transport/transport';

/** In milliseconds. A change of the credential takes effect after this time at the latest. */
const KEPT_FOR = 10_000;

interface Kept {
	credential: WeakRef<ICredentialDataDecryptedObject>;
	until: number;
}

// Opening a credential costs as much as everything else about a rejected notification, so a burst of them shares one. The
// weak reference does not keep the keys in memory.
const kept = new Map<string, Kept>();

/**
 * The credential of a trigger, at most ten seconds old. A test in the editor always reads it afresh.
 * @throws SettingError when no usable credential is set
 */
export async function recentCredential(context: IWebhookFunctions): Promise<ICredentialDataDecryptedObject> {
	if (context.getMode() === 'manual') return await openCredential(context);
	const key = triggerKey(context);
	const known = kept.get(key);
	const recent = known && Date.now() < known.until ? known.credential.deref() : undefined;
	if (recent) return recent;
	const credential = await openCredential(context);
	kept.set(key, { credential: new WeakRef(credential), until: Date.now() + KEPT_FOR });
	return credential;
}

/** Makes the next notification read the credential afresh. */
export function forgetCredential(context: Parameters<typeof triggerKey>[0]): void {
	kept.delete(triggerKey(context));
}
