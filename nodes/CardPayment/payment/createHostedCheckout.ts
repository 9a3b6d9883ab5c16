import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { buildHostedCheckout } from '../../../gateway/calls/hostedCheckoutCall';
import { keyHeaders } from '../../../gateway/client/authentication';
import { findPayment } from '../../shared/payments/findPayment';
import { isChargeOf } from '../../shared/payments/sendCharge';
import { hostedCheckoutCall, sendHostedCheckout } from '../../shared/payments/sendHostedCheckout';
import type { MoneyOperation } from '../../shared/execution/operation';
import { labelsOf } from '../../shared/fields/labels';
import { readCurrency } from '../commonFields';
import { readUrls, withSignedUrls } from '../notify';
import { readReference } from '../reference';
import { hostedCheckoutFields } from './hostedCheckoutFields';

/** Payment: Create Hosted Checkout. The specification does not have it; this is what providers publish. */
export const createHostedCheckout: MoneyOperation<ChargeRequest & { isRandom: boolean }> = {
	option: {
		name: 'Create Hosted Checkout',
		value: 'createHostedCheckout',
		action: 'Create hosted checkout',
		description: 'Create a payment page of your provider, on which the customer pays. No card passes through n8n.',
	},
	fields: hostedCheckoutFields,
	referenceField: 'Reference',
	payments: 'checkout',
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
		const request = buildHostedCheckout(given, settings.amountsIn, labelsOf(hostedCheckoutFields));
		return { ...request, body: withSignedUrls(parameters, request, settings), isRandom };
	},

	perform: sendHostedCheckout,

	money: {
		words: { what: 'hosted checkout', done: 'created' },
		withoutSecrets: (request) => ({ ...request, body: { amount: request.body.amount } }),
		lookUpOf: hostedCheckoutCall,
		ask: (run, { reference }) => findPayment(run, reference, []),
		payment: { name: 'payment', isSame: isChargeOf },
	},
};
