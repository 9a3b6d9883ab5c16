import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { asGatewayError, InputError } from '../../gateway/values/errors';
import { checkInput, objectOf, text, webAddress } from '../../gateway/values/input';
import type { Settings as Credential } from '../../gateway/client/settings';
import { currencyCode, paymentCurrency, readAmount } from '../../gateway/values/money';
import { editorLabels } from '../shared/fields/fields';
import { cardTriesRule, otpTriesRule, positiveNumber, timeoutRule } from '../shared/fields/options';
import { BRANDS, COMMON_BRANDS } from '../../checkout/pages/pictures/brands';
import { readParameters } from '../shared/webhooks/readParameters';
import { PAGE_OUTCOMES, properties } from './description/pageFields';

const LABELS = editorLabels(properties);

/** A text of the page that the user has replaced. An empty text, or a name that the page does not have, changes nothing. */
const wording = objectOf({ language: text.default('all'), name: text.default(''), text: text.default('') });

const linkAddress = text
	.refine(
		(url) => /^(https:|mailto:|$)/.test(url),
		'does not begin with https:// or mailto:. Give an address that customers can open.',
	)
	.default('');

const httpsAddress = (whose: string) =>
	webAddress.refine((url) => url.startsWith('https://'), {
		error: `does not begin with https://. Give the secure address of your ${whose}.`,
		abort: true,
	});

/** The settings that only concern how the page looks. One that cannot be used is left out, so that it never closes the page. */
const cosmetic = z.object({
	merchantName: text.default(''),
	logoUrl: httpsAddress('logo').optional(),
	accentColor: text
		.refine((color) => /^#[0-9a-f]{6}$/i.test(color), 'is not a color. Write it like #0b5cad.')
		.default('#0b5cad'),
	texts: objectOf({ wording: z.array(wording).default([]) }).prefault({}),
	shop: objectOf({
		brands: z.array(z.enum(BRANDS)).default(COMMON_BRANDS),
		contact: linkAddress,
		provider: text.default(''),
		refunds: linkAddress,
		terms: linkAddress,
	}).prefault({}),
});

const eachCosmetic = Object.entries(cosmetic.shape).map(([name, setting]) => z.object({ [name]: setting }));

const payment = z.object({
	amountFrom: z.enum(['link', 'node']),
	/** In major units. */
	amount: text.default(''),
	currency: currencyCode.optional(),
	description: text.default(''),
	outcomes: z.array(z.enum(PAGE_OUTCOMES)).default([]),
	shopUrl: httpsAddress('shop').optional(),
	options: objectOf({
		asksName: z.boolean().default(false),
		asksPin: z.enum(['always', 'local', 'never']).default('local'),
		cardTries: cardTriesRule.default(3),
		frames: text
			.refine(
				(list) => /^(https?:\/\/[\w.:*-]+( |$))*$/.test(list),
				'is not a list of addresses. Write them like https://shop.example, with spaces between them.',
			)
			.default(''),
		otpTries: otpTriesRule,
		refusedPerHour: positiveNumber.default(20),
		simplify: z.boolean().default(true),
		timeout: timeoutRule.default(30),
	}).prefault({}),
});

const priced = z.object({ currency: paymentCurrency });

/** The node's parameters, checked. They are named as in the editor's description. */
export type CheckoutSettings = z.output<typeof cosmetic> &
	z.output<typeof payment> & {
		/** The reasons why cosmetic settings were left out, as sentences, such as "'Logo URL' does not begin with https://. ..." */
		leftOut: readonly string[];
	};

/**
 * Reads the trigger's parameters, each cosmetic parameter by itself, so that only what cannot be used is left out.
 * @throws InputError naming the field whose value cannot be used
 */
export function readCheckoutSettings(context: Pick<IWebhookFunctions, 'getNodeParameter'>): CheckoutSettings {
	const leftOut: string[] = [];
	const read = eachCosmetic.map((setting): object => {
		try {
			return readParameters(context, setting, LABELS);
		} catch (error) {
			const failure = asGatewayError(error);
			if (!(failure instanceof InputError)) throw failure;
			leftOut.push(...failure.problems.map(({ field, rule }) => `'${field}' ${rule}`));
			return {};
		}
	});
	return { ...cosmetic.parse(Object.assign({}, ...read)), ...readParameters(context, payment, LABELS), leftOut };
}

/**
 * Checks the amount of a page that has its own. How amounts are counted is known once the credential is open.
 * @returns the node's currency, or the credential's where the node has none
 * @throws InputError when it cannot be charged
 */
export function currencyOf(
	{ amountFrom, amount, currency: own }: CheckoutSettings,
	{ amountsIn, defaultCurrency }: Pick<Credential, 'amountsIn' | 'defaultCurrency'>,
): string {
	if (amountFrom === 'link') return own ?? defaultCurrency;
	const { currency } = checkInput(priced, { currency: own ?? defaultCurrency }, LABELS);
	const money = readAmount({ amount, unit: 'major', currency }, amountsIn);
	if ('rule' in money) throw new InputError([{ path: ['amount'], field: LABELS.amount!, rule: money.rule }]);
	return currency;
}
