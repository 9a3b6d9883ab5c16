import type { Endpoint, Key } from './endpoint';
import { ENDPOINTS, type PathSetting } from './endpoints';
import type { Answer } from './response';
import { type Settings, fingerprint } from './settings';
import { SettingError } from '../values/errors';
import { USUAL_CARD_HEADER } from './credentialLabels';

/** A request with the keys that it is given, and no others. */
export interface PlainRequest {
	endpoint: Endpoint;
	url: string;
	headers?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: Record<string, unknown>;
}

/** Sends a request. Every HTTP status is an answer. @throws GatewayError where there is none */
export type SendPlain = (request: PlainRequest) => Promise<Answer>;

/** Returns the absolute URL of an endpoint; parameters are percent-encoded. */
export function endpointUrl(
	endpoint: Endpoint,
	settings: Settings,
	parameters: Readonly<Record<string, string>> = {},
): string {
	return urlWith(endpoint, settings, (name) => encodeURIComponent(parameters[name] ?? ''));
}

/** Returns the address that a URL asks for: its origin and path, in the one spelling that the URL standard has for them. */
function addressOf(url: string): string | undefined {
	if (!URL.canParse(url)) return undefined;
	const { origin, pathname } = new URL(url);
	return origin + pathname;
}

/**
 * Says whether an address belongs to an endpoint, whatever its parameters are. A parameter at the end takes the rest of the
 * path, because others may write a reference with a slash in it.
 */
function isAddressOf(endpoint: Endpoint, address: string, settings: Settings): boolean {
	return patternOf(urlWith(endpoint, settings, () => PARAMETER)).test(address);
}

// Making a pattern takes longer than everything else that the credential does for a request.
const patterns = new Map<string, RegExp>();

/** Returns the pattern of an endpoint's addresses. @param url with marks in place of its parameters */
function patternOf(url: string): RegExp {
	const known = patterns.get(url);
	if (known) return known;
	const marked = addressOf(url) ?? '';
	const parts = marked.split(PARAMETER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const source = parts.join('[^/]*').replace(/\[\^\/\]\*$/, '.*');
	const pattern = new RegExp(`^${source}$`, 's');
	patterns.set(url, pattern);
	return pattern;
}

// No path has it by chance, and a URL keeps it as it is.
const PARAMETER = '~~parameter~~';

function urlWith(endpoint: Endpoint, settings: Settings, valueOf: (name: string) => string): string {
	const base = endpoint.below === 'transactionBase' ? settings.transactionUrl : settings.baseUrl;
	const path = endpoint.pathSetting ? settings[endpoint.pathSetting as PathSetting] : endpoint.path;
	return base + path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name));
}

/**
 * Returns the headers that open an endpoint (specification section 5). How charge, authorize, refund and hosted checkout are opened is "not
 * shown", and therefore a setting.
 * @throws SettingError when the credential lacks the key
 */
export function keyHeaders(key: Key, settings: Settings): Record<string, string> {
	switch (key) {
		case 'login':
			return loginHeaders(settings);
		case 'bearer':
			return bearerHeaders(settings);
		case 'privateKey':
			return { Authorization: need(settings.privateKey, 'Private Key') };
		case 'publicKey': {
			const name = settings.hostedCheckoutAuthentication === 'publicKeyHeader' ? 'x-public-key' : 'Authorization';
			return { [name]: need(settings.publicApiKey, 'Public Key') };
		}
		case 'card':
			return cardHeaders(settings);
		case 'refund':
			return refundHeaders(settings);
	}
}

/** Says whether the login is used. Where charges use another key, a merchant without bank transfers may have no keys for it. */
export function hasLogin({ apiKey, clientId, cardAuthentication }: Settings): boolean {
	return Boolean(apiKey || clientId) || ['apiKey', 'bearer'].includes(cardAuthentication);
}

/** Says whether a key requires an access token (5.1). */
export function needsToken(key: Key, settings: Settings): boolean {
	return key === 'bearer' || (key === 'card' && settings.cardAuthentication === 'bearer');
}

/** The property of a credential that names the key of a request of this package. It is a symbol, so nobody can enter or store it. */
export const REQUEST_KEY = Symbol('requestKey');

/** A credential, and the key of the request that is sent with it, where this package sends it. */
export interface CredentialWithKey {
	readonly [REQUEST_KEY]?: Key;
}

/**
 * Finds the key for a request. A request of this package names its key, by its endpoint. n8n's HTTP Request node sends this
 * credential to addresses, of which each is an endpoint's, or that of a call that this package does not make.
 * @throws SettingError for an address outside the service, so that the keys never reach another host
 */
export function keyFor(url: string, settings: Settings, requestKey?: Key): Key {
	const address = addressOf(url) ?? '';
	const { baseUrl, transactionUrl, renewalPath } = settings;
	const isCard = address.startsWith(`${transactionUrl}/`);
	const isOther = address.startsWith(`${baseUrl}/`);
	if (!isCard && !isOther) throw outside();
	if (requestKey !== undefined) return requestKey;
	if (renewalPath !== '' && address === addressOf(baseUrl + renewalPath)) return 'login';
	const endpoint = Object.values(ENDPOINTS).find((known) => isAddressOf(known, address, settings));
	if (endpoint) return endpoint.key;
	// Calls that this package does not make.
	if (address.startsWith(`${transactionUrl}/transaction/`)) return 'card';
	if (isOther) return 'bearer';
	throw outside();
}

/** Returns the two headers of the login (4.1). */
function loginHeaders({ apiKey, clientId }: Settings): Record<string, string> {
	return { 'x-api-key': need(apiKey, 'API Key'), 'x-client-id': need(clientId, 'Client ID') };
}

// A token that was issued for other keys or another host is not sent. The placeholder gets a 401, which makes n8n log in.
function bearerHeaders(settings: Settings): Record<string, string> {
	const token = settings.tokenFor === fingerprint(settings) ? settings.accessToken : '';
	return { Authorization: `Bearer ${token || 'none'}` };
}

function cardHeaders(settings: Settings): Record<string, string> {
	switch (settings.cardAuthentication) {
		case 'apiKey':
			return loginHeaders(settings);
		case 'bearer':
			return bearerHeaders(settings);
		case 'privateKey':
			return keyHeaders('privateKey', settings);
		case 'privateKeyHeader':
			return { [need(settings.cardHeader, 'Header Name')]: need(settings.privateKey, 'Private Key') };
		case 'none':
			return {};
	}
}

// The specification has no refund; providers document the private key in these forms.
function refundHeaders({ refundAuthentication: form, privateKey }: Settings): Record<string, string> {
	if (form === 'none') return {};
	const key = need(privateKey, 'Private Key');
	if (form === 'privateKeyHeader') return { [USUAL_CARD_HEADER]: key };
	return { Authorization: form === 'bearer' ? `Bearer ${key}` : key };
}

function need(value: string, field: string): string {
	if (value === '') {
		throw new SettingError(
			`The credential has no '${field}'.`,
			`Open the credential and enter the '${field}', which this call needs.`,
		);
	}
	return value;
}

function outside(): SettingError {
	return new SettingError(
		'This credential does not send its keys to this address.',
		'Use an address that begins with the Base URL of the credential, or with its Transaction Base if your provider has one.',
	);
}
