import type { INodeProperties } from 'n8n-workflow';

import { otpTriesField, simplifyField, timeoutField } from '../../shared/fields/options';
import { MOST_TRIES } from '../../../checkout/attempt';

/** The options of the payment page. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ask for the Name',
			name: 'asksName',
			type: 'boolean',
			default: false,
			description:
				"Whether the page asks for the customer's first and last name. The service gets them with the charge, and the workflow with the payment.",
		},
		{
			displayName: 'Ask for the PIN',
			name: 'asksPin',
			type: 'options',
			options: [
				{ name: 'Always', value: 'always' },
				{
					name: 'For Verve and Local Cards',
					value: 'local',
					description: 'The field appears when the customer enters a card of a debit brand or of an unknown one',
				},
				{ name: 'Never', value: 'never' },
			],
			default: 'local',
			description: 'When the page asks for the PIN of the card, which some domestic cards require',
		},
		{
			displayName: 'Card Tries',
			name: 'cardTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MOST_TRIES },
			default: 3,
			description:
				'How many cards a customer can try on a page with a fixed amount. Each card that is sent to the service counts. Payment links have their own number of tries.',
		},
		otpTriesField,
		{
			displayName: 'Refused Cards per Hour',
			name: 'refusedPerHour',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 20,
			description:
				'After this many refused cards within an hour, the page charges no cards for a while and asks customers to come back later, because somebody may be testing stolen cards. n8n logs a warning.',
		},
		simplifyField,
		{
			displayName: 'Sites That May Embed the Page',
			name: 'frames',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example',
			description: 'The sites that may show the page in a frame, separated by spaces. Leave empty to allow none.',
		},
		timeoutField(
			30,
			'How long to wait for an answer from the service. If the answer to a charge does not arrive in time, the charge is looked up and never sent again.',
		),
	],
};
