import type { Request, Response } from 'express';
import type {
	ExecutionError,
	INode,
	IRunExecutionData,
	IWebhookResponseData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { additionalDataFor, type RunContext } from '../additional-data';
import { Container, core, n8nWorkflow } from '../n8n';
import { toItems } from '../workflow-json';
import { ResponseError, type Answer } from './answer';
import { parseRequestBody } from './body';
import { describeAnswer, type WebhookTarget } from './description';

/** An execution that waits for a request, as n8n has stored it. */
export interface WaitingExecution {
	executionId: string;
	workflowData: IWorkflowBase;
	data: IRunExecutionData;
}

/** A request to a webhook. */
export interface WebhookCall extends WebhookTarget {
	request: Request;
	response: Response;
	/** The execution that the request may resume; without one it may start one. */
	waiting?: WaitingExecution;
	/** Takes n8n's answer, or the error to answer with, as soon as n8n has it. */
	respond(error: Error | null, answer?: Answer): void;
	/** Starts or resumes the execution without waiting for its end; returns its id. */
	start(executionData: IRunExecutionData): string;
}

/** A request as it is known when it arrives. */
export type ArrivedCall = Pick<WebhookCall, 'webhook' | 'request' | 'response' | 'respond'>;

/**
 * Does what `executeWebhook` of n8n's server does (2.40), in the same order: calls the node's `webhook()`, starts an execution if that
 * says so, and answers. Left out are response modes other than `onReceived`, response headers, and what n8n does for
 * nodes of its own. Returns whether an execution was started.
 */
export async function executeWebhook(context: RunContext, call: WebhookCall): Promise<boolean> {
	const node = call.workflow.nodes[call.webhook.node]!;
	const additionalData = additionalDataFor(context, call.waiting?.workflowData, call.waiting?.executionId);
	const description = describeAnswer(call, node, additionalData);
	additionalData.httpRequest = call.request;
	additionalData.httpResponse = call.response;

	let answered = false;
	const respond: WebhookCall['respond'] = (error, answer) => {
		answered = true;
		call.respond(error, answer);
	};
	try {
		await parseRequestBody(call.request, node.typeVersion);
		let result: IWebhookResponseData;
		let failure: ExecutionError | undefined;
		try {
			result = await callNode(call, node, additionalData);
		} catch (error) {
			failure = error as ExecutionError;
			reportError(failure);
			respond(new n8nWorkflow.UnexpectedError(messageFor(failure)));
			result = { noWebhookResponse: true, workflowData: [toItems([{}])] };
		}

		if (result.noWebhookResponse === true && !answered) respond(null);
		if (result.workflowData === undefined) {
			const webhookResponse = result.webhookResponse as unknown;
			const body = webhookResponse === undefined ? { message: 'Webhook call received' } : webhookResponse;
			if (!answered) respond(null, { body, code: description.code });
			return false;
		}

		const executionId = call.start(toExecutionData(call.waiting, node, result.workflowData, failure));
		if (!answered) respond(null, description.answerStart(executionId, result));
		return true;
	} catch (cause) {
		const error = toAnswerable(cause as Error);
		if (answered) throw error;
		respond(error);
		return false;
	}
}

async function callNode(
	{ workflow, webhook, mode, waiting }: WebhookCall,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): Promise<IWebhookResponseData> {
	const nodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	if (!nodeType.webhook) throw new n8nWorkflow.UnexpectedError('Node does not have any webhooks defined');
	const context = new core.WebhookContext(workflow, node, additionalData, mode, webhook, [], waiting?.data ?? null);
	return await nodeType.webhook.call(context);
}

function toExecutionData(
	waiting: WaitingExecution | undefined,
	node: INode,
	main: NonNullable<IWebhookResponseData['workflowData']>,
	failure?: ExecutionError,
): IRunExecutionData {
	const data =
		waiting?.data ??
		n8nWorkflow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
		});
	if (waiting) data.executionData!.nodeExecutionStack[0]!.data.main = main;
	if (failure) {
		const { message, stack } = failure;
		data.resultData = {
			runData: {},
			lastNodeExecuted: node.name,
			error: { ...failure, message, stack },
		};
	}
	return data;
}

function messageFor(error: Error): string {
	if (error instanceof n8nWorkflow.WorkflowConfigurationError) return error.message;
	return 'Workflow Webhook Error: Workflow could not be started!';
}

function toAnswerable(error: Error): Error {
	if (error instanceof ResponseError && error.status < 500) return error;
	reportError(error);
	return new n8nWorkflow.OperationalError('There was a problem executing the workflow', { cause: error });
}

function reportError(error: Error): void {
	Container.get(core.ErrorReporter).error(error);
}
