import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';

import { KEYS } from './service';

/** What the service answers to a request. */
export type Answers = (request: IHttpRequestOptions) => { statusCode: number; body: object };

/**
 * Runs the Card Payment node without n8n around it, so that its own work is measured: its parameters are there, and each
 * request has its answer at once.
 * @param parameters of each item, by name
 * @param credential what differs from the default in it
 * @returns how many items came out
 */
export async function runInner(
	parameters: ReadonlyArray<Record<string, unknown>>,
	answers: Answers,
	credential: object = {},
): Promise<number> {
	// The built package, because that is what n8n runs.
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- it is found by its name
	const { CardPayment } = require('../../dist/nodes/CardPayment/CardPayment.node.js') as {
		CardPayment: new () => INodeType;
	};
	const items = parameters.map((_, item) => ({ json: {}, pairedItem: { item } }));
	const node = { id: 'node', name: 'Node', type: 'n8n-nodes-card-payment.cardPayment' };
	const state = {};
	const proxy = { $runIndex: 0, $execution: { resumeUrl: 'https://n8n.example/webhook-waiting/1?signature=1' } };
	const context = {
		helpers: {
			httpRequestWithAuthentication: (_: string, request: IHttpRequestOptions) => Promise.resolve(answers(request)),
		},
		continueOnFail: () => false,
		getContext: () => state,
		getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example', ...KEYS, ...credential }),
		getExecutionCancelSignal: () => undefined,
		getExecutionContext: () => undefined,
		getExecutionId: () => '1',
		getInputData: () => items,
		getInstanceId: () => 'instance',
		getMode: () => 'trigger',
		getNode: () => node,
		// n8n has an empty object for a collection that nobody has filled.
		getNodeParameter: (name: string, item: number, fallback: unknown = {}) => parameters[item]![name] ?? fallback,
		getWorkflow: () => ({ id: 'workflow' }),
		getWorkflowDataProxy: () => proxy,
	};
	const [output] = (await new CardPayment().execute!.call(context as unknown as IExecuteFunctions)) as object[][];
	return output!.length;
}
