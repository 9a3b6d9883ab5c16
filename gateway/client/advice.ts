import type { Endpoint, Key, StatusAdvice } from './endpoint';

const CHECK_LOGIN_KEYS =
	'Check the API Key and the Client ID in the credential, and that they belong to this environment (test or live).';

// A call that moves money is not sent twice, so the token that it was refused with is replaced for the next one.
const AGAIN = 'Run it once more: n8n logs in again if its access token has expired.';

/** The meaning of 401, and of 403 as well, unless `FORBIDDEN` has it. */
const REFUSED_KEY: Readonly<Record<Key, StatusAdvice>> = {
	login: { message: 'The service refused the API key or the client ID.', next: CHECK_LOGIN_KEYS },
	bearer: {
		message: 'The service let n8n log in, but refused this call with that login.',
		next: CHECK_LOGIN_KEYS,
	},
	card: {
		message: 'The service refused the keys that were sent with this call.',
		next: 'Check the keys in the credential. If they are right, run Account: Check Setup, which finds out the Card Authentication that your provider needs (shown by My Provider Needs Other Settings).',
	},
	privateKey: {
		message: 'The service refused the private key.',
		next: 'Check the Private Key in the credential, and that it belongs to this environment (test or live).',
	},
	publicKey: {
		message: 'The service refused the public key.',
		next: 'Check the Public Key in the credential, and that it belongs to this environment (test or live). If it is right, run Account: Check Setup, which finds out the Hosted Checkout Authentication that your provider needs.',
	},
	refund: {
		message: 'The service refused the key that was sent with the refund.',
		next: 'Check the Private Key in the credential, and that the IP address of this n8n server is on its whitelist. If they are right, turn on My Provider Needs Other Settings there, and check the Refund Authentication.',
	},
};

const FORBIDDEN: Partial<Record<Key, StatusAdvice>> = {
	// Specification 5.5.
	privateKey: {
		message: "The service does not accept calls from this server's IP address.",
		next: "Ask your provider to add the IP address of this n8n server to the private key's whitelist.",
	},
	bearer: {
		message: 'The service does not allow this call with these keys.',
		next: 'Ask your provider whether bank transfers are enabled for your account.',
	},
};

const CHECK_BASE_URL =
	'Check the Base URL in the credential. If it is right, run Account: Check Setup, which finds out whether your provider needs a Transaction Base. The paths of some calls are settings as well (under My Provider Needs Other Settings).';

const ANYWHERE: Readonly<Record<number, StatusAdvice>> = {
	404: { message: 'The service does not offer this call at this address.', next: CHECK_BASE_URL },
	405: { message: 'This address does not belong to the payment service.', next: CHECK_BASE_URL },
	429: {
		message: 'The service is getting too many requests from you.',
		next: 'Wait a moment, and set Requests at Once to a lower number.',
	},
};

/** Explains what an error status means at an endpoint, and what to do about it. */
export function adviceFor({ statusAdvice, key, label, movesMoney }: Endpoint, httpStatus: number): StatusAdvice {
	const own = statusAdvice?.[httpStatus] ?? ANYWHERE[httpStatus];
	if (own) return own;
	if (httpStatus === 403) return FORBIDDEN[key] ?? REFUSED_KEY[key];
	if (httpStatus === 401) {
		const { message, next } = REFUSED_KEY[key];
		return { message, next: key === 'bearer' && movesMoney ? `${AGAIN} ${next}` : next };
	}
	return {
		message: `The service refused to ${label} with status ${httpStatus}, which its documentation does not explain.`,
		next: 'Ask your provider what this status means.',
	};
}
