import type { IDataObject } from 'n8n-workflow';

import { buildCharge, type ChargeFormat, type ChargeRequest } from '../../../../gateway/calls/charge';
import { InputError } from '../../../../gateway/protocol/errors';
import { readJsonObject } from '../../../../gateway/schema/input';
import type { AmountUnit } from '../../../../gateway/schema/money';
import { lookUpSentCharge, sendCharge } from '../../../shared/payments/charge';
import type { AutomaticReference } from '../../../shared/execution/automaticReference';
import type { Operation } from '../../../shared/execution/operation';
import type { Parameters } from '../../../shared/execution/parameters';
import { WEBHOOK_PATHS, triggerUrls, signUrl } from '../../../shared/signing/signedUrl';
import { chargeFields } from './chargeFields';

interface Charge extends ChargeRequest {
	/** Whether its URLs are those of a trigger, which get signed. */
	notifiesTrigger: boolean;
}

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge: Operation<Charge> = {
	option: {
		name: 'Charge',
		value: 'charge',
		action: 'Charge a card',
		description: 'Start a payment; the card decides whether it needs an OTP, a 3-D Secure page, or is final at once',
	},
	fields: chargeFields,

	prepare(parameters, automaticReference, { amountsIn }) {
		const options = parameters.get<Partial<ChargeFormat>>('options', {});
		const format: ChargeFormat = {
			amountUnit: parameters.get<AmountUnit>('amountUnit'),
			amountsIn,
			yearDigits: options.yearDigits ?? 2,
			pinFormat: options.pinFormat ?? 'number',
		};
		const isForTrigger = notifiesTrigger(parameters);
		const urls = isForTrigger ? readTriggerUrl(parameters.get('triggerUrl')) : {};
		const fields = { ...readFields(parameters, automaticReference), ...urls };
		return { ...buildCharge(fields, format, Date.now()), notifiesTrigger: isForTrigger };
	},

	async perform(run, request) {
		const body = request.notifiesTrigger ? withSignedUrls(request, run.transport.settings.privateKey) : request.body;
		return await sendCharge(run, { ...request, body });
	},

	money: {
		reference: ({ reference }) => reference,
		referenceField: 'Reference',
		notDone: 'not charged',
		lookUpSent: lookUpSentCharge,
	},
};

function readFields(parameters: Parameters, automaticReference: AutomaticReference): IDataObject {
	const fields =
		parameters.get<string>('inputMode') === 'json'
			? readJsonObject(parameters.get('charge'), 'Charge')
			: readEachField(parameters);
	return { ...fields, reference: fields.reference || automaticReference.forItem(parameters.itemIndex) };
}

function readEachField(parameters: Parameters): IDataObject {
	const { street, city, stateProvince, stateProvinceCode, postcodeZip, country, ...person } =
		parameters.get<IDataObject>('customer', {});
	return {
		cardNumber: parameters.get('cardNumber'),
		expiryMonth: parameters.get('expiryMonth'),
		expiryYear: parameters.get('expiryYear'),
		cvv: parameters.get('cvv'),
		amount: parameters.get('amount'),
		currency: parameters.get('currency'),
		reference: parameters.get('reference'),
		...(notifiesTrigger(parameters) ? {} : readUrls(parameters)),
		...parameters.get<IDataObject>('additionalFields', {}),
		customer: { ...person, address: { street, city, stateProvince, stateProvinceCode, postcodeZip, country } },
		browserDetails: parameters.get('browserDetails', {}),
	};
}

function notifiesTrigger(parameters: Parameters): boolean {
	return parameters.get('notify', 'urls') === 'trigger';
}

// n8n has no value for a field that it does not show, so these are read only where they are shown.
function readUrls(parameters: Parameters): IDataObject {
	return { callbackUrl: parameters.get('callbackUrl'), webhookURL: parameters.get('webhookURL') };
}

function readTriggerUrl(url: unknown): IDataObject {
	const urls = typeof url === 'string' ? triggerUrls(url.trim()) : undefined;
	if (urls) return urls;
	throw new InputError([
		{
			path: ['triggerUrl'],
			field: 'Trigger URL',
			rule: `must be a URL of a Card Payment Trigger as that node shows it, ending in /${WEBHOOK_PATHS.notification} or /${WEBHOOK_PATHS.callback}`,
		},
	]);
}

function withSignedUrls({ body, reference, money }: Charge, privateKey: string): Charge['body'] {
	const terms = { reference, amount: String(money.major), currency: money.currency };
	const sign = (url: unknown) => signUrl(String(url), terms, privateKey);
	return { ...body, callbackUrl: sign(body.callbackUrl), webhookURL: sign(body.webhookURL) };
}
