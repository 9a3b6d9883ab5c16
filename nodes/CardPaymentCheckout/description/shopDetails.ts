import type { INodeProperties } from 'n8n-workflow';

import { BRANDS } from '../../../checkout/pages/pictures/brands';

/** What the page tells of the shop and of who processes the payment. */
export const shopDetails: INodeProperties = {
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
			default: [...BRANDS],
			description:
				'The cards that you take, whose marks the page shows. A card of another brand is still sent to the service, which decides.',
		},
		{
			displayName: 'Contact URL',
			name: 'contact',
			type: 'string',
			default: '',
			placeholder: 'e.g. mailto:help@shop.example',
			description: 'Where customers reach you: a page, or an e-mail address after mailto:',
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
