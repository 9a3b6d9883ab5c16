import type { IRunExecutionData, Workflow } from 'n8n-workflow';
import { flatted, n8nWorkflow } from './n8n';
import type { RetriableExecution } from './run-options';

/**
 * Makes the execution data with which n8n retries a failed execution "with the currently saved workflow": read back from the
 * database, without the error and the failed node's last run, and with the current nodes on the stack.
 */
export function retryData({ run, stored }: RetriableExecution, workflow: Workflow): IRunExecutionData {
	const { UserError } = n8nWorkflow;
	if (run.finished) throw new UserError('The execution succeeded, so it cannot be retried.');

	const data = n8nWorkflow.migrateRunExecutionData(flatted.parse(stored) as IRunExecutionData);
	if (!data.executionData) throw new UserError('The execution was aborted before starting, so it cannot be retried.');

	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}

	for (const entry of data.executionData.nodeExecutionStack) {
		const node = workflow.getNode(entry.node.name);
		if (!node) throw new UserError(`Could not find the node "${entry.node.name}" in workflow.`);
		entry.node = node;
	}
	return data;
}
