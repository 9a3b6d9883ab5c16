import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { placeOf } from './memory';
import { openCredential } from '../transport/transport';

/** In milliseconds. So late, at most, a change of the credential counts. */
const KEPT_FOR = 10_000;

interface Kept {
	credential: WeakRef<ICredentialDataDecryptedObject>;
	until: number;
}

// To open a credential costs n8n as much as all the rest of a notification that is refused. Many in a row share one; it is
// only a short cut, and held in a way that does not keep the keys in memory.
const kept = new Map<string, Kept>();

/**
 * The credential of a trigger, opened within the last seconds. Somebody who tries it out in the editor gets it as it is now.
 * @throws SettingError when there is none that can be used
 */
export async function recentCredential(context: IWebhookFunctions): Promise<ICredentialDataDecryptedObject> {
	if (context.getMode() === 'manual') return await openCredential(context);
	const place = placeOf(context);
	const known = kept.get(place);
	const recent = known && Date.now() < known.until ? known.credential.deref() : undefined;
	if (recent) return recent;
	const credential = await openCredential(context);
	kept.set(place, { credential: new WeakRef(credential), until: Date.now() + KEPT_FOR });
	return credential;
}

/** Has the next notification read the credential anew. */
export function forgetCredential(context: Parameters<typeof placeOf>[0]): void {
	kept.delete(placeOf(context));
}
