import type { IWebhookFunctions } from 'n8n-workflow';
import * as v from 'valibot';

import { objectOf, requiredText, text, webAddress } from '../../gateway/schema/input';
import { currencyCode, readAmount } from '../../gateway/schema/money';
import { otpTriesField, otpTriesRule } from '../shared/fields/otpTries';
import { LANGUAGES, TEXT_NAMES } from '../shared/pages/languages';
import { atLeast, readParameters } from '../shared/webhooks/readParameters';

const LABELS: Readonly<Record<string, string>> = {
	amountFrom: 'Amount From',
	amount: 'Amount',
	currency: 'Currency',
	description: 'Description',
	outcomes: 'Start On',
	merchantName: 'Shop Name',
	logoUrl: 'Logo URL',
	accentColor: 'Accent Color',
	texts: 'Texts',
	options: 'Options',
	text: 'Text',
	cardTries: 'Card Tries',
	otpTries: otpTriesField.displayName,
	pageMinutes: 'Page Expires After (Minutes)',
	minimumSeconds: 'Least Time on the Page (Seconds)',
	frames: 'Framed By',
	browserSeconds: 'Leave to the Browser (Seconds)',
	paymentsRemembered: 'Payments Remembered',
	currencyDigits: 'Currency Decimals',
	timeout: 'Timeout (Seconds)',
};

const wording = objectOf({
	language: v.optional(v.picklist(['all', ...LANGUAGES]), 'all'),
	name: v.picklist(TEXT_NAMES),
	text: requiredText,
});

const options = objectOf({
	asksPin: v.optional(v.boolean(), true),
	browserSeconds: v.optional(atLeast(0), 30),
	cardTries: v.optional(atLeast(1), 3),
	currencyDigits: v.optional(atLeast(0)),
	frames: v.optional(
		v.pipe(text, v.regex(/^(https?:\/\/[\w.:*-]+( |$))*$/, 'must be addresses such as https://shop.example')),
		'',
	),
	minimumSeconds: v.optional(atLeast(0), 2),
	otpTries: otpTriesRule,
	pageMinutes: v.optional(atLeast(1), 60),
	paymentsRemembered: v.optional(atLeast(1), 1000),
	pinFormat: v.optional(v.picklist(['number', 'text']), 'number'),
	timeout: v.optional(atLeast(1), 30),
	yearDigits: v.optional(v.picklist([2, 4]), 2),
});

const rulesSchema = v.pipe(
	v.object({
		amountFrom: v.picklist(['link', 'node']),
		/** In major units. */
		amount: v.optional(text, ''),
		currency: v.optional(currencyCode),
		description: v.optional(text, ''),
		outcomes: v.optional(v.array(v.picklist(['authorized', 'declined'])), []),
		merchantName: v.optional(text, ''),
		logoUrl: v.optional(v.pipe(webAddress, v.startsWith('https://', 'must begin with https://'))),
		accentColor: v.optional(v.pipe(text, v.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b5cad')), '#0b5cad'),
		texts: v.optional(objectOf({ wording: v.optional(v.array(wording), []) }), {}),
		options: v.optional(options, {}),
	}),
	v.forward(
		v.check(({ amountFrom, currency }) => amountFrom === 'link' || currency !== undefined, 'is required'),
		['currency'],
	),
	v.forward(
		v.rawCheck(({ dataset, addIssue }) => {
			if (!dataset.typed) return;
			const { amountFrom, amount, currency, options } = dataset.value;
			if (amountFrom === 'link' || currency === undefined) return;
			const money = readAmount(amount, 'major', currency, options.currencyDigits);
			if ('rule' in money) addIssue({ message: money.rule });
		}),
		['amount'],
	),
);

/** The node's parameters, checked. They are named as in the editor's description. */
export type CheckoutSettings = v.InferOutput<typeof rulesSchema>;

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field whose value cannot be used
 */
export function readCheckoutSettings(context: Pick<IWebhookFunctions, 'getNodeParameter'>): CheckoutSettings {
	return readParameters(context, Object.keys(rulesSchema.entries), rulesSchema, LABELS);
}
