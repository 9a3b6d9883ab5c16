import type { LinkTerms } from '../../../checkout/attempt';
import { queryTextOf } from '../../../checkout/query';
import { parseJson } from '../../../gateway/values/input';
import { isSignature, signingKey, signingKeys, signatureOf, webhookScope, type PrivateKeys } from './keys';
import { SIGNED_PARAMETERS } from './signedUrl';

// A list, because field names would make the QR code larger.
type PackedTerms = [string, string, string, string, number, number, Record<string, string>];

const PURPOSE = 'payment-link';

/**
 * Makes a signed payment link (HMAC-SHA-256, with a key derived from the private key).
 * @param checkoutUrl the URL of a payment page, as the Card Payment Checkout Trigger shows it
 */
export function makeLink(checkoutUrl: string, terms: LinkTerms, privateKey: string): string {
	const { reference, amount, currency, description, expires, tries, customFields } = terms;
	const packed: PackedTerms = [reference, amount, currency, description, expires, tries, customFields];
	const payload = Buffer.from(JSON.stringify(packed)).toString('base64url');
	const url = new URL(checkoutUrl);
	url.search = new URLSearchParams({
		// Not signed, because only a load balancer reads it (docs/install.md): it can send all requests of a link to one process.
		payment: reference,
		link: `${payload}.${signatureOf(partsOf(payload, url.pathname), signingKey(PURPOSE, privateKey))}`,
	}).toString();
	return url.href;
}

/**
 * Reads the `link` parameter of a payment link.
 * @param path the path of the request
 * @returns undefined when the link was altered, or made for another page or key. The caller checks whether it has expired.
 */
export function readLink(link: string, path: string, keys: PrivateKeys): LinkTerms | undefined {
	const payload = link.slice(0, link.indexOf('.'));
	const signature = link.slice(payload.length + 1);
	if (!isSignature(signature, partsOf(payload, path), signingKeys(PURPOSE, keys))) return undefined;
	const packed = parseJson(Buffer.from(payload, 'base64url').toString()) as PackedTerms;
	const [reference, amount, currency, description, expires, tries, customFields] = packed;
	return { reference, amount, currency, description, expires, tries, customFields };
}

// All that the package puts into its addresses, but for the language, which anybody may add.
const OURS = ['payment', 'link', 'state', 'attempt', ...SIGNED_PARAMETERS];
// Also with "=" or "&" escaped. Other sites have parameters such as "payment_method".
const OUR_NAME = new RegExp(`(?:^|[^\\w-])(?:${OURS.join('|')})(?![\\w-])`, 'i');

/** Says whether the query of an address carries a part of what the package puts into its addresses. A name may be cut where the query ends. */
export function carriesOurs(address: string): boolean {
	const query = queryTextOf(address);
	const end = query.slice(query.lastIndexOf('&') + 1).toLowerCase();
	const isCut = end !== '' && OURS.some((own) => own.toLowerCase().startsWith(end));
	return isCut || [...new URLSearchParams(query).keys()].some((name) => OUR_NAME.test(name));
}

function partsOf(payload: string, path: string): string[] {
	return [webhookScope(path), payload];
}

/**
 * Adds `reference`, `outcome` and `signature` to the address of a shop. What is signed is the JSON list of the address without
 * its query, such as https://shop.example/thanks, the reference and the outcome: another shop with the same key refuses it.
 * @param url from the settings, never from a request
 * @param returned the merchant's reference, and what became of the payment
 */
export function signShopUrl(
	url: string,
	{ reference, outcome }: { reference: string; outcome: string },
	privateKey: string,
): string {
	const address = new URL(url);
	address.searchParams.set('reference', reference);
	address.searchParams.set('outcome', outcome);
	const signed = [address.origin + address.pathname, reference, outcome];
	address.searchParams.set('signature', signatureOf(signed, signingKey('return-url', privateKey)));
	return address.href;
}
