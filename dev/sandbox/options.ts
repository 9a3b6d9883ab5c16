import { OTP } from './cards';
import { ofEachForm, type Writes } from './forms';
import type { Counting } from './money';

export interface SandboxOptions {
	/** 0 = any free port. */
	port?: number;
	apiKey?: string;
	clientId?: string;
	privateKey?: string;
	publicKey?: string;
	/** The scheme in which charge and authorize check keys; section 5 leaves it open. */
	cardAuth?: 'apiKey' | 'bearer' | 'privateKey' | 'privateKeyHeader' | 'none';
	/** True if charge, authorize and hosted checkout refuse a bad field before they look at the key. */
	checksFieldsFirst?: boolean;
	/** The one OTP that it takes, for every card. */
	otp?: string;
	/** Path before `/transaction/...`; section 4 leaves it open. */
	transactionPrefix?: string;
	/** Path before `/uaa` and `/paas`. */
	basePrefix?: string;
	/** Applies to tokens issued from now on. */
	tokenLifetimeSeconds?: number;
	/** True if there is a login; a merchant without bank transfers may have none. */
	hasLogin?: boolean;
	/** Path of the refresh endpoint, below `basePrefix`; empty = there is none. */
	refreshPath?: string;
	/** The place that the refresh token is taken from. */
	refreshTokenIn?: 'either' | 'body' | 'header';
	/** The way in which amounts are counted; section 8 says only that 1000 equals 10.00. */
	amountsIn?: Counting;
	/** True if verify also finds a transaction by the merchant's reference. */
	verifyKnowsMerchantReference?: boolean;
	/** True if there is a transaction history; providers document it, the specification does not. */
	hasHistory?: boolean;
	/** The unit of the history's `startDate` and `endDate`, which providers leave open. */
	historyDatesIn?: 'seconds' | 'milliseconds';
	historyOrder?: 'newest' | 'oldest';
	/** The time after which a new transaction appears in the history. */
	historyLagMs?: number;
	/** True if the history obeys its parameter `reference`. */
	historyFilters?: boolean;
	/** True if there is a call for refunds; providers document it, the specification does not. */
	hasRefunds?: boolean;
	/** The form in which it takes the private key; providers document these. */
	refundAuth?: 'bearer' | 'privateKey' | 'privateKeyHeader' | 'none';
	/** The acquirer's code for refunds, whatever it does: 00 approves them, and an empty one is answered as null. */
	refundAcquirerCode?: string;
	/** True if the acquirer carries out the refunds that it accepts. */
	makesRefunds?: boolean;
	/** The time after which an accepted refund is carried out. Until then no record shows it, and the service accepts it again. */
	refundLagMs?: number;
	/** The status of a payment of which a part was refunded: a sample of providers has that of a whole refund. It may stay as it was. */
	partialRefundStatus?: 2 | 6 | 11;
	/** True if there is hosted checkout; providers document it, the specification does not. */
	hasHostedCheckout?: boolean;
	/** The form in which it takes the public key; providers document these. */
	checkoutAuth?: 'authorization' | 'publicKeyHeader';
	/** The names of its page's address: one provider documents a second name. */
	checkoutAnswer?: 'authorizationUrl' | 'both';
	/** True if a hosted payment has a record before somebody has opened its page. */
	showsUnopenedPages?: boolean;
	/** True if a charge or a transfer under a used reference moves money again; section 8, rule 3 forbids it. */
	acceptsUsedReferences?: boolean;
	/** The two descriptions of section 2.6: the payload it shows, or its field table. */
	verifyShape?: 'payload' | 'table';
	/** True if its record has what providers document of notifications alone: `metadata`, and how much was refunded, when last. */
	verifyTellsRefunds?: boolean;
	/** Verify answers 403 to everybody. */
	ipNotWhitelisted?: boolean;
	/** Error answers repeat the request, secrets included, as a careless service would. */
	echo?: boolean;
	/** Fields at the top of every successful answer, such as an empty `error`, or in place of the envelope's, such as `status: false`. */
	moreInAnswers?: Record<string, unknown>;
	/** The forms in which it writes its answers and notifications. A change leaves those that it does not name. */
	writes?: Partial<Writes>;
	banks?: number;
	/** The forms of pages are those of Spring; `unnumbered` is a page that says nothing of others. */
	bankAnswer?: 'page' | 'array' | 'data' | 'slice' | 'unnumbered';
	bankPageSize?: number;
	/** The query parameter for a page; others are ignored. */
	bankPageParameter?: string;
	/** The balance of the merchant's account, in minor units. */
	transferBalance?: number;
	/** True if there are accounts for single payments; providers document them. */
	hasBankPayments?: boolean;
	/** True if their status is shown only when somebody has paid. */
	hidesUnpaidBankPayments?: boolean;
	/** The time after which somebody pays to a new account; nobody does where it is 0. */
	bankPaymentPaidMs?: number;
	/** True if there is a call for the balance; a provider documents it. */
	hasBalance?: boolean;
	/** The amount by which the account may be overdrawn, in minor units. */
	overdraftLimit?: number;
	/** The amount that may be transferred per day (UTC), in minor units. */
	transferDailyLimit?: number;
	/** The time for which a transfer to one of the test accounts stays pending. */
	transferPendingMs?: number;
	/** The unit of amounts in answers about transfers; `minor` imitates a service that mixes up the units. */
	transferAmounts?: 'major' | 'minor';
	/** True if the status of a transfer is also found by the caller's request id. */
	statusKnowsRequestId?: boolean;
	/** True if there is the second path for the status of a transfer, which takes the request id. */
	hasTransferStatusByRequestId?: boolean;
	webhooksEnabled?: boolean;
	/** The address for notifications of a payment that names none: the URL of the merchant's dashboard; empty = nowhere. */
	dashboardWebhookUrl?: string;
	notificationRetryMs?: number;
	notificationTries?: number;
	/** The body of a notification; section 6 leaves it open. The last three are JSON: called a form, with a BOM, without a Content-Type. */
	notificationFormat?: 'json' | 'form' | 'jsonAsForm' | 'jsonWithBom' | 'jsonUntyped';
	/** Up to `{event, data: {transaction: {record: {...}}}}`, from the outside in; a form has no nesting. */
	notificationNesting?: 0 | 1 | 2 | 3;
	/** The status of a notification: 2, "2" or "AUTHORIZED". */
	notificationStatus?: 'code' | 'text' | 'name';
	/** The number of copies of each notification that are sent at once; each is retried independently. */
	notificationCopies?: number;
	/** True if a transaction that the charge leaves in PENDING is notified, too. */
	notifyOpen?: boolean;
}

export type Settings = Required<SandboxOptions> & { writes: Writes };

const DEFAULTS: Settings = {
	port: 0,
	apiKey: 'sandbox-api-key',
	clientId: 'sandbox-client-id',
	privateKey: 'sandbox-private-key',
	publicKey: 'sandbox-public-key',
	cardAuth: 'apiKey',
	checksFieldsFirst: false,
	otp: OTP,
	transactionPrefix: '',
	basePrefix: '',
	tokenLifetimeSeconds: 3600,
	hasLogin: true,
	refreshPath: '',
	refreshTokenIn: 'either',
	amountsIn: 'iso4217',
	verifyKnowsMerchantReference: false,
	hasHistory: true,
	historyDatesIn: 'milliseconds',
	historyOrder: 'newest',
	historyLagMs: 0,
	historyFilters: true,
	hasRefunds: true,
	refundAuth: 'bearer',
	refundAcquirerCode: '00',
	makesRefunds: true,
	refundLagMs: 0,
	partialRefundStatus: 11,
	hasHostedCheckout: true,
	checkoutAuth: 'authorization',
	checkoutAnswer: 'authorizationUrl',
	showsUnopenedPages: true,
	acceptsUsedReferences: false,
	verifyShape: 'payload',
	verifyTellsRefunds: false,
	ipNotWhitelisted: false,
	echo: false,
	moreInAnswers: {},
	writes: ofEachForm(([documented]) => documented) as Writes,
	banks: 237,
	bankAnswer: 'page',
	bankPageSize: 1000,
	bankPageParameter: 'page',
	transferBalance: 100_000_000,
	hasBankPayments: true,
	hidesUnpaidBankPayments: false,
	bankPaymentPaidMs: 0,
	hasBalance: true,
	overdraftLimit: 0,
	transferDailyLimit: 50_000_000,
	transferPendingMs: 3000,
	transferAmounts: 'major',
	statusKnowsRequestId: false,
	hasTransferStatusByRequestId: true,
	webhooksEnabled: true,
	dashboardWebhookUrl: '',
	notificationRetryMs: 1000,
	notificationTries: 5,
	notificationFormat: 'json',
	notificationNesting: 0,
	notificationStatus: 'code',
	notificationCopies: 1,
	notifyOpen: false,
};

const flag = { type: 'boolean' };
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** The body of `POST /sandbox/configure`: every option but the port and the prefixes, which are fixed at the start. */
export const changesSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		apiKey: text,
		clientId: text,
		privateKey: text,
		publicKey: text,
		cardAuth: { enum: ['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none'] },
		checksFieldsFirst: flag,
		otp: { type: 'string', minLength: 1 },
		tokenLifetimeSeconds: { type: 'number' },
		hasLogin: flag,
		refreshPath: text,
		refreshTokenIn: { enum: ['either', 'body', 'header'] },
		amountsIn: { enum: ['iso4217', 'hundredths'] },
		verifyKnowsMerchantReference: flag,
		hasHistory: flag,
		historyDatesIn: { enum: ['seconds', 'milliseconds'] },
		historyOrder: { enum: ['newest', 'oldest'] },
		historyLagMs: count,
		historyFilters: flag,
		hasRefunds: flag,
		refundAuth: { enum: ['bearer', 'privateKey', 'privateKeyHeader', 'none'] },
		refundAcquirerCode: text,
		makesRefunds: flag,
		refundLagMs: count,
		partialRefundStatus: { enum: [2, 6, 11] },
		hasHostedCheckout: flag,
		checkoutAuth: { enum: ['authorization', 'publicKeyHeader'] },
		checkoutAnswer: { enum: ['authorizationUrl', 'both'] },
		showsUnopenedPages: flag,
		acceptsUsedReferences: flag,
		verifyShape: { enum: ['payload', 'table'] },
		verifyTellsRefunds: flag,
		ipNotWhitelisted: flag,
		echo: flag,
		moreInAnswers: { type: 'object' },
		writes: {
			type: 'object',
			additionalProperties: false,
			properties: ofEachForm((forms) => ({ enum: forms })),
		},
		banks: count,
		bankAnswer: { enum: ['page', 'array', 'data', 'slice', 'unnumbered'] },
		bankPageSize: { type: 'integer', minimum: 1 },
		bankPageParameter: { type: 'string', minLength: 1 },
		transferBalance: count,
		hasBankPayments: flag,
		hidesUnpaidBankPayments: flag,
		bankPaymentPaidMs: count,
		hasBalance: flag,
		overdraftLimit: count,
		transferDailyLimit: count,
		transferPendingMs: count,
		transferAmounts: { enum: ['major', 'minor'] },
		statusKnowsRequestId: flag,
		hasTransferStatusByRequestId: flag,
		webhooksEnabled: flag,
		dashboardWebhookUrl: text,
		notificationRetryMs: count,
		notificationTries: count,
		notificationFormat: { enum: ['json', 'form', 'jsonAsForm', 'jsonWithBom', 'jsonUntyped'] },
		notificationNesting: { enum: [0, 1, 2, 3] },
		notificationStatus: { enum: ['code', 'text', 'name'] },
		notificationCopies: { type: 'integer', minimum: 1 },
		notifyOpen: flag,
	},
};

/** The options in force at the start; an option that is not given, or undefined, takes its default. */
export function settingsFrom(options: SandboxOptions): Settings {
	return applyChanges(DEFAULTS, options);
}

/** Changes the settings in place, so that everything that holds them sees the change. */
export function change(settings: Settings, changes: SandboxOptions): void {
	for (const name of Object.keys(withoutUndefined(changes))) {
		if (!(name in changesSchema.properties)) throw new Error(`The option ${name} cannot change while the sandbox runs`);
	}
	Object.assign(settings, applyChanges(settings, changes));
}

function applyChanges(settings: Settings, changes: SandboxOptions): Settings {
	return {
		...settings,
		...withoutUndefined(changes),
		writes: { ...settings.writes, ...withoutUndefined(changes.writes ?? {}) },
	};
}

function withoutUndefined<Options extends object>(options: Options): Options {
	return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
