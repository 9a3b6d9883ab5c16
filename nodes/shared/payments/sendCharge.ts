import { readCharge, type ChargedPayment } from '../../../gateway/calls/chargeAnswer';
import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { differences } from '../../../gateway/calls/expectedPayment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { usesHttps } from '../../../gateway/client/settings';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import type { Connection } from '../transport/transport';
import { findPayment } from './findPayment';
import { sendMoneyCall, type HowFound, type MoneyCall, type MoneyLookUp } from './moneyCall';
import type { Result } from './result';

/** The output of a charge. `duplicate`: the payment was made before, and nothing was charged now. */
export type ChargeOutput = PaymentItem<ChargedPayment, { duplicate: boolean }>;

/** Sends a charge (specification 2.2, 2.3, 4.3). */
export async function sendCharge(connection: Connection, request: ChargeRequest): Promise<Result<ChargeOutput>> {
	return await sendMoneyCall(connection, callToCharge(connection, request));
}

export function callToCharge(connection: Connection, request: ChargeRequest): MoneyCall<ChargedPayment, ChargeOutput> {
	const { chargeRefusals } = connection.transport.settings;
	return {
		...paymentUnderReference(connection, request),
		endpoint: { ...ENDPOINTS.charge, refusalStatuses: chargeRefusals },
		call: { body: request.body },
		secrets: request.secrets,
		read: (data, { baseUrl, statusTable }) =>
			readCharge(withoutOpenPages(data, baseUrl, ['acsUrl']), request, statusTable),
		describe: chargeItem,
		inDoubt: 'the card was charged',
		advice: 'Do not charge the card again: verify this payment later, or ask your provider about it.',
	};
}

/**
 * Drops the addresses of pages at http://, which others could read and change, unless the service itself is used without https.
 * @param names of the fields that have the address
 */
export function withoutOpenPages(data: Record<string, unknown>, baseUrl: string, names: readonly string[]) {
	const open = names.filter((name) => usesHttps(baseUrl) && /^\s*http:/i.test(String(data[name])));
	return { ...data, ...Object.fromEntries(open.map((name) => [name, null])) };
}

/** How a payment is looked up that is made under the merchant's reference, and what is known of it before any answer. */
export function paymentUnderReference(
	connection: Connection,
	request: Pick<ChargeRequest, 'reference' | 'money' | 'secrets'>,
): Pick<MoneyLookUp, 'ask' | 'knownBefore'> {
	const { reference, money, secrets } = request;
	const { major: amount, minor: amountMinor, currency } = money;
	return {
		ask: async (transactionReference) =>
			await findPayment(connection, {
				reference,
				transactionReferences: [transactionReference],
				secrets,
				isSame: (record) => isChargeOf(request, record),
			}),
		knownBefore: payment({ outcome: 'unknown', reference, amount, amountMinor, currency }),
	};
}

/** Whether a record is the payment of a charge: it has its reference, amount and currency. A missing field counts as different. */
export function isChargeOf(
	{ reference, money: { major: amount, currency } }: Pick<ChargeRequest, 'reference' | 'money'>,
	record: Payment,
): boolean {
	return differences({ reference, amount, currency }, record, 'differs').length === 0;
}

/** The output of a charge, or of the payment that was made before under its reference. */
export function chargeItem(
	paid: Payment & Partial<ChargedPayment>,
	{ duplicate }: Pick<HowFound, 'duplicate'>,
): ChargeOutput {
	const known = commonPart(paid, 'otpMessage', 'otpMessageSupport', 'acsUrl', 'errorCode', 'grossAmount');
	return paymentItem('charge', known, { duplicate });
}
