import type { WorkflowJson } from '../../../dev/engine';
import { CREDENTIAL } from '../../../dev/playground/seed';
import { parametersOf, type MoneyCallName } from './moneyCalls';

/** A kind of workflow. n8n may save what it has after each node, or only at the end. */
export interface Kind {
	call: MoneyCallName;
	savesProgress: boolean;
	ownReferences: boolean;
	/** Whether the service finds a payment by the merchant's reference at the last retry; not every provider does. */
	isFound: boolean;
}

/** The node that moves money. */
export const NODE = 'Pay';

/** Takes a list of orders at a webhook, and charges, authorizes or transfers one after another. */
export function workflowOf(
	{ call, savesProgress, ownReferences }: Kind,
	path: string,
	credentialId: string,
): WorkflowJson {
	return {
		name: `Orders at ${path}`,
		nodes: [
			{
				name: 'Orders',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
			},
			{
				name: 'Each',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.orders', options: {} },
			},
			{
				name: NODE,
				type: 'n8n-nodes-card-payment.cardPayment',
				onError: 'continueRegularOutput',
				parameters: parametersOf(call, ownReferences),
				credentials: { cardPaymentApi: { id: credentialId, name: CREDENTIAL } },
			},
		],
		connections: {
			Orders: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
			Each: { main: [[{ node: NODE, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1', saveExecutionProgress: savesProgress },
	};
}
