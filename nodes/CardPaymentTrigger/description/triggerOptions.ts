import type { INodeProperties } from 'n8n-workflow';

import { simplifyField, timeoutField } from '../../shared/fields/options';

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
			placeholder: 'e.g. NGN, USD',
			description: 'Three-letter codes (ISO 4217), separated by commas',
		},
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'In the currency of the payment. 10.50 means 10.50.',
		},
		{
			displayName: 'Reference Prefix',
			name: 'referencePrefix',
			type: 'string',
			default: '',
			placeholder: 'e.g. ORDER-',
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
				'How long to remember that a transaction in this status has started the workflow. Payments that are older start nothing, unless they are refunded. With 0, every delivery starts the workflow, and the service gets its answer after n8n has stored the execution. Choose 0 if your workflow recognizes repeats by "notificationId" itself.',
		},
		simplifyField,
		timeoutField(
			10,
			'How long to wait for an answer from the service. After that, the notification is answered with 503, so that the service delivers it again.',
		),
	],
};
