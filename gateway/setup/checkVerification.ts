import { checkPrivateKey, unusedReference } from '../calls/verifyCall';
import { keyHeaders } from '../client/authentication';
import { CREDENTIAL_LABELS } from '../client/credentialLabels';
import { ENDPOINTS } from '../client/endpoints';
import { isCardError, type Answer } from '../client/response';
import { canSign, type Settings } from '../client/settings';
import { GatewayError } from '../values/errors';
import {
	advice,
	askEndpoint,
	attempt,
	failed,
	failedBy,
	passed,
	withSettings,
	type Setup,
	type SetupCheck,
} from './check';
import { checkFindPayments } from './checkFindPayments';
import { findNearby } from './serviceAddresses';

/** Checks the address of the card service, the private key that opens verify, and what it finds payments with. */
export async function checkVerification(setup: Setup): Promise<SetupCheck[]> {
	const answer = await verifyUnused(setup, setup.settings.privateKey ? 'privateKey' : undefined);
	const transactionBase = await checkTransactionBase(setup, answer);
	if (!transactionBase.ok || answer instanceof GatewayError) return [transactionBase];
	const { settings } = setup;
	const failure = await attempt(() => {
		keyHeaders('privateKey', settings);
		checkPrivateKey(answer);
	});
	if (failure) return [transactionBase, failedBy('Private Key', failure)];
	return [transactionBase, checkLength(settings), await checkFindPayments(setup)];
}

/** Verifies a reference that no transaction has. */
async function verifyUnused(setup: Setup, key?: 'privateKey'): Promise<Answer | GatewayError> {
	return await askEndpoint(setup, ENDPOINTS.verify, { key, parameters: { transactionReference: unusedReference() } });
}

/** Whether the Transaction Base leads to the card service: verify refuses in its own form (section 7), which nothing else has. */
async function checkTransactionBase(setup: Setup, answer: Answer | GatewayError): Promise<SetupCheck> {
	const check = 'Transaction Base';
	const { settings } = setup;
	const { transactionUrl } = settings;
	if (answer instanceof GatewayError) return failedBy(check, answer);
	if (isVerify(answer)) return passed(check, `The card service answers at ${transactionUrl}/transaction`);
	// Other addresses are asked without a key.
	const isThere = async (address: string) =>
		isVerify(await verifyUnused(withSettings(setup, { transactionUrl: address })));
	const found = await findNearby(transactionUrl, isThere);
	const nothing = `There is no card service at ${transactionUrl}/transaction`;
	if (found) {
		const transactionBase = transactionBaseOf(settings, found);
		return failed(check, `${nothing}, but it answers at ${found}/transaction`, advice(settings, { transactionBase }));
	}
	return failed(
		check,
		`${nothing} (status ${answer.httpStatus})`,
		`Ask your provider for the address of "/transaction/charge". Set ${CREDENTIAL_LABELS.transactionBase} to what comes before it.`,
	);
}

function isVerify(answer: Answer | GatewayError): boolean {
	if (answer instanceof GatewayError) return false;
	return answer.httpStatus >= 400 && answer.httpStatus < 500 && isCardError(answer.body);
}

/** What the form has to say for an address: a path where it is below the Base URL. */
function transactionBaseOf({ baseUrl }: Settings, address: string): string {
	if (address === baseUrl) return '';
	return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length + 1) : address;
}

/** Whether a key that works (5.4 to 5.6) is long enough to sign payment links and pages. */
function checkLength({ privateKey }: Settings): SetupCheck {
	const found = 'The private key may verify transactions from the IP address of this n8n';
	if (canSign(privateKey)) return passed('Private Key', found);
	return failed(
		'Private Key',
		`${found}, but it is too short to sign payment links and pages, because it could be guessed from a link`,
		'Cards can be charged with it. For payment links, payment pages and OTP pages, ask your provider for one with 16 characters or more after its prefix, such as "sk_live_".',
	);
}
