import { readSettings, secretsOf } from '../client/settings';
import { readShopWebsite } from '../client/shopWebsite';
import { asGatewayError, GatewayError, SettingError } from '../values/errors';
import { tryCall, fail, failWith, pass, type Finding, type Setup } from './check';
import { checkBalance } from './checkBalance';
import { checkEnvironment } from './checkEnvironment';
import { checkFindPayments } from './checkFindPayments';
import { checkCardAuthentication, checkHostedCheckout } from './checkKeys';
import { checkBanks, checkBaseUrl, checkLogin, checkRenewal } from './checkLogin';
import { checkNotifications } from './checkNotifications';
import { checkPrivateKey, checkTransactionBase } from './checkVerification';

export type CheckName =
	| 'Settings'
	| 'Environment'
	| 'Base URL'
	| 'Login'
	| 'Renewal'
	| 'Banks List'
	| 'Balance'
	| 'Transaction Base'
	| 'Private Key'
	| 'Find Payments'
	| 'Card Authentication'
	| 'Hosted Checkout'
	| 'Notifications';

/** A probe, and the row without which it could not find anything out. */
interface Row {
	needs?: CheckName;
	probe: (setup: Setup) => Finding | Promise<Finding>;
}

/**
 * The checks, in the order in which they are made and shown. Nothing that is sent can move money: a login, the banks list, the balance, the
 * transaction history, verifications, authorizations of a transaction that does not exist, and a hosted checkout without any field.
 * Keys go to the host of the credential alone.
 */
const PROBES: Readonly<Record<CheckName, Row>> = {
	// The first row that runs fails where they are not valid.
	Settings: { probe: checkSettings },
	Environment: { needs: 'Settings', probe: checkEnvironment },
	'Base URL': { needs: 'Settings', probe: checkBaseUrl },
	Login: { needs: 'Base URL', probe: checkLogin },
	Renewal: { needs: 'Login', probe: checkRenewal },
	'Banks List': { needs: 'Login', probe: checkBanks },
	Balance: { needs: 'Login', probe: checkBalance },
	'Transaction Base': { needs: 'Settings', probe: checkTransactionBase },
	'Private Key': { needs: 'Transaction Base', probe: checkPrivateKey },
	'Find Payments': { needs: 'Private Key', probe: checkFindPayments },
	'Card Authentication': { needs: 'Transaction Base', probe: checkCardAuthentication },
	'Hosted Checkout': { needs: 'Transaction Base', probe: checkHostedCheckout },
	Notifications: { needs: 'Settings', probe: checkNotifications },
};
export const CHECKS = Object.keys(PROBES) as CheckName[];

/** The finding of a check, for people. */
export interface SetupCheck extends Pick<Finding, 'ok' | 'whatToDo' | 'found'> {
	check: CheckName;
}

/** The tools that the probes are given beside the credential; only some rows need all of it. */
type Tools = Pick<Setup, 'send'> & Partial<Pick<Setup, 'publicAddress'>>;

/**
 * Runs rows of the table one after the other; a row that needs one which has failed is not checked.
 * @param stored the decrypted credential
 * @param names in the order of the table
 * @returns each row's check as soon as it is made, without secrets, and the error that a failed row has
 */
export async function* runProbes(
	stored: unknown,
	tools: Tools,
	names: readonly CheckName[],
): AsyncGenerator<{ check: SetupCheck; failure?: GatewayError }> {
	let setup: Setup | undefined;
	const failedRows = new Set<CheckName>();
	for (const name of names) {
		const { needs, probe } = PROBES[name];
		const result = await tryCall(async () => {
			if (needs && failedRows.has(needs)) throw unmetNeedError(needs);
			setup ??= openSetup(stored, tools);
			return await probe(setup);
		});
		const finding = result instanceof GatewayError ? failWith(result) : result;
		setup = finding.setup ?? setup;
		if (finding.failure) failedRows.add(name);
		yield { check: { check: name, ...withoutSecrets(finding, setup) }, failure: finding.failure };
	}
}

/** Makes all checks, to find out which settings a provider needs. */
export async function checkSetup(stored: unknown, tools: Tools): Promise<SetupCheck[]> {
	const checks: SetupCheck[] = [];
	for await (const { check } of runProbes(stored, tools, CHECKS)) checks.push(check);
	return checks;
}

/** Checks the settings that stop only the payments that use them. Those that stop everything have been read by then. */
function checkSettings({ settings }: Setup): Finding {
	try {
		readShopWebsite(settings);
	} catch (error) {
		const { message, description = '' } = asGatewayError(error);
		return fail(message, description);
	}
	return pass('The settings of the credential are valid');
}

/** Reads the settings. A stored token proves nothing about the keys, so it is left out. @throws SettingError */
function openSetup(stored: unknown, tools: Tools): Setup {
	const settings = { ...readSettings(stored), accessToken: '', refreshToken: '' };
	return { publicAddress: '', ...tools, settings };
}

function unmetNeedError(needed: CheckName): SettingError {
	return new SettingError(
		`Not checked, because ${needed} failed.`,
		`First do what ${needed} says, and then run Check Setup again.`,
	);
}

function withoutSecrets({ ok, whatToDo, found }: Finding, setup: Setup | undefined): Omit<SetupCheck, 'check'> {
	if (!setup) return { ok, whatToDo, found };
	const secrets = secretsOf(setup.settings);
	return { ok, whatToDo: secrets.inText(whatToDo), found: secrets.inText(found) };
}
