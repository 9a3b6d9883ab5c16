/**
 * The authentication of charge and authorize. The specification leaves it open (section 5, "not shown"); these are the ways that providers
 * document.
 */
export type CardAuthentication = 'apiKey' | 'bearer' | 'privateKey' | 'privateKeyHeader' | 'none';

/** The labels of the settings in the credential's form, which messages repeat. */
export const CREDENTIAL_LABELS = {
	environment: 'Environment',
	baseUrl: 'Base URL',
	defaultCurrency: 'Default Currency',
	apiKey: 'API Key',
	clientId: 'Client ID',
	privateKey: 'Private Key',
	publicApiKey: 'Public Key',
	shopWebsite: 'Shop Website',
	previousPrivateKey: 'Previous Private Key',
	providerDiffers: 'My Provider Needs Other Settings',
	transactionBase: 'Transaction Base',
	cardAuthentication: 'Card Authentication',
	cardHeader: 'Header Name',
	yearDigits: 'Digits of the Expiry Year',
	pinFormat: 'Send PIN As',
	renewalPath: 'Renewal Path',
	renewalStyle: 'Refresh Token Sent As',
	amountsIn: 'Amounts Are Sent In',
	checkReferences: 'Check References Before Sending',
	findPaymentsWith: 'Find Payments With',
	historyPath: 'Transaction History Path',
	historyDatesIn: 'Dates of the History Are In',
	chargeRefusals: 'Statuses That Refuse a Charge',
	hostedCheckoutAuthentication: 'Hosted Checkout Authentication',
	pageParameter: 'Page Parameter',
	accountDigits: 'Account Number Digits',
} as const;

/** The choices of "Card Authentication" in the form. */
export const CARD_AUTHENTICATION_NAMES: Readonly<Record<CardAuthentication, string>> = {
	bearer: 'Access Token',
	apiKey: 'API Key and Client ID',
	none: 'None',
	privateKey: 'Private Key',
	privateKeyHeader: 'Private Key in a Named Header',
};

/** The header that "Private Key in a Named Header" begins with. */
export const USUAL_CARD_HEADER = 'x-private-key';

/** The choices of "Refresh Token Sent As" in the form. */
export const RENEWAL_STYLE_NAMES = { bearer: 'Authorization Header', body: 'JSON Body' } as const;

/** The choices of "Dates of the History Are In" in the form. */
export const HISTORY_DATES_NAMES = { milliseconds: 'Milliseconds', seconds: 'Seconds' } as const;

/** The calls that find a payment by the merchant's reference. */
export type FindPaymentsWith = 'both' | 'verify' | 'history';

/** The choices of "Find Payments With" in the form. */
export const FIND_PAYMENTS_NAMES: Readonly<Record<FindPaymentsWith, string>> = {
	history: 'Transaction History',
	verify: 'Verify',
	both: 'Verify and Transaction History',
};

/** The forms in which the public key is sent with a hosted checkout. The specification has none; providers document these two. */
export const PUBLIC_KEY_NAMES = { authorization: 'Public Key', publicKeyHeader: 'Public Key in X-Public-Key' } as const;
