import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import { maskCardNumbers } from '../../../gateway/client/mask';
import { checkInput, namedValues, numberRule, requiredText, text, webAddress } from '../../../gateway/values/input';
import { amountInput, paymentCurrency, type Money } from '../../../gateway/values/money';
import { newReference } from '../../../gateway/values/reference';
import type { ReadOperation, Result } from '../../shared/execution/operation';
import { isTool } from '../../shared/execution/parameters';
import { checkSigningKey } from '../../shared/signing/keys';
import type { LinkTerms } from '../../../checkout/attempt';
import { WEBHOOK_PATHS } from '../../shared/signing/signedUrl';
import { makeLink } from '../../shared/signing/paymentLink';
import { cardTriesRule } from '../../shared/fields/options';
import { editorLabels } from '../../shared/fields/fields';
import { readCurrency, readReference } from '../commonFields';
import { hintForAddress } from '../triggerAddress';
import { checkAgentLimits, moneyOf } from './agentLimits';
import { linkFields } from './linkFields';

const LABELS = editorLabels(linkFields);

interface LinkRequest {
	reference: string;
	checkoutUrl: string;
	terms: LinkTerms;
	money: Money;
	qrCode: 'none' | 'png' | 'svg';
	binaryProperty: string;
}

const HOUR = 3_600_000;
const MOST_FIELDS = 10;
// Browsers, chats and QR codes limit the length of a link.
const LONGEST_FIELDS = 1000;

const shortText = (longest: number) =>
	text.refine((value) => value.length <= longest, `is too long. Write ${longest} characters at most.`);

const CARD_IN_LINK =
	'has what looks like a card number in it, which everybody who has the link could read. Leave it out.';

/** Says whether a text has a card number in it. A number alone may be an order's. */
function hasCardNumber(value: string): boolean {
	return /\D/.test(value.trim()) && maskCardNumbers(value) !== value;
}

const linkSchema = z.object({
	checkoutUrl: webAddress.refine(
		(url) => URL.canParse(url) && new URL(url).pathname.endsWith(`/${WEBHOOK_PATHS.checkout}`),
		`is not the address of a payment page. Copy it from the Card Payment Checkout Trigger; it ends in /${WEBHOOK_PATHS.checkout}.`,
	),
	amount: amountInput,
	currency: paymentCurrency,
	reference: newReference('order').refine(
		(reference) => reference.length <= 100,
		'is too long. Use 100 characters at most.',
	),
	description: shortText(200)
		.refine((value) => !hasCardNumber(value), CARD_IN_LINK)
		.default(''),
	expiresAfter: numberRule(0, 'is not a number of hours. Write it in digits, such as 24.')
		.refine((hours) => hours > 0, 'is zero. Write more than 0.')
		.refine((hours) => hours <= 8760, 'is more than a year. Write 8760 at most.'),
	tries: cardTriesRule,
	customFields: namedValues
		.refine((fields) => fields.length <= MOST_FIELDS, `has too many entries. Give it ${MOST_FIELDS} at most.`)
		.refine(
			(fields) => JSON.stringify(fields).length <= LONGEST_FIELDS,
			`is too long. Use ${LONGEST_FIELDS} characters at most, all names and values together.`,
		)
		.refine((fields) => !fields.some(({ name, value }) => hasCardNumber(`${name}: ${value}`)), CARD_IN_LINK)
		.default([]),
	qrCode: z.enum(['none', 'png', 'svg']),
	binaryProperty: requiredText.default('data'),
});

/** Payment Link: Create. Signs the terms of a payment; nothing is sent to the service. */
export const create: ReadOperation<LinkRequest> = {
	kind: 'read',
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create payment link',
		description: 'Create a signed link to a payment page that n8n serves, and optionally its QR code',
	},
	isForAgents: true,
	fields: linkFields,
	unique: { field: 'Reference', of: ({ reference }) => reference },

	prepare(parameters, settings) {
		checkSigningKey(settings.privateKey);
		const names = ['checkoutUrl', 'amount', 'description', 'expiresAfter', 'tries', 'qrCode'];
		const { checkoutUrl, amount, currency, expiresAfter, qrCode, binaryProperty, ...given } = checkInput(
			linkSchema,
			{
				...Object.fromEntries(names.map((name) => [name, parameters.get(name)])),
				currency: readCurrency(parameters, settings),
				reference: readReference(parameters, 'reference', settings).reference,
				customFields: parameters.get<unknown[]>('customFields.field', []),
				// n8n has no value for a field that it does not show.
				binaryProperty: parameters.get('qrCode') === 'none' ? '' : parameters.get('binaryProperty'),
			},
			LABELS,
		);
		const money = moneyOf({ amount, currency }, settings.amountsIn, 'Amount');
		if (isTool(parameters.context)) checkAgentLimits(parameters, money, settings.amountsIn);
		const customFields = Object.fromEntries(given.customFields.map(({ name, value }) => [name, value]));
		const expires = Date.now() + expiresAfter * HOUR;
		const terms = { ...given, amount, currency, expires, customFields };
		return { reference: given.reference, checkoutUrl, terms, money, qrCode, binaryProperty };
	},

	async perform({ service }, { checkoutUrl, terms, money, qrCode, binaryProperty }) {
		const url = makeLink(checkoutUrl, terms, service.settings.privateKey);
		const { expires, amount: _, currency, ...shown } = terms;
		const expiresAt = new Date(expires).toISOString();
		const output: IDataObject = { url, amount: money.major, currency, ...shown, expiresAt };
		const hint = hintForAddress(checkoutUrl, { displayName: LABELS.checkoutUrl!, carries: 'card numbers' });
		const hints = hint === undefined ? [] : [hint];
		if (qrCode === 'none') return { output, hints };
		return { output, hints, files: { [binaryProperty]: await qrCodeOf(url, qrCode) } };
	},
};

/** Makes the QR code of a link, as a file. Its libraries take long to load, and few links have one. */
async function qrCodeOf(url: string, format: 'png' | 'svg'): Promise<NonNullable<Result['files']>[string]> {
	const { generate } = await import('lean-qr');
	const code = generate(url);
	if (format === 'svg') {
		const { toSvgSource } = await import('lean-qr/extras/svg');
		const content = Buffer.from(toSvgSource(code, { on: 'black', off: 'white', scale: 4 }));
		return { content, name: 'payment-link.svg', type: 'image/svg+xml' };
	}
	const { toPngBuffer } = await import('lean-qr/extras/node_export');
	const content = Buffer.from(toPngBuffer(code, { off: [255, 255, 255, 255], scale: 6 }));
	return { content, name: 'payment-link.png', type: 'image/png' };
}
