import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	INode,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	NodeParameterValueType,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, n8nWorkflow } from './n8n';

type CredentialData = ICredentialDataDecryptedObject;
type Parameters = Record<string, NodeParameterValueType>;

/** The values of an execution for the evaluation of a credential. Without `values` there is no item: in webhooks, triggers, lists and tests. */
interface Evaluation {
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	executeData?: IExecuteData | undefined;
	values?: ICredentialsExpressionResolveValues | undefined;
}

/** Evaluates the expressions in a credential's fields, as `CredentialsHelper.applyDefaultsAndOverwrites` of n8n's server does (2.41). */
export async function evaluateCredential(
	data: CredentialData,
	{ additionalData, mode, executeData, values }: Evaluation,
): Promise<CredentialData> {
	const keys = core.getAdditionalKeys(additionalData, mode, null, { isCredential: true });
	const fields = data as Parameters;
	if (!values) {
		const { expression } = new n8nWorkflow.Workflow({
			nodes: [NODE],
			connections: {},
			active: false,
			nodeTypes: TYPES,
		});
		return await expression.withIsolate(() => {
			const given = expression.getComplexParameterValue(NODE, fields, mode, keys, undefined, undefined, data);
			return Promise.resolve(given as CredentialData);
		});
	}
	const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
	try {
		return workflow.expression.getParameterValue(
			fields,
			...([runExecutionData, runIndex, itemIndex, node.name, connectionInputData, mode, keys] as const),
			...([executeData, false, data as never] as const),
		) as CredentialData;
	} catch (error) {
		(error as Error).message += ' [Error resolving credentials]';
		throw error;
	}
}

/** The node of the workflow in which n8n evaluates a credential where there is no item. */
const NODE: INode = { id: '', name: '', typeVersion: 1, type: 'mock', position: [0, 0], parameters: {} };
const TYPE = { description: { properties: [] } } as unknown as INodeType;
const TYPES: INodeTypes = { getKnownTypes: () => ({}), getByName: () => TYPE, getByNameAndVersion: () => TYPE };
