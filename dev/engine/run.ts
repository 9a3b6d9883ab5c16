import type { ExecutionError, ExecutionStatus, INodeExecutionData, IRun, IWorkflowBase } from 'n8n-workflow';
import { additionalDataFor, type RunContext } from './additional-data';
import { toErrorWorkflowData, type ErrorWorkflowData } from './error-workflow';
import { execute, finalStatus } from './execute';
import { core, flatted, n8nWorkflow } from './n8n';
import type { ServerRunOptions } from './run-options';

/** A finished execution. */
export interface EngineRun {
	executionId: string;
	status: ExecutionStatus;
	/** The error that ended the execution, as opposed to those of items. A cancelled execution may have one as well. */
	error?: ExecutionError;
	/** Returns a node's output; empty if it did not run. */
	items(nodeName: string, output?: number, runIndex?: number): INodeExecutionData[];
	run: IRun;
	/** The execution's data column in n8n's database. */
	stored: string;
	/** Everything that n8n may write about the execution, to search for secrets: what is stored, and the error workflow's input. */
	serialized: string;
	errorWorkflowData?: ErrorWorkflowData;
}

/** Runs a workflow to its end in n8n's `WorkflowExecute`. A failing execution is a result, not an exception. */
export async function runWorkflow(
	context: RunContext,
	data: IWorkflowBase,
	options: ServerRunOptions,
): Promise<EngineRun> {
	const { executionId, retryOf } = options;
	const mode = options.mode ?? (retryOf ? 'retry' : 'manual');
	// In production pin data does not count.
	const pinData = mode === 'manual' || mode === 'evaluation' ? data.pinData : undefined;
	const workflow = new n8nWorkflow.Workflow({ ...data, pinData, nodeTypes: context.nodeTypes });

	const hooks = new core.ExecutionLifecycleHooks(mode, executionId, data, retryOf?.executionId);
	const additionalData = additionalDataFor(context, data, executionId);
	additionalData.workflowSettings = data.settings;
	additionalData.hooks = hooks;

	let saved: { status: ExecutionStatus; data: string; errorWorkflowData?: ErrorWorkflowData } | undefined;
	hooks.addHandler('nodeExecuteBefore', (name) => options.onNodeStart?.(name));
	hooks.addHandler('nodeExecuteAfter', (name, taskData, data) => {
		options.onNodeFinish?.(name, taskData);
		options.onProgress?.({ executionId, run: { finished: false }, stored: flatted.stringify(data) });
	});
	hooks.addHandler('workflowExecuteAfter', (run, newStaticData) => {
		if (mode !== 'manual' && newStaticData) options.onStaticData?.(newStaticData);
		const errorWorkflowData = toErrorWorkflowData(run, data, executionId, retryOf?.executionId);
		saved = { status: finalStatus(run), data: flatted.stringify(run.data), errorWorkflowData };
	});

	const run = await execute(workflow, additionalData, { ...options, mode });
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
