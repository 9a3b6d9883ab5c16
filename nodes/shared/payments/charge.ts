import type { IDataObject } from 'n8n-workflow';

import {
	readCharge,
	withProtectedRedirect,
	type ChargedPayment,
	type ChargeRequest,
} from '../../../gateway/calls/charge';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import type { Money } from '../../../gateway/schema/money';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { exchange, type Exchange } from './exchange';
import type { LookUpTarget } from './lookUp';
import { findFirst, lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { verify } from './verify';

/** The output of a charge. */
export type ChargeOutput = ItemOf<
	ChargedPayment & {
		/** True when the outcome had to be looked up, because no answer came. */
		answerLost: boolean;
		/** True when this is an earlier charge with the same reference. */
		duplicate: boolean;
	}
>;

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and returns its outcome.
 * @throws GatewayError when the card is known not to have been charged
 */
export async function sendCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
	const { statusTable, baseUrl } = connection.transport.settings;
	const answered = await exchange(connection, {
		endpoint: ENDPOINTS.charge,
		call: { body: request.body },
		secretValues: request.secrets,
		read: (data) => withProtectedRedirect(readCharge(data, request, statusTable), baseUrl),
	});
	return await resolve(connection, withoutUnprotectedRedirect(answered), resolutionOf(connection, request));
}

/** An address that is kept back in the charge is not in the answer as it came, either. */
function withoutUnprotectedRedirect(answered: Exchange<ChargedPayment>): Exchange<ChargedPayment> {
	if ('failure' in answered) return answered;
	const { value, raw } = answered;
	const isKeptBack = value.outcome === 'redirect_required' && value.acsUrl === null;
	return isKeptBack ? { value, raw: { ...raw, data: { ...(raw.data as IDataObject), acsUrl: null } } } : answered;
}

/** Looks up a charge that was sent before, without sending it again. */
export async function lookUpSentCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
	return await lookUpSent(connection, 'this charge', resolutionOf(connection, request));
}

const ALREADY_CHARGED =
	'This reference had been used before, so nothing was charged now. This is what became of that first charge.';

function resolutionOf(connection: Connection, { reference, money, secrets }: ChargeRequest): Resolution<ChargeOutput> {
	const { major: amount, minor: amountMinor, currency } = money;
	const target: LookUpTarget = { reference, fetchRecord: verify, isIt: isChargeOf(reference, money), secrets };
	return {
		target,
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		inDoubt: 'the card was charged',
		advice: 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.',
		describe: (paid, answerLost) => describe(paid, { answerLost }),
		async refused(failure) {
			// The service also refuses a reference that was used before; the first charge is then what counts.
			const first = await findFirst(connection, failure, target);
			return first && { output: describe({ ...first, message: ALREADY_CHARGED }, { duplicate: true }) };
		},
	};
}

function describe(
	paid: Payment & Partial<ChargedPayment>,
	{ answerLost = false, duplicate = false }: { answerLost?: boolean; duplicate?: boolean },
): ChargeOutput {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	return { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount, answerLost, duplicate };
}

// The same reference with another amount or currency is another payment: a mistake of the user, not this charge.
function isChargeOf(reference: string, { major, currency }: Money): LookUpTarget['isIt'] {
	return (record) =>
		record.reference === reference &&
		(record.currency === null || record.currency === currency) &&
		(record.amount === null || major === null || record.amount === major);
}
