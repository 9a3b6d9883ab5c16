// @ts-nocheck
import type { INodeProperties } from 'n8n-workflow';

const ofOtherUrls = { show: { notify: ['urls'], inputMode: ['fields'] } };

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
				description: 'Callback and webhook URL are made from the URL of that node, and signed',
			},
			{ name: 'Other URLs', value: 'urls' },
		],
		default: 'urls',
		description: "Where the customer's browser comes back to, and where the service sends notifications",
	},
	{
		displayName: 'Trigger URL',
		name: 'triggerUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'https://n8n.example/webhook/.../notification',
		description:
			'The notification or callback URL that the Card Payment Trigger shows under "Webhook URLs". Reference, amount and currency are added to it, signed with a key derived from the private key, so that the trigger knows its own URLs.',
		displayOptions: { show: { notify: ['trigger'] } },
	},
	{
		displayName: 'Callback URL',
		name: 'callbackUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'https://shop.example/paid',
		description: "Where the customer's browser and callback notifications go",
		displayOptions: ofOtherUrls,
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookURL',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'https://n8n.example/webhook/...',
		description: 'Where the service sends notifications, if your provider has enabled them for you',
		displayOptions: ofOtherUrls,
	},
];
