import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { buildCharge, charge as call, type ChargeRequest } from '../../../gateway/calls/charge';
import { addressField, cardFields, detailFields } from '../../../gateway/calls/chargeFields';
import { labelsOf } from '../../../gateway/fields';
import { attemptReference } from '../../../gateway/values/attempt';
import { InputError } from '../../../gateway/values/errors';
import type { AmountUnit } from '../../../gateway/values/money';
import type { PayOperation } from '../../shared/execution/operation';
import type { Parameters } from '../../shared/execution/parameters';
import { optionsOfMoney } from '../../shared/execution/run';
import { editorFields } from '../../shared/fields/fields';
import {
	amountField,
	amountUnitField,
	readCurrency,
	ifUsedField,
	readIfUsed,
	readReference,
	referenceField,
} from '../commonFields';
import { currencyField } from '../../shared/fields/currency';
import { ADDRESS_LABELS, notifyFields, readAddresses, withSignedUrls } from '../notify';

const moreFields = { ...detailFields, address: addressField };

const cardNotice: INodeProperties = {
	displayName:
		'n8n stores the card details that you enter here. To keep them out of n8n, use <b>Payment: Create Hosted Checkout</b> or the <b>Card Payment Checkout Trigger</b>.',
	name: 'cardNotice',
	type: 'notice',
	default: '',
};

const afterDeclineField: INodeProperties = {
	displayName: 'After a Decline',
	name: 'afterDecline',
	type: 'options',
	options: [
		{ name: 'Fail the Item', value: 'fail', description: 'It says why the card before was declined' },
		{
			name: 'Charge Again',
			value: 'chargeAgain',
			description:
				'The card is charged as the next attempt of this order, which has ten at most. A page of your provider that is still open for the order can be paid as well.',
		},
	],
	default: 'fail',
	description:
		'What to do where the service has declined a card for this reference, here or on a payment link. While the last attempt is open, or may be paid, nothing is charged, whatever you choose.',
};

/** The fields of Card: Charge. Only what every charge needs is in sight. */
const fields: INodeProperties[] = [
	...editorFields(cardFields),
	cardNotice,
	amountField,
	currencyField,
	referenceField(
		'The number of the order. When you send a payment again, always use the same reference, also for another card after a decline: it keeps an order from being paid twice.',
	),
	...notifyFields,
	{
		...optionsOfMoney([
			afterDeclineField,
			ifUsedField,
			{
				...amountUnitField,
				description: 'The unit of the amount. The service always receives minor units, such as kobo or cents.',
			},
			...editorFields(moreFields),
		]),
		displayName: 'More Details',
		placeholder: 'Add Detail',
	},
];

// Without asking, nobody knows which attempt is the next.
const NOT_CHECKED = new InputError([
	{
		path: ['afterDecline'],
		field: afterDeclineField.displayName,
		rule: "is 'Charge Again', for which the service has to be asked first. Turn on Check References Before Sending in the credential, or choose 'Fail the Item'.",
	},
]);

const LABELS = {
	amount: amountField.displayName,
	currency: currencyField.displayName,
	reference: 'Reference',
	...ADDRESS_LABELS,
	...labelsOf({ ...cardFields, ...moreFields }),
	// It belongs to the charge in a request, and to the customer in the editor.
	email: 'Customer > Email',
};

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge: PayOperation<ChargeRequest> = {
	kind: 'pay',
	option: {
		name: 'Charge',
		value: 'charge',
		action: 'Charge card',
		description: 'Charge a card. Depending on the card, the customer confirms with an OTP or 3-D Secure.',
	},
	fields,
	call,
	shows: ['duplicate', 'acsUrl', 'otpUrl', 'details'],

	prepare(parameters, settings) {
		const { reference, isRandom } = readReference(parameters, 'reference', settings);
		const { redirectHint, ...addresses } = readAddresses(parameters, settings);
		const given = {
			...parameters.getFields(cardFields),
			amount: parameters.get('amount'),
			currency: readCurrency(parameters, settings),
			...addresses,
			...details(parameters),
			reference,
		};
		const amountUnit = parameters.getIfSet<AmountUnit>('options.amountUnit') ?? 'major';
		const checked = buildCharge(given, { ...settings, amountUnit }, LABELS);
		const forAttempt = (attempt: number): ChargeRequest => {
			const sentAs = attemptReference({ order: checked.reference, attempt });
			const request = { ...checked, reference: sentAs, body: { ...checked.body, reference: sentAs } };
			const signed = withSignedUrls(parameters, request, settings);
			return { ...signed, isRandom, ifUsed: readIfUsed(parameters), redirectHint };
		};
		const chargesAgain = parameters.getIfSet('options.afterDecline') === 'chargeAgain';
		if (chargesAgain && !settings.checkReferences) throw NOT_CHECKED;
		return { ...forAttempt(1), forAttempt: chargesAgain ? forAttempt : undefined };
	},
};

/** Reads the details of a charge, in the form in which it is sent: the address is the customer's, and the e-mail address the charge's. */
function details(parameters: Parameters): IDataObject {
	const { address, customer, ...more } = parameters.getFields(moreFields, 'options') as IDataObject;
	const { email, ...person } = customer as IDataObject;
	return { ...more, email, customer: { ...person, address } };
}
