import type { INodeProperties } from 'n8n-workflow';

import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';

const triggerUrl: INodeProperties = {
	displayName: 'Trigger URL',
	name: 'triggerUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. https://n8n.example/webhook/.../${WEBHOOK_PATHS.notification}`,
	description:
		'The notification or callback URL that the Card Payment Trigger shows under "Webhook URLs". This node adds the reference, amount and currency to it and signs it, so that the trigger can tell which payment a request is about.',
	displayOptions: { show: { notify: ['trigger'] } },
};

const ownUrls: INodeProperties[] = [
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://shop.example/paid',
		description: "The URL that the customer's browser returns to, and that callback notifications are sent to",
		displayOptions: { show: { notify: ['urls'] } },
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookURL',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://n8n.example/webhook/...',
		description: 'Where the service sends notifications, if your provider has enabled them for you',
		displayOptions: { show: { notify: ['urls'] } },
	},
];

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
			{
				name: 'No One (Use Verify)',
				value: 'nobody',
				description: 'No one is notified. Use Verify to learn the outcome.',
			},
			{ name: 'Other URLs', value: 'urls', description: 'A callback and a webhook URL of your own' },
		],
		default: 'nobody',
		description:
			"Who the service notifies of the outcome, and where the customer's browser returns after 3-D Secure. With 'No One', use Verify to learn the outcome.",
	},
	triggerUrl,
	...ownUrls,
];
