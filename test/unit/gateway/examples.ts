import { GatewayError } from '../../../gateway/values/errors';
import { fingerprint, readSettings, type Settings } from '../../../gateway/client/settings';

/** The present, for all tests: 15 January 2026. */
export const NOW = Date.UTC(2026, 0, 15);

/** A charge with every required field (specification 2.2) and a card that providers publish for tests. */
export const CHARGE_INPUT = {
	cardNumber: '5060990580000217499',
	expiry: '03/50',
	cvv: '111',
	amount: 1000,
	currency: 'NGN',
	reference: 'ORDER-1',
	callbackUrl: 'https://shop.example/back',
	webhookURL: 'https://shop.example/hook',
};

/** The form in which most providers take a charge. */
export const CHARGE_FORMAT = { amountUnit: 'minor', amountsIn: 'iso4217', yearDigits: 2, pinFormat: 'number' } as const;

/** The settings of a credential that has all keys and shows every setting, with some of its fields changed. */
export function settingsWith(stored: Record<string, unknown> = {}): Settings {
	return readSettings({
		baseUrl: 'https://service.example/api',
		apiKey: 'api-key-5c1f',
		clientId: 'the-client-id',
		privateKey: 'private-key-9e2d',
		publicApiKey: 'public-key-4b8c',
		defaultCurrency: 'NGN',
		providerDiffers: true,
		...stored,
	});
}

/** The settings of a credential that holds tokens for its present keys. */
export function settingsWithTokens(stored: Record<string, unknown> = {}): Settings {
	const settings = settingsWith({ accessToken: 'access-token-b7a4', refreshToken: 'the-refresh-token', ...stored });
	return { ...settings, tokenFor: fingerprint(settings) };
}

/** Returns what a call returns, or the GatewayError that it throws. Any other error fails the test. */
export function attempt<T>(call: () => T): T | GatewayError {
	try {
		return call();
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

/** The GatewayError that a call throws. */
export function failureOf(call: () => unknown): GatewayError {
	const result = attempt(call);
	if (result instanceof GatewayError) return result;
	throw new Error('No GatewayError was thrown');
}

/** Everything that an error shows or stores. */
export function allWordsOf(error: GatewayError): string {
	return [error.message, error.description, JSON.stringify(error)].join('\n');
}
