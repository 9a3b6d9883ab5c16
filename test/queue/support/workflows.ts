import type { WorkflowJson } from '../../../dev/engine';
import { CREDENTIAL } from '../../../dev/playground/seed';
import { OTP, TEST_CARDS } from '../../../dev/sandbox';

/** Where the shop asks for a payment. */
export const PAY_PATH = 'pay';
/** The trigger's place: its URLs are `/webhook/<place>/notification` and `/callback`. */
export const TRIGGER_PLACE = 'queue-payments';

const CARD_PAYMENT = 'n8n-nodes-card-payment.cardPayment';

/** What the workflows of this test have in common. */
interface Place {
	credentialId: string;
	/** Where n8n takes webhooks. */
	webhooks: string;
	/** The workflow that hears of executions that fail. */
	errorWorkflow: string;
}

/**
 * A payment from end to end: a request with a reference of the shop, charge, OTP, and the outcome as the answer. The
 * same request can come again; then Charge finds the first one, and Authorize confirms or completes it.
 */
export function paymentWorkflow({ credentialId, webhooks, errorWorkflow }: Place): WorkflowJson {
	const [card] = TEST_CARDS;
	const { number: cardNumber, expiryMonth, expiryYear, cvv, pin: cardPin } = card!;
	return {
		name: 'Take a payment',
		nodes: [
			{
				...node('Request', 'n8n-nodes-base.webhook', 2, {
					httpMethod: 'POST',
					path: PAY_PATH,
					responseMode: 'lastNode',
				}),
				webhookId: 'queue-pay',
			},
			{
				...node('Charge', CARD_PAYMENT, 1, {
					resource: 'card',
					operation: 'charge',
					cardNumber,
					expiry: `${expiryMonth}/${expiryYear}`,
					cvv,
					amount: '10.50',
					currency: { __rl: true, mode: 'code', value: 'NGN' },
					reference: '={{ $json.body.reference }}',
					notify: 'trigger',
					triggerUrl: `${webhooks}/webhook/${TRIGGER_PLACE}/notification`,
					options: { cardPin, ifUsed: 'show' },
				}),
				...credentials(credentialId),
			},
			{
				...node('Authorize', CARD_PAYMENT, 1, {
					resource: 'card',
					operation: 'authorize',
					transactionReference: '={{ $json.transactionReference }}',
					otp: OTP,
				}),
				...credentials(credentialId),
			},
		],
		connections: { Request: to('Charge'), Charge: to('Authorize') },
		settings: { executionOrder: 'v1', errorWorkflow },
	};
}

/** Starts when the service has notified of an authorized payment, at signed URLs only. */
export function notifiedWorkflow({ credentialId, errorWorkflow }: Place): WorkflowJson {
	return {
		name: 'Hear of a payment',
		nodes: [
			{
				...node('Payment', 'n8n-nodes-card-payment.cardPaymentTrigger', 2, {
					options: { requireSignedUrl: true },
				}),
				webhookId: TRIGGER_PLACE,
				...credentials(credentialId),
			},
			node('Deliver', 'n8n-nodes-base.noOp', 1, {}),
		],
		connections: { Payment: to('Deliver') },
		settings: { executionOrder: 'v1', errorWorkflow },
	};
}

/** Hears of executions that fail. */
export function failureWorkflow(): WorkflowJson {
	return {
		name: 'Hear of a failure',
		nodes: [node('Failure', 'n8n-nodes-base.errorTrigger', 1, {}), node('Tell', 'n8n-nodes-base.noOp', 1, {})],
		connections: { Failure: to('Tell') },
		settings: { executionOrder: 'v1' },
	};
}

function node(name: string, type: string, typeVersion: number, parameters: object) {
	return { id: name, name, type, typeVersion, position: [0, 0] as [number, number], parameters };
}

function credentials(id: string) {
	return { credentials: { cardPaymentApi: { id, name: CREDENTIAL } } };
}

function to(name: string) {
	return { main: [[{ node: name, type: 'main', index: 0 }]] };
}
