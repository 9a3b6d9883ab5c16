import type {
	ExecutionError,
	ExecutionStatus,
	ICredentialsHelper,
	IDataObject,
	INodeExecutionData,
	INodeTypes,
	IRun,
	ITaskData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataFor } from './additional-data';
import { toErrorWorkflowData, type ErrorWorkflowData } from './error-workflow';
import { execute, finalStatus } from './execute';
import { core, flatted, n8nWorkflow } from './n8n';
import { toStoredWorkflow, type WorkflowJson } from './workflow-json';

/** How a workflow is run. */
export interface RunOptions {
	/** Output of the start node instead of its own. */
	input?: IDataObject[] | INodeExecutionData[];
	/** The node to start from; by default the one that n8n would choose. */
	startNode?: string;
	/** Counted up by default. */
	executionId?: string;
	/** `manual` by default, `retry` with {@link RunOptions.retryOf}. */
	mode?: WorkflowExecuteMode;
	/** A failed run to retry, as n8n's "Retry with currently saved workflow" does. */
	retryOf?: EngineRun;
	/** Hands out a function that cancels the execution as n8n's stop button does. */
	onStart?: (cancel: () => void) => void;
	onNodeStart?: (name: string) => void;
	onNodeFinish?: (name: string, data: ITaskData) => void;
}

/** A finished execution. */
export interface EngineRun {
	executionId: string;
	status: ExecutionStatus;
	/** The error that ended the execution, as opposed to those of items. A cancelled execution may have one as well. */
	error?: ExecutionError;
	/** What a node put out; empty if it did not run. */
	items(nodeName: string, output?: number, runIndex?: number): INodeExecutionData[];
	run: IRun;
	/** The execution's data column in n8n's database. */
	stored: string;
	/** All that n8n may write about the execution, to search for secrets: what is stored, and the error workflow's input. */
	serialized: string;
	errorWorkflowData?: ErrorWorkflowData;
}

/** What an execution needs from its engine. */
export interface RunContext {
	nodeTypes: INodeTypes;
	credentialsHelper: ICredentialsHelper;
}

/** Runs a workflow to its end in n8n's `WorkflowExecute`. A failing execution is a result, not an exception. */
export async function runWorkflow(
	context: RunContext,
	json: WorkflowJson,
	options: RunOptions & { executionId: string },
): Promise<EngineRun> {
	const { executionId, retryOf } = options;
	const mode = options.mode ?? (retryOf ? 'retry' : 'manual');
	const data = toStoredWorkflow(json);
	const workflow = new n8nWorkflow.Workflow({ ...data, nodeTypes: context.nodeTypes });

	const hooks = new core.ExecutionLifecycleHooks(mode, executionId, data, retryOf?.executionId);
	const additionalData = additionalDataFor(context.credentialsHelper, data, executionId);
	additionalData.workflowSettings = data.settings;
	additionalData.hooks = hooks;

	let saved: { status: ExecutionStatus; data: string; errorWorkflowData?: ErrorWorkflowData } | undefined;
	hooks.addHandler('nodeExecuteBefore', (name) => options.onNodeStart?.(name));
	hooks.addHandler('nodeExecuteAfter', (name, taskData) => options.onNodeFinish?.(name, taskData));
	hooks.addHandler('workflowExecuteAfter', (run) => {
		const errorWorkflowData = toErrorWorkflowData(run, data, executionId, retryOf?.executionId);
		saved = { status: finalStatus(run), data: flatted.stringify(run.data), errorWorkflowData };
	});

	const run = await execute(workflow, additionalData, { ...options, mode, pinData: json.pinData });
	if (!saved) throw new n8nWorkflow.UnexpectedError('The execution ended without a result');
	const { status, data: stored, errorWorkflowData } = saved;
	run.status = status;

	// n8n saves a cancelled execution a moment after the stop button was pressed, so the data at its end counts as well.
	const written = new Set([stored, flatted.stringify(run.data)]);
	if (errorWorkflowData) written.add(flatted.stringify(errorWorkflowData));
	return {
		executionId,
		status,
		error: run.data.resultData.error,
		run,
		stored,
		serialized: [...written].join('\n'),
		errorWorkflowData,
		items: (nodeName, output = 0, runIndex = 0) =>
			run.data.resultData.runData[nodeName]?.[runIndex]?.data?.main?.[output] ?? [],
	};
}
