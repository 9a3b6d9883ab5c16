// @ts-nocheck
import type { INodeProperties } from 'n8n-workflow';

import { languages, LANGUAGES, TEXT_NAMES } from '../../shared/pages/languages';
import { options } from './options';

const ofNode = { show: { amountFrom: ['node'] } };

const languageNames = new Intl.ListFormat('en-GB').format(LANGUAGES.map((code) => languages[code].name));

const price: INodeProperties[] = [
	{
		displayName: 'Amount From',
		name: 'amountFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Payment Links',
				value: 'link',
				description: 'The page opens only with a link that Payment Link: Create has made for it',
			},
			{ name: 'This Node', value: 'node', description: 'Whoever opens the page pays this amount. Links work as well.' },
		],
		default: 'link',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		required: true,
		default: '',
		placeholder: '10.50',
		description: 'In major units: 10.50 means 10.50',
		displayOptions: ofNode,
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'NGN',
		description: 'Three-letter code (ISO 4217)',
		displayOptions: ofNode,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'Course fee',
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
		description: 'Shown above the form, and in the title of the page',
	},
	{
		displayName: 'Logo URL',
		name: 'logoUrl',
		type: 'string',
		default: '',
		placeholder: 'https://shop.example/logo.png',
		description: 'An image at an https address. It is the only thing that the page loads from elsewhere.',
	},
	{
		displayName: 'Accent Color',
		name: 'accentColor',
		type: 'color',
		default: '#0b5cad',
		description: 'Of the button. What is written on it is black or white, whichever can be read.',
	},
	{
		displayName: 'Texts',
		name: 'texts',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Text',
		default: {},
		description: `The page speaks ${languageNames}, as the customer's browser asks for. Each text can be replaced.`,
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
			{ name: 'Declined', value: 'declined', description: 'A card was refused; the customer may try another one' },
		],
		default: ['authorized'],
		required: true,
		description: 'Which outcomes start the workflow, each payment once. Only what the service confirms counts.',
	},
	...branding,
	options,
];
