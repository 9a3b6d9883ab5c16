import type { IDataObject } from 'n8n-workflow';

import {
	buildCharge,
	readCharge,
	type ChargedPayment,
	type ChargeFormat,
	type ChargeRequest,
} from '../../../../gateway/charge';
import { CHARGE } from '../../../../gateway/endpoints';
import { LostAnswerError, RefusedError } from '../../../../gateway/errors';
import { readJsonObject } from '../../../../gateway/input';
import type { AmountUnit } from '../../../../gateway/money';
import { commonPart, payment, type Payment } from '../../../../gateway/payment';
import type { VerifiedPayment } from '../../../../gateway/verify';
import { exchange } from '../../../shared/exchange';
import type { Journal } from '../../../shared/journal';
import type { Operation, Result, Run } from '../../../shared/operation';
import type { Parameters } from '../../../shared/parameters';
import { lookUp } from '../../../shared/verification';
import { chargeFields } from './chargeFields';

/** Card: Charge (specification 2.2, 2.3, 4.3). */
export const charge: Operation<ChargeRequest> = {
	description: chargeFields,

	prepare(parameters, journal) {
		const options = parameters.get<Partial<ChargeFormat>>('options', {});
		const format: ChargeFormat = {
			amountUnit: parameters.get<AmountUnit>('amountUnit'),
			currencyDigits: options.currencyDigits,
			yearDigits: options.yearDigits ?? 2,
			pinFormat: options.pinFormat ?? 'number',
		};
		return buildCharge(readFields(parameters, journal), format, Date.now());
	},

	async perform(run, request) {
		const answered = await exchange(run, CHARGE, { body: request.body }, request.secrets, (data) =>
			readCharge(data, request, run.transport.settings.statusTable),
		);
		if ('failure' in answered) {
			const { failure } = answered;
			// The card may have been charged: find out, and never charge again.
			if (failure instanceof LostAnswerError) return await settle(run, request, failure.message);
			// A used reference is refused as well; then the state of the first charge is what counts.
			const first = isRefusedReference(failure) && (await lookUp(run, request.reference, isChargeOf(request), [0]));
			if (first && 'record' in first) return { output: describe(first.record, { duplicate: true }) };
			throw failure;
		}
		const { value, raw } = answered;
		if (value.outcome !== 'unknown') return { output: describe(value), raw };
		// Readable, but of a kind that this package does not know: the record may tell more.
		return await settle(run, request, value.message ?? 'The service gave a status that this node does not know', value);
	},

	money: {
		reference: ({ reference }) => reference,
		referenceField: 'Reference',
		notDone: 'not charged',
		recall: async (run, request) =>
			await settle(run, request, 'An earlier try in this execution sent this charge and got no answer'),
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
		callbackUrl: parameters.get('callbackUrl'),
		webhookURL: parameters.get('webhookURL'),
		...parameters.get<IDataObject>('additionalFields', {}),
		customer: { ...person, address: { street, city, stateProvince, stateProvinceCode, postcodeZip, country } },
		browserDetails: parameters.get('browserDetails', {}),
	} as IDataObject;
}

/**
 * What became of a charge that was sent and whose answer does not tell: the service's record, or `unknown`.
 * @param reason why the answer does not tell
 * @param answered what the answer told all the same
 */
async function settle(run: Run, request: ChargeRequest, reason: string, answered?: ChargedPayment): Promise<Result> {
	const answerLost = answered === undefined;
	const found = await lookUp(run, answered?.transactionReference ?? request.reference, isChargeOf(request));
	if ('record' in found) return { output: describe(found.record, { answerLost }) };
	const { major, minor, currency } = request.money;
	const unknown =
		answered ??
		payment({ outcome: 'unknown', reference: request.reference, amount: major, amountMinor: minor, currency });
	const message = `${reason}, so it is not known whether the card was charged. Asking for the transaction did not help: ${found.why}. Do not charge the card again under a new reference: verify this one later, or ask your provider about it.`;
	return { output: describe({ ...unknown, message }, { answerLost }) };
}

/** The same fields for every charge, whether its own answer tells or the record that was looked up. */
function describe(
	paid: Payment & Partial<ChargedPayment>,
	{ answerLost = false, duplicate = false } = {},
): IDataObject {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	return { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount, answerLost, duplicate };
}

function isRefusedReference(failure: unknown): boolean {
	return failure instanceof RefusedError && (failure.httpStatus === 400 || failure.httpStatus === 409);
}

// The same reference with another amount is another payment: the user's mistake, not our charge.
function isChargeOf({ reference, money }: ChargeRequest): (record: VerifiedPayment) => boolean {
	return (record) =>
		record.reference === reference &&
		(record.currency === null || record.currency === money.currency) &&
		(record.amount === null || money.major === null || record.amount === money.major);
}
