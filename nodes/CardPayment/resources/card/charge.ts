import type { IDataObject } from 'n8n-workflow';

import { CHARGE_LABELS, buildCharge, type ChargeFormat, type ChargeRequest } from '../../../../gateway/calls/charge';
import { InputError } from '../../../../gateway/protocol/errors';
import { readJsonObject } from '../../../../gateway/schema/input';
import type { PinFormat } from '../../../../gateway/schema/card';
import type { AmountUnit } from '../../../../gateway/schema/money';
import { lookUpSentCharge, sendCharge } from '../../../shared/payments/charge';
import type { WhenUsed } from '../../../shared/payments/resolution';
import type { Operation } from '../../../shared/execution/operation';
import { refuseNothing, type Parameters } from '../../../shared/execution/parameters';
import { WEBHOOK_PATHS, triggerUrls, signUrl } from '../../../shared/signing/signedUrl';
import { whenUsed } from '../whenUsed';
import { chargeFields } from './chargeFields';

interface Charge extends ChargeRequest {
	/** Whether its URLs are those of a trigger, which get signed. */
	notifiesTrigger: boolean;
	whenUsed: WhenUsed;
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
		const format: ChargeFormat = {
			amountUnit: parameters.get<AmountUnit>('amountUnit'),
			amountsIn,
			yearDigits: parameters.given<2 | 4>('options.yearDigits') ?? 2,
			pinFormat: parameters.given<PinFormat>('options.pinFormat') ?? 'number',
		};
		const isForTrigger = notifiesTrigger(parameters);
		const urls = isForTrigger ? readTriggerUrl(parameters.get('triggerUrl')) : {};
		const { reference, ...fields } = readFields(parameters);
		const isAutomatic = reference === undefined;
		const own = reference ?? automaticReference.forItem([fields.cardNumber, fields.email]);
		const request = buildCharge({ ...fields, reference: own, ...urls }, format, Date.now());
		return { ...request, notifiesTrigger: isForTrigger, whenUsed: whenUsed(parameters, isAutomatic) };
	},

	async perform(run, request) {
		const body = request.notifiesTrigger ? withSignedUrls(request, run.transport.settings.privateKey) : request.body;
		return await sendCharge(run, { ...request, body }, request.whenUsed);
	},

	money: {
		reference: ({ reference }) => reference,
		referenceField: 'Reference',
		isAutomatic: ({ whenUsed: chosen }) => chosen === 'own',
		notDone: 'not charged',
		withoutSecrets: (request) => ({ ...request, body: { amount: request.body.amount }, secrets: [] }),
		lookUpSent: (run, sent, now) => lookUpSentCharge(run, { ...sent, secrets: now?.secrets ?? [] }),
	},
};

/** The fields of a charge; the reference is undefined where it is literally empty. */
function readFields(parameters: Parameters): IDataObject {
	if (parameters.get<string>('inputMode') !== 'json') return readEachField(parameters);
	const fields = readJsonObject(parameters.get('charge'), 'Charge');
	for (const name of ['reference', 'tid'] as const) {
		const problem = { path: [name], field: CHARGE_LABELS[name], instead: 'leave it out of the JSON' };
		if (Object.hasOwn(fields, name)) refuseNothing(fields[name], problem);
	}
	return fields as IDataObject;
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
		reference: parameters.given<string>('reference'),
		...(notifiesTrigger(parameters) ? {} : readUrls(parameters)),
		...parameters.get<IDataObject>('additionalFields', {}),
		// The terminal decides where the money goes.
		tid: parameters.given<string>('additionalFields.tid'),
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
