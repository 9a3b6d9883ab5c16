import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CREDENTIAL_LABELS } from '../../gateway/client/credentialLabels';
import type { Settings } from '../../gateway/client/settings';
import { readShopWebsite } from '../../gateway/client/shopWebsite';
import type { MoneyRequest } from '../../gateway/sending/call';
import { InputError } from '../../gateway/values/errors';
import { checkInput, webAddress } from '../../gateway/values/input';
import type { Money } from '../../gateway/values/money';
import type { Parameters } from '../shared/execution/parameters';
import { TEXT } from '../shared/fields/options';
import { signUrl, triggerUrls, WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { hintForAddress } from './triggerAddress';

const TRIGGER_URL = 'Trigger URL';
const RETURN_URL = 'Return URL';

const notifyField: INodeProperties = {
	displayName: 'Notify',
	name: 'notify',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'A Card Payment Trigger',
			value: 'trigger',
			description: 'The service receives signed URLs of that node',
		},
		{ name: 'Another URL', value: 'url', description: 'A webhook of your own' },
		{ name: 'No One (Use Verify)', value: 'nobody' },
	],
	default: 'nobody',
	description: "Who the service notifies of the outcome. With 'No One', use Verify to learn it.",
};

const triggerUrlField: INodeProperties = {
	displayName: TRIGGER_URL,
	name: 'triggerUrl',
	...TEXT,
	required: true,
	placeholder: `e.g. https://n8n.example/webhook/.../${WEBHOOK_PATHS.notification}`,
	description:
		'The notification or callback URL that the Card Payment Trigger shows under "Webhook URLs". This node adds the reference, amount and currency to it and signs it, so that the trigger can tell which payment a request is about.',
	displayOptions: { show: { notify: ['trigger'] } },
};

const webhookUrlField: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookURL',
	...TEXT,
	required: true,
	placeholder: 'e.g. https://n8n.example/webhook/...',
	description: 'Where the service sends notifications, if your provider has enabled them for you',
	displayOptions: { show: { notify: ['url'] } },
};

const returnUrlField: INodeProperties = {
	displayName: RETURN_URL,
	name: 'returnUrl',
	...TEXT,
	placeholder: 'e.g. https://shop.example/thanks',
	description:
		"The page of your shop to which the customer's browser returns from the payment page or the bank. Leave empty for the Shop Website of the credential. A Card Payment Trigger sees the browser first, and sends it on.",
};

/** The fields for where the outcome of a charge is reported, and where the customer returns. */
export const notifyFields = [notifyField, triggerUrlField, webhookUrlField, returnUrlField];

/** The same fields of a hosted checkout, which gives the service no address for notifications. */
export const hostedNotifyFields: INodeProperties[] = [
	{
		...notifyField,
		options: [
			{
				name: 'A Card Payment Trigger',
				value: 'trigger',
				description: "The customer's browser comes back to a signed URL of that node",
			},
			{ name: 'No One (Use Verify)', value: 'nobody' },
		],
		description:
			"Who learns the outcome when the customer's browser comes back. Notifications go to the URL that is set in your provider's dashboard.",
	},
	triggerUrlField,
	returnUrlField,
];

/** The editor's names for the fields, by their names in a request. */
export const ADDRESS_LABELS = { callbackUrl: RETURN_URL, webhookURL: webhookUrlField.displayName };

/** The addresses of a payment. They are checked with the rest of its request. */
interface Addresses {
	callbackUrl: unknown;
	webhookURL: unknown;
	/** A hint beside the item of a customer who is sent to a page. */
	redirectHint?: string;
}

const returnSchema = z.object({ returnUrl: webAddress.optional() });

/**
 * Reads where the service sends notifications, and where the customer's browser returns. The service requires both (specification 2.2):
 * where nobody is to be notified, and nothing says where the shop is, it gets its own address.
 * @throws InputError where the URL of a trigger is to be used, and is none
 */
export function readAddresses(parameters: Parameters, settings: Pick<Settings, 'shopWebsite' | 'baseUrl'>): Addresses {
	const notify = parameters.get('notify', 'nobody');
	if (notify === 'trigger') return readTriggerUrl(parameters.get('triggerUrl'));
	const { origin } = new URL(settings.baseUrl);
	const shop = parameters.getIfSet<unknown>('returnUrl') ?? readShopWebsite(settings);
	return {
		callbackUrl: shop ?? origin,
		// n8n has no value for a field that it does not show.
		webhookURL: notify === 'url' ? parameters.get('webhookURL') : origin,
		...(shop === undefined && { redirectHint: NOWHERE }),
	};
}

const WEBSITE = CREDENTIAL_LABELS.shopWebsite;
const NOWHERE = `After the bank's page, the customer's browser does not come back to your shop. Set '${RETURN_URL}', or ${WEBSITE} in the credential.`;

/**
 * Reads where the customer returns from a page of the service.
 * @throws InputError where nothing says it: the customer would be left on a page that is nobody's
 */
export function readReturnAddress(
	parameters: Parameters,
	settings: Pick<Settings, 'shopWebsite' | 'baseUrl'>,
): unknown {
	const { callbackUrl, redirectHint } = readAddresses(parameters, settings);
	if (redirectHint === undefined) return callbackUrl;
	const rule = `is missing, and the credential has no '${WEBSITE}'. Set one of them, so that customers come back to your shop.`;
	throw new InputError([{ path: ['returnUrl'], field: RETURN_URL, rule }]);
}

function readTriggerUrl(url: unknown): { callbackUrl: string; webhookURL: string } {
	const both = typeof url === 'string' ? triggerUrls(url.trim()) : undefined;
	if (both) return both;
	const rule = `is not the address of a Card Payment Trigger. Copy it from that node; it ends in /${WEBHOOK_PATHS.notification} or /${WEBHOOK_PATHS.callback}.`;
	throw new InputError([{ path: ['triggerUrl'], field: TRIGGER_URL, rule }]);
}

/**
 * Signs the URLs of a payment's request where they lead to a trigger: they get its terms and a signature, the one for the browser also the
 * address to which the trigger sends it on. A hint says why the trigger may not be reached there.
 * @throws SettingError without a key that can sign
 */
export function withSignedUrls<
	Request extends Pick<MoneyRequest, 'reference' | 'hint'> & { money: Money; body: Record<string, unknown> },
>(parameters: Parameters, request: Request, { privateKey }: Settings): Request {
	if (parameters.get('notify', 'nobody') !== 'trigger') return request;
	const { body, reference, money } = request;
	const terms = { reference, amount: String(money.major), currency: money.currency };
	const { returnUrl = '' } = checkInput(
		returnSchema,
		{ returnUrl: parameters.getIfSet('returnUrl') },
		{ returnUrl: RETURN_URL },
	);
	const urls = Object.entries(body).filter(([name]) => name === 'callbackUrl' || name === 'webhookURL');
	const signed = urls.map(([name, url]) => {
		const more = name === 'callbackUrl' ? { returnUrl } : {};
		return [name, signUrl(String(url), { ...terms, ...more }, privateKey)];
	});
	const hint = hintForAddress(String(body.callbackUrl), { displayName: TRIGGER_URL, carries: 'notifications' });
	return { ...request, body: { ...body, ...(Object.fromEntries(signed) as object) }, hint };
}
