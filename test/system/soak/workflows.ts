import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../../dev/engine';
import { inRow } from '../../../dev/engine/in-row';
import { PARAMETERS, type MoneyCallName } from '../support/moneyCalls';
import { webhookAt } from '../support/published';
import type { Shop } from '../support/shop';

/** In seconds: so long n8n waits for the service. */
const TIMEOUT = 2;

/** The place of the trigger and of the payment page: their addresses are below `/webhook/<place>/`. */
export const TRIGGER_PLACE = 'soak-trigger';
export const PAGE_PLACE = 'soak-page';

/** The shop's requests to n8n, each with a webhook of its own. */
const REQUESTS = ['charge', 'authorize', 'link', 'transfer', 'wait', 'verify'] as const;
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

/** All that is published for a soak. The outbox is told of each payment. */
export function workflowsOf({ workflows, outbox }: Shop): WorkflowJson[] {
	const options = { timeout: TIMEOUT };
	// Hundreds of refused cards are no attack here, and the customers are quick.
	const page = { amountFrom: 'link', options: { ...options, refusedPerHour: 100_000 } };
	return [
		// n8n answers with the item that comes of a request.
		...REQUESTS.map((request) =>
			inRow(`Soak: ${request}`, [
				webhookAt(request, { responseMode: 'lastNode' }),
				workflows.payment('Payment', OPERATIONS[request], { onError: 'continueRegularOutput' }),
			]),
		),
		inRow('Soak: notified', [workflows.trigger(TRIGGER_PLACE, { options }), tell(outbox.url)]),
		inRow('Soak: page', [workflows.checkout(PAGE_PLACE, page), tell(outbox.url)]),
	];
}

function tell(url: string): INodeJson {
	return {
		name: 'Tell',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { "transactionReference": $json.transactionReference } }}',
		},
	};
}
