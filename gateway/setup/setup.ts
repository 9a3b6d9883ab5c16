import { GatewayError } from '../values/errors';
import { readSettings, secretsOf, usesHttps } from '../client/settings';
import { isPrivateAddress } from './serviceAddresses';
import { attempt, CHECKS, failed, failedBy, notChecked, passed, type Setup, type SetupCheck } from './check';
import { checkCardAuthentication, checkHostedCheckout } from './checkKeys';
import { checkLogin } from './checkLogin';
import { checkVerification } from './checkVerification';

/**
 * Finds out which settings a provider needs. Nothing that is sent can move money: a login, the banks list, the transaction
 * history, authorizations and verifications of a transaction that does not exist, and a hosted checkout without any field. Keys go to
 * the host of the credential alone.
 * @param stored the decrypted credential
 * @returns one entry for each check, in a fixed order; a check that cannot be made says which other one it needs
 */
export async function checkSetup(stored: unknown, given: Omit<Setup, 'settings'>): Promise<SetupCheck[]> {
	const settings = await attempt(() => readSettings(stored));
	if (settings instanceof GatewayError) {
		return CHECKS.map((name) => (name === 'Settings' ? failedBy(name, settings) : notChecked(name)));
	}
	const setup: Setup = { ...given, settings: { ...settings, accessToken: '', refreshToken: '' } };
	const { checks, setup: loggedIn } = await checkLogin(setup);
	const verification = await checkVerification(loggedIn);
	const isThere = verification.some(({ check, ok }) => check === 'Transaction Base' && ok);
	const keys = isThere ? [await checkCardAuthentication(loggedIn), await checkHostedCheckout(loggedIn)] : [];
	const made = [
		passed('Settings', 'The settings of the credential are valid'),
		...[...checks, ...verification, ...keys],
		checkPublicAddress(setup),
	];
	const secrets = secretsOf(loggedIn.settings);
	return CHECKS.map((name) => {
		const check = made.find((one) => one.check === name) ?? notChecked(name);
		return { ...check, found: secrets.inText(check.found), whatToDo: secrets.inText(check.whatToDo) };
	});
}

/** Whether the service can send notifications and customers to this n8n. */
function checkPublicAddress({ settings, publicAddress }: Setup): SetupCheck {
	const check = 'Notifications';
	const set = 'Set the environment variable WEBHOOK_URL of n8n to its public https:// address, and restart n8n.';
	if (!URL.canParse(publicAddress)) return failed(check, 'The public address of this n8n is not known', set);
	const found = `n8n tells the service to call it at ${publicAddress}`;
	if (isPrivateAddress(publicAddress)) {
		return isPrivateAddress(settings.transactionUrl)
			? passed(check, `${found}, which is in the same network as the service`)
			: failed(check, `${found}, which cannot be reached from the internet`, set);
	}
	if (usesHttps(publicAddress)) return passed(check, found);
	const isOpen = `${found}, where others can read what is sent, because it does not begin with https://`;
	return failed(check, isOpen, set);
}
