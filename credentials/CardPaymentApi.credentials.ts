import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { keyForUrl, keyHeaders } from '../gateway/protocol/authentication';
import { ENDPOINTS } from '../gateway/protocol/endpoints';
import { readSettings } from '../gateway/protocol/settings';
import { newToken } from '../nodes/shared/transport/token';

/** What n8n's HTTP Request node calls by other names than its helpers for requests. */
interface LegacyOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

// In both of n8n's forms.
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

export class CardPaymentApi implements ICredentialType {
	name = 'cardPaymentApi';

	displayName = 'Card Payment API';

	// eslint-disable-next-line n8n-nodes-base/cred-class-field-documentation-url-miscased -- a slug is for n8n's own nodes
	documentationUrl = 'https://card-payment.example/n8n-nodes-card-payment#credential';

	icon = { light: 'file:cardPayment.svg', dark: 'file:cardPayment.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Live', value: 'live' },
				{ name: 'Test', value: 'test' },
			],
			default: 'test',
			description:
				'A label for you. What decides is the host and the keys: each environment has its own. Live needs addresses that begin with https://.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://host.example/api',
			description: 'The address that your provider gave you. "/uaa/api/auth" and "/paas/bank/..." are added to it.',
		},
		{
			displayName: 'Transaction Base',
			name: 'transactionBase',
			type: 'string',
			default: '',
			placeholder: 'https://cards.host.example',
			description:
				'What comes before "/transaction/..." for the card calls: a path under the base URL, or another URL. Leave empty where it is the base URL itself.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Sent as "x-api-key" to log in',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			description: 'Sent as "x-client-id" to log in',
		},
		{
			displayName: 'Private Key',
			name: 'privateKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Verifies transactions, and looks up the outcome when an answer was lost; without it neither works. The IP address of this n8n must be on its whitelist.',
		},
		{
			displayName: 'Card Authentication',
			name: 'cardAuthentication',
			type: 'options',
			options: [
				{ name: 'Access Token', value: 'bearer', description: 'Authorization: Bearer, with the token of the login' },
				{ name: 'API Key and Client ID', value: 'apiKey', description: 'The headers x-api-key and x-client-id' },
				{ name: 'None', value: 'none', description: 'No key is sent' },
				{ name: 'Private Key', value: 'privateKey', description: 'The private key as the value of Authorization' },
				{ name: 'Private Key in a Named Header', value: 'privateKeyHeader', description: 'Such as x-private-key' },
			],
			default: 'apiKey',
			description:
				'How Charge and Authorize show who you are. Providers differ; change it when a charge is refused with 403.',
		},
		{
			displayName: 'Header Name',
			name: 'cardHeader',
			type: 'string',
			default: 'x-private-key',
			displayOptions: { show: { cardAuthentication: ['privateKeyHeader'] } },
		},
		{
			displayName: 'Amounts Are Sent In',
			name: 'amountsIn',
			type: 'options',
			options: [
				{
					name: 'Hundredths of Every Currency',
					value: 'hundredths',
					description: '1000 means JPY 10.00 and KWD 10.00',
				},
				{
					name: 'Minor Units of Each Currency (ISO 4217)',
					value: 'iso4217',
					description: '1000 means JPY 1000 and KWD 1.000',
				},
				{
					name: 'Not Known: Refuse Those Currencies',
					value: 'unknown',
					description:
						'Only currencies that are counted in hundredths everywhere, such as NGN, USD and EUR, are accepted',
				},
			],
			default: 'unknown',
			description:
				'How your provider counts the few currencies that do not have two decimals everywhere, such as JPY, KWD, UGX, HUF and IDR. Ask your provider before you take payments in one of them: a wrong choice charges 10 or 100 times too much or too little.',
		},
		{
			displayName: 'Renewal Path',
			name: 'renewalPath',
			type: 'string',
			default: '',
			placeholder: '/uaa/api/auth/refresh',
			description:
				'Where your provider renews an access token with the refresh token. Leave empty to log in again instead.',
		},
		{
			displayName: 'Refresh Token Sent As',
			name: 'renewalStyle',
			type: 'options',
			options: [
				{ name: 'Authorization Header', value: 'bearer' },
				{ name: 'JSON Body', value: 'body' },
			],
			default: 'body',
			displayOptions: { hide: { renewalPath: [''] } },
		},
		{
			displayName: 'Status Codes',
			name: 'statusCodes',
			type: 'json',
			default: '{}',
			description:
				'Transaction status codes of your provider that differ from the published table, such as {"18": {"name": "HELD", "outcome": "pending"}}. A code that is in neither is never taken for paid.',
		},
		{
			displayName: 'Name Enquiry Path',
			name: 'nameEnquiryPath',
			type: 'string',
			default: ENDPOINTS.nameEnquiry.path,
			description:
				'For Bank Account: Resolve Name, below the base URL. The specification does not show the paths of bank transfers; these are what providers publish.',
		},
		{
			displayName: 'Transfer Path',
			name: 'transferPath',
			type: 'string',
			default: ENDPOINTS.transfer.path,
			description: 'For Transfer: Create, below the base URL',
		},
		{
			displayName: 'Transfer Status Path',
			name: 'transferStatusPath',
			type: 'string',
			default: ENDPOINTS.transferStatus.path,
			description:
				'For Transfer: Get Status, and to look up a transfer whose answer was lost, below the base URL. Where your provider finds request IDs under another path, enter that one, such as /paas/bank/transfer/v1/transfer-status/reference/{requestId}.',
		},
		{
			displayName: 'Transfer Statuses',
			name: 'transferStatuses',
			type: 'json',
			default: '{}',
			description:
				'Statuses of transfers of your provider beyond PENDING, COMPLETE and FAILED, such as {"SUCCESSFUL": "authorized"}. One that is in neither is never taken for paid.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Keys of the Access Token',
			name: 'tokenFor',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Time of the Access Token',
			name: 'obtainedAt',
			type: 'hidden',
			default: '',
		},
	];

	/** Fetches or renews the access token (specification 4.1, 5.3). n8n stores what it returns. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return { ...(await newToken(this, credentials)) };
	}

	/**
	 * Adds the key that opens the request's URL (specification section 5), refuses hosts other than the service's, and forbids
	 * redirects, because n8n would send the keys and the body on to wherever the service points.
	 */
	// eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to arrive as a rejection
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions & LegacyOptions,
	): Promise<IHttpRequestOptions> {
		const settings = readSettings(credentials);
		// n8n's HTTP Request node calls it `uri`.
		const url = request.url ?? request.uri;
		const address = URL.canParse(url, request.baseURL) ? new URL(url, request.baseURL).href : url;
		const keys = keyHeaders(keyForUrl(address, settings), settings);
		// The specification wants a Content-Type with every call; n8n's HTTP Request node sends none with a GET.
		const hasContentType = Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
		const contentType = hasContentType ? {} : { 'Content-Type': 'application/json' };
		request.headers = { ...request.headers, ...contentType, ...keys };
		return Object.assign(request, NO_REDIRECTS);
	}
}
