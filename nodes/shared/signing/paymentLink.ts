import { parseJson } from '../../../gateway/schema/input';
import { isSameSignature, keyFor, placeOf, signatureOf } from './keys';

/** The end of the URL at which a payment page is. */
export const CHECKOUT_DOOR = 'checkout';

/** What a payment link asks for. The customer can read it and alter nothing. */
export interface LinkTerms {
	/** The merchant's reference: that of the first try, and what tells links apart. */
	reference: string;
	/** In major units, as decimal text. */
	amount: string;
	currency: string;
	description: string;
	/** In milliseconds since 1970. */
	expires: number;
	/** How many cards may be tried, one after another. */
	tries: number;
	/** Come out with the payment. */
	customFields: Record<string, string>;
}

// A list, because names of fields would make a QR code larger.
type Packed = [string, string, string, string, number, number, Record<string, string>];

const PURPOSE = 'payment-link';

/**
 * A signed payment link (HMAC-SHA-256, with a key that is derived from the private key).
 * @param checkoutUrl the address of a payment page, as the Card Payment Checkout Trigger shows it
 * @throws SettingError when there is no private key
 */
export function makeLink(checkoutUrl: string, terms: LinkTerms, privateKey: string): string {
	const { reference, amount, currency, description, expires, tries, customFields } = terms;
	const packed: Packed = [reference, amount, currency, description, expires, tries, customFields];
	const payload = Buffer.from(JSON.stringify(packed)).toString('base64url');
	const url = new URL(checkoutUrl);
	url.search = new URLSearchParams({
		link: `${payload}.${signatureFor(payload, url.pathname, privateKey)}`,
	}).toString();
	return url.href;
}

/**
 * Reads the `link` parameter of a payment link.
 * @param path where the request arrived
 * @returns undefined when it was altered, or made for another page or under another key; that it has not expired is for
 * the caller to check
 * @throws SettingError when there is no private key
 */
export function readLink(link: string, path: string, privateKey: string): LinkTerms | undefined {
	const [payload = '', signature = ''] = link.split('.');
	const isGenuine = isSameSignature(signature, signatureFor(payload, path, privateKey));
	if (!isGenuine || link !== `${payload}.${signature}`) return undefined;
	const packed = parseJson(Buffer.from(payload, 'base64url').toString()) as Packed;
	const [reference, amount, currency, description, expires, tries, customFields] = packed;
	return { reference, amount, currency, description, expires, tries, customFields };
}

/** The reference of a try. Each has its own, because the service takes a reference once (specification 8.3). */
export function referenceOf({ reference }: Pick<LinkTerms, 'reference'>, tryNumber: number): string {
	return tryNumber === 1 ? reference : `${reference}-${tryNumber}`;
}

function signatureFor(payload: string, path: string, privateKey: string): string {
	return signatureOf([placeOf(path), payload], keyFor(PURPOSE, privateKey));
}
