import { randomUUID } from 'crypto';

import { endpointUrl, keyHeaders, type PlainRequest, type SendPlain } from '../client/request';
import {
	CARD_AUTHENTICATION_NAMES,
	FIND_PAYMENTS_NAMES,
	CREDENTIAL_LABELS,
	HISTORY_DATES_NAMES,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
} from '../client/credentialLabels';
import type { Endpoint, Key } from '../client/endpoint';
import type { Answer } from '../client/response';
import { maskAnswer, type Settings } from '../client/settings';
import type { Token } from '../client/token';
import type { Service } from '../sending/service';
import { GatewayError } from '../values/errors';

/** The finding of a probe. A probe throws a GatewayError where it cannot find anything out, and neither could the rows that need it. */
export interface Finding {
	ok: boolean;
	/** In the words of the form. */
	whatToDo: string;
	found: string;
	/** The error that says why it is not ok, if there is one. */
	failure?: GatewayError;
	/** The setup of later rows, where the probe hands something on to them, such as a token. */
	setup?: Setup;
}

/** The setup that the probes work with. */
export interface Setup {
	/** With the token of a login that was made for the checks, and without the stored one. */
	settings: Settings;
	send: SendPlain;
	/** The address at which the internet reaches this n8n. */
	publicAddress: string;
	/** The result of a login that an earlier row has tried. */
	login?: Token | GatewayError | undefined;
}

/** Returns the setup with other settings, to try them. */
export function withSettings(setup: Setup, settings: Partial<Settings>): Setup {
	return { ...setup, settings: { ...setup.settings, ...settings } };
}

export interface EndpointRequest extends Pick<PlainRequest, 'query' | 'body'> {
	/** The key to send; undefined for none. */
	key?: Key | undefined;
	parameters?: Record<string, string>;
}

/**
 * Fetches the answer of an endpoint, without secrets.
 * @throws GatewayError where the key is missing or no answer comes
 */
export async function fetchAnswer(
	{ settings, send }: Setup,
	endpoint: Endpoint,
	{ key, parameters, ...question }: EndpointRequest = {},
): Promise<Answer> {
	const headers = key && { headers: keyHeaders(key, settings) };
	const answer = await send({ endpoint, url: endpointUrl(endpoint, settings, parameters), ...headers, ...question });
	return maskAnswer(answer, settings);
}

/** Makes the service for probes that make a call as a node does. There is no pause between two calls. */
export function serviceOf(setup: Setup): Service {
	return {
		settings: setup.settings,
		send: async (endpoint, content) => await fetchAnswer(setup, endpoint, { key: endpoint.key, ...content }),
		pause: () => Promise.resolve(),
	};
}

/** Makes a reference that no transaction has. */
export function makeUnusedReference(): string {
	return `credential-test-${randomUUID()}`;
}

/** Returns the result of a call, or the GatewayError that it fails with. */
export async function tryCall<T>(call: () => T | Promise<T>): Promise<T | GatewayError> {
	try {
		return await call();
	} catch (error) {
		if (error instanceof GatewayError) return error;
		throw error;
	}
}

export function pass(found: string, whatToDo = 'Nothing to do.'): Finding {
	return { ok: true, whatToDo, found: sentence(found) };
}

/** Makes the finding that something has to be changed, though rows that need this one can run. */
export function fail(found: string, whatToDo: string): Finding {
	return { ok: false, whatToDo: sentence(whatToDo), found: sentence(found) };
}

const RUN_AGAIN = 'Run Check Setup again in a moment. If the result is the same, ask your provider.';

/** Makes the finding of a probe that an error has ended. */
export function failWith(failure: GatewayError): Finding {
	return { ...fail(failure.message, failure.description ?? RUN_AGAIN), failure };
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
 * Says how to change settings, in the words of the form: "In the credential, set Find Payments With to Verify."
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
