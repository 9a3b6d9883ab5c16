import { isSignature, signingKey, signingKeys, signatureOf, webhookScope, type PrivateKeys } from './keys';

/** The webhook paths of the triggers: for the service's notifications, for the customer's browser that returns, and for customers who pay. */
export const WEBHOOK_PATHS = { notification: 'notification', callback: 'callback', checkout: 'checkout' } as const;

/** The terms of the payment that a signed URL was made for. */
export interface SignedTerms {
	/** The merchant's reference. */
	reference: string;
	/** In major units, as decimal text; empty when unknown. */
	amount: string;
	currency: string;
	/** The address to which the customer's browser goes from a callback URL; empty where the trigger decides it. */
	returnUrl?: string;
}

/** Makes both URLs of a trigger from either one; undefined when the URL is not a trigger's. */
export function triggerUrls(triggerUrl: string): { callbackUrl: string; webhookURL: string } | undefined {
	const ending = /\/(notification|callback)\/?$/;
	if (!/^https?:/i.test(triggerUrl) || !URL.canParse(triggerUrl)) return undefined;
	const { origin, pathname } = new URL(triggerUrl);
	if (!ending.test(pathname)) return undefined;
	const at = (path: string) => origin + pathname.replace(ending, `/${path}`);
	return { callbackUrl: at(WEBHOOK_PATHS.callback), webhookURL: at(WEBHOOK_PATHS.notification) };
}

const PURPOSE = 'notification-url';

// Distinct names, because the service adds `reference` and `status` to a callback URL.
const NAMES = {
	reference: 'signedReference',
	amount: 'signedAmount',
	currency: 'signedCurrency',
	returnUrl: 'signedReturn',
	mac: 'signature',
};

/** The names of the parameters that a signed URL has. */
export const SIGNED_PARAMETERS: readonly string[] = Object.values(NAMES);

/** Adds terms and their signature (HMAC-SHA-256, with a key derived from the private key) to the URL of a trigger. */
export function signUrl(url: string, terms: SignedTerms, privateKey: string): string {
	const signed = new URL(url);
	signed.searchParams.set(NAMES.reference, terms.reference);
	if (terms.amount) signed.searchParams.set(NAMES.amount, terms.amount);
	if (terms.currency) signed.searchParams.set(NAMES.currency, terms.currency);
	if (terms.returnUrl) signed.searchParams.set(NAMES.returnUrl, terms.returnUrl);
	signed.searchParams.set(NAMES.mac, signatureOf(partsOf(signed.pathname, terms), signingKey(PURPOSE, privateKey)));
	return signed.href;
}

/**
 * Reads the terms of a signed URL.
 * @param path the path of the request
 * @param query its query parameters
 * @returns undefined when the URL is not signed, was altered, or was made for another trigger
 */
export function readSignedTerms(path: string, query: URLSearchParams, keys: PrivateKeys): SignedTerms | undefined {
	const terms = readTerms(query);
	const isGenuine = isSignature(query.get(NAMES.mac) ?? '', partsOf(path, terms), signingKeys(PURPOSE, keys));
	return isGenuine && terms.reference ? terms : undefined;
}

/** Reads the terms of the payment in a URL, whoever has made it. */
export function readTerms(query: URLSearchParams): SignedTerms {
	const returnUrl = query.get(NAMES.returnUrl);
	return {
		reference: query.get(NAMES.reference) ?? '',
		amount: query.get(NAMES.amount) ?? '',
		currency: query.get(NAMES.currency) ?? '',
		...(returnUrl && { returnUrl }),
	};
}

function partsOf(path: string, { reference, amount, currency, returnUrl = '' }: SignedTerms): string[] {
	return [webhookScope(path), reference, amount, currency, returnUrl];
}
