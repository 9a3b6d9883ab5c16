import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { Parameters } from '../../../shared/execution/parameters';
import { chargeFields } from './chargeFields';
import { chargeOperation, notified } from './chargeOperation';

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge = chargeOperation({
	option: {
		name: 'Charge',
		value: 'charge',
		action: 'Charge card',
		description: 'Charge a card. Depending on the card, the customer confirms with an OTP or 3-D Secure.',
	},
	fields: chargeFields,
	usualUnit: 'major',
	read: (parameters) => ({ ...cardAndAmount(parameters), ...urls(parameters), ...details(parameters) }),
});

function cardAndAmount(parameters: Parameters): IDataObject {
	const names = ['cardNumber', 'expiry', 'cvv', 'amount', 'currency'];
	const given = names.map((name): [string, GenericValue] => [name, parameters.get(name)]);
	return { ...Object.fromEntries(given), reference: parameters.given<string>('reference') };
}

// n8n has no value for a field that it does not show, so these are read only where they are shown.
function urls(parameters: Parameters): IDataObject {
	if (notified(parameters) !== 'urls') return {};
	return { callbackUrl: parameters.get('callbackUrl'), webhookURL: parameters.get('webhookURL') };
}

function details(parameters: Parameters): IDataObject {
	const { email, ...person } = parameters.get<IDataObject>('options.customer', {});
	return {
		email,
		customer: { ...person, address: parameters.get('options.billingAddress', {}) },
		browserDetails: parameters.get('options.browser', {}),
		cardPin: parameters.get('options.cardPin', ''),
		sourceUrl: parameters.get('options.sourceUrl', ''),
		// The terminal decides where the money goes.
		tid: parameters.given<string>('options.tid'),
	};
}
