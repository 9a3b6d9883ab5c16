import type { IDataObject } from 'n8n-workflow';

import { readCharge, withProtectedRedirect, type ChargedPayment } from '../../../gateway/calls/charge/answer';
import type { ChargeRequest } from '../../../gateway/calls/charge/request';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import type { Money } from '../../../gateway/schema/money';
import { mayHaveOtp } from '../../../gateway/message';
import { outcomeIn } from '../../../gateway/outcome';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import type { Connection } from '../transport/connection';
import { beginOf } from '../../../gateway/schema/transactionDate';
import { exchange, type Exchange } from './exchange';
import type { LookUpTarget } from './lookUp';
import { lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { findFirst, type WhenUsed } from './usedReference';
import { verify } from './verify';

/** The output of a charge. */
export type ChargeOutput = ItemOf<
	PaymentItem<
		ChargedPayment,
		{
			/** True when the outcome had to be looked up, because no answer came. */
			answerLost: boolean;
			/** True when this is a charge with the same reference that another execution has sent. */
			duplicate: boolean;
		}
	>
>;

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and returns its outcome.
 * @throws GatewayError when the card is known not to have been charged by this call
 */
export async function sendCharge(
	connection: Connection,
	request: ChargeRequest,
	whenUsed: WhenUsed,
): Promise<Result<ChargeOutput>> {
	const { statusTable, baseUrl } = connection.transport.settings;
	const sentAt = Date.now();
	const answered = await exchange(connection, {
		endpoint: ENDPOINTS.charge,
		call: { body: request.body },
		secretValues: request.secrets,
		read: (data) => withProtectedRedirect(readCharge(data, request, statusTable), baseUrl),
		refusal: { sent: request.reference, outcomeIn: (record) => outcomeIn(record, statusTable) },
	});
	const checked = withoutUnprotectedRedirect(answered);
	return await resolve(connection, checked, resolutionOf(connection, request, { whenUsed, sentAt }));
}

/** An address that is kept back in the charge is not in the answer as it came, either. */
function withoutUnprotectedRedirect(answered: Exchange<ChargedPayment>): Exchange<ChargedPayment> {
	if ('failure' in answered) return answered;
	const { value, raw } = answered;
	const isKeptBack = value.outcome === 'redirect_required' && value.acsUrl === null;
	return isKeptBack ? { ...answered, raw: { ...raw, data: { ...(raw.data as IDataObject), acsUrl: null } } } : answered;
}

/** Whether a payment certainly began before a time, so that it is an earlier one with the same reference. */
function beganBefore(time: number, { transactionDate }: VerifiedPayment): boolean {
	return (beginOf(transactionDate)?.latest ?? time) < time;
}

/**
 * Looks up a charge that this execution has sent before, without sending it again.
 * @param sentAt when it was sent, in milliseconds since 1970
 */
export async function lookUpSentCharge(
	connection: Connection,
	request: Pick<ChargeRequest, 'reference' | 'money' | 'secrets'>,
	sentAt: number,
): Promise<Result<ChargeOutput>> {
	return await lookUpSent(connection, 'this charge', resolutionOf(connection, request, { whenUsed: 'own', sentAt }));
}

const ALREADY_CHARGED =
	'This reference had been used before, so nothing was charged now. This is what became of that first charge.';

function resolutionOf(
	connection: Connection,
	{ reference, money, secrets }: Pick<ChargeRequest, 'reference' | 'money' | 'secrets'>,
	{ whenUsed, sentAt }: { whenUsed: WhenUsed; sentAt: number },
): Resolution<ChargeOutput, VerifiedPayment> {
	const { major: amount, minor: amountMinor, currency } = money;
	const target: LookUpTarget<VerifiedPayment> = {
		reference,
		fetchRecord: verify,
		isIt: isChargeOf(reference, money),
		secrets,
	};
	const names = { reference: 'Reference', first: 'Payment' };
	const refused = { target, whenUsed, notDone: 'the card was not charged', names };
	const shown = (first: VerifiedPayment): Result<ChargeOutput> => {
		if (whenUsed === 'own') return { output: describe(withAdvice(first), { answerLost: true }) };
		return { output: describe({ ...first, details: ALREADY_CHARGED }, { duplicate: true }) };
	};
	return {
		target,
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		inDoubt: 'the card was charged',
		advice: 'Do not charge the card again under a new reference: verify this one later, or ask your provider about it.',
		isEarlier: (record, by = 0) => beganBefore(sentAt - by, record),
		describe: (paid, answerLost) => describe(withAdvice(paid), { answerLost }),
		async refused(failure) {
			// The service also refuses a reference that was used before.
			const first = await findFirst(connection, failure, refused);
			return !first || first === 'unclear' ? first : shown(first);
		},
		whenUsed,
	};
}

function describe(
	paid: Payment & Partial<ChargedPayment>,
	{ answerLost = false, duplicate = false }: { answerLost?: boolean; duplicate?: boolean },
): ChargeOutput {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	const known = { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount };
	return paymentItem('charge', known, { answerLost, duplicate });
}

// The same reference with another amount or currency is another payment, and so is one that cannot be compared.
function isChargeOf(reference: string, money: Money): LookUpTarget['isIt'] {
	return (record) =>
		record.reference === reference && record.currency === money.currency && isSameAmount(record, money);
}

// In minor units as well where they are known: the credential may have said before that they are counted in another way.
function isSameAmount({ amount, amountMinor }: Payment, { major, minor }: Money): boolean {
	return amount === major && (amountMinor === null || amountMinor === minor);
}

const STILL_OPEN =
	'The service gave no usable answer to this charge, and lists the payment as open. It may or may not have sent an OTP to the customer. If the customer has one, submit it with Card: Authorize under this transaction reference. If not, verify the payment until its outcome is final before you charge the card again.';

function withAdvice(paid: Payment): Payment {
	return mayHaveOtp(paid) ? { ...paid, details: STILL_OPEN } : paid;
}
