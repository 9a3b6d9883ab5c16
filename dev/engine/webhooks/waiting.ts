import type { Request, Response } from 'express';
import type { IRunExecutionData, IWorkflowBase } from 'n8n-workflow';
import { additionalDataFor, type RunContext } from '../additional-data';
import { flatted, n8nWorkflow } from '../n8n';
import { runWorkflow, type EngineRun } from '../run';
import { ResponseError, type Answer } from './answer';
import { executeWebhook, type WaitingExecution, type WebhookCall } from './call';
import { getRestartWebhooks } from './methods';

interface Execution {
	workflowData: IWorkflowBase;
	/** The result so far. */
	run: EngineRun;
	/** The end of what has resumed it. */
	resumed?: Promise<EngineRun>;
}

/**
 * Executions that wait for a request or for a time: what `WaitingWebhooks` and `WaitTracker` of n8n's server do (2.40), in the same order.
 * Left out are forms and n8n's own nodes for approvals.
 */
export class WaitingExecutions {
	private readonly executions = new Map<string, Execution>();

	constructor(private readonly context: () => RunContext) {}

	/** Keeps an execution if it waits. */
	keep(workflowData: IWorkflowBase, run: EngineRun): void {
		if (run.status === 'waiting') this.executions.set(run.executionId, { workflowData, run });
	}

	/** Returns an execution that has waited, as it is now; one that was resumed, once it has ended or waits again. */
	async latest(executionId: string): Promise<EngineRun> {
		const { run, resumed } = this.find(executionId);
		return (await resumed) ?? run;
	}

	/** Goes on with an execution whose time is up, whichever process of n8n finds it. */
	async timeIsUp(executionId: string): Promise<EngineRun> {
		const { workflowData, run: waiting } = this.find(executionId);
		if (waiting.status !== 'waiting') throw new n8nWorkflow.UnexpectedError(`Execution ${executionId} does not wait`);
		const executionData = flatted.parse(waiting.stored) as IRunExecutionData;
		const { mode } = waiting.run;
		const run = await runWorkflow(this.context(), workflowData, { executionId, mode, executionData });
		this.executions.set(executionId, { workflowData, run });
		return run;
	}

	/** Answers a request to `/webhook-waiting/<execution>/<suffix>`. */
	async answer(id: string, routeSuffix: string, request: Request, response: Response): Promise<Answer | undefined> {
		const execution = this.find(id);
		const { workflowData, run } = execution;
		const data = n8nWorkflow.migrateRunExecutionData(flatted.parse(run.stored) as IRunExecutionData);
		const given = String(new URL(request.url, 'http://localhost').searchParams.get('signature') ?? '');
		const [token, ...path] = given.split('/');
		if (data.resumeToken && token !== data.resumeToken) return { code: 401, body: { error: 'Invalid token' } };
		const suffix = routeSuffix || path.join('/');
		if (execution.resumed) throw new ResponseError(409, `The execution "${id}" is running already.`);
		if (run.status !== 'waiting') throw new ResponseError(409, `The execution "${id}" has finished already.`);

		// Otherwise the node would wait again, and show as having run twice.
		data.executionData!.nodeExecutionStack[0]!.node.disabled = true;
		data.waitTill = undefined;
		const name = data.resultData.lastNodeExecuted!;
		data.resultData.runData[name]!.pop();

		const context = this.context();
		const workflow = new n8nWorkflow.Workflow({ ...workflowData, nodeTypes: context.nodeTypes });
		return await workflow.expression.withIsolate(async () => {
			const webhooks = getRestartWebhooks(workflow, workflow.getNode(name)!, additionalDataFor(context, workflowData));
			const webhook = webhooks.find(({ httpMethod, path }) => httpMethod === request.method && path === suffix);
			if (!webhook)
				throw new ResponseError(404, `The execution "${id}" has no waiting webhook with this path and method.`);
			const waiting = { executionId: id, workflowData, data };
			return await this.execute({ workflow, webhook, waiting, request, response }, run);
		});
	}

	private async execute(
		call: Pick<WebhookCall, 'workflow' | 'webhook' | 'request' | 'response'> & { waiting: WaitingExecution },
		{ run: { mode } }: EngineRun,
	): Promise<Answer | undefined> {
		const context = this.context();
		const { executionId, workflowData } = call.waiting;
		return await new Promise((resolve, reject) => {
			executeWebhook(context, {
				...call,
				mode: mode === 'manual' ? 'manual' : 'webhook',
				respond: (error, answer) => (error ? reject(error) : resolve(answer)),
				start: (executionData) => {
					const { resumed: underway, run } = this.find(executionId);
					// n8n checks only whether it waits, and not for what: it may have gone on to another wait since the request came.
					if (underway || run.status !== 'waiting')
						throw new n8nWorkflow.OperationalError('Execution is already being resumed by another process');
					const resumed = runWorkflow(context, workflowData, { executionId, mode, executionData });
					this.find(executionId).resumed = resumed.then((run) => {
						this.executions.set(executionId, { workflowData, run });
						return run;
					});
					return executionId;
				},
			}).catch(reject);
		});
	}

	private find(executionId: string): Execution {
		const execution = this.executions.get(executionId);
		if (execution) return execution;
		throw new ResponseError(404, `The execution "${executionId}" does not exist.`);
	}
}
