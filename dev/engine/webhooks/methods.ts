/** A workflow's webhooks and the methods with which nodes register them elsewhere. */
import type {
	INode,
	IWebhookData,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, n8nWorkflow } from '../n8n';

/** A webhook of a workflow's node. */
export interface Webhook extends IWebhookData {
	/** The path within the node, as in its description. */
	nodePath: string;
}

/** Returns the webhooks of a workflow's nodes, as n8n registers them. Needs an expression isolate. */
export function getWebhooks(workflow: Workflow, additionalData: IWorkflowExecuteAdditionalData): Webhook[] {
	return Object.values(workflow.nodes).flatMap((node) => {
		const { description } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		const webhooks = node.disabled ? [] : (description.webhooks ?? []);
		return webhooks
			.filter(({ restartWebhook }) => restartWebhook !== true)
			.flatMap((webhook) => toWebhooks(workflow, node, webhook, additionalData));
	});
}

/** Returns the webhooks at which an execution that waits in a node can be resumed. Needs an expression isolate. */
export function getRestartWebhooks(
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): Webhook[] {
	const { description } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return (description.webhooks ?? [])
		.filter(({ restartWebhook }) => restartWebhook === true)
		.flatMap((webhook) => toWebhooks(workflow, node, webhook, additionalData));
}

function toWebhooks(
	workflow: Workflow,
	node: INode,
	webhookDescription: IWebhookDescription,
	workflowExecuteAdditionalData: IWorkflowExecuteAdditionalData,
): Webhook[] {
	const evaluate = (field: string, fallback?: string | boolean) => {
		const native = n8nWorkflow.resolveWebhookDescriptionField(node, webhookDescription, field);
		const value = native.resolved
			? native.value
			: workflow.expression.getSimpleParameterValue(
					node,
					webhookDescription[field],
					'internal',
					{},
					undefined,
					fallback,
				);
		// A webhook's path, method and switches are never lists or objects.
		return value as string | number | boolean | null | undefined;
	};
	const nodePath = trimSlashes(String(evaluate('path') ?? '').trim());
	const isFullPath = evaluate('isFullPath', false) === true;
	const isRestart = webhookDescription.restartWebhook === true;
	const path = trimSlashes(
		n8nWorkflow.NodeHelpers.getNodeWebhookPath(workflow.id, node, nodePath, isFullPath, isRestart),
	);
	return String(evaluate('httpMethod', 'GET'))
		.split(',')
		.map((method) => ({
			httpMethod: method.trim() as Webhook['httpMethod'],
			node: node.name,
			path,
			nodePath,
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData,
		}));
}

/** Registers a webhook with the service behind the node, unless it is registered already. */
export async function createWebhook(
	workflow: Workflow,
	webhook: Webhook,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<void> {
	if (await runMethod('checkExists', workflow, webhook, mode, activation)) return;
	await runMethod('create', workflow, webhook, mode, activation);
}

/** Removes a webhook from the service behind the node. */
export async function deleteWebhook(workflow: Workflow, webhook: Webhook): Promise<void> {
	await runMethod('delete', workflow, webhook, 'internal', 'update');
}

async function runMethod(
	method: 'checkExists' | 'create' | 'delete',
	workflow: Workflow,
	webhook: Webhook,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<boolean | undefined> {
	const node = workflow.nodes[webhook.node]!;
	const { webhookMethods } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { workflowExecuteAdditionalData: additionalData, webhookDescription } = webhook;
	const context = new core.HookContext(workflow, node, additionalData, mode, activation, webhook);
	return await webhookMethods?.[webhookDescription.name]?.[method]?.call(context);
}

function trimSlashes(path: string): string {
	return path.replace(/^\/|\/$/g, '');
}
