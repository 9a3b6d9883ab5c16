import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { triggerOnField } from '../../shared/fields/outcomes';
import { languages, LANGUAGES } from '../../../checkout/pages/languages';
import { BRANDS, COMMON_BRANDS } from '../../../checkout/pages/pictures/brands';
import { options } from './pageOptions';
import { replaceableTexts } from './textNames';

const ofNode = { show: { amountFrom: ['node'] } };

const languageNames = LANGUAGES.map((code) => languages[code].name).join(', ');

const price: INodeProperties[] = [
	{
		displayName: 'Page Accepts',
		name: 'amountFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'A Fixed Amount',
				value: 'node',
				description: 'Everyone who opens the page pays the amount below. Payment links work, too.',
			},
			{
				name: 'Payment Links Only',
				value: 'link',
				description: 'The page opens only with a link from Payment Link: Create, which sets the amount',
			},
		],
		default: 'node',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 10.50',
		description: 'As on a price tag, such as 10.50',
		displayOptions: ofNode,
	},
	{ ...currencyField, displayOptions: ofNode },
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Course fee',
		description: 'What the customer pays for, shown on the page',
		displayOptions: ofNode,
	},
];

const looks: INodeProperties[] = [
	{
		displayName: 'Shop Name',
		name: 'merchantName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Baobab Books',
		description: 'Shown above the form and in the title of the page',
	},
	{
		displayName: 'Logo URL',
		name: 'logoUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://shop.example/logo.png',
		description: 'An image at an https address. The page loads nothing else from other sites.',
	},
	{
		displayName: 'Accent Color',
		name: 'accentColor',
		type: 'color',
		default: '#0b5cad',
		description: 'The color of the button. Its text is black or white, whichever is easier to read.',
	},
	{
		displayName: 'Texts',
		name: 'texts',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Text',
		default: {},
		description: `The page has these languages: ${languageNames}. It uses the one that the customer's browser prefers. You can replace each text.`,
		options: [
			{
				displayName: 'Text',
				name: 'wording',
				values: [
					{
						displayName: 'Language',
						name: 'language',
						type: 'options',
						options: [
							{ name: 'All', value: 'all' },
							...LANGUAGES.map((value) => ({ name: languages[value].name, value })),
						],
						default: 'all',
					},
					{
						displayName: 'Replaces',
						name: 'name',
						type: 'options',
						options: replaceableTexts,
						default: 'paidText',
					},
					{ displayName: 'Text', name: 'text', type: 'string', default: '' },
				],
			},
		],
	},
];

/** The page's details of the shop, and of the provider that processes the payment. */
const shopDetails: INodeProperties = {
	displayName: 'Shop Details',
	name: 'shop',
	type: 'collection',
	placeholder: 'Add detail',
	default: {},
	options: [
		{
			displayName: 'Cards Shown',
			name: 'brands',
			type: 'multiOptions',
			options: BRANDS.map((brand) => ({ name: brand, value: brand })),
			default: [...COMMON_BRANDS],
			description:
				'The cards that you take, whose marks the page shows. A card of another brand is still sent to the service, which decides.',
		},
		{
			displayName: 'Contact URL',
			name: 'contact',
			type: 'string',
			default: '',
			placeholder: 'e.g. mailto:help@shop.example',
			description:
				'Recommended: where customers reach you, a page or an e-mail address after mailto:. Customers find it on every page that has no other next step.',
		},
		{
			displayName: 'Payment Provider',
			name: 'provider',
			type: 'string',
			default: '',
			placeholder: 'e.g. Example Pay',
			description:
				"The name of the service that processes the payment. The page shows the host of the credential's base URL in any case.",
		},
		{
			displayName: 'Refunds URL',
			name: 'refunds',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example/refunds',
			description: 'The page with your rules for refunds',
		},
		{
			displayName: 'Terms URL',
			name: 'terms',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example/terms',
			description: 'The page with your terms',
		},
	],
};

/** The outcomes that may start the workflow. */
export const PAGE_OUTCOMES = ['authorized', 'declined', 'refunded', 'unknown'] as const;

/** The trigger's fields: what is paid, what starts the workflow, how the page looks. */
export const properties: INodeProperties[] = [
	...price,
	triggerOnField(PAGE_OUTCOMES, {
		description:
			'Which outcomes start the workflow. Each of them starts it once for a payment, after the service has confirmed it.',
		of: {
			declined: 'A card was declined. The customer may try another card.',
			refunded:
				'Paid back or charged back, in part or in full, at any time. Each further refund starts the workflow again.',
			unknown:
				'Nobody knows whether the card was charged, because the answer of the service was lost, or its record does not say. Nothing about it is confirmed.',
		},
	}),
	...looks,
	shopDetails,
	{
		displayName: 'Shop URL',
		name: 'shopUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://shop.example/thanks',
		description:
			'Where the customer goes back to, by a button or after ten seconds, once the payment is authorized, or the last card is declined. Leave empty to show the receipt alone. n8n adds the reference, the outcome, and a signature that your shop can check. Deliver from the workflow and not from that page: not every customer returns.',
	},
	options,
];
