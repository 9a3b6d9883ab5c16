import type { INodeProperties } from 'n8n-workflow';

import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { buildHostedCheckout } from '../../../gateway/calls/hostedCheckoutCall';
import { keyHeaders } from '../../../gateway/client/authentication';
import { findByReference } from '../../shared/payments/findPayment';
import { isChargeOf } from '../../shared/payments/sendCharge';
import { callToCreateCheckout, sendHostedCheckout } from '../../shared/payments/sendHostedCheckout';
import type { MoneyOperation } from '../../shared/execution/operation';
import { labelsOf } from '../../shared/fields/labels';
import { amountField, namesAndValues, readCurrency } from '../commonFields';
import { notifyFields, readUrls, withSignedUrls } from '../notify';
import { readReference, referenceField } from '../referenceFields';
import { currencyField } from '../../shared/fields/currency';
import { TEXT } from '../../shared/fields/options';
import { optionsOfMoney } from '../../shared/execution/runOptions';

const [notify, ...urlFields] = notifyFields;

/** The fields of Payment: Create Hosted Checkout. */
const fields: INodeProperties[] = [
	amountField,
	currencyField,
	referenceField(
		'The number of the order. Where the service has a payment under it already, no page is created, because both could be paid.',
	),
	{
		displayName: 'Customer Email',
		name: 'email',
		...TEXT,
		required: true,
		placeholder: 'name@email.com',
		description: 'The service requires it. It does not send the page there; do that in the workflow.',
	},
	{
		displayName: 'Fee Paid By',
		name: 'bearer',
		type: 'options',
		options: [
			{ name: 'Customer', value: 'customer', description: 'The fee of the service is added to the amount' },
			{ name: 'Merchant', value: 'merchant', description: 'You receive the amount without the fee' },
		],
		default: 'merchant',
		description: 'Who pays the fee of the service',
	},
	{
		displayName: 'Channels',
		name: 'channels',
		type: 'multiOptions',
		options: [
			{ name: 'Bank', value: 'bank' },
			{ name: 'Card', value: 'card' },
		],
		default: [],
		description: 'How the customer can pay. Leave empty for all ways that your provider has.',
	},
	{
		...notify!,
		description:
			'Where the customer’s browser returns after the payment. With No One, it is the start page of this n8n. Notifications go to the URL that is set in your provider’s dashboard.',
	},
	...urlFields.filter(({ name }) => name !== 'webhookURL'),
	namesAndValues('Metadata', 'metadata', 'Fields of your own, which the service keeps with the payment'),
	optionsOfMoney(),
];

/** Payment: Create Hosted Checkout. The specification does not have it; this is what providers publish. */
export const createHostedCheckout: MoneyOperation<ChargeRequest & { isRandom: boolean }> = {
	option: {
		name: 'Create Hosted Checkout',
		value: 'createHostedCheckout',
		action: 'Create hosted checkout',
		description: 'Create a payment page of your provider, on which the customer pays. No card passes through n8n.',
	},
	fields,
	referenceField: 'Reference',
	paymentKind: 'checkout',
	shows: ['checkoutUrl', 'duplicate', 'details'],

	prepare(parameters, settings) {
		// A missing key is told before the service is asked about the reference.
		keyHeaders('publicKey', settings);
		const { reference, isRandom } = readReference(parameters, 'reference', settings);
		const given = {
			amount: parameters.get('amount'),
			currency: readCurrency(parameters, settings),
			reference,
			email: parameters.get('email'),
			bearer: parameters.get('bearer'),
			channels: parameters.get('channels'),
			callbackUrl: readUrls(parameters, ['callbackUrl']).callbackUrl,
			metadata: parameters.get('metadata.field', ''),
		};
		const request = buildHostedCheckout(given, settings.amountsIn, labelsOf(fields));
		return { ...request, body: withSignedUrls(parameters, request, settings), isRandom };
	},

	perform: sendHostedCheckout,

	moneyRules: {
		wording: { what: 'hosted checkout', done: 'created' },
		withoutSecrets: (request) => ({ ...request, body: { amount: request.body.amount } }),
		buildLookUp: callToCreateCheckout,
		ask: (run, { reference }) => findByReference(run, reference, []),
		paymentRules: { name: 'payment', isSame: isChargeOf },
	},
};
