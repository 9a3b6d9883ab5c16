import { usesHttps } from '../client/settings';
import { fail, pass, type Finding, type Setup } from './check';
import { SET_PUBLIC_ADDRESS } from './publicAddress';
import { isPrivateAddress } from './serviceAddresses';

/** Checks whether the service can send notifications and customers to this n8n. */
export function checkNotifications({ settings, publicAddress }: Setup): Finding {
	const set = `${SET_PUBLIC_ADDRESS}, and restart n8n.`;
	if (!URL.canParse(publicAddress)) return fail('The public address of this n8n is not known', set);
	const found = `n8n tells the service to call it at ${publicAddress}`;
	if (isPrivateAddress(publicAddress)) {
		return isPrivateAddress(settings.transactionUrl)
			? pass(`${found}, which is in the same network as the service`)
			: fail(`${found}, which cannot be reached from the internet`, set);
	}
	if (usesHttps(publicAddress)) return pass(found);
	return fail(`${found}, where others can read what is sent, because it does not begin with https://`, set);
}
