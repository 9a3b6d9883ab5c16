import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { TEXT } from '../../shared/fields/options';
import { optionsOfMoney } from '../../shared/execution/runOptions';
import { amountField, namesAndValues } from '../commonFields';
import { notifyFields } from '../notify';
import { referenceField } from '../reference';

const [notify, ...urlFields] = notifyFields;

/** The fields of Payment: Create Hosted Checkout. */
export const hostedCheckoutFields: INodeProperties[] = [
	amountField,
	currencyField,
	referenceField(
		'The number of the order. Where the service has a payment under it already, no page is created, because both could be paid.',
	),
	{
		displayName: 'Customer Email',
		name: 'email',
		...TEXT,
		required: true,
		placeholder: 'name@email.com',
		description: 'The service requires it. It does not send the page there; do that in the workflow.',
	},
	{
		displayName: 'Fee Paid By',
		name: 'bearer',
		type: 'options',
		options: [
			{ name: 'Customer', value: 'customer', description: 'The fee of the service is added to the amount' },
			{ name: 'Merchant', value: 'merchant', description: 'You receive the amount without the fee' },
		],
		default: 'merchant',
		description: 'Who pays the fee of the service',
	},
	{
		displayName: 'Channels',
		name: 'channels',
		type: 'multiOptions',
		options: [
			{ name: 'Bank', value: 'bank' },
			{ name: 'Card', value: 'card' },
		],
		default: [],
		description: 'How the customer can pay. Leave empty for all ways that your provider has.',
	},
	{
		...notify!,
		description:
			'Where the customer’s browser returns after the payment. With No One, it is the start page of this n8n. Notifications go to the URL that is set in your provider’s dashboard.',
	},
	...urlFields.filter(({ name }) => name !== 'webhookURL'),
	namesAndValues('Metadata', 'metadata', 'Fields of your own, which the service keeps with the payment'),
	optionsOfMoney(),
];
