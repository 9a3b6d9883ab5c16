import type { ICredentialsHelper, INodeTypes, IWorkflowBase, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { Container, core, n8nWorkflow } from './n8n';

/** The address at which n8n's editor claims to be reachable; nothing is served there. */
export const instanceBaseUrl = 'http://localhost:5678/';

/** The parts of its engine that an execution needs. */
export interface RunContext {
	nodeTypes: INodeTypes;
	credentialsHelper: ICredentialsHelper;
	/** The base of the URLs that n8n gives to the world; the editor's as long as no webhooks are served. */
	webhookUrl?: string;
}

/** Makes the additional data that n8n's server gives to each execution. Parts that need the server refuse. */
export function additionalDataFor(
	{ credentialsHelper, webhookUrl = instanceBaseUrl }: Omit<RunContext, 'nodeTypes'>,
	workflow?: IWorkflowBase,
	executionId?: string,
): IWorkflowExecuteAdditionalData {
	const refuse = (what: string) => () =>
		Promise.reject<never>(new n8nWorkflow.UnexpectedError(`The test engine has no ${what}`));
	const baseUrl = webhookUrl.endsWith('/') ? webhookUrl : `${webhookUrl}/`;
	return {
		credentialsHelper,
		executionId,
		workflowId: workflow?.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: Container.get(core.ExternalSecretsProxy),
		instanceBaseUrl,
		restApiUrl: `${baseUrl}rest`,
		formBaseUrl: `${baseUrl}form`,
		formTestBaseUrl: `${baseUrl}form-test`,
		formWaitingBaseUrl: `${baseUrl}form-waiting`,
		webhookBaseUrl: `${baseUrl}webhook`,
		webhookTestBaseUrl: `${baseUrl}webhook-test`,
		webhookWaitingBaseUrl: `${baseUrl}webhook-waiting`,
		mcpBaseUrl: `${baseUrl}mcp`,
		mcpTestBaseUrl: `${baseUrl}mcp-test`,
		logAiEvent: () => undefined,
		getRunExecutionData: () => Promise.resolve(undefined),
		executeWorkflow: refuse('sub-workflows'),
		getRuntimeCredential: refuse('runtime credentials'),
		startRunnerTask: refuse('task runners'),
	};
}
