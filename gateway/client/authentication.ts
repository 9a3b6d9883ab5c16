import { addressOf, isAddressOf } from './address';
import { ENDPOINTS, type Key } from './endpoints';
import { SettingError } from '../values/errors';
import { USUAL_CARD_HEADER } from './credentialLabels';
import { fingerprint, type Settings } from './settings';

/**
 * The headers that open an endpoint (specification section 5). How charge, authorize, refund and hosted checkout are opened is
 * "not shown", and therefore a setting.
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

/** Whether the login is used. Where charges use another key, a merchant without bank transfers may have no keys for it. */
export function hasLogin({ apiKey, clientId, cardAuthentication }: Settings): boolean {
	return Boolean(apiKey || clientId) || ['apiKey', 'bearer'].includes(cardAuthentication);
}

/** Whether a key requires an access token (5.1). */
export function needsToken(key: Key, settings: Settings): boolean {
	return key === 'bearer' || (key === 'card' && settings.cardAuthentication === 'bearer');
}

/**
 * Which key opens a URL. n8n authenticates every request by it: the requests of this package, and the requests of n8n's HTTP Request
 * node with this credential.
 * @throws SettingError for a URL outside the service, so that the keys never reach another host
 */
export function keyForUrl(url: string, settings: Settings): Key {
	const address = addressOf(url) ?? '';
	const { baseUrl, transactionUrl, renewalPath } = settings;
	if (renewalPath !== '' && address === addressOf(baseUrl + renewalPath)) return 'login';
	const endpoint = Object.values(ENDPOINTS).find((known) => isAddressOf(known, address, settings));
	if (endpoint) return endpoint.key;
	// Calls that this package does not make.
	if (address.startsWith(`${transactionUrl}/transaction/`)) return 'card';
	if (address.startsWith(`${baseUrl}/`)) return 'bearer';
	throw new SettingError(
		'This credential does not send its keys to this address.',
		'Use an address that begins with the Base URL of the credential, or with its Transaction Base if your provider has one.',
	);
}

/** The two headers of the login (4.1). */
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
