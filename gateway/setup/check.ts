import { endpointUrl } from '../client/address';
import { keyHeaders } from '../client/authentication';
import {
	CARD_AUTHENTICATION_NAMES,
	FIND_PAYMENTS_NAMES,
	CREDENTIAL_LABELS,
	HISTORY_DATES_NAMES,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
} from '../client/credentialLabels';
import type { Endpoint, Key } from '../client/endpoints';
import type { PlainRequest, SendPlain } from '../client/request';
import type { Answer } from '../client/response';
import { maskAnswer, type Settings } from '../client/settings';
import { GatewayError } from '../values/errors';

/** The checks, in the order in which they are shown, each with the check that it needs. */
const NEEDED = {
	Settings: '',
	'Base URL': 'Settings',
	Login: 'Base URL',
	Renewal: 'Login',
	'Banks List': 'Login',
	'Transaction Base': 'Settings',
	'Private Key': 'Transaction Base',
	'Find Payments': 'Private Key',
	'Card Authentication': 'Transaction Base',
	'Hosted Checkout': 'Transaction Base',
	Notifications: 'Settings',
};
export type CheckName = keyof typeof NEEDED;
export const CHECKS = Object.keys(NEEDED) as CheckName[];

/** What a check has found. */
export interface SetupCheck {
	check: CheckName;
	ok: boolean;
	/** In the words of the form. */
	whatToDo: string;
	found: string;
}

/** What the checks work with. */
export interface Setup {
	/** With the token of a login that was made for the checks, and without the stored one. */
	settings: Settings;
	send: SendPlain;
	/** Where the world reaches this n8n. */
	publicAddress: string;
}

/** The same with other settings, to be tried. */
export function withSettings(setup: Setup, settings: Partial<Settings>): Setup {
	return { ...setup, settings: { ...setup.settings, ...settings } };
}

export interface Question extends Pick<PlainRequest, 'query' | 'body'> {
	/** The key to send; undefined for none. */
	key?: Key | undefined;
	parameters?: Record<string, string>;
}

/** Asks an endpoint. Its answer is without secrets. Returns the GatewayError where the key is missing or no answer comes. */
export async function askEndpoint(
	{ settings, send }: Setup,
	endpoint: Endpoint,
	{ key, parameters, ...question }: Question = {},
): Promise<Answer | GatewayError> {
	return await attempt(async () => {
		const headers = key && { headers: keyHeaders(key, settings) };
		const answer = await send({ endpoint, url: endpointUrl(endpoint, settings, parameters), ...headers, ...question });
		return maskAnswer(answer, settings);
	});
}

/** What a call gives, or the GatewayError that it fails with. */
export async function attempt<T>(call: () => T | Promise<T>): Promise<T | GatewayError> {
	try {
		return await call();
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

export function passed(check: CheckName, found: string, whatToDo = 'Nothing to do.'): SetupCheck {
	return { check, ok: true, whatToDo, found: sentence(found) };
}

export function failed(check: CheckName, found: string, whatToDo: string): SetupCheck {
	return { check, ok: false, whatToDo: sentence(whatToDo), found: sentence(found) };
}

export const RUN_AGAIN = 'Run Check Setup again in a moment. If the result is the same, ask your provider.';

/** The check that an error makes fail. */
export function failedBy(check: CheckName, { message, description }: GatewayError): SetupCheck {
	return failed(check, message, description ?? RUN_AGAIN);
}

/** A check that was not made, because it needs what another check has not found. */
export function notChecked(check: CheckName): SetupCheck {
	const needed = NEEDED[check];
	return failed(
		check,
		`Not checked, because ${needed} failed`,
		`First do what ${needed} says, and then run Check Setup again.`,
	);
}

type SettingName = keyof typeof CREDENTIAL_LABELS;

const CHOICES: Partial<Record<SettingName, Readonly<Record<string, string>>>> = {
	cardAuthentication: CARD_AUTHENTICATION_NAMES,
	renewalStyle: RENEWAL_STYLE_NAMES,
	historyDatesIn: HISTORY_DATES_NAMES,
	findPaymentsWith: FIND_PAYMENTS_NAMES,
	hostedCheckoutAuthentication: PUBLIC_KEY_NAMES,
};

/**
 * How to change settings, in the words of the form: "In the credential, set Find Payments With to Verify."
 * @param values by setting; false turns a setting off, and an empty one is to be removed
 */
export function advice({ providerDiffers }: Settings, values: Partial<Record<SettingName, string | false>>): string {
	const steps = Object.entries(values).map(([name, value]) => {
		const field = CREDENTIAL_LABELS[name as SettingName];
		if (value === false) return `turn off ${field}`;
		return value === '' ? `clear ${field}` : `set ${field} to ${CHOICES[name as SettingName]?.[value] ?? `"${value}"`}`;
	});
	const isShown = providerDiffers || 'baseUrl' in values;
	return `In the credential, ${[...(isShown ? [] : [`turn on ${CREDENTIAL_LABELS.providerDiffers}`]), ...steps].join(', and ')}.`;
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
