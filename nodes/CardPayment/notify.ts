import type { GenericValue, IDataObject, INodeProperties } from 'n8n-workflow';

import type { Settings } from '../../gateway/client/settings';
import type { MoneyRequest } from '../../gateway/sending/call';
import { InputError } from '../../gateway/values/errors';
import type { Money } from '../../gateway/values/money';
import { addressOfN8n } from '../shared/execution/n8nUrls';
import type { Parameters } from '../shared/execution/parameters';
import { TEXT } from '../shared/fields/options';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { signUrl, triggerUrls } from '../shared/signing/signedUrl';
import { hintForAddress } from './triggerAddress';

const TRIGGER_URL = 'Trigger URL';

/** Where the service reports what becomes of a charge. */
export const notifyFields: INodeProperties[] = [
	{
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
			{ name: 'No One (Use Verify)', value: 'nobody' },
			{ name: 'Other URLs', value: 'urls', description: 'A callback and a webhook URL of your own' },
		],
		default: 'nobody',
		description:
			"Who the service notifies of the outcome, and where the customer's browser returns after 3-D Secure. With 'No One', use Verify to learn the outcome.",
	},
	{
		displayName: TRIGGER_URL,
		name: 'triggerUrl',
		...TEXT,
		required: true,
		placeholder: `e.g. https://n8n.example/webhook/.../${WEBHOOK_PATHS.notification}`,
		description:
			'The notification or callback URL that the Card Payment Trigger shows under "Webhook URLs". This node adds the reference, amount and currency to it and signs it, so that the trigger can tell which payment a request is about.',
		displayOptions: { show: { notify: ['trigger'] } },
	},
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		...TEXT,
		required: true,
		placeholder: 'e.g. https://shop.example/paid',
		description: "The URL that the customer's browser returns to, and that callback notifications are sent to",
		displayOptions: { show: { notify: ['urls'] } },
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookURL',
		...TEXT,
		required: true,
		placeholder: 'e.g. https://n8n.example/webhook/...',
		description: 'Where the service sends notifications, if your provider has enabled them for you',
		displayOptions: { show: { notify: ['urls'] } },
	},
];

/**
 * The URLs of the "notify" fields, for the customer's browser and for notifications.
 * @param names of the fields that are there for other URLs
 * @throws InputError where the URL of a trigger is to be used, and is none
 */
export function readUrls(parameters: Parameters, names = ['callbackUrl', 'webhookURL']): IDataObject {
	// n8n has no value for a field that it does not show, so these are read only where they are shown.
	switch (parameters.get('notify', 'nobody')) {
		case 'urls':
			return Object.fromEntries(names.map((name): [string, GenericValue] => [name, parameters.get(name)]));
		case 'trigger':
			return readTriggerUrl(parameters.get('triggerUrl'));
		default:
			// The service requires both (specification 2.2). Nothing listens at the start page of n8n, and no workflow can.
			return { callbackUrl: addressOfN8n(parameters.context), webhookURL: addressOfN8n(parameters.context) };
	}
}

function readTriggerUrl(url: unknown): IDataObject {
	const both = typeof url === 'string' ? triggerUrls(url.trim()) : undefined;
	if (both) return both;
	const rule = `is not the address of a Card Payment Trigger. Copy it from that node; it ends in /${WEBHOOK_PATHS.notification} or /${WEBHOOK_PATHS.callback}.`;
	throw new InputError([{ path: ['triggerUrl'], field: TRIGGER_URL, rule }]);
}

/**
 * The request of a payment. Where its URLs lead to a trigger, they have its terms and their signature, and a hint says why the trigger may
 * not be reached there.
 * @throws SettingError without a key that can sign
 */
export function withSignedUrls<
	Request extends Pick<MoneyRequest, 'reference' | 'hint'> & { money: Money; body: Record<string, unknown> },
>(parameters: Parameters, request: Request, { privateKey }: Settings): Request {
	if (parameters.get('notify', 'nobody') !== 'trigger') return request;
	const { body, reference, money } = request;
	const terms = { reference, amount: String(money.major), currency: money.currency };
	const urls = Object.entries(body).filter(([name]) => name === 'callbackUrl' || name === 'webhookURL');
	const signed = urls.map(([name, url]) => [name, signUrl(String(url), terms, privateKey)]);
	const hint = hintForAddress(String(body.callbackUrl), { displayName: TRIGGER_URL, carries: 'notifications' });
	return { ...request, body: { ...body, ...(Object.fromEntries(signed) as object) }, hint };
}
