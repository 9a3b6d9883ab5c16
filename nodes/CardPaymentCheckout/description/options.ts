import type { INodeProperties } from 'n8n-workflow';

import { pinFormat, yearDigits } from '../../shared/fields/formatFields';
import { otpTriesField } from '../../shared/fields/otpTries';

const number = (least: number) => ({ type: 'number', typeOptions: { minValue: least } }) as const;

/** The options of the payment page. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ask for the PIN',
			name: 'asksPin',
			type: 'boolean',
			default: true,
			description: "Whether there is a field for the card's PIN, which some domestic cards need",
		},
		{
			displayName: 'Card Tries',
			name: 'cardTries',
			...number(1),
			default: 3,
			description:
				'How many cards a customer may try, where the amount is from this node. Each card that is sent to the service counts. A link has a number of its own.',
		},
		yearDigits,
		{
			displayName: 'Framed By',
			name: 'frames',
			type: 'string',
			default: '',
			placeholder: 'https://shop.example',
			description: 'Addresses, with spaces between them, of sites that may show the page in a frame. None by default.',
		},
		{
			displayName: 'Least Time on the Page (Seconds)',
			name: 'minimumSeconds',
			...number(0),
			default: 2,
			description: 'A form that is sent sooner was filled in by a machine: it is shown again and nothing is charged',
		},
		{
			displayName: 'Leave to the Browser (Seconds)',
			name: 'browserSeconds',
			...number(0),
			default: 30,
			description:
				"How long a notification of the service waits for the customer's browser to bring the news. After that, a repeated notification starts the workflow.",
		},
		otpTriesField,
		{
			displayName: 'Page Expires After (Minutes)',
			name: 'pageMinutes',
			...number(1),
			default: 60,
			description: 'How long a page that was opened can be paid, where the amount is from this node',
		},
		{
			displayName: 'Payments Remembered',
			name: 'paymentsRemembered',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10000 },
			default: 1000,
			description:
				"How many payments are remembered at most, so that each starts the workflow once; those of the last day are remembered in any case. They are kept in the workflow's static data.",
		},
		pinFormat,
		{
			displayName: 'Refused Cards per Hour',
			name: 'refusedPerHour',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1000 },
			default: 20,
			description:
				'After so many refused cards within an hour the page charges no more for a while and asks customers to come back later, because somebody may be trying out stolen cards. The log of n8n says so.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			...number(1),
			default: 30,
			description:
				'How long to wait for one answer of the service. A charge whose answer does not come in time is looked up, never sent again.',
		},
	],
};
