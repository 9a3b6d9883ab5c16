import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { buildCharge, type ChargeFormat, type ChargeRequest } from '../../../../gateway/calls/charge/request';
import { InputError } from '../../../../gateway/protocol/errors';
import type { PinFormat } from '../../../../gateway/schema/card';
import { isNothing } from '../../../../gateway/schema/input';
import type { AmountUnit } from '../../../../gateway/schema/money';
import { lookUpSentCharge, sendCharge } from '../../../shared/payments/charge';
import type { WhenUsed } from '../../../shared/payments/usedReference';
import { digitsOf } from '../../../shared/execution/automaticReference';
import type { Operation } from '../../../shared/execution/operation';
import type { Parameters } from '../../../shared/execution/parameters';
import { WEBHOOK_PATHS, triggerUrls, signUrl } from '../../../shared/signing/signedUrl';
import { whenUsed } from '../whenUsed';

interface Charge extends ChargeRequest {
	/** Whether its URLs are those of a trigger, which get signed. */
	notifiesTrigger: boolean;
	whenUsed: WhenUsed;
}

/** What the two operations that charge a card differ in. */
interface Form {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** What its amounts are counted in, unless the user chooses. */
	usualUnit: AmountUnit;
	/** What people call the fields of a charge there; by default as the editor shows them. */
	labels?: Readonly<Record<string, string>>;
	/** The fields of a charge (specification 2.2); the reference is undefined where it is literally empty. @throws InputError */
	read: (parameters: Parameters) => IDataObject;
}

/** An operation that charges a card (specification 2.2, 2.3, 4.3). */
export function chargeOperation({ option, fields, usualUnit, labels, read }: Form): Operation<Charge> {
	return {
		option,
		fields,
		payments: 'charge',

		prepare(parameters, automaticReference, { amountsIn }) {
			const format: ChargeFormat = {
				amountUnit: parameters.given<AmountUnit>('options.amountUnit') ?? usualUnit,
				amountsIn,
				yearDigits: parameters.given<2 | 4>('options.yearDigits') ?? 2,
				pinFormat: parameters.given<PinFormat>('options.pinFormat') ?? 'number',
			};
			const { reference, ...given } = read(parameters);
			const isAutomatic = reference === undefined;
			const own =
				reference ?? automaticReference.forItem(parameters.itemIndex, [digitsOf(given.cardNumber), given.email]);
			const whom = notified(parameters);
			const urls = urlsFor(parameters, whom, given);
			const request = buildCharge({ ...given, ...urls, reference: own }, format, Date.now(), labels);
			return {
				...request,
				notifiesTrigger: whom === 'trigger',
				whenUsed: whenUsed(parameters, isAutomatic),
			};
		},

		async perform(run, request) {
			const body = request.notifiesTrigger ? withSignedUrls(request, run.transport.settings.privateKey) : request.body;
			return await sendCharge(run, { ...request, body }, request.whenUsed);
		},

		money: {
			reference: ({ reference }) => reference,
			referenceField: labels === undefined ? 'Reference' : 'reference',
			isAutomatic: ({ whenUsed: chosen }) => chosen === 'own',
			words: {
				what: 'card',
				done: 'charged',
				fields: { 'Card Number': 'its number', CVV: 'its CVV', Expiry: 'its expiry', 'Card PIN': 'its PIN' },
			},
			alike: { money: ({ money }) => money, what: 'card and e-mail address' },
			withoutSecrets: (request) => ({ ...request, body: { amount: request.body.amount }, secrets: [] }),
			lookUpSent: (run, { request, sentAt }, now) =>
				lookUpSentCharge(run, { ...request, secrets: now?.secrets ?? [] }, sentAt),
		},
	};
}

type Notified = 'nobody' | 'trigger' | 'urls';

/** What is chosen under Notify. */
export function notified(parameters: Parameters): Notified {
	return parameters.get<Notified>('notify', 'nobody');
}

function urlsFor(parameters: Parameters, whom: Notified, { callbackUrl, webhookURL }: IDataObject): IDataObject {
	if (whom === 'trigger') return readTriggerUrl(parameters.get('triggerUrl'));
	if (whom === 'urls' || (!isNothing(callbackUrl) && !isNothing(webhookURL))) return {};
	// The service requires both (specification 2.2). Nothing listens at the start page of n8n, and no workflow can.
	const { addressOfN8n } = parameters;
	return {
		callbackUrl: isNothing(callbackUrl) ? addressOfN8n : callbackUrl,
		webhookURL: isNothing(webhookURL) ? addressOfN8n : webhookURL,
	};
}

function readTriggerUrl(url: unknown): IDataObject {
	const urls = typeof url === 'string' ? triggerUrls(url.trim()) : undefined;
	if (urls) return urls;
	throw new InputError([
		{
			path: ['triggerUrl'],
			field: 'Trigger URL',
			rule: `is not the address of a Card Payment Trigger. Copy it from that node; it ends in /${WEBHOOK_PATHS.notification} or /${WEBHOOK_PATHS.callback}.`,
		},
	]);
}

function withSignedUrls({ body, reference, money }: Charge, privateKey: string): Charge['body'] {
	const terms = { reference, amount: String(money.major), currency: money.currency };
	const sign = (url: unknown) => signUrl(String(url), terms, privateKey);
	return { ...body, callbackUrl: sign(body.callbackUrl), webhookURL: sign(body.webhookURL) };
}
