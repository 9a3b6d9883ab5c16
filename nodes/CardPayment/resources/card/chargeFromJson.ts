import { CHARGE_KEYS } from '../../../../gateway/calls/charge/fields';
import { chargeJsonFields } from './chargeFields';
import { readChargeJson } from './chargeJson';
import { chargeOperation } from './chargeOperation';

/** Card: Charge From JSON (specification 2.2, 2.3, 4.3): one object for each item, which is the fastest way for many. */
export const chargeFromJson = chargeOperation({
	option: {
		name: 'Charge From JSON',
		value: 'chargeFromJson',
		action: 'Charge card from JSON',
		description:
			'Charge a card whose details come as one JSON object for each item, which is the fastest way to charge many',
	},
	fields: chargeJsonFields,
	usualUnit: 'minor',
	labels: CHARGE_KEYS,
	read: (parameters) => readChargeJson(parameters.get('charge')),
});
