import type {
	INode,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowDataProxyAdditionalKeys,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';
import { n8nWorkflow } from '../n8n';
import type { Answer } from './answer';

/** The webhook that is called, and its workflow. */
export interface WebhookTarget {
	/** Made for this request alone, with an expression isolate. */
	workflow: Workflow;
	webhook: IWebhookData;
	mode: 'webhook' | 'manual';
}

/** The part of a webhook's description that is about n8n's answer. */
interface AnswerDescription {
	code: number;
	/** Makes the answer once an execution was started. */
	answerStart(executionId: string, result: IWebhookResponseData): Answer;
}

/** Evaluates a webhook's description; refuses response modes other than n8n's default. */
export function describeAnswer(
	{ workflow, webhook, mode }: WebhookTarget,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): AnswerDescription {
	const { webhookDescription: description } = webhook;
	const evaluate = (field: string, fallback: string | number, keys: IWorkflowDataProxyAdditionalKeys = {}): unknown => {
		const native = n8nWorkflow.resolveWebhookDescriptionField(node, description, field);
		if (native.resolved) return native.value;
		return workflow.expression.getComplexParameterValue(node, description[field], mode, keys, undefined, fallback);
	};

	const responseMode = evaluate('responseMode', 'onReceived');
	if (responseMode !== 'onReceived') {
		throw new n8nWorkflow.UnexpectedError(`The test engine has no response mode '${String(responseMode)}'`);
	}
	const code = evaluate('responseCode', 200) as number;
	return {
		code,
		answerStart(executionId, result) {
			const keys = executionKeys(executionId, mode, additionalData);
			return { body: makeStartedBody(evaluate('responseData', 'firstEntryJson', keys), result), code, sandboxed: true };
		},
	};
}

/** Returns the facts about the execution that an expression may use. */
function executionKeys(
	id: string,
	mode: WebhookTarget['mode'],
	{ webhookWaitingBaseUrl, formWaitingBaseUrl }: IWorkflowExecuteAdditionalData,
): IWorkflowDataProxyAdditionalKeys {
	return {
		$executionId: id,
		$execution: {
			id,
			mode: mode === 'manual' ? 'test' : 'production',
			resumeUrl: `${webhookWaitingBaseUrl}/${id}`,
			resumeFormUrl: `${formWaitingBaseUrl}/${id}`,
		},
	};
}

function makeStartedBody(responseData: unknown, { webhookResponse }: IWebhookResponseData): unknown {
	if (responseData === 'noData') return undefined;
	if (responseData) return responseData;
	return webhookResponse === undefined ? { message: 'Workflow was started' } : webhookResponse;
}
