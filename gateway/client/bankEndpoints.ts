import { REFUSALS, type Endpoint, type StatusAdvice } from './endpoint';

const NO_BANK_PAYMENTS: StatusAdvice = {
	message: 'This provider does not offer payments by bank transfer here.',
	next: 'Use Payment Link: Create, or Payment: Create Hosted Checkout. If your provider has accounts for single payments, turn on My Provider Needs Other Settings in the credential, and check the Bank Payment Path.',
};

const NO_BALANCE: StatusAdvice = {
	message: 'This provider does not tell the balance here.',
	next: "See it in your provider's dashboard. If your provider has a call for it, turn on My Provider Needs Other Settings in the credential, and check the Balance Path.",
};

/**
 * The calls for bank accounts. The specification names transfers (section 1) and opens them with the access token (5.1), but shows neither
 * paths nor bodies nor errors: everything here is as providers publish it.
 */
export const bankEndpoints = {
	/** Name enquiry: who holds a bank account. */
	nameEnquiry: {
		label: 'look up the account holder',
		method: 'GET',
		path: '/paas/bank/transfer/v1/banks/code/{bankCode}/accounts/account-number/{accountNumber}/name',
		pathSetting: 'nameEnquiryPath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'anywhere',
		errors: 'transfer',
		movesMoney: false,
	},

	/** Outward transfer. Its amount is in major units, unlike the charge's. */
	transfer: {
		label: 'make the transfer',
		method: 'POST',
		path: '/paas/bank/transfer/v1/transfer-funds',
		pathSetting: 'transferPath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'withOwnStatus',
		errors: 'transfer',
		movesMoney: true,
		refusalStatuses: REFUSALS,
		statusAdvice: {
			400: {
				message: 'The service refused the transfer.',
				next: 'Correct the value. If this request ID may have been used before, check that transfer with Transfer: Get Status before you use a new one.',
			},
			404: {
				message: 'The service found neither the account nor a call for transfers at this address.',
				next: 'Check the bank and the account number. If they are right, check the Base URL in the credential, turn on My Provider Needs Other Settings there, and check the Transfer Path.',
			},
		},
	},

	/** Status of a transfer. */
	transferStatus: {
		label: 'get the status of the transfer',
		method: 'GET',
		path: '/paas/bank/transfer/v1/transfer-funds/status/reference/{reference}',
		pathSetting: 'transferStatusPath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'withOwnStatus',
		errors: 'transfer',
		movesMoney: false,
		statusAdvice: {
			404: {
				message: 'The service does not know a transfer with this reference.',
				next: 'Use the "transactionReference" that Transfer: Create returned, or your request ID. Some providers cannot look up both. To look up the other one, turn on My Provider Needs Other Settings in the credential, and set Transfer Status Path.',
			},
		},
	},

	/** Status of a transfer by the caller's request ID: another page of the same documentation has this path. */
	transferByRequestId: {
		label: 'get the status of the transfer',
		method: 'GET',
		path: '/paas/bank/transfer/v1/transfer-status/reference/{requestId}',
		key: 'bearer',
		below: 'baseUrl',
		record: 'withOwnStatus',
		errors: 'transfer',
		movesMoney: false,
	},

	/** An account for one payment by bank transfer, which providers publish. Its amount is text in major units. */
	bankPayment: {
		label: 'create the account for the payment',
		method: 'POST',
		path: '/business/account/v2/virtual-account/requests',
		pathSetting: 'bankPaymentPath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'withOwnStatus',
		errors: 'transfer',
		movesMoney: true,
		refusalStatuses: REFUSALS,
		statusAdvice: {
			400: {
				message: 'The service found a missing or invalid value in the bank payment.',
				next: 'Correct the value. If this request ID may have been used before, get that bank payment before you use a new one.',
			},
			404: NO_BANK_PAYMENTS,
			405: NO_BANK_PAYMENTS,
		},
	},

	/** Status of a bank payment, by the caller's request ID. */
	bankPaymentStatus: {
		label: 'get the status of the bank payment',
		method: 'GET',
		path: '/business/account/v2/virtual-account/payment-status',
		pathSetting: 'bankPaymentStatusPath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'withOwnStatus',
		errors: 'transfer',
		movesMoney: false,
		statusAdvice: {
			404: {
				message: 'The service has no bank payment under this request ID.',
				next: 'Use the "reference" that Bank Payment: Create returned. Some services may show it only when somebody has paid. If it stays so, turn on My Provider Needs Other Settings in the credential, and check the Bank Payment Status Path.',
			},
		},
	},

	/** The balance of the merchant's account, which a provider publishes. */
	balance: {
		label: 'get the balance',
		method: 'GET',
		path: '/business/account/v2/balance',
		pathSetting: 'balancePath',
		key: 'bearer',
		below: 'baseUrl',
		record: 'anywhere',
		errors: 'transfer',
		movesMoney: false,
		statusAdvice: { 404: NO_BALANCE, 405: NO_BALANCE },
	},
} as const satisfies Record<string, Endpoint>;
