import type { IDataObject } from 'n8n-workflow';

import {
	buildCharge,
	readCharge,
	type ChargedPayment,
	type ChargeFormat,
	type ChargeRequest,
} from '../../../../gateway/charge';
import { CHARGE } from '../../../../gateway/endpoints';
import { InputError, PossibleRepeatError, RefusedError } from '../../../../gateway/errors';
import { readJsonObject } from '../../../../gateway/input';
import type { AmountUnit, Money } from '../../../../gateway/money';
import { commonPart, payment, type Payment } from '../../../../gateway/payment';
import { exchange } from '../../../shared/exchange';
import type { Journal } from '../../../shared/journal';
import type { Operation, Run } from '../../../shared/operation';
import type { Parameters } from '../../../shared/parameters';
import { findOut, settle, type Settlement } from '../../../shared/settlement';
import { DOORS, doorUrls, signUrl } from '../../../shared/signedUrl';
import { lookUp, type Sought } from '../../../shared/verification';
import { chargeFields } from './chargeFields';

/** A charge, and whether the URLs in it are a trigger's, which get signed. */
interface Charge extends ChargeRequest {
	notifiesTrigger: boolean;
}

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge: Operation<Charge> = {
	description: chargeFields,

	prepare(parameters, journal) {
		const options = parameters.get<Partial<ChargeFormat>>('options', {});
		const format: ChargeFormat = {
			amountUnit: parameters.get<AmountUnit>('amountUnit'),
			currencyDigits: options.currencyDigits,
			yearDigits: options.yearDigits ?? 2,
			pinFormat: options.pinFormat ?? 'number',
		};
		const isForTrigger = notifiesTrigger(parameters);
		const urls = isForTrigger ? readTriggerUrl(parameters.get('triggerUrl')) : {};
		const fields = { ...readFields(parameters, journal), ...urls };
		return { ...buildCharge(fields, format, Date.now()), notifiesTrigger: isForTrigger };
	},

	async perform(run, request) {
		const body = request.notifiesTrigger ? withSignedUrls(request, run.transport.settings.privateKey) : request.body;
		const answered = await exchange(run, CHARGE, { body }, request.secrets, (data) =>
			readCharge(data, request, run.transport.settings.statusTable),
		);
		return await settle(run, answered, settlementOf(run, request));
	},

	money: {
		reference: ({ reference }) => reference,
		referenceField: 'Reference',
		notDone: 'not charged',
		recall: async (run, request) =>
			await findOut(
				run,
				'An earlier try in this execution sent this charge and got no answer',
				settlementOf(run, request),
			),
	},
};

function readFields(parameters: Parameters, journal: Journal): IDataObject {
	const fields =
		parameters.get<string>('inputMode') === 'json'
			? readJsonObject(parameters.get('charge'), 'Charge')
			: readEachField(parameters);
	return { ...fields, reference: fields.reference || journal.automaticReference(parameters.itemIndex) };
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
	} as IDataObject;
}

function notifiesTrigger(parameters: Parameters): boolean {
	return parameters.get('notify', 'urls') === 'trigger';
}

// n8n has no value for a field that it does not show, so they are read only where they are.
function readUrls(parameters: Parameters): IDataObject {
	return { callbackUrl: parameters.get('callbackUrl'), webhookURL: parameters.get('webhookURL') };
}

function readTriggerUrl(url: unknown): IDataObject {
	const urls = typeof url === 'string' ? doorUrls(url.trim()) : undefined;
	if (urls) return urls;
	throw new InputError([
		{
			field: 'Trigger URL',
			rule: `must be a URL of a Card Payment Trigger as that node shows it, ending in /${DOORS.notification} or /${DOORS.callback}`,
		},
	]);
}

function withSignedUrls({ body, reference, money }: Charge, privateKey: string): Charge['body'] {
	const terms = { reference, amount: String(money.major ?? ''), currency: money.currency };
	const sign = (url: unknown) => signUrl(String(url), terms, privateKey);
	return { ...body, callbackUrl: sign(body.callbackUrl), webhookURL: sign(body.webhookURL) };
}

const ALREADY_CHARGED =
	'This reference had been used before, so nothing was charged now. This is what became of that first charge.';

function settlementOf(run: Run, { reference, money, secrets }: ChargeRequest): Settlement {
	const { major: amount, minor: amountMinor, currency } = money;
	const sought: Sought = { reference, isIt: isChargeOf(reference, money), secrets };
	return {
		sought,
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		question: 'the card was charged',
		advice: 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.',
		describe: (paid, answerLost) => describe(paid, { answerLost }),
		async refused(failure) {
			// A reference that was used before is refused as well; then the state of the first charge is what counts.
			if (!(failure instanceof RefusedError) || ![400, 409].includes(failure.httpStatus)) return undefined;
			const first = await lookUp(run, sought, { mayAppear: false });
			if ('record' in first) {
				return { output: describe({ ...first.record, message: ALREADY_CHARGED }, { duplicate: true }) };
			}
			if (first.failure) throw possibleRepeat(failure);
			return undefined;
		},
	};
}

function possibleRepeat({ message, description, httpStatus, serviceMessage }: RefusedError): PossibleRepeatError {
	const advice = `${description} If this reference may have been sent before, verify that payment before you charge under another reference.`;
	return new PossibleRepeatError(message, advice, httpStatus, serviceMessage);
}

function describe(
	paid: Payment & Partial<ChargedPayment>,
	flags: { answerLost?: boolean; duplicate?: boolean },
): IDataObject {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	const { answerLost = false, duplicate = false } = flags;
	return { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount, answerLost, duplicate };
}

// The same reference with another amount is another payment: the user's mistake, not our charge.
function isChargeOf(reference: string, { major, currency }: Money): Sought['isIt'] {
	return (record) =>
		record.reference === reference &&
		(record.currency === null || record.currency === currency) &&
		(record.amount === null || major === null || record.amount === major);
}
