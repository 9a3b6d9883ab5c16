import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../../dev/engine';
import { CREDENTIAL } from '../../../dev/playground/seed';
import { PARAMETERS, type MoneyCallName } from '../../faults/support/moneyCalls';

/** In seconds: so long n8n waits for the service. */
const TIMEOUT = 2;

/** The place of the trigger and of the payment page: their addresses are below `/webhook/<place>/`. */
export const TRIGGER_PLACE = 'soak-trigger';
export const PAGE_PLACE = 'soak-page';

/** What the shop asks n8n for, each with a webhook of its own. */
export const REQUESTS = ['charge', 'authorize', 'link', 'transfer', 'wait', 'verify'] as const;
export type RequestName = (typeof REQUESTS)[number];

const OPERATIONS: Readonly<Record<RequestName, IDataObject>> = {
	charge: { ...fromBody('charge'), webhookURL: '={{ $json.body.webhookURL }}' },
	authorize: fromBody('authorize'),
	link: {
		resource: 'paymentLink',
		operation: 'create',
		checkoutUrl: '={{ $json.body.checkoutUrl }}',
		amount: '10.50',
		currency: { __rl: true, mode: 'code', value: 'NGN' },
		reference: '={{ $json.body.reference }}',
		description: '={{ $json.body.reference }}',
		expiresAfter: 24,
		options: { tries: 3 },
	},
	transfer: fromBody('transfer'),
	wait: {
		resource: 'transfer',
		operation: 'waitForOutcome',
		transferReference: '={{ $json.body.reference }}',
		timeLimit: 5,
		options: { timeout: TIMEOUT },
	},
	verify: {
		resource: 'transaction',
		operation: 'verify',
		transactionReference: '={{ $json.body.reference }}',
		options: { timeout: TIMEOUT },
	},
};

/** A call of the fault trials whose order comes in the body of a request. */
function fromBody(call: MoneyCallName): IDataObject {
	const { options, ...fields } = PARAMETERS[call]('own');
	const parameters = { ...fields, options: { ...(options as IDataObject), timeout: TIMEOUT } };
	return JSON.parse(JSON.stringify(parameters).replaceAll('$json.', '$json.body.')) as IDataObject;
}

/** One request of the shop: n8n answers with the item that comes of it. */
export function workflowFor(request: RequestName, credentialId: string): WorkflowJson {
	const webhook = {
		...node('Request', 'n8n-nodes-base.webhook', 2, { httpMethod: 'POST', path: request, responseMode: 'lastNode' }),
		webhookId: `soak-${request}`,
	};
	return flow(`Soak: ${request}`, [webhook, payment(OPERATIONS[request], credentialId)]);
}

/** Tells the receiver of each payment that the service has notified of. */
export function triggerWorkflow(credentialId: string, receiver: string): WorkflowJson {
	const parameters = { options: { timeout: TIMEOUT } };
	return flow('Soak: notified', [trigger('Trigger', TRIGGER_PLACE, parameters, credentialId), tell(receiver)]);
}

/** Takes payments over links, and tells the receiver of each. */
export function pageWorkflow(credentialId: string, receiver: string): WorkflowJson {
	// Hundreds of refused cards are no attack here, and the customers are quick.
	const options = { timeout: TIMEOUT, refusedPerHour: 100_000 };
	const page = trigger('Checkout', PAGE_PLACE, { amountFrom: 'link', options }, credentialId);
	return flow('Soak: page', [page, tell(receiver)]);
}

function tell(url: string): INodeJson {
	return node('Tell', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { "transactionReference": $json.transactionReference } }}',
	});
}

function payment(parameters: IDataObject, id: string): INodeJson {
	return {
		...node('Payment', 'n8n-nodes-card-payment.cardPayment', 1, parameters),
		onError: 'continueRegularOutput',
		credentials: { cardPaymentApi: { id, name: CREDENTIAL } },
	};
}

function trigger(kind: 'Trigger' | 'Checkout', webhookId: string, parameters: IDataObject, id: string): INodeJson {
	return {
		...node(kind, `n8n-nodes-card-payment.cardPayment${kind}`, 2, parameters),
		webhookId,
		credentials: { cardPaymentApi: { id, name: CREDENTIAL } },
	};
}

function node(name: string, type: string, typeVersion: number, parameters: IDataObject): INodeJson {
	return { name, type, typeVersion, parameters };
}

/** Nodes in a row. */
function flow(name: string, nodes: INodeJson[]): WorkflowJson {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name: to }, index) => [nodes[index]!.name, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
