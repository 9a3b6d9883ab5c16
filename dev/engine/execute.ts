import type {
	ExecutionError,
	ExecutionStatus,
	INode,
	IRun,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, n8nWorkflow } from './n8n';
import { retryData } from './retry';
import type { ServerRunOptions } from './run-options';
import { toItems } from './workflow-json';

interface ExecuteOptions extends ServerRunOptions {
	mode: WorkflowExecuteMode;
}

/** Starts the execution and waits for its end. */
export async function execute(
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	options: ExecuteOptions,
): Promise<IRun> {
	try {
		const running = start(workflow, additionalData, options);
		options.onStart?.(() => running.cancel());
		const run = await running;
		if (running.isCanceled) run.finished = false;
		return run;
	} catch (error) {
		// n8n answers a workflow with missing parameters by a failed execution as well.
		if (!(error instanceof core.WorkflowHasIssuesError)) throw error;
		const run = makeFailedRun(error, options.mode);
		await additionalData.hooks?.runHook('workflowExecuteAfter', [run, {}]);
		return run;
	}
}

function start(workflow: Workflow, additionalData: IWorkflowExecuteAdditionalData, options: ExecuteOptions) {
	const { mode, retryOf, executionData } = options;
	const proceed = (data: IRunExecutionData) =>
		new core.WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);

	if (retryOf) return proceed(retryData(retryOf, workflow));
	if (executionData) {
		executionData.resultData.pinData = workflow.pinData;
		return proceed(executionData);
	}

	const startNode = findStartNode(workflow, options.startNode);
	const items = options.input && toItems(options.input);
	if (mode === 'manual' || mode === 'evaluation') {
		const pinData = { ...workflow.pinData };
		if (items) pinData[startNode.name] = items;
		return new core.WorkflowExecute(additionalData, mode).run({ workflow, startNode, pinData });
	}

	// In production the items are what the trigger was started with.
	const entry = { node: startNode, data: { main: [items ?? [{ json: {} }]] }, source: null };
	return proceed(n8nWorkflow.createRunExecutionData({ executionData: { nodeExecutionStack: [entry] } }));
}

function findStartNode(workflow: Workflow, name?: string): INode {
	// n8n knows webhook triggers by the request that starts them, `getStartNode` does not.
	const node = name
		? workflow.getNode(name)
		: (workflow.getStartNode() ?? workflow.queryNodes((type) => type.webhook !== undefined)[0]);
	if (node) return node;
	throw new n8nWorkflow.UserError('No node to start the workflow from could be found');
}

/** Returns the status that n8n's server stores. */
export function finalStatus({ status, waitTill, data }: IRun): ExecutionStatus {
	if (waitTill) return 'waiting';
	if (status === 'crashed' || status === 'canceled') return status;
	return data.resultData.error || status === 'error' ? 'error' : 'success';
}

function makeFailedRun(error: Error, mode: WorkflowExecuteMode): IRun {
	const executionError = { ...error, message: error.message, stack: error.stack } as ExecutionError;
	const data = n8nWorkflow.createRunExecutionData({ resultData: { error: executionError, runData: {} } });
	const now = new Date();
	return { data, finished: false, mode, startedAt: now, stoppedAt: now, status: 'error', storedAt: 'db' };
}
