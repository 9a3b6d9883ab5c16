import { keyFor, signatureOf } from './keys';

/** What a shop is told when its customer comes back. */
interface Returned {
	/** The merchant's reference. */
	reference: string;
	outcome: string;
}

const PURPOSE = 'return-url';

/**
 * Adds the outcome of a payment and its signature to the address of a shop, as `reference`, `outcome` and `signature`
 * (HMAC-SHA-256 with a key derived from the private key). What is signed is the JSON list of the address without its query,
 * such as https://shop.example/thanks, the reference and the outcome: another shop with the same key does not take it.
 * @param url from the settings, never from a request
 * @throws SettingError when there is no private key, or a short one
 */
export function returnUrl(url: string, { reference, outcome }: Returned, privateKey: string): string {
	const address = new URL(url);
	address.searchParams.set('reference', reference);
	address.searchParams.set('outcome', outcome);
	const signed = [address.origin + address.pathname, reference, outcome];
	address.searchParams.set('signature', signatureOf(signed, keyFor(PURPOSE, privateKey)));
	return address.href;
}
