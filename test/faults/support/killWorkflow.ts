import type { WorkflowJson } from '../../../dev/engine';
import { CREDENTIAL } from '../../../dev/playground/seed';
import { PARAMETERS, type MoneyCallName } from './moneyCalls';

/** A kind of workflow. n8n may save what it has after each node, or only at the end. */
export interface Kind {
	call: MoneyCallName;
	savesProgress: boolean;
	/** Whether the service finds a payment by the merchant's reference at the last retry; not every provider does. */
	isFound: boolean;
	/** Whether the orders come one by one out of Loop Over Items, and back to it. */
	isLoop?: boolean;
}

/** The calls on a list of orders. */
export const KINDS: readonly Kind[] = [
	{ call: 'charge', savesProgress: false, isFound: true },
	{ call: 'charge', savesProgress: true, isFound: true },
	{ call: 'charge', savesProgress: false, isFound: false },
	{ call: 'charge', savesProgress: true, isFound: false },
	{ call: 'authorize', savesProgress: false, isFound: true },
	{ call: 'authorize', savesProgress: true, isFound: false },
	{ call: 'transfer', savesProgress: false, isFound: true },
	{ call: 'transfer', savesProgress: true, isFound: false },
	{ call: 'refund', savesProgress: false, isFound: true },
	{ call: 'refund', savesProgress: true, isFound: false },
];

/** The calls that make a payment, in a loop. */
export const KINDS_OF_LOOPS: readonly Kind[] = [
	{ call: 'charge', savesProgress: false, isFound: true, isLoop: true },
	{ call: 'charge', savesProgress: true, isFound: true, isLoop: true },
	{ call: 'transfer', savesProgress: false, isFound: true, isLoop: true },
	{ call: 'transfer', savesProgress: true, isFound: true, isLoop: true },
];

/** The node that moves money. */
export const NODE = 'Pay';
const LOOP = 'One by One';

/** Takes a list of orders at a webhook, and charges, authorizes or transfers one after another. */
export function workflowOf({ call, savesProgress, isLoop }: Kind, path: string, credentialId: string): WorkflowJson {
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
			...(isLoop
				? [{ name: LOOP, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { options: {} } }]
				: []),
			{
				name: NODE,
				type: 'n8n-nodes-card-payment.cardPayment',
				onError: 'continueRegularOutput',
				parameters: PARAMETERS[call]('own'),
				credentials: { cardPaymentApi: { id: credentialId, name: CREDENTIAL } },
			},
		],
		connections: {
			Orders: { main: [to('Each')] },
			...(isLoop
				? // The first output of a loop is for what is done.
					{ Each: { main: [to(LOOP)] }, [LOOP]: { main: [[], to(NODE)] }, [NODE]: { main: [to(LOOP)] } }
				: { Each: { main: [to(NODE)] } }),
		},
		settings: { executionOrder: 'v1', saveExecutionProgress: savesProgress },
	};
}

function to(node: string): Array<{ node: string; type: 'main'; index: number }> {
	return [{ node, type: 'main', index: 0 }];
}
