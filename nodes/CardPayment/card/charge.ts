import type { IDataObject } from 'n8n-workflow';

import { buildCharge, type ChargeFormat, type ChargeRequest } from '../../../gateway/calls/chargeCall';
import type { AmountUnit } from '../../../gateway/values/money';
import { findByReference } from '../../shared/payments/findPayment';
import { callToCharge, chargeItem, isChargeOf, sendCharge } from '../../shared/payments/sendCharge';
import type { MoneyOperation, MoneyRequest } from '../../shared/execution/operation';
import type { Parameters } from '../../shared/execution/parameters';
import { labelsOf } from '../../shared/fields/labels';
import { readCurrency } from '../commonFields';
import { readUrls, withSignedUrls } from '../notify';
import { readReference } from '../referenceFields';
import { chargeFields } from './chargeFields';

type Charge = ChargeRequest & Pick<MoneyRequest, 'isRandom' | 'ifUsed'>;

// An e-mail address is a field of the charge, and in the editor one of the customer.
const LABELS = { ...labelsOf(chargeFields), email: 'Customer > Email' };

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge: MoneyOperation<Charge> = {
	option: {
		name: 'Charge',
		value: 'charge',
		action: 'Charge card',
		description: 'Charge a card. Depending on the card, the customer confirms with an OTP or 3-D Secure.',
	},
	fields: chargeFields,
	referenceField: 'Reference',
	paymentKind: 'charge',
	shows: ['duplicate', 'acsUrl', 'otpUrl', 'details'],

	prepare(parameters, settings) {
		const format: ChargeFormat = {
			...settings,
			amountUnit: parameters.getIfSet<AmountUnit>('options.amountUnit') ?? 'major',
		};
		const { reference, isRandom } = readReference(parameters, 'reference', settings);
		const currency = readCurrency(parameters, settings);
		const given = {
			cardNumber: parameters.get('cardNumber'),
			expiry: parameters.get('expiry'),
			cvv: parameters.get('cvv'),
			amount: parameters.get('amount'),
			currency,
			...readUrls(parameters),
			...details(parameters),
			reference,
		};
		const request = buildCharge(given, format, LABELS);
		const body = withSignedUrls(parameters, request, settings);
		return { ...request, body, isRandom, ifUsed: parameters.getIfSet<'fail' | 'show'>('options.ifUsed') };
	},

	perform: sendCharge,

	moneyRules: {
		wording: { what: 'card', done: 'charged' },
		withoutSecrets: (request) => ({ ...request, body: { amount: request.body.amount }, secrets: [] }),
		// The charge is not sent: only the look-up of this call is used.
		buildLookUp: callToCharge,
		ask: (run, { reference, secrets }) => findByReference(run, reference, secrets),
		paymentRules: {
			name: 'payment',
			isSame: isChargeOf,
			showFirst: (_, record) => ({ output: chargeItem(record, { duplicate: true }) }),
		},
	},
};

function details(parameters: Parameters): IDataObject {
	const { email, ...person } = parameters.get<IDataObject>('options.customer', {});
	return {
		email,
		customer: { ...person, address: parameters.get('options.address', {}) },
		browserDetails: parameters.get('options.browserDetails', {}),
		cardPin: parameters.get('options.cardPin', ''),
		sourceUrl: parameters.get('options.sourceUrl', ''),
		// An expression that gives nothing is refused here: the terminal decides where the money goes.
		tid: parameters.getIfSet<string>('options.tid'),
	};
}
