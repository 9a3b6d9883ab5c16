import {
	CARD_AUTHENTICATION_NAMES,
	FIND_PAYMENTS_NAMES,
	FORM_NAMES,
	HISTORY_DATES_NAMES,
	PUBLIC_KEY_NAMES,
	RENEWAL_STYLE_NAMES,
} from '../client/credentialLabels';
import type { Endpoint } from '../client/endpoints';
import { GatewayError } from '../values/errors';
import type { Answer } from '../client/response';
import type { Settings } from '../client/settings';

/** The checks, in the order in which they are shown. */
export const CHECKS = [
	'Settings',
	'HTTPS',
	'Base URL',
	'Clock',
	'Login',
	'Renewal',
	'Banks List',
	'Transaction Base',
	'Private Key',
	'IP Address',
	'Find Payments',
	'Card Authentication',
	'Authorize',
	'Hosted Checkout',
	'Notifications',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** What a check has found. */
export interface SetupCheck {
	check: CheckName;
	ok: boolean;
	/** In the words of the form. */
	whatToDo: string;
	found: string;
}

/** A request that cannot move money. */
export interface ProbeRequest {
	/** For messages. */
	endpoint: Endpoint;
	url: string;
	/** Keys, for the addresses of the credential alone. */
	headers?: Record<string, string>;
	query?: Record<string, string | number>;
	body?: Record<string, unknown>;
}

export interface ProbeAnswer extends Answer {
	/** When it came, in milliseconds since 1970. */
	at: number;
	/** The service's time: its header Date. */
	date?: string;
}

/** What the checks work with. */
export interface Setup {
	settings: Settings;
	/** Sends a request. Every HTTP status is an answer. @throws GatewayError where there is none */
	send(request: ProbeRequest): Promise<ProbeAnswer>;
	/** The query parameter that asks for a further page of the banks list. */
	pageParameter: string;
	/** Where the world reaches this n8n. */
	publicAddress: string;
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

/** The check that an error makes fail. */
export function failedWith(check: CheckName, { message, description }: GatewayError): SetupCheck {
	return failed(check, message, description ?? 'Run Check Setup again in a moment.');
}

/** A check that was not made, because it needs what another one has not found. */
export function notChecked(check: CheckName, needed: CheckName): SetupCheck {
	return failed(
		check,
		`Not checked, because ${needed} failed`,
		`First do what ${needed} says, and then run Check Setup again.`,
	);
}

/** The settings that advice may name, with the words of the form for what they are set to. */
interface Values {
	cardAuthentication: keyof typeof CARD_AUTHENTICATION_NAMES;
	renewalStyle: keyof typeof RENEWAL_STYLE_NAMES;
	baseUrl: string;
	transactionBase: string;
	cardHeader: string;
	renewalPath: string;
	checkReferences: boolean;
	findPaymentsWith: keyof typeof FIND_PAYMENTS_NAMES;
	historyDatesIn: keyof typeof HISTORY_DATES_NAMES;
	hostedCheckoutAuthentication: keyof typeof PUBLIC_KEY_NAMES;
}

/** How to change settings, in the words of the form. An empty value is one to be removed. */
export function advice({ providerDiffers }: Settings, values: Partial<Values>): string {
	const names = Object.keys(values) as Array<keyof Values>;
	const isShown = providerDiffers || names.every((name) => name === 'baseUrl');
	const steps = names.map((name) => step(name, values[name]!));
	const all = [...(isShown ? [] : [`turn on ${FORM_NAMES.providerDiffers}`]), ...steps].join(', and ');
	return `In the credential, ${all}.`;
}

function step(name: keyof Values, value: string | boolean): string {
	if (typeof value === 'boolean') return `turn ${value ? 'on' : 'off'} ${FORM_NAMES[name]}`;
	return value === '' ? `clear ${FORM_NAMES[name]}` : `set ${FORM_NAMES[name]} to ${inForm(name, value)}`;
}

function inForm(name: keyof Values, value: string): string {
	if (name === 'cardAuthentication') return CARD_AUTHENTICATION_NAMES[value as Values['cardAuthentication']];
	if (name === 'renewalStyle') return RENEWAL_STYLE_NAMES[value as Values['renewalStyle']];
	if (name === 'historyDatesIn') return HISTORY_DATES_NAMES[value as Values['historyDatesIn']];
	if (name === 'findPaymentsWith') return FIND_PAYMENTS_NAMES[value as Values['findPaymentsWith']];
	if (name === 'hostedCheckoutAuthentication') return PUBLIC_KEY_NAMES[value as Values['hostedCheckoutAuthentication']];
	return `"${value}"`;
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
