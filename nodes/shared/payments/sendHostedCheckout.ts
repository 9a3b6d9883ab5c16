import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { readHostedCheckout, type HostedCheckout } from '../../../gateway/calls/hostedCheckoutCall';
import { commonPart, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { Connection } from '../transport/connection';
import { callOf, withProtectedPage, type SentCharge } from './sendCharge';
import { lookUpSent, sendAndSettle } from './moneyCall';
import type { ItemOf, Result, SentBefore } from './result';

type CheckoutOutput = ItemOf<PaymentItem<HostedCheckout, { answerLost: boolean; duplicate: boolean }>>;

const WORDS = {
	inDoubt: 'a page was created',
	advice: 'Verify this reference before you create another page: both could be paid.',
};

/**
 * Has the service make a page for a payment, once, and returns its address.
 * @throws GatewayError when the service refused it, or when it was not sent
 */
export async function sendHostedCheckout(
	connection: Connection,
	request: ChargeRequest,
): Promise<Result<CheckoutOutput>> {
	const { baseUrl } = connection.transport.settings;
	const sent = {
		endpoint: ENDPOINTS.hostedCheckout,
		call: { body: request.body },
		secretValues: [],
		read: (data: Record<string, unknown>) =>
			readHostedCheckout(withProtectedPage(data, baseUrl, ['checkoutUrl', 'authorizationUrl']), request),
	};
	const { payment, raw, answerLost } = await sendAndSettle(connection, sent, callOf(connection, request, WORDS));
	return { output: describe(payment, { answerLost, duplicate: false }), raw };
}

/** Looks up a page that this execution has asked for before, without asking for another one. The address of the page cannot be had again. */
export async function lookUpSentHostedCheckout(
	connection: Connection,
	request: SentCharge,
	{ isRepeat, transactionReference }: SentBefore,
): Promise<Result<CheckoutOutput>> {
	const { payment } = await lookUpSent(connection, callOf(connection, request, WORDS), transactionReference);
	return { output: describe(payment, { answerLost: !isRepeat, duplicate: isRepeat }) };
}

function describe(
	made: Payment & Partial<HostedCheckout>,
	how: { answerLost: boolean; duplicate: boolean },
): CheckoutOutput {
	return paymentItem('checkout', { ...commonPart(made), checkoutUrl: made.checkoutUrl ?? null }, how);
}
