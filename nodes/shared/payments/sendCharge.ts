import { readCharge, type ChargedPayment } from '../../../gateway/calls/chargeAnswer';
import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { isReference, type VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { mayHaveOtp } from '../../../gateway/itemMessage';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { usesHttps } from '../../../gateway/client/settings';
import { lookUpOf, type LookUp } from '../../../gateway/lookUp';
import type { Connection } from '../transport/connection';
import { findPayment } from './findPayment';
import { lookUpSent, sendAndSettle, type MoneyCall } from './moneyCall';
import type { ItemOf, Result, SentBefore } from './result';
import { verify } from './fetchPayment';

/** The output of a charge. */
export type ChargeOutput = ItemOf<
	PaymentItem<
		ChargedPayment,
		{
			/** True when the outcome had to be looked up, because no answer told it. */
			answerLost: boolean;
			/** True when this is a payment that was made before, and nothing was charged now. */
			duplicate: boolean;
		}
	>
>;

/** A charge, as far as a look-up needs to know it. */
export type SentCharge = Pick<ChargeRequest, 'reference' | 'money' | 'secrets'>;

/**
 * Sends a charge, once (specification 2.2, 2.3, 4.3), and returns its outcome.
 * @throws GatewayError when the service refused it, or when it was not sent
 */
export async function sendCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
	const { statusTable, baseUrl, chargeRefusals } = connection.transport.settings;
	const call = callOf(connection, request, OF_CARD);
	const {
		payment: paid,
		raw,
		answerLost,
	} = await sendAndSettle(
		connection,
		{
			endpoint: ENDPOINTS.charge,
			refusals: chargeRefusals,
			call: { body: request.body },
			secretValues: request.secrets,
			read: (data) => readCharge(withProtectedPage(data, baseUrl, ['acsUrl']), request, statusTable),
		},
		call,
	);
	return { output: describe(paid, { answerLost }), raw };
}

/**
 * Without the address of a page that others could read and change, unless the service itself is used without https.
 * @param names of the fields that have the address
 */
export function withProtectedPage(data: Record<string, unknown>, baseUrl: string, names: readonly string[]) {
	const open = names.filter((name) => usesHttps(baseUrl) && /^\s*http:/i.test(String(data[name])));
	return { ...data, ...Object.fromEntries(open.map((name) => [name, null])) };
}

/** Looks up a charge that this execution has sent before, without sending it again. */
export async function lookUpSentCharge(
	connection: Connection,
	sent: SentCharge,
	{ isRepeat, transactionReference }: SentBefore,
): Promise<Result<ChargeOutput>> {
	const { payment: paid } = await lookUpSent(connection, callOf(connection, sent, OF_CARD), transactionReference);
	return { output: describe(paid, { answerLost: !isRepeat, duplicate: isRepeat }) };
}

/** Looks up what the service has under the reference of a charge (4.5, and the transaction history). */
export async function askAboutCharge(
	connection: Connection,
	{ reference, secrets }: SentCharge,
): Promise<LookUp<VerifiedPayment>> {
	return await findPayment(connection, reference, secrets);
}

const ALREADY_CHARGED =
	'This reference was used before, so nothing was charged now. This is what became of that first charge.';

/** The payment that was made under a reference before. */
export function firstCharge(first: Payment): Result<ChargeOutput> {
	return { output: describe({ ...first, details: ALREADY_CHARGED }, { duplicate: true }) };
}

const OF_CARD = {
	inDoubt: 'the card was charged',
	advice: 'Do not charge the card again: verify this payment later, or ask your provider about it.',
};

/** A call that makes a payment under the merchant's reference, as far as it takes to settle it. */
export function callOf(
	connection: Connection,
	sent: SentCharge,
	words: Pick<MoneyCall<VerifiedPayment>, 'inDoubt' | 'advice'>,
): MoneyCall<VerifiedPayment> {
	const { reference, money, secrets } = sent;
	const { major: amount, minor: amountMinor, currency } = money;
	return {
		async lookUp(transactionReference) {
			if (isReference(transactionReference)) {
				const lookUp = lookUpOf(await verify(connection, transactionReference, secrets));
				if (lookUp.kind === 'record' && isChargeOf(sent, lookUp.record)) return lookUp;
			}
			const lookUp = await findPayment(connection, reference, secrets);
			return lookUp.kind !== 'record' || isChargeOf(sent, lookUp.record) ? lookUp : { kind: 'cannotTell' };
		},
		unknown: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
		...words,
	};
}

function describe(
	paid: Payment & Partial<ChargedPayment>,
	{ answerLost = false, duplicate = false }: { answerLost?: boolean; duplicate?: boolean },
): ChargeOutput {
	const { otpMessage = null, otpMessageSupport = null, acsUrl = null, errorCode = null, grossAmount = null } = paid;
	const known = { ...commonPart(paid), otpMessage, otpMessageSupport, acsUrl, errorCode, grossAmount };
	const advised = mayHaveOtp(known) && !duplicate ? { ...known, details: STILL_OPEN } : known;
	return paymentItem('charge', advised, { answerLost, duplicate });
}

/** Whether a record is the payment of a charge: it has its reference, amount and currency. What cannot be compared is another. */
export function isChargeOf(
	{ reference, money: { major, minor, currency } }: Pick<SentCharge, 'reference' | 'money'>,
	record: Payment,
): boolean {
	// In minor units as well where they are known: the credential may have said before that they are counted in another way.
	const isSameAmount = record.amount === major && (record.amountMinor === null || record.amountMinor === minor);
	return isSameAmount && record.reference === reference && record.currency === currency;
}

const STILL_OPEN =
	'The service gave no usable answer to this charge, and lists the payment as open. It may or may not have sent an OTP to the customer. If the customer has one, submit it with Card: Authorize under this transaction reference. If not, verify the payment until its outcome is final before you charge the card again.';
