import { GatewayError } from '../values/errors';
import { readSettings, secretsOf, usesHttps, type Settings } from '../client/settings';
import { isPrivateAddress } from './serviceAddresses';
import { checkBanks } from './checkBanks';
import { checkCards } from './checkCards';
import { checkHostedCheckout } from './checkHostedCheckout';
import {
	attempt,
	CHECKS,
	failed,
	failedWith,
	notChecked,
	passed,
	type CheckName,
	type ProbeAnswer,
	type Setup,
	type SetupCheck,
} from './check';
import { askForLogin, checkBaseUrl, checkLogin, checkRenewal, isToken, logIn } from './checkLogin';
import { checkTransactionBase, checkVerification } from './checkVerification';

export type { ProbeAnswer, ProbeRequest, SetupCheck } from './check';

// Signed addresses and times of payments are read by the minute.
const CLOCK_TOLERANCE_SECONDS = 60;

/**
 * Finds out which settings a provider needs. Nothing that is sent can move money: a login, the banks list, the transaction
 * history, a charge and a hosted checkout without any field, an authorization of a transaction that does not exist, and verifications. Keys go to the
 * addresses of the credential alone.
 * @param stored the decrypted credential
 * @returns one entry for each check, in a fixed order; a check that cannot be made says which other one it needs
 */
export async function checkSetup(stored: unknown, given: Omit<Setup, 'settings'>): Promise<SetupCheck[]> {
	const settings = await attempt(() => readSettings(stored));
	if (settings instanceof GatewayError) {
		return [failedWith('Settings', settings), ...CHECKS.slice(1).map((name) => notChecked(name, 'Settings'))];
	}
	const setup: Setup = { ...given, settings };
	const answer = await askForLogin(setup);
	const login = answer instanceof GatewayError ? answer : await logIn(setup);
	const baseUrl = await checkBaseUrl(setup, answer, login);
	const checks = [
		passed('Settings', 'The settings of the credential are valid'),
		checkHttps(settings),
		baseUrl,
		...(answer instanceof GatewayError ? [] : [checkClock(answer)]),
		...(baseUrl.ok ? [checkLogin(login)] : []),
		...(isToken(login) ? [await checkRenewal(setup, login), await checkBanks(setup, login)] : []),
		...(login === 'unused' ? notUsed() : []),
	];
	const transactionBase = await checkTransactionBase(setup);
	const cards = transactionBase.ok
		? [...(await checkVerification(setup)), ...(await checkCards(setup, login)), await checkHostedCheckout(setup)]
		: [];
	const secrets = secretsOf(settings, isToken(login) ? [login.accessToken, login.refreshToken] : []);
	const made = [...checks, transactionBase, ...cards, checkPublicAddress(setup)].map((check) => ({
		...check,
		found: secrets.inText(check.found),
		whatToDo: secrets.inText(check.whatToDo),
	}));
	return CHECKS.map((name) => made.find(({ check }) => check === name) ?? notChecked(name, neededFor(name, baseUrl)));
}

/** What a check needs that could not be made. */
function neededFor(name: CheckName, baseUrl: SetupCheck): CheckName {
	if (CHECKS.indexOf(name) > CHECKS.indexOf('Transaction Base')) return 'Transaction Base';
	return baseUrl.ok ? 'Login' : 'Base URL';
}

/** Without a login, bank transfers cannot be used, and there is no token to renew. */
function notUsed(): SetupCheck[] {
	return [
		passed('Renewal', 'Not used: there is no login'),
		passed('Banks List', 'Not used: bank transfers need a login'),
	];
}

/** Whether others can read what is sent. Live settings without https are not valid, except to this machine. */
function checkHttps({ environment, baseUrl, transactionUrl }: Settings): SetupCheck {
	if (usesHttps(baseUrl) && usesHttps(transactionUrl)) return passed('HTTPS', 'The addresses begin with https://');
	return passed(
		'HTTPS',
		environment === 'live'
			? 'An address begins with http://, and what is sent there does not leave this machine'
			: 'An address begins with http://, which is accepted for tests only',
	);
}

/** How far the clock of this n8n is from that of the service. The answer says it to the second. */
function checkClock({ date = '', at }: ProbeAnswer): SetupCheck {
	const ahead = Math.round((at - Date.parse(date)) / 1000);
	if (Number.isNaN(ahead)) return passed('Clock', 'The service does not say what time it has');
	const seconds = Math.abs(ahead);
	const found =
		seconds <= 1
			? 'The clock of this n8n agrees with that of the service'
			: `The clock of this n8n is ${seconds} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of the service`;
	return seconds <= CLOCK_TOLERANCE_SECONDS
		? passed('Clock', found)
		: failed('Clock', found, 'Set the clock of the computer that n8n runs on. If it is right, tell your provider.');
}

/** Whether the service can send notifications and customers to this n8n. */
function checkPublicAddress({ settings, publicAddress }: Setup): SetupCheck {
	const check = 'Notifications';
	const set = 'Set the environment variable WEBHOOK_URL of n8n to its public https:// address, and restart n8n.';
	if (!URL.canParse(publicAddress)) return failed(check, 'The public address of this n8n is not known', set);
	if (isPrivateAddress(publicAddress)) {
		const found = `n8n tells the service to call it at ${publicAddress}`;
		return isPrivateAddress(settings.transactionUrl)
			? passed(check, `${found}, which is in the same network as the service`)
			: failed(check, `${found}, which cannot be reached from the internet`, set);
	}
	if (usesHttps(publicAddress)) return passed(check, `The service reaches this n8n at ${publicAddress}`);
	return failed(
		check,
		`n8n tells the service to call it at ${publicAddress}, where others can read what is sent, because it does not begin with https://`,
		set,
	);
}
