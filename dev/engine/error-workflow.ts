import type { ExecutionError, IRun, IWorkflowBase, WorkflowExecuteMode } from 'n8n-workflow';
import { instanceBaseUrl } from './additional-data';

/** The data that n8n hands to an error workflow. */
export interface ErrorWorkflowData {
	execution: {
		id: string;
		url: string;
		error: ExecutionError;
		lastNodeExecuted?: string;
		mode: WorkflowExecuteMode;
		retryOf?: string;
		executionContext?: object;
	};
	workflow: { id: string; name: string };
}

/** Builds the error workflow's input for a failed execution. In manual mode n8n would not start one; it is built all the same. */
export function toErrorWorkflowData(
	{ data, mode }: IRun,
	{ id: workflowId, name }: IWorkflowBase,
	executionId: string,
	retryOf?: string,
): ErrorWorkflowData | undefined {
	const { error, lastNodeExecuted } = data.resultData;
	if (error === undefined) return undefined;
	return {
		execution: {
			id: executionId,
			url: `${instanceBaseUrl}workflow/${workflowId}/executions/${executionId}`,
			error,
			lastNodeExecuted,
			mode,
			retryOf,
			executionContext: data.executionData?.runtimeData,
		},
		workflow: { id: workflowId, name },
	};
}
