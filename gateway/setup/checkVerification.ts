import { endpointUrl } from '../client/address';
import { keyHeaders } from '../client/authentication';
import { ENDPOINTS } from '../client/endpoints';
import { FORM_NAMES } from '../client/credentialLabels';
import { GatewayError, RefusedError } from '../values/errors';
import { isVerifyError } from '../client/response';
import { canSign, secretsOf, type Settings } from '../client/settings';
import { checkPrivateKey, unusedReference } from '../calls/verifyCall';
import { findNearby } from './serviceAddresses';
import {
	advice,
	attempt,
	failed,
	failedWith,
	notChecked,
	passed,
	type ProbeAnswer,
	type Setup,
	type SetupCheck,
} from './check';
import { checkFindPayments } from './checkFindPayments';

const { verify: endpoint } = ENDPOINTS;

/**
 * Whether the Transaction Base leads to the card service. It is asked without a key first: verify refuses that in its own form
 * (section 7), which nothing else has.
 */
export async function checkTransactionBase(setup: Setup): Promise<SetupCheck> {
	const { settings } = setup;
	const { transactionUrl } = settings;
	const withoutKey = await verifyWithoutKey(setup);
	if (withoutKey instanceof GatewayError) return failedWith('Transaction Base', withoutKey);
	const withKey = isVerify(withoutKey) ? undefined : await verifyWithKey(setup);
	if (isVerify(withoutKey) || isVerify(withKey)) {
		return passed('Transaction Base', `The card service answers at ${transactionUrl}/transaction`);
	}
	const isThere = async (address: string) =>
		isVerify(await verifyWithoutKey({ ...setup, settings: { ...settings, transactionUrl: address } }));
	const found = await findNearby(transactionUrl, isThere);
	const nothing = `There is no card service at ${transactionUrl}/transaction`;
	return failed(
		'Transaction Base',
		found ? `${nothing}, but it answers at ${found}/transaction` : `${nothing} (status ${withoutKey.httpStatus})`,
		found
			? advice(settings, { transactionBase: transactionBase(settings, found) })
			: `Ask your provider for the address of "/transaction/charge". Set ${FORM_NAMES.transactionBase} to what comes before it.`,
	);
}

/** The private key, the whitelist of IP addresses that belongs to it (5.4 to 5.6), and what it finds payments with. */
export async function checkVerification(setup: Setup): Promise<SetupCheck[]> {
	const { settings } = setup;
	const answer = await verifyWithKey(setup);
	const problem = await attempt(() => {
		if (answer instanceof GatewayError) throw answer;
		checkPrivateKey(answer, secretsOf(settings));
	});
	if (!(problem instanceof GatewayError)) {
		return [
			checkLength(settings),
			passed('IP Address', 'The service accepts the private key from the IP address of this n8n'),
			await checkFindPayments(setup),
		];
	}
	if (problem instanceof RefusedError && problem.httpStatus === 403) {
		const about = 'The service checks the IP address first';
		return [
			failed('Private Key', `Not checked. ${about}`, 'First do what IP Address says, and then run Check Setup again.'),
			failedWith('IP Address', problem),
			notChecked('Find Payments', 'IP Address'),
		];
	}
	return [
		failedWith('Private Key', problem),
		failed(
			'IP Address',
			'Not checked. The whitelist belongs to the private key, which has to work first',
			'First do what Private Key says, and then run Check Setup again.',
		),
		notChecked('Find Payments', 'Private Key'),
	];
}

/** Whether a key that works is long enough to sign payment links and pages. */
function checkLength({ privateKey }: Settings): SetupCheck {
	const found = 'The private key may verify transactions';
	if (canSign(privateKey)) return passed('Private Key', found);
	return failed(
		'Private Key',
		`${found}, but it is too short to sign payment links and pages, because it could be guessed from a link`,
		'Cards can be charged with it. For payment links, payment pages and OTP pages, ask your provider for one with 16 characters or more after its prefix, such as "sk_live_".',
	);
}

async function verifyWithoutKey(setup: Setup): Promise<ProbeAnswer | GatewayError> {
	return await attempt(() => setup.send({ endpoint, url: verifyUrl(setup.settings) }));
}

async function verifyWithKey(setup: Setup): Promise<ProbeAnswer | GatewayError> {
	return await attempt(() => {
		const headers = keyHeaders('privateKey', setup.settings);
		return setup.send({ endpoint, url: verifyUrl(setup.settings), headers });
	});
}

function verifyUrl(settings: Settings): string {
	return endpointUrl(endpoint, settings, { transactionReference: unusedReference() });
}

function isVerify(answer: ProbeAnswer | GatewayError | undefined): boolean {
	if (answer === undefined || answer instanceof GatewayError) return false;
	return answer.httpStatus >= 400 && answer.httpStatus < 500 && isVerifyError(answer.body);
}

/** What the form has to say for an address: a path where it is below the Base URL. */
function transactionBase({ baseUrl }: Settings, address: string): string {
	if (address === baseUrl) return '';
	return address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length + 1) : address;
}
