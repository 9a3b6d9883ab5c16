import type { ChargeRequest } from '../../../gateway/calls/chargeCall';
import { readHostedCheckout, type HostedCheckout } from '../../../gateway/calls/hostedCheckoutCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { commonPart, paymentItem, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/transport';
import { sendMoneyCall, type MoneyCall } from './moneyCall';
import type { Result } from './result';
import { paymentUnderReference, withoutOpenPages } from './sendCharge';

/** Has the service make a page for a payment. The address of a page whose answer was lost cannot be had again. */
export async function sendHostedCheckout(connection: Connection, request: ChargeRequest): Promise<Result> {
	return await sendMoneyCall(connection, callToCreateCheckout(connection, request));
}

export function callToCreateCheckout(connection: Connection, request: ChargeRequest): MoneyCall<HostedCheckout> {
	return {
		...paymentUnderReference(connection, request),
		endpoint: ENDPOINTS.hostedCheckout,
		call: { body: request.body },
		secrets: [],
		read: (data, { baseUrl }) =>
			readHostedCheckout(withoutOpenPages(data, baseUrl, ['checkoutUrl', 'authorizationUrl']), request),
		describe(made: Payment & Partial<HostedCheckout>, { duplicate }) {
			return paymentItem('checkout', commonPart(made, 'checkoutUrl'), { duplicate });
		},
		inDoubt: 'a page was created',
		advice: 'Verify this reference before you create another page: both could be paid.',
	};
}
