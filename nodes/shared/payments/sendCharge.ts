import { readCharge, type ChargedPayment } from '../../../gateway/calls/chargeAnswer';
import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { isReference, type VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { usesHttps } from '../../../gateway/client/settings';
import { mayHaveOtp } from '../../../gateway/itemMessage';
import { lookUpOf } from '../../../gateway/lookUp';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import type { Connection } from '../transport/transport';
import { findPayment, verify } from './findPayment';
import { moneyCalls, type MoneyCall } from './moneyCall';
import type { ItemOf, Result } from './result';

/** The output of a charge. `duplicate`: the payment was made before, and nothing was charged now. */
export type ChargeOutput = ItemOf<PaymentItem<ChargedPayment, { answerLost: boolean; duplicate: boolean }>>;

/** Sends a charge (specification 2.2, 2.3, 4.3). */
export const { send: sendCharge, lookUpSent: lookUpSentCharge } = moneyCalls(
	(connection: Connection, request: ChargeRequest) => {
		const { statusTable, baseUrl, chargeRefusals } = connection.transport.settings;
		return {
			...paymentUnderReference(connection, request),
			endpoint: ENDPOINTS.charge,
			refusals: chargeRefusals,
			call: { body: request.body },
			secretValues: request.secrets,
			read: (data) => readCharge(withProtectedPage(data, baseUrl, ['acsUrl']), request, statusTable),
			describe,
			inDoubt: 'the card was charged',
			advice: 'Do not charge the card again: verify this payment later, or ask your provider about it.',
		};
	},
);

/**
 * Without the address of a page that others could read and change, unless the service itself is used without https.
 * @param names of the fields that have the address
 */
export function withProtectedPage(data: Record<string, unknown>, baseUrl: string, names: readonly string[]) {
	const open = names.filter((name) => usesHttps(baseUrl) && /^\s*http:/i.test(String(data[name])));
	return { ...data, ...Object.fromEntries(open.map((name) => [name, null])) };
}

const ALREADY_CHARGED =
	'This reference was used before, so nothing was charged now. This is what became of that first charge.';

/** The payment that was made under a reference before. */
export function firstCharge(first: Payment): Result<ChargeOutput> {
	return { output: describe({ ...first, details: ALREADY_CHARGED }, { answerLost: false, duplicate: true }) };
}

/** How a payment is looked up that is made under the merchant's reference, and what is known of it before any answer. */
export function paymentUnderReference(
	connection: Connection,
	request: Pick<ChargeRequest, 'reference' | 'money' | 'secrets'>,
): Pick<MoneyCall<never, VerifiedPayment, never>, 'lookUp' | 'unknown'> {
	const { reference, money, secrets } = request;
	const { major: amount, minor: amountMinor, currency } = money;
	return {
		async lookUp(transactionReference) {
			if (isReference(transactionReference)) {
				const lookUp = lookUpOf(await verify(connection, transactionReference, secrets));
				if (lookUp.kind === 'record' && isChargeOf(request, lookUp.record)) return lookUp;
			}
			const lookUp = await findPayment(connection, reference, secrets);
			return lookUp.kind !== 'record' || isChargeOf(request, lookUp.record) ? lookUp : { kind: 'cannotTell' };
		},
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
	};
}

/** Whether a record is the payment of a charge: it has its reference, amount and currency. What cannot be compared is another. */
export function isChargeOf(
	{ reference, money: { major, minor, currency } }: Pick<ChargeRequest, 'reference' | 'money'>,
	record: Payment,
): boolean {
	// In minor units as well where they are known: the credential may have said before that they are counted in another way.
	const isSameAmount = record.amount === major && (record.amountMinor === null || record.amountMinor === minor);
	return isSameAmount && record.reference === reference && record.currency === currency;
}

const STILL_OPEN =
	'The service gave no usable answer to this charge, and lists the payment as open. It may or may not have sent an OTP to the customer. If the customer has one, submit it with Card: Authorize under this transaction reference. If not, verify the payment until its outcome is final before you charge the card again.';

function describe(
	paid: Payment & Partial<ChargedPayment>,
	{ answerLost, duplicate }: { answerLost: boolean; duplicate: boolean },
): ChargeOutput {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	const known = { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount };
	const advised = mayHaveOtp(known) && !duplicate ? { ...known, details: STILL_OPEN } : known;
	return paymentItem('charge', advised, { answerLost, duplicate });
}
