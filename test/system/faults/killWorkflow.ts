import type { WorkflowJson } from '../../../dev/engine';
import { inRow, to } from '../../../dev/engine/in-row';
import { PARAMETERS, type MoneyCallName } from '../support/moneyCalls';
import { webhookAt } from '../support/published';
import type { Workflows } from '../support/workflows';

/** A kind of workflow. n8n may save what it has after each node, or only at the end. */
export interface Kind {
	call: MoneyCallName;
	savesProgress: boolean;
	/** True when the service finds a payment by the merchant's reference at the last retry; not every provider does. */
	isFound: boolean;
	/** True when the orders come one by one out of Loop Over Items, and back to it. */
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
export function workflowOf({ call, savesProgress, isLoop }: Kind, path: string, workflows: Workflows): WorkflowJson {
	const each = { fieldToSplitOut: 'body.orders', options: {} };
	const nodes = [
		webhookAt(path),
		{ name: 'Each', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: each },
		...(isLoop
			? [{ name: LOOP, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { options: {} } }]
			: []),
		workflows.payment(NODE, PARAMETERS[call]('own'), { onError: 'continueRegularOutput' }),
	];
	const row = inRow(`Orders at ${path}`, nodes, { saveExecutionProgress: savesProgress });
	if (!isLoop) return row;
	// The first output of a loop is for what is done.
	const loop = { [LOOP]: { main: [[], to(NODE)] }, [NODE]: { main: [to(LOOP)] } };
	return { ...row, connections: { ...row.connections, ...loop } };
}
