import { z } from 'zod/v4';

import { payment, type Payment } from '../payment';
import { namedValues, readInput, validated, webAddress, type Labels } from '../values/input';
import { currencyCode, givenAmount, moneyIn, type AmountCounting } from '../values/money';
import { comparedText, optionalAddress, optionalText, readFields } from '../values/responseFields';
import { emailAddress, type ChargeRequest } from './chargeCall';
import { ABOUT_ANOTHER } from './expectedPayment';
import { referenceText } from '../values/reference';

/** What the answer adds to the payment: the page of the service on which the customer pays. */
export interface HostedCheckout extends Payment {
	checkoutUrl: string | null;
}

// The service numbers who pays its fee.
const BEARERS = { merchant: 1, customer: 2 };

const schema = z.object({
	amount: givenAmount,
	currency: currencyCode,
	reference: referenceText,
	email: emailAddress,
	bearer: z.enum(['merchant', 'customer']).transform((bearer) => BEARERS[bearer]),
	// None means all.
	channels: z.array(z.enum(['bank', 'card'])).default([]),
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
	const { money, broken } = moneyIn(read.given, 'major', amountsIn);
	const checkout = validated(read, labels, broken);
	return { body: { ...checkout, amount: money!.minor }, reference: checkout.reference, money: money!, secrets: [] };
}

const answerFields = {
	checkoutUrl: optionalAddress,
	authorizationUrl: optionalAddress,
	accessCode: optionalText,
	reference: comparedText,
};

/** Reads the answer to a hosted checkout. Its access code is taken for the service's reference; without an address, nobody can pay. */
export function readHostedCheckout(
	data: Record<string, unknown>,
	{ reference, money }: Pick<ChargeRequest, 'reference' | 'money'>,
): HostedCheckout {
	const answer = readFields(data, answerFields);
	const isOther = answer.reference !== null && answer.reference !== reference;
	const checkoutUrl = isOther ? null : (answer.checkoutUrl ?? answer.authorizationUrl);
	const { major: amount, minor: amountMinor, currency } = money;
	const known = payment({
		...{ outcome: checkoutUrl === null ? 'unknown' : 'redirect_required', reference, amount, amountMinor, currency },
		transactionReference: isOther ? null : answer.accessCode,
		details: checkoutUrl !== null ? null : isOther ? ABOUT_ANOTHER : 'The service gave no address of the page',
	});
	return { ...known, checkoutUrl };
}
