import type { ICredentialsHelper, IWorkflowBase, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { Container, core, n8nWorkflow } from './n8n';

/** Where the engine claims to be reachable; it serves nothing there. */
export const instanceBaseUrl = 'http://localhost:5678/';

/** What n8n's server gives to each execution. Parts that need the server refuse. */
export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	workflow?: IWorkflowBase,
	executionId?: string,
): IWorkflowExecuteAdditionalData {
	const refuse = (what: string) => async (): Promise<never> => {
		throw new n8nWorkflow.UnexpectedError(`The test engine has no ${what}`);
	};
	return {
		credentialsHelper,
		executionId,
		workflowId: workflow?.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: Container.get(core.ExternalSecretsProxy),
		instanceBaseUrl,
		restApiUrl: `${instanceBaseUrl}rest`,
		formBaseUrl: `${instanceBaseUrl}form`,
		formTestBaseUrl: `${instanceBaseUrl}form-test`,
		formWaitingBaseUrl: `${instanceBaseUrl}form-waiting`,
		webhookBaseUrl: `${instanceBaseUrl}webhook`,
		webhookTestBaseUrl: `${instanceBaseUrl}webhook-test`,
		webhookWaitingBaseUrl: `${instanceBaseUrl}webhook-waiting`,
		mcpBaseUrl: `${instanceBaseUrl}mcp`,
		mcpTestBaseUrl: `${instanceBaseUrl}mcp-test`,
		logAiEvent: () => undefined,
		getRunExecutionData: async () => undefined,
		executeWorkflow: refuse('sub-workflows'),
		getRuntimeCredential: refuse('runtime credentials'),
		startRunnerTask: refuse('task runners'),
	};
}
