import type { INodeProperties } from 'n8n-workflow';

/** Which of the notifications that are accepted start the workflow. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Currencies',
			name: 'currencies',
			type: 'string',
			default: '',
			placeholder: 'NGN, USD',
			description: 'Three-letter codes with commas between them',
		},
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'In major units, in whatever currency the payment has',
		},
		{
			displayName: 'Reference Prefix',
			name: 'referencePrefix',
			type: 'string',
			default: '',
			placeholder: 'ORDER-',
			description: 'What your own reference must begin with',
		},
	],
};

/** What is rarely set. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ignore Repeats For (Hours)',
			name: 'repeatHours',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 168,
			description:
				'How long the same status of the same transaction is known to have started the workflow. Payments that began earlier start nothing, except when they are refunded. With 0 every delivery starts it, and the service gets its answer only after n8n has stored the execution: choose it when the workflow itself looks for repeats by "notificationId".',
		},
		{
			displayName: 'Include Notification',
			name: 'includeNotification',
			type: 'boolean',
			default: false,
			description: 'Whether to output the notification as it came, under "notification". Nothing in it is proven.',
		},
		{
			displayName: 'Largest Notification (KB)',
			name: 'largestKilobytes',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1024 },
			default: 64,
			description: 'Larger ones are refused with 413',
		},
		{
			displayName: 'Repeats Remembered',
			name: 'repeatsRemembered',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10000 },
			default: 1000,
			description:
				"How many notifications are remembered at most; those of the last day are remembered in any case. They are kept in the workflow's static data.",
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description:
				'How long to wait for the service when it is asked. After that the notification is answered with 503, so that it is delivered again.',
		},
	],
};
