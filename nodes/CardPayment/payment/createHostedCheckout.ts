import type { INodeProperties } from 'n8n-workflow';

import type { ChargeRequest } from '../../../gateway/calls/charge';
import { buildHostedCheckout, hostedCheckout as call } from '../../../gateway/calls/hostedCheckout';
import { keyHeaders } from '../../../gateway/client/request';
import { editorLabels, editorFields } from '../../shared/fields/fields';
import {
	amountField,
	ifUsedField,
	namesAndValues,
	readCurrency,
	readIfUsed,
	readReference,
	referenceField,
} from '../commonFields';
import { optionsOfMoney } from '../../shared/execution/run';
import type { PayOperation } from '../../shared/execution/operation';
import { ADDRESS_LABELS, hostedNotifyFields, readReturnAddress, withSignedUrls } from '../notify';
import { currencyField } from '../../shared/fields/currency';

/** The fields of Payment: Create Hosted Checkout. */
const fields: INodeProperties[] = [
	amountField,
	currencyField,
	referenceField(
		'The number of the order. Where the service has a payment under it already, no page is created, because both could be paid.',
	),
	...editorFields(call.fields),
	...hostedNotifyFields,
	namesAndValues('Metadata', 'metadata', 'Fields of your own, which the service keeps with the payment'),
	optionsOfMoney([
		{
			...ifUsedField,
			description:
				'No second page is created, whatever you choose. A payment that is still open fails the item, because its page cannot be given out again.',
		},
	]),
];

/** Payment: Create Hosted Checkout. The specification does not have it; this is what providers publish. */
export const createHostedCheckout: PayOperation<ChargeRequest> = {
	kind: 'pay',
	option: {
		name: 'Create Hosted Checkout',
		value: 'createHostedCheckout',
		action: 'Create hosted checkout',
		description: 'Create a payment page of your provider, on which the customer pays. No card passes through n8n.',
	},
	fields,
	call,
	shows: ['checkoutUrl', 'duplicate', 'details'],

	prepare(parameters, settings) {
		// A missing key is reported before the reference is looked up at the service.
		keyHeaders('publicKey', settings);
		const { reference, isRandom } = readReference(parameters, 'reference', settings);
		const given = {
			...parameters.getFields(call.fields),
			amount: parameters.get('amount'),
			currency: readCurrency(parameters, settings),
			reference,
			callbackUrl: readReturnAddress(parameters, settings),
			metadata: parameters.get('metadata.field', ''),
		};
		const request = buildHostedCheckout(given, settings.amountsIn, { ...editorLabels(fields), ...ADDRESS_LABELS });
		return { ...withSignedUrls(parameters, request, settings), isRandom, ifUsed: readIfUsed(parameters) };
	},
};
