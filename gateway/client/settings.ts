import { hash } from 'crypto';
import { z } from 'zod/v4';

import { ENDPOINTS, PATHS, type PathSetting } from './endpoints';
import { SettingError } from '../values/errors';
import { CREDENTIAL_LABELS } from './credentialLabels';
import { Secrets } from './mask';
import type { Answer } from './response';
import {
	readBankPaymentStatuses,
	readStatusTable,
	readTransferStatuses,
	type StatusTable,
	type StatusWords,
} from '../outcome';

const text = z.string().default('');
// n8n drops all other characters from a header, or nobody sees them: the key that the service
// gets would not be the key that signs links and is hidden in answers.
const PRINTED = /^[ -~\u00a1-\u00ac\u00ae-\u00ff]*$/;
const key = text
	.transform((value) => value.trim())
	.refine((value) => PRINTED.test(value), 'It has a line break, an invisible character or a non-Latin letter.');
// A token of RFC 9110, 5.6.2; empty when it is not used.
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]*$/;
// They frame or route the request, or describe its body: a key in their place breaks it, or goes to a proxy.
const RESERVED_HEADERS = [
	...['host', 'content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'],
	...['expect', 'te', 'trailer', 'upgrade', 'via', 'proxy-connection', 'proxy-authorization'],
];

/** The settings of every credential, and the tokens that n8n keeps with it. */
const usualSchema = z.object({
	/** The mode: payments are real in Live, which everything but `test` is. */
	environment: text.transform((value) => (value === 'test' ? 'test' : 'live')),
	baseUrl: text,
	apiKey: key,
	clientId: key,
	privateKey: key,
	/** Opens hosted checkout alone; empty where it is not used. */
	publicApiKey: key,
	/** The key that only opens and checks what this package has made with it before; empty where there is none. */
	previousPrivateKey: key,
	/** Empty where every node has its own. */
	defaultCurrency: z
		.string()
		.trim()
		.toUpperCase()
		.regex(/^([A-Z]{3})?$/)
		.default(''),
	/** The page that customers return to whose payment names none of its own, as it was entered: `readShopWebsite` reads it. */
	shopWebsite: text.transform((value) => value.trim()),
	/** True if the settings of `differingSchema` are the user's. Otherwise each has its default, whatever is stored. */
	providerDiffers: z.boolean().default(false),
	accessToken: text,
	refreshToken: text,
	/** Fingerprint of the keys and host for which `accessToken` was issued. */
	tokenFor: text,
	/** The time at which `accessToken` came, in milliseconds since 1970; 0 where it is not known. */
	obtainedAt: z.coerce.number().catch(0),
});

/** The settings that the form shows only where the provider differs. */
const pathSettings = Object.fromEntries(PATHS.map(({ setting }) => [setting, text])) as Record<
	PathSetting,
	typeof text
>;

const differingSchema = z.object({
	...pathSettings,
	transactionBase: text,
	cardAuthentication: z.enum(['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none']).default('apiKey'),
	cardHeader: z
		.string()
		.regex(HEADER_NAME)
		.refine((name) => !RESERVED_HEADERS.includes(name.toLowerCase()), 'HTTP uses this header itself.')
		.default(''),
	/** Digits of the year of a card's expiry date. */
	yearDigits: z.coerce
		.number()
		.pipe(z.literal([2, 4]))
		.default(2),
	pinFormat: z.enum(['number', 'text']).default('number'),
	amountsIn: z.enum(['iso4217', 'hundredths', 'unknown']).default('unknown'),
	renewalPath: text,
	renewalStyle: z.enum(['body', 'bearer']).default('body'),
	/** True if the service is asked what it has under a reference before a charge or a transfer is sent. */
	checkReferences: z.boolean().default(true),
	findPaymentsWith: z.enum(['both', 'verify', 'history']).default('both'),
	historyDatesIn: z.enum(['seconds', 'milliseconds']).default('milliseconds'),
	/** Statuses of a charge's answer that say that the card was not charged. */
	chargeRefusals: text.transform(statusList).pipe(z.array(z.int().min(400).max(499))),
	statusCodes: text,
	refundAuthentication: z.enum(['bearer', 'privateKey', 'privateKeyHeader', 'none']).default('bearer'),
	hostedCheckoutAuthentication: z.enum(['authorization', 'publicKeyHeader']).default('authorization'),
	/** The query parameter that asks for a further page of the banks list. */
	pageParameter: text.transform((name) => name.trim() || 'page'),
	/** Digits of an account number. An IBAN, the longest that exists, has 34 characters. */
	accountDigits: z.coerce.number().int().min(1).max(34).default(10),
	transferStatuses: text,
	bankPaymentStatuses: text,
});

type StoredCredential = z.output<typeof usualSchema> & z.output<typeof differingSchema>;

/** The checked content of the credential. */
export interface Settings extends Omit<
	StoredCredential,
	'transactionBase' | 'statusCodes' | 'transferStatuses' | 'bankPaymentStatuses'
> {
	/** Absolute URL that precedes `/transaction/...`. */
	transactionUrl: string;
	statusTable: StatusTable;
	transferStatuses: StatusWords;
	bankPaymentStatuses: StatusWords;
}

/**
 * Reads a decrypted credential. With "My Provider Needs Other Settings" off, the settings that the form then hides have their defaults: a
 * value that nobody sees must not decide how a card is charged.
 * @throws SettingError naming the field that cannot be used
 */
export function readSettings(stored: unknown): Settings {
	const usual = read(usualSchema, stored);
	const differing = read(differingSchema, usual.providerDiffers ? stored : {});
	const { baseUrl, transactionBase, renewalPath, statusCodes, ...rest } = { ...usual, ...differing };
	const base = withoutLogin(absoluteUrl(baseUrl, CREDENTIAL_LABELS.baseUrl));
	const transactions = transactionUrl(base, transactionBase.trim());
	if (rest.environment === 'live') refuseUnprotected([base, transactions]);
	return {
		...rest,
		baseUrl: base,
		transactionUrl: transactions,
		renewalPath: addLeadingSlash(renewalPath),
		statusTable: readStatusTable(statusCodes),
		...pathsOf(rest),
		transferStatuses: readTransferStatuses(rest.transferStatuses),
		bankPaymentStatuses: readBankPaymentStatuses(rest.bankPaymentStatuses),
	};
}

const settingsOfFrozen = new WeakMap<object, Settings>();

/**
 * The settings of a credential. A frozen credential cannot change, so it is read once. Reading it again for each of 10,000
 * requests takes 20 MB more (measured).
 * @throws as `readSettings`
 */
export function readSettingsOnce(stored: object): Settings {
	const settings = settingsOfFrozen.get(stored) ?? readSettings(stored);
	if (Object.isFrozen(stored)) settingsOfFrozen.set(stored, settings);
	return settings;
}

function read<T>(schema: z.ZodType<T>, stored: unknown): T {
	const parsed = schema.safeParse(stored);
	if (parsed.success) return parsed.data;
	const { path, code, message } = parsed.error.issues[0]!;
	const field = String(path[0] ?? 'unknown');
	throw new SettingError(
		`The credential's '${(CREDENTIAL_LABELS as Readonly<Record<string, string>>)[field] ?? field}' has a value that cannot be used.`,
		`${code === 'custom' ? `${message} ` : ''}Open the credential and enter it again.`,
	);
}

/** Reads numbers between commas or spaces; where there are none, the statuses of the specification and of HTTP. */
function statusList(given: string): readonly number[] {
	const statuses = given.split(/[\s,;]+/).filter(Boolean);
	return statuses.length === 0 ? ENDPOINTS.charge.refusalStatuses : statuses.map(Number);
}

/** Says whether an address uses https. */
export function usesHttps(url: string): boolean {
	return /^https:/i.test(url);
}

/** Says whether what is sent to an address cannot be read on its way: it uses https, or leads to this machine. */
export function isProtected(url: string): boolean {
	return usesHttps(url) || (URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname));
}

/** @throws SettingError where keys and cards of live payments could be read on their way to an address */
function refuseUnprotected(addresses: string[]): void {
	if (addresses.every(isProtected)) return;
	throw new SettingError(
		'The credential is for live payments, but its address does not begin with https://.',
		'Without it, others can read keys and card numbers in transit. Enter the https:// address of your provider as Base URL, and as Transaction Base if you have one, or set Environment to Test.',
	);
}

// As many characters as nobody can try, even if each is a digit.
const LEAST_TO_SIGN = 16;

/** Says whether nobody can guess a private key from what was signed with it: it has 16 characters or more after its prefix, such as "sk_live_". */
export function canSign(privateKey: string): boolean {
	return privateKey.slice(privateKey.lastIndexOf('_') + 1).length >= LEAST_TO_SIGN;
}

// All spellings of the keys take longer to make than an answer takes to be searched.
const secretsOfKeys = new WeakMap<Settings, Secrets>();

/** Hides the keys and tokens of a credential, and other values, in what leaves the node. */
export function secretsOf(settings: Settings, values: readonly string[] = []): Secrets {
	const keys = secretsOfKeys.get(settings) ?? keySecretsOf(settings);
	secretsOfKeys.set(settings, keys);
	return keys.and(values);
}

function keySecretsOf(settings: Settings): Secrets {
	const { apiKey, privateKey, previousPrivateKey, clientId, accessToken, refreshToken } = settings;
	// The public key is in the addresses of pages.
	const keys = [apiKey, privateKey, previousPrivateKey, accessToken, refreshToken];
	return new Secrets(keys, [clientId]);
}

/** Returns an answer without the keys and tokens of a credential, and without other values. */
export function maskAnswer(
	{ httpStatus, body, location }: Answer,
	settings: Settings,
	values: readonly string[] = [],
): Answer {
	const secrets = secretsOf(settings, values);
	const where = location && placeOf(location);
	return { httpStatus, body: secrets.inAnswer(body), ...(where && { location: secrets.inText(where) }) };
}

const LONGEST_PLACE = 200;

/** Returns the origin and path of an address. The rest may be anything, a session for instance. */
function placeOf(location: string): string {
	const { origin = '', pathname = location } = URL.canParse(location) ? new URL(location) : {};
	return `${origin}${pathname.split(/[?#;]/)[0]}`.slice(0, LONGEST_PLACE);
}

/** Identifies the host and keys that a token belongs to, so that it is not used after one of them has changed. */
export function fingerprint({ baseUrl, apiKey, clientId }: Pick<Settings, 'baseUrl' | 'apiKey' | 'clientId'>): string {
	return hash('sha256', JSON.stringify([baseUrl, apiKey, clientId]));
}

// Long enough to tell accounts apart.
const ACCOUNT_LENGTH = 16;

/** Identifies the account at the service that a request is sent with. */
export function accountOf({ baseUrl, transactionUrl, clientId, apiKey, privateKey }: Settings): string {
	const parts = [baseUrl, transactionUrl, clientId, apiKey || privateKey];
	return hash('sha256', JSON.stringify(parts)).slice(0, ACCOUNT_LENGTH);
}

// Providers may serve the card endpoints under a path of the base URL or on another host altogether.
function transactionUrl(baseUrl: string, transactionBase: string): string {
	if (/^https?:/i.test(transactionBase)) return absoluteUrl(transactionBase, CREDENTIAL_LABELS.transactionBase);
	return absoluteUrl(`${baseUrl}/${transactionBase}`, CREDENTIAL_LABELS.transactionBase);
}

/** Returns the paths that the credential has, or the published ones. A path has the parameters of the published one. */
function pathsOf(stored: Pick<StoredCredential, PathSetting>): Record<PathSetting, string> {
	const paths = PATHS.map(({ endpoint: { label, path: published }, setting }) => {
		const path = addLeadingSlash(stored[setting]) || published;
		if (/^[^\s?#]+$/.test(path) && parametersIn(path) === parametersIn(published)) return [setting, path];
		throw new SettingError(
			`The credential's path to ${label} cannot be used.`,
			`Open the credential and enter a path below the Base URL, such as ${published}.`,
		);
	});
	return Object.fromEntries(paths) as Record<PathSetting, string>;
}

/** Lists the parameters of a path. Providers call the transfer's parameter by either name. */
function parametersIn(path: string): string {
	const names = Array.from(path.matchAll(/\{(.*?)\}/g), ([, name]) => (name === 'requestId' ? 'reference' : name));
	return names.sort().join();
}

/** Returns the base of a login's whole address, which documentation shows and people paste. */
function withoutLogin(url: string): string {
	const { path } = ENDPOINTS.token;
	return url.endsWith(path) ? url.slice(0, -path.length) : url;
}

function addLeadingSlash(path: string): string {
	return path.trim().replace(/^(?=[^/])/, '/');
}

function absoluteUrl(value: string, field: string): string {
	const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
		throw new SettingError(
			`The credential's '${field}' is not a web address.`,
			'Open the credential and enter the address that your provider gave you. It begins with https:// or http://, and has no user name, "?" or "#".',
		);
	}
	return `${url.origin}${url.pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '')}`;
}
