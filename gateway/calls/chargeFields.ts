import { z } from 'zod/v4';

import { rulesOf, SECRET, TEXT, type Field } from '../fields';
import { cardCvv, cardNumber, cardPin, expiry, hasExpired } from '../values/card';
import { objectOf, text, webAddress } from '../values/input';
import { emailAddress } from '../values/email';

const optionalText = text.optional();
const wholeNumber = text
	.refine((value) => /^\d{1,6}$/.test(value), 'is not a whole number. Write up to six digits.')
	.transform(Number)
	.optional();
const yesOrNo = z.boolean('is neither true nor false. Set it to one of them.').optional();

/** The card, which every charge needs. */
export const cardFields = {
	cardNumber: {
		displayName: 'Card Number',
		...SECRET,
		required: true,
		description: 'Spaces and dashes are removed',
		builderHint: {
			propertyHint:
				'Never put card numbers into parameters: use Payment: Create Hosted Checkout, or the Card Payment Checkout Trigger, on whose pages customers enter their cards.',
		},
		rule: cardNumber,
	},
	expiry: {
		displayName: 'Expiry',
		...TEXT,
		required: true,
		placeholder: 'e.g. 03/29',
		description: 'Month and year on the card, as MM/YY, MMYY or MM/YYYY',
		rule: expiry.refine(
			({ expiryMonth, expiryYear }) => !hasExpired(expiryMonth, expiryYear, Date.now()),
			'is in the past, so the card has expired. Ask the customer for another card.',
		),
	},
	cvv: {
		displayName: 'CVV',
		...SECRET,
		required: true,
		description: 'The 3 or 4 digits of the security code',
		rule: cardCvv,
	},
} satisfies Record<string, Field>;

const WHY = 'Banks approve more payments with these details.';

const GROUP = { type: 'collection', placeholder: 'Add Field', default: {} } as const;

const cityFields = {
	city: { displayName: 'City', ...TEXT, rule: optionalText },
	country: { displayName: 'Country', ...TEXT, placeholder: 'e.g. NG', rule: optionalText },
	postcodeZip: { displayName: 'Postcode', ...TEXT, rule: optionalText },
	stateProvince: { displayName: 'State or Province', ...TEXT, rule: optionalText },
	stateProvinceCode: { displayName: 'State or Province Code', ...TEXT, rule: optionalText },
	street: { displayName: 'Street', ...TEXT, rule: optionalText },
} satisfies Record<string, Field>;

const browserFields = {
	acceptHeader: { displayName: 'Accept Header', ...TEXT, rule: optionalText },
	colorDepth: { displayName: 'Color Depth', type: 'number', default: 24, description: 'In bits', rule: wholeNumber },
	ipAddress: { displayName: 'IP Address', ...TEXT, rule: optionalText },
	javaEnabled: {
		displayName: 'Java Enabled',
		type: 'boolean',
		default: false,
		description: 'Whether the browser can run Java',
		rule: yesOrNo,
	},
	javaScriptEnabled: {
		displayName: 'JavaScript Enabled',
		type: 'boolean',
		default: true,
		description: 'Whether the browser can run JavaScript',
		rule: yesOrNo,
	},
	language: { displayName: 'Language', ...TEXT, placeholder: 'e.g. en-GB', rule: optionalText },
	screenHeight: {
		displayName: 'Screen Height',
		type: 'number',
		default: 1080,
		description: 'In pixels',
		rule: wholeNumber,
	},
	screenWidth: {
		displayName: 'Screen Width',
		type: 'number',
		default: 1920,
		description: 'In pixels',
		rule: wholeNumber,
	},
	timeZone: { displayName: 'Time Zone', ...TEXT, rule: optionalText },
	userAgent: { displayName: 'User Agent', ...TEXT, rule: optionalText },
} satisfies Record<string, Field>;

const personFields = {
	dateOfBirth: { displayName: 'Date of Birth', ...TEXT, placeholder: 'e.g. 1990-01-31', rule: optionalText },
	email: { displayName: 'Email', ...TEXT, placeholder: 'name@email.com', rule: emailAddress.optional() },
	firstName: { displayName: 'First Name', ...TEXT, rule: optionalText },
	lastName: { displayName: 'Last Name', ...TEXT, rule: optionalText },
	phoneNumber: { displayName: 'Phone Number', ...TEXT, rule: optionalText },
} satisfies Record<string, Field>;

const address = objectOf(rulesOf(cityFields)).optional();
// An e-mail address is a field of the charge itself (specification 2.2), and in the editor one of the customer.
const { email: _, ...rulesOfPerson } = rulesOf(personFields);

/** The fields that a charge may have beside the card and the amount (2.2, and the optional objects that providers document). */
export const detailFields = {
	cardPin: {
		displayName: 'Card PIN',
		...SECRET,
		description: 'The PIN of the card, if the card requires one',
		rule: cardPin.optional(),
	},
	sourceUrl: {
		displayName: 'Source URL',
		...TEXT,
		placeholder: 'e.g. https://shop.example',
		description: 'The page that the payment comes from',
		rule: webAddress.optional(),
	},
	// The terminal decides where the money goes.
	tid: {
		displayName: 'Terminal ID',
		...TEXT,
		description: 'The payment terminal, virtual endpoint or logical channel of your merchant account',
		rule: optionalText,
		mustGive: true,
	},
	browserDetails: {
		displayName: 'Browser',
		...GROUP,
		description: `Details of the browser that the customer pays with. ${WHY}`,
		fields: browserFields,
		rule: objectOf(rulesOf(browserFields)).optional(),
	},
	customer: {
		displayName: 'Customer',
		...GROUP,
		description: `The person who pays. ${WHY}`,
		fields: personFields,
		rule: objectOf({ ...rulesOfPerson, address }).optional(),
	},
} satisfies Record<string, Field>;

/** The billing address, which is sent as a part of the customer. */
export const addressField = {
	displayName: 'Billing Address',
	...GROUP,
	description: `The address of the card holder. ${WHY}`,
	fields: cityFields,
	rule: address,
} satisfies Field;
