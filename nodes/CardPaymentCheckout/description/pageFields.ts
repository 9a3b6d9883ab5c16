import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { languages, LANGUAGES, TEXT_NAMES } from '../../../checkout/pages/languages';
import { afterPayment } from './afterPayment';
import { options } from './pageOptions';
import { shopDetails } from './shopDetails';

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
		description: '10.50 means 10.50',
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

const branding: INodeProperties[] = [
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
						options: TEXT_NAMES.map((value) => ({ name: languages.en.texts[value], value })),
						default: 'paidText',
					},
					{ displayName: 'Text', name: 'text', type: 'string', default: '' },
				],
			},
		],
	},
];

/** The trigger's fields: what is paid, what starts the workflow, how the page looks. */
export const properties: INodeProperties[] = [
	...price,
	{
		displayName: 'Start On',
		name: 'outcomes',
		type: 'multiOptions',
		noDataExpression: true,
		options: [
			{ name: 'Authorized', value: 'authorized', description: 'The money is secured' },
			{ name: 'Declined', value: 'declined', description: 'A card was declined. The customer may try another card.' },
		],
		default: ['authorized'],
		required: true,
		description:
			'Which outcomes start the workflow. Each payment starts it once, after the service has confirmed the outcome.',
	},
	...branding,
	shopDetails,
	...afterPayment,
	options,
];
