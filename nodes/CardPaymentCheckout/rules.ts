import type { IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/mini';

import { requiredText, text, webAddress } from '../../gateway/input';
import { currencyCode, readAmount } from '../../gateway/money';
import { otpTriesField, otpTriesRule } from '../shared/otpTriesField';
import { LANGUAGES, TEXT_NAMES } from '../shared/pages/texts';
import { atLeast, readParameters } from '../shared/rules';

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

const wording = z.object({
	language: z._default(z.enum(['all', ...LANGUAGES]), 'all'),
	name: z.enum(TEXT_NAMES),
	text: requiredText,
});

const options = z.object({
	asksPin: z._default(z.boolean(), true),
	browserSeconds: z._default(atLeast(0), 30),
	cardTries: z._default(atLeast(1), 3),
	currencyDigits: z.optional(atLeast(0)),
	frames: z._default(
		z.pipe(
			text,
			z.string().check(z.regex(/^(https?:\/\/[\w.:*-]+( |$))*$/, 'must be addresses such as https://shop.example')),
		),
		'',
	),
	minimumSeconds: z._default(atLeast(0), 2),
	otpTries: otpTriesRule,
	pageMinutes: z._default(atLeast(1), 60),
	paymentsRemembered: z._default(atLeast(1), 1000),
	pinFormat: z._default(z.enum(['number', 'text']), 'number'),
	timeout: z._default(atLeast(1), 30),
	yearDigits: z._default(z.union([z.literal(2), z.literal(4)]), 2),
});

const rulesSchema = z
	.object({
		amountFrom: z.enum(['link', 'node']),
		/** In major units. */
		amount: z._default(text, ''),
		currency: z.optional(currencyCode),
		description: z._default(text, ''),
		outcomes: z._default(z.array(z.enum(['authorized', 'declined'])), []),
		merchantName: z._default(text, ''),
		logoUrl: z.optional(webAddress.check(z.startsWith('https://', 'must begin with https://'))),
		accentColor: z._default(
			z.pipe(text, z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #0b5cad'))),
			'#0b5cad',
		),
		texts: z.prefault(z.object({ wording: z._default(z.array(wording), []) }), {}),
		options: z.prefault(options, {}),
	})
	.check(
		z.superRefine(({ amountFrom, amount, currency, options: { currencyDigits } }, { addIssue }) => {
			if (amountFrom === 'link') return;
			if (!currency) return void addIssue({ code: 'custom', path: ['currency'], message: 'is required' });
			const money = readAmount(amount, 'major', currency, currencyDigits);
			if ('rule' in money) addIssue({ code: 'custom', path: ['amount'], message: money.rule });
		}),
	);

/** What the user has set, checked. Named as the node's fields. */
export type Rules = z.output<typeof rulesSchema>;

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field that cannot be used: no card is asked for by a rule that is not clear
 */
export function readRules(context: Pick<IWebhookFunctions, 'getNodeParameter'>): Rules {
	return readParameters(context, Object.keys(rulesSchema.def.shape), rulesSchema, LABELS);
}
