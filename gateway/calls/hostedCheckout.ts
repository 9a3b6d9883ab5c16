import { z } from 'zod/v4';

import { ENDPOINTS } from '../client/endpoints';
import { rulesOf, TEXT, type Field } from '../fields';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { isFinal } from '../outcome';
import { duplicateMark, commonPart, payment, paymentItem, type Payment } from '../payment';
import type { MoneyCall } from '../sending/call';
import { namedValues, readInput, requireValid, webAddress, type Labels } from '../values/input';
import { amountInput, readMoney, paymentCurrency, type AmountCounting } from '../values/money';
import { optionalAddress, optionalText, readFields } from '../values/responseFields';
import { emailAddress } from '../values/email';
import { cardPayment, withoutOpenPages } from './cardPayment';
import type { ChargeRequest } from './charge';
import { ABOUT_ANOTHER } from './expectedPayment';
import { compareReferences } from '../values/attempt';
import { newReference } from '../values/reference';

/** The field that the answer adds to the payment: the page of the service on which the customer pays. */
export interface HostedCheckout extends Payment {
	checkoutUrl: string | null;
}

// The service numbers who pays its fee.
const BEARERS = { merchant: 1, customer: 2 };

/** The fields of a hosted checkout, besides the payment, the address to return to and the metadata. */
const hostedCheckoutFields = {
	email: {
		displayName: 'Customer Email',
		...TEXT,
		required: true,
		placeholder: 'name@email.com',
		description: 'The service requires it. It does not send the page there; do that in the workflow.',
		rule: emailAddress,
	},
	bearer: {
		displayName: 'Fee Paid By',
		type: 'options',
		options: [
			{ name: 'Customer', value: 'customer', description: 'The fee of the service is added to the amount' },
			{ name: 'Merchant', value: 'merchant', description: 'The fee is deducted from what you receive' },
		],
		default: 'merchant',
		description: 'Who pays the fee of the service',
		rule: z.enum(['merchant', 'customer']).transform((bearer) => BEARERS[bearer]),
	},
	channels: {
		displayName: 'Channels',
		type: 'multiOptions',
		options: [
			{ name: 'Bank', value: 'bank' },
			{ name: 'Card', value: 'card' },
		],
		default: [],
		description: 'How the customer can pay. Leave empty for all ways that your provider has.',
		// None means all.
		rule: z.array(z.enum(['bank', 'card'])).default([]),
	},
} satisfies Record<string, Field>;

const schema = z.object({
	amount: amountInput,
	currency: paymentCurrency,
	reference: newReference('order'),
	...rulesOf(hostedCheckoutFields),
	callbackUrl: webAddress,
	metadata: namedValues
		.transform((fields) => Object.fromEntries(fields.map(({ name, value }) => [name, value])))
		.optional(),
});

/**
 * Checks a hosted checkout and builds its request, in the form that providers publish.
 * @throws InputError with every broken rule
 */
export function buildHostedCheckout(input: unknown, amountsIn: AmountCounting, labels: Labels = {}): ChargeRequest {
	const read = readInput(schema, input);
	const { money, brokenRules } = readMoney(read.fields, 'major', amountsIn);
	const checkout = requireValid(read, labels, brokenRules);
	return { body: { ...checkout, amount: money!.minor }, reference: checkout.reference, money: money!, secrets: [] };
}

const answerFields = {
	checkoutUrl: optionalAddress,
	authorizationUrl: optionalAddress,
	accessCode: optionalText,
	reference: optionalText,
};

/** Reads the answer to a hosted checkout. Its access code is taken for the service's reference; without an address, nobody can pay. */
export function readHostedCheckoutAnswer(
	data: Record<string, unknown>,
	{ reference, money }: Pick<ChargeRequest, 'reference' | 'money'>,
): HostedCheckout {
	const answer = readFields(data, answerFields);
	const isOther = compareReferences(reference, answer.reference) === 'different';
	const checkoutUrl = isOther ? null : (answer.checkoutUrl ?? answer.authorizationUrl);
	const { major: amount, minor: amountMinor, currency } = money;
	const known = payment({
		...{ outcome: checkoutUrl === null ? 'unknown' : 'redirect_required', reference, amount, amountMinor, currency },
		transactionReference: isOther ? null : answer.accessCode,
		details: checkoutUrl !== null ? null : isOther ? ABOUT_ANOTHER : 'The service gave no address of the page',
	});
	return { ...known, checkoutUrl };
}

const words: ItemWords = {
	name: 'checkout',
	outcomes: {
		...CARD_OUTCOMES,
		redirect_required: 'Nothing is paid yet. Send the customer to checkoutUrl.',
		pending: 'Still open, but the address of its page was lost. Verify before you create another.',
		unknown: 'It is not known whether a page was created. Verify before you create another.',
	},
};

/**
 * Has the service make a page for a payment. The specification does not have it; this is what providers publish. The address of a page
 * whose answer was lost cannot be had again.
 */
export const hostedCheckout: MoneyCall<ChargeRequest, HostedCheckout> = {
	...cardPayment,
	endpoint: ENDPOINTS.hostedCheckout,
	words: {
		what: 'hosted checkout',
		participle: 'created',
		action: 'creating a page for',
		inDoubt: 'a page was created',
		advice: 'Verify this reference before you create another page: both could be paid.',
		referenceField: 'Reference',
		item: words,
	},
	fields: hostedCheckoutFields,
	content: ({ body }) => ({ body }),
	read: (data, request, { baseUrl }) =>
		readHostedCheckoutAnswer(withoutOpenPages(data, baseUrl, ['checkoutUrl', 'authorizationUrl']), request),
	partToStore: (request) => ({ ...request, body: { amount: request.body.amount } }),
	// The record of a payment that is open does not have the address of its page.
	earlier: {
		...cardPayment.earlier,
		canShow: ({ outcome }) => isFinal(outcome),
		options: 'Options',
		afterDecline:
			"The customer can try again on the page or the payment link of this order. If it has neither, use Card: Charge with 'After a Decline' set to 'Charge Again' (under More Details).",
	},
	item: (_, made: Payment & Partial<HostedCheckout>, { duplicate }) =>
		paymentItem(words, commonPart(made, 'checkoutUrl'), duplicateMark(duplicate)),
};
