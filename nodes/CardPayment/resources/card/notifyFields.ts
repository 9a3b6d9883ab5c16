import type { INodeProperties } from 'n8n-workflow';

import { WEBHOOK_PATHS } from '../../../shared/signing/signedUrl';

const triggerUrl: INodeProperties = {
	displayName: 'Trigger URL',
	name: 'triggerUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. https://n8n.example/webhook/.../${WEBHOOK_PATHS.notification}`,
	description:
		'The notification or callback URL that the Card Payment Trigger shows under "Webhook URLs". Reference, amount and currency are added to it, signed with a key derived from the private key, so that the trigger knows its own URLs.',
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
		description: "Where the customer's browser and callback notifications go",
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

/** @param other what else can be chosen */
function notify(nobody: string, other: { name: string; description: string }): INodeProperties {
	return {
		displayName: 'Notify',
		name: 'notify',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Nobody (I Use Verify)', value: 'nobody', description: nobody },
			{
				name: 'A Card Payment Trigger',
				value: 'trigger',
				description: 'The service gets the signed URLs of that node',
			},
			{ ...other, value: 'urls' },
		],
		default: 'nobody',
		description:
			"Who hears from the service, and where the customer's browser comes back to from a 3-D Secure page. The service requires addresses for both. With Nobody it gets the start page of this n8n, where nothing reacts to it.",
	};
}

/** Where the service reports what becomes of a charge. */
export const notifyFields: INodeProperties[] = [
	notify('The service gets the address of this n8n, where nothing listens', {
		name: 'Other URLs',
		description: 'A callback and a webhook URL of your own',
	}),
	triggerUrl,
	...ownUrls,
];

/** The same where the charge is one JSON object, which may have URLs of its own. */
export const notifyFieldsOfJson: INodeProperties[] = [
	notify('Where the JSON has no URLs, the service gets the address of this n8n, where nothing listens', {
		name: 'The URLs in the JSON',
		description: 'The keys callbackUrl and webhookURL, which then must be in it',
	}),
	triggerUrl,
];
