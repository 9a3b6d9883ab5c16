import { isSameSignature, keyFor, placeOf, signatureOf } from './keys';

/** What a signed URL says of the payment that it was made for. */
export interface Terms {
	/** The merchant's reference. */
	reference: string;
	/** In major units, as decimal text; empty where it is not known. */
	amount: string;
	currency: string;
}

/** The ends of a trigger's URLs: where the service notifies, and where the customer's browser comes back to. */
export const DOORS = { notification: 'notification', callback: 'callback' } as const;

/** Both URLs of a trigger, from either of them; undefined when it is not a trigger's. */
export function doorUrls(triggerUrl: string): { callbackUrl: string; webhookURL: string } | undefined {
	const ending = new RegExp(`/(${Object.values(DOORS).join('|')})/?$`);
	if (!/^https?:/i.test(triggerUrl) || !URL.canParse(triggerUrl)) return undefined;
	const { origin, pathname } = new URL(triggerUrl);
	if (!ending.test(pathname)) return undefined;
	const at = (door: string) => origin + pathname.replace(ending, `/${door}`);
	return { callbackUrl: at(DOORS.callback), webhookURL: at(DOORS.notification) };
}

// Names of our own, because the service adds `reference` and `status` to a callback URL.
const NAMES = { reference: 'signedReference', amount: 'signedAmount', currency: 'signedCurrency', mac: 'signature' };

/**
 * Adds terms and their signature (HMAC-SHA-256) to the URL of a trigger. The key is derived from the private key, so
 * nothing has to be stored, and every process can check it.
 * @throws SettingError when there is no private key
 */
export function signUrl(url: string, terms: Terms, privateKey: string): string {
	const signed = new URL(url);
	signed.searchParams.set(NAMES.reference, terms.reference);
	if (terms.amount) signed.searchParams.set(NAMES.amount, terms.amount);
	if (terms.currency) signed.searchParams.set(NAMES.currency, terms.currency);
	signed.searchParams.set(NAMES.mac, macOf(signed.pathname, terms, privateKey));
	return signed.href;
}

/**
 * The terms of a signed URL.
 * @param path where the request arrived
 * @param query its query parameters
 * @returns undefined when the URL is not signed, was altered, or was made for another trigger
 * @throws SettingError when there is no private key
 */
export function readSignedUrl(path: string, query: URLSearchParams, privateKey: string): Terms | undefined {
	const terms: Terms = {
		reference: query.get(NAMES.reference) ?? '',
		amount: query.get(NAMES.amount) ?? '',
		currency: query.get(NAMES.currency) ?? '',
	};
	const isGenuine = isSameSignature(query.get(NAMES.mac) ?? '', macOf(path, terms, privateKey));
	return isGenuine && terms.reference ? terms : undefined;
}

/** The parameters of a signed URL that are ours. */
export function signedPart(query: URLSearchParams): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => Object.values(NAMES).includes(name)));
}

function macOf(path: string, { reference, amount, currency }: Terms, privateKey: string): string {
	return signatureOf([placeOf(path), reference, amount, currency], keyFor('notification-url', privateKey));
}
