import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import { checkStatus, isCardError, isFirewall, statusOf, type Answer } from '../client/response';
import { canSign, type Settings } from '../client/settings';
import { GatewayError, ReadFailedError, SettingError } from '../values/errors';
import {
	advice,
	fetchAnswer,
	tryCall,
	fail,
	pass,
	makeUnusedReference,
	withSettings,
	type Finding,
	type Setup,
} from './check';
import { findNearby } from './serviceAddresses';

/** Checks whether the Transaction Base leads to the card service: verify refuses in its own form (section 7), which nothing else has. */
export async function checkTransactionBase(setup: Setup): Promise<Finding> {
	const { settings } = setup;
	const { transactionUrl } = settings;
	const answer = await verifyUnused(setup, settings.privateKey ? 'privateKey' : undefined);
	if (isVerify(answer)) return pass(`The card service answers at ${transactionUrl}/transaction`);
	// Other addresses are asked without a key.
	const isThere = async (address: string) =>
		isVerify(await tryCall(() => verifyUnused(withSettings(setup, { transactionUrl: address }))));
	const found = await findNearby(transactionUrl, isThere);
	if (found) {
		const transactionBase = transactionBaseOf(settings, found);
		throw new SettingError(
			`There is no card service at ${transactionUrl}/transaction, but it answers at ${found}/transaction.`,
			advice(settings, { transactionBase }),
		);
	}
	if (isFirewall(answer)) checkStatus(ENDPOINTS.verify, answer);
	throw new SettingError(
		`There is no card service at ${transactionUrl}/transaction (status ${answer.httpStatus}).`,
		`Ask your provider for the address of "/transaction/charge". Set ${CREDENTIAL_LABELS.transactionBase} to what comes before it.`,
	);
}

/**
 * Checks whether the private key opens verify: a reference that no transaction has is "not found" then (5.4 to 5.6). A key that works may
 * still be too short to sign payment links and pages.
 */
export async function checkPrivateKey(setup: Setup): Promise<Finding> {
	requireNotFound(await verifyUnused(setup, 'privateKey'));
	const found = 'The private key may verify transactions from the IP address of this n8n';
	if (canSign(setup.settings.privateKey)) return pass(found);
	return fail(
		`${found}, but it is too short to sign payment links and pages, because it could be guessed from a link`,
		'Cards can be charged with it. For payment links, payment pages and OTP pages, ask your provider for one with 16 characters or more after its prefix, such as "sk_live_".',
	);
}

/** Verifies a reference that no transaction has. */
async function verifyUnused(setup: Setup, key?: 'privateKey'): Promise<Answer> {
	return await fetchAnswer(setup, ENDPOINTS.verify, {
		key,
		parameters: { transactionReference: makeUnusedReference() },
	});
}

function isVerify(answer: Answer | GatewayError): boolean {
	if (answer instanceof GatewayError) return false;
	return answer.httpStatus >= 400 && answer.httpStatus < 500 && isCardError(answer.body);
}

/** Returns the value of the form for an address: a path where it is below the Base URL. */
function transactionBaseOf({ baseUrl }: Settings, address: string): string {
	if (address === baseUrl) return '';
	return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length + 1) : address;
}

// A proxy in front of the service answers with these, too.
const FROM_ANYBODY = [408, 429];

/**
 * Checks that verify has not found a reference. Whatever else lives at an address may answer with a refusal as well, so one counts
 * only in verify's own form (section 7).
 * @throws GatewayError that says what is wrong with the private key or the address
 */
function requireNotFound(answer: Answer): void {
	const { body } = answer;
	const httpStatus = statusOf(answer);
	const isOwn = isCardError(body);
	if (httpStatus === 404 && isOwn) return;
	const isForeign = httpStatus >= 400 && httpStatus < 500 && !isOwn && !FROM_ANYBODY.includes(httpStatus);
	if (!isForeign || isFirewall(answer)) checkStatus(ENDPOINTS.verify, answer);
	const isKeyInDoubt = httpStatus === 401 || httpStatus === 403;
	throw new ReadFailedError(
		'There is no card service at this address.',
		[
			'Some providers serve card calls under another host or path than the login. Ask your provider for it, or run Account: Check Setup. Then turn on My Provider Needs Other Settings in the credential, and enter it as Transaction Base.',
			...(isKeyInDoubt ? [`If the address is right, check the Private Key: the answer was ${httpStatus}.`] : []),
		].join(' '),
	);
}
