import { bankEndpoints } from './bankEndpoints';
import { REFUSALS, type Endpoint, type MoneyEndpoint, type StatusAdvice } from './endpoint';

const CORRECT_THE_VALUE =
	'Correct the value. If this reference may have been used before, verify that payment before you use a new one.';

const NO_HOSTED_CHECKOUT: StatusAdvice = {
	message: 'This provider does not offer hosted checkout here.',
	next: 'Use Payment Link: Create, whose page this n8n serves. If your provider has hosted checkout, turn on My Provider Needs Other Settings in the credential, and check the Hosted Checkout Path.',
};

const NO_REFUNDS: StatusAdvice = {
	message: 'This provider does not offer refunds here.',
	next: "Refund the payment in your provider's dashboard. If your provider has a refund call, turn on My Provider Needs Other Settings in the credential, and check the Refund Path.",
};

/** Statuses that refuse the keys, or too many requests, and say nothing of a card or an OTP. */
export const NOT_ABOUT_THE_CARD = [401, 403, 429];
/** Statuses that, in the service's own form, refuse a call before it has looked at the payment. */
export const NEVER_LOOKED = [401, 403, 405];
// An authorization and a refund concern a payment that exists, and 402 may tell what became of it: its record decides.
const REFUSALS_OF_EXISTING = REFUSALS.filter((status) => status !== 402);

/**
 * Every call of the service. What is sent, and which key the credential adds to a URL, are both decided by this record
 * alone.
 */
const endpoints = {
	/** 4.1 Obtain access token. Its error answers are "not shown". */
	token: {
		label: 'log in',
		method: 'POST',
		path: '/uaa/api/auth',
		key: 'login',
		below: 'baseUrl',
		record: 'anywhere',
		errors: 'transfer',
		movesMoney: false,
		statusAdvice: {
			404: {
				message: 'There is no login at this address.',
				next: 'Check the Base URL in the credential: "/uaa/api/auth" is added to it.',
			},
		},
	},

	/** 4.2 List banks. Its error answers are "not shown". */
	banks: {
		label: 'list banks',
		method: 'GET',
		path: '/paas/bank/transfer/v1/banks',
		key: 'bearer',
		below: 'baseUrl',
		record: 'anywhere',
		isList: true,
		errors: 'transfer',
		movesMoney: false,
	},

	/** 4.3 Charge a card. Errors: section 7. */
	charge: {
		label: 'charge the card',
		method: 'POST',
		path: '/transaction/charge',
		key: 'card',
		below: 'transactionBase',
		record: 'inEnvelope',
		errors: 'card',
		movesMoney: true,
		refusalStatuses: REFUSALS,
		refusalSetting: 'chargeRefusals',
		statusAdvice: {
			400: {
				message: 'The service found a missing or invalid value in the charge.',
				next: CORRECT_THE_VALUE,
			},
		},
	},

	/** 4.4 Authorize a card transaction with an OTP. Errors: section 7. */
	authorize: {
		label: 'authorize the payment',
		method: 'POST',
		path: '/transaction/charge/authorize',
		key: 'card',
		below: 'transactionBase',
		record: 'inEnvelope',
		errors: 'card',
		movesMoney: true,
		refusalStatuses: REFUSALS_OF_EXISTING,
		statusAdvice: {
			400: {
				message: 'The service refused the OTP.',
				next: 'Ask the customer for the newest OTP and authorize again with the same transaction reference.',
			},
			404: {
				message: 'The service does not know this transaction.',
				next: 'Use the "transactionReference" that Card: Charge returned, not your own reference.',
			},
		},
	},

	/** 4.5 Verify a transaction. Errors: section 7, and 5.4 to 5.6. */
	verify: {
		label: 'verify the transaction',
		method: 'GET',
		path: '/transaction/verify/{transactionReference}',
		key: 'privateKey',
		below: 'transactionBase',
		record: 'inEnvelope',
		errors: 'card',
		provesAddress: true,
		movesMoney: false,
		statusAdvice: {
			404: {
				message: 'The service does not know a transaction with this reference.',
				next: 'Use the "transactionReference" that Card: Charge returned. Some providers cannot look up payments by your reference.',
			},
		},
	},

	/** Transaction history, which providers publish. Its filter finds a payment by the merchant's reference. */
	history: {
		label: 'list transactions',
		method: 'GET',
		path: '/transaction/history',
		pathSetting: 'historyPath',
		key: 'privateKey',
		below: 'transactionBase',
		record: 'inEnvelope',
		isList: true,
		errors: 'card',
		movesMoney: false,
	},

	/** Refund, which providers publish. Its amount is in major units, and the call has no idempotency key: sent twice, it may refund twice. */
	refund: {
		label: 'refund the payment',
		method: 'PUT',
		path: '/transaction/refund/{transactionReference}',
		pathSetting: 'refundPath',
		key: 'refund',
		below: 'transactionBase',
		record: 'inEnvelope',
		errors: 'card',
		movesMoney: true,
		refusalStatuses: REFUSALS_OF_EXISTING,
		statusAdvice: {
			400: {
				message: 'The service refused the refund.',
				next: "Look the payment up in your provider's dashboard, and refund it there.",
			},
			404: NO_REFUNDS,
			405: NO_REFUNDS,
		},
	},

	/** Hosted checkout, which providers publish: a page of theirs, on which the customer pays. Two pages could both be paid. */
	hostedCheckout: {
		label: 'create the hosted checkout',
		method: 'POST',
		path: '/transaction/initialize',
		pathSetting: 'hostedCheckoutPath',
		key: 'publicKey',
		below: 'transactionBase',
		record: 'inEnvelope',
		errors: 'card',
		movesMoney: true,
		refusalStatuses: REFUSALS,
		statusAdvice: {
			400: {
				message: 'The service found a missing or invalid value in the hosted checkout.',
				next: CORRECT_THE_VALUE,
			},
			404: NO_HOSTED_CHECKOUT,
			405: NO_HOSTED_CHECKOUT,
		},
	},

	...bankEndpoints,
} as const satisfies Record<string, Endpoint>;

type Endpoints = typeof endpoints;

/** Every call, as an endpoint that reads or one that moves money. */
export const ENDPOINTS: {
	readonly [Name in keyof Endpoints]: Endpoints[Name] extends { movesMoney: true } ? MoneyEndpoint : Endpoint;
} = endpoints;

/** A setting for the path of an endpoint. */
export type PathSetting = Extract<(typeof endpoints)[keyof typeof endpoints], { pathSetting: string }>['pathSetting'];

/** The endpoints whose paths are settings, each with its setting. */
export const PATHS = Object.values(ENDPOINTS).flatMap((endpoint) =>
	endpoint.pathSetting === undefined ? [] : [{ endpoint, setting: endpoint.pathSetting as PathSetting }],
);
