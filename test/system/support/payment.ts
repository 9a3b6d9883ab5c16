import { randomUUID } from 'node:crypto';

import { TEST_CARDS, type Sandbox } from '../../../dev/sandbox';

const APPROVED_AT_ONCE = TEST_CARDS.find(({ flow }) => flow === '2DS')!;

/** Somebody refunds a part of a payment of ten and a half at the sandbox, without n8n. The sandbox notifies of it. */
export async function refund(
	{ url, options: { privateKey } }: Sandbox,
	transactionReference: string,
	refundAmount: number,
): Promise<void> {
	const response = await fetch(`${url}/transaction/refund/${transactionReference}`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${privateKey}` },
		body: JSON.stringify({ transactionReference, refundAmount }),
	});
	if (!response.ok) throw new Error(`The sandbox did not refund: ${response.status}`);
}

/**
 * A customer pays at the sandbox, without n8n: the card is approved at once, and the sandbox notifies of it.
 * @param changes of the charge, such as a CVV that is declined
 * @returns the shop's reference and the service's
 */
export async function pay(
	{ url, options: { apiKey, clientId } }: Sandbox,
	webhookURL = 'http://127.0.0.1:9/nobody-listens-here',
	changes: { cvv?: string; reference?: string } = {},
): Promise<{ reference: string; transactionReference: string }> {
	const { number: cardNumber, expiryMonth, expiryYear, cvv } = APPROVED_AT_ONCE;
	const reference = changes.reference ?? `ORDER-${randomUUID()}`;
	const charge = { cardNumber, expiryMonth, expiryYear, cvv, amount: 1050, currency: 'NGN', reference };
	const response = await fetch(`${url}/transaction/charge`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-client-id': clientId },
		body: JSON.stringify({ ...charge, callbackUrl: 'https://shop.example/paid', webhookURL, ...changes }),
	});
	const { data } = (await response.json()) as { data: { ref: string } };
	return { reference, transactionReference: data.ref };
}
