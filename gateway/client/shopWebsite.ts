import { SettingError } from '../values/errors';
import { isWebAddress } from '../values/input';
import { CREDENTIAL_LABELS } from './credentialLabels';
import type { Settings } from './settings';

/**
 * Reads the page that customers return to whose payment names none of its own; undefined where there is none.
 * @throws SettingError where it is no web address, which stops only what uses it
 */
export function readShopWebsite({ shopWebsite }: Pick<Settings, 'shopWebsite'>): string | undefined {
	if (shopWebsite === '' || isWebAddress(shopWebsite)) return shopWebsite || undefined;
	throw new SettingError(
		`The credential's '${CREDENTIAL_LABELS.shopWebsite}' is not a web address.`,
		'Open the credential, and begin it with https:// or http://.',
	);
}
