import { keyFor, signatureOf } from './keys';

/** What a shop is told when its customer comes back. */
interface Returned {
	/** The merchant's reference. */
	reference: string;
	outcome: string;
}

const PURPOSE = 'return-url';

/**
 * Adds the outcome of a payment and its signature to the address of a shop (HMAC-SHA-256 of the JSON list of reference and
 * outcome, with a key derived from the private key), as `reference`, `outcome` and `signature`.
 * @param url from the settings, never from a request
 * @throws SettingError when there is no private key
 */
export function returnUrl(url: string, { reference, outcome }: Returned, privateKey: string): string {
	const address = new URL(url);
	address.searchParams.set('reference', reference);
	address.searchParams.set('outcome', outcome);
	address.searchParams.set('signature', signatureOf([reference, outcome], keyFor(PURPOSE, privateKey)));
	return address.href;
}
