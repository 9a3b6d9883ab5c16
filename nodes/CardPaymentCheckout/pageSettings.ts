import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { MOST_TRIES } from '../../checkout/link';
import { InputError, type Problem } from '../../gateway/values/errors';
import { objectOf, requiredText, text, webAddress } from '../../gateway/values/input';
import type { Settings as Credential } from '../../gateway/client/settings';
import { currencyCode, readAmount } from '../../gateway/values/money';
import { otpTriesField, otpTriesRule, timeoutRule } from '../shared/fields/options';
import { LANGUAGES, TEXT_NAMES } from '../../checkout/pages/languages';
import { BRANDS } from '../../checkout/pages/pictures/brands';
import { atLeast, readParameters } from '../shared/webhooks/readParameters';

const LABELS: Readonly<Record<string, string>> = {
	amountFrom: 'Page Accepts',
	amount: 'Amount',
	currency: 'Currency',
	description: 'Description',
	outcomes: 'Start On',
	merchantName: 'Shop Name',
	logoUrl: 'Logo URL',
	accentColor: 'Accent Color',
	texts: 'Texts',
	afterPayment: 'After Payment',
	returnUrl: 'Shop URL',
	returnSeconds: 'Redirect After (Seconds)',
	options: 'Options',
	text: 'Text',
	shop: 'Shop Details',
	brands: 'Cards Shown',
	contact: 'Contact URL',
	provider: 'Payment Provider',
	refunds: 'Refunds URL',
	terms: 'Terms URL',
	cardTries: 'Card Tries',
	otpTries: otpTriesField.displayName,
	pageMinutes: 'Page Expires After (Minutes)',
	minimumSeconds: 'Minimum Time on the Page (Seconds)',
	frames: 'Sites That May Embed the Page',
	browserSeconds: 'Wait for the Browser (Seconds)',
	paymentsRemembered: 'Payments Remembered',
	refusedPerHour: 'Refused Cards per Hour',
	timeout: 'Timeout (Seconds)',
};

/** A text of the page that the user has replaced. */
const wording = objectOf({
	language: z.enum(['all', ...LANGUAGES]).default('all'),
	name: z.enum(TEXT_NAMES),
	text: requiredText,
});

const shopAddress = text
	.refine(
		(url) => /^(https:|mailto:|$)/.test(url),
		'does not begin with https:// or mailto:. Give an address that customers can open.',
	)
	.default('');

const shop = objectOf({
	brands: z.array(z.enum(BRANDS)).default(BRANDS),
	contact: shopAddress,
	provider: text.default(''),
	refunds: shopAddress,
	terms: shopAddress,
});

const FRAMES = /^(https?:\/\/[\w.:*-]+( |$))*$/;

const options = objectOf({
	asksPin: z.enum(['always', 'local', 'never']).default('local'),
	browserSeconds: atLeast(0).default(30),
	cardTries: atLeast(1).max(MOST_TRIES, `is too large. Write ${MOST_TRIES} at most.`).default(3),
	frames: text
		.refine(
			(list) => FRAMES.test(list),
			'is not a list of addresses. Write them like https://shop.example, with spaces between them.',
		)
		.default(''),
	minimumSeconds: atLeast(0).default(2),
	otpTries: otpTriesRule,
	pageMinutes: atLeast(1).default(60),
	paymentsRemembered: atLeast(1).default(1000),
	pinFormat: z.enum(['number', 'text']).default('number'),
	refusedPerHour: atLeast(1).default(20),
	simplify: z.boolean().default(true),
	timeout: timeoutRule.default(30),
	yearDigits: z.literal([2, 4]).default(2),
});

const settingsSchema = z
	.object({
		amountFrom: z.enum(['link', 'node']),
		/** In major units. */
		amount: text.default(''),
		currency: currencyCode.optional(),
		description: text.default(''),
		outcomes: z.array(z.enum(['authorized', 'declined'])).default([]),
		merchantName: text.default(''),
		logoUrl: webAddress
			.refine((url) => url.startsWith('https://'), 'does not begin with https://. Give the secure address of the logo.')
			.optional(),
		accentColor: text
			.refine((color) => /^#[0-9a-f]{6}$/i.test(color), 'is not a color. Write it like #0b5cad.')
			.default('#0b5cad'),
		afterPayment: z.enum(['receipt', 'button', 'redirect']).default('receipt'),
		returnUrl: webAddress
			.refine((url) => url.startsWith('https://'), {
				error: 'does not begin with https://. Give the secure address of your shop.',
				abort: true,
			})
			.optional(),
		returnSeconds: atLeast(0).default(5),
		texts: objectOf({ wording: z.array(z.unknown()).default([]) }).prefault({}),
		shop: shop.prefault({}),
		options: options.prefault({}),
	})
	.refine(({ afterPayment, returnUrl }) => afterPayment === 'receipt' || returnUrl !== undefined, {
		error: 'is empty. Give the address that customers go back to.',
		path: ['returnUrl'],
	});

type Settings = z.output<typeof settingsSchema>;

/** The node's parameters, checked. They are named as in the editor's description. */
export interface CheckoutSettings extends Omit<Settings, 'texts'> {
	texts: { wording: Array<z.output<typeof wording>> };
	/** Why something of the looks was left out, as sentences, such as "Logo URL does not begin with https://. ..." */
	leftOut: readonly string[];
}

/** What only concerns the looks of the page. A mistake in it never closes the page: it is left out. */
const LOOKS = ['merchantName', 'logoUrl', 'accentColor', 'texts', 'shop'];

/**
 * Reads the trigger's parameters.
 * @throws InputError naming the field whose value cannot be used
 */
export function readCheckoutSettings(context: Pick<IWebhookFunctions, 'getNodeParameter'>): CheckoutSettings {
	const { settings, leftOut } = readUsable(context, []);
	const texts = settings.texts.wording.map((entry) => wording.safeParse(entry).data);
	const unusable = texts.flatMap((text, index) => (text ? [] : [`'${LABELS.texts} > ${index + 1}' ${UNUSABLE_TEXT}`]));
	return {
		...settings,
		texts: { wording: texts.filter((text) => text !== undefined) },
		leftOut: [...leftOut.map(({ field, rule }) => `'${field}' ${rule}`), ...unusable],
	};
}

const UNUSABLE_TEXT =
	'is empty, or replaces a text that the page does not have. Choose what it replaces, and write it.';

/** Reads all parameters but for what only concerns the looks and cannot be used. */
function readUsable(
	context: Pick<IWebhookFunctions, 'getNodeParameter'>,
	leftOut: readonly Problem[],
): { settings: Settings; leftOut: readonly Problem[] } {
	const unusable = leftOut.map(({ path: [name] }) => name);
	const names = Object.keys(settingsSchema.shape).filter((name) => !unusable.includes(name));
	let failure: unknown;
	try {
		return { settings: readParameters(context, names, settingsSchema, LABELS), leftOut };
	} catch (error) {
		failure = error;
	}
	const problems = failure instanceof InputError ? failure.problems : [];
	const looks = problems.filter(({ path: [name = ''] }) => LOOKS.includes(name));
	if (looks.length === 0) throw failure;
	return readUsable(context, [...leftOut, ...looks]);
}

/**
 * Checks the amount of a page that has its own. How amounts are counted is known once the credential is open.
 * @returns the currency, which is that of the credential where the node has none
 * @throws InputError when it cannot be charged
 */
export function checkAmount(
	{ amountFrom, amount, currency: own }: CheckoutSettings,
	{ amountsIn, defaultCurrency }: Pick<Credential, 'amountsIn' | 'defaultCurrency'>,
): string {
	const currency = own ?? defaultCurrency;
	if (amountFrom === 'link') return currency;
	if (currency === '') {
		const rule = 'is missing. Choose one, or set Default Currency in the credential.';
		throw new InputError([{ path: ['currency'], field: LABELS.currency!, rule }]);
	}
	const money = readAmount({ amount, unit: 'major', currency }, amountsIn);
	if ('rule' in money) throw new InputError([{ path: ['amount'], field: LABELS.amount!, rule: money.rule }]);
	return currency;
}
