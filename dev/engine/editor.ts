/** Calls that n8n's editor makes to a package outside executions. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunction,
	INodeCredentialTestResult,
	INodeListSearchResult,
} from 'n8n-workflow';
import { additionalDataFor } from './additional-data';
import type { EngineCredentialsHelper } from './credentials';
import { cloneThroughJson, core, n8nWorkflow } from './n8n';
import type { PackageTypes } from './node-types';
import { toStoredWorkflow, type INodeJson } from './workflow-json';

/** Runs a node's `methods.listSearch` function, as opening a resource locator's list does. */
export async function listSearch(
	nodeTypes: PackageTypes,
	credentialsHelper: EngineCredentialsHelper,
	json: INodeJson,
	method: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { UserError, Workflow } = n8nWorkflow;
	const search = nodeTypes.getByNameAndVersion(json.type, json.typeVersion).methods?.listSearch?.[method];
	if (!search) throw new UserError(`Node type "${json.type}" has no listSearch method named "${method}".`);

	const workflow = new Workflow({ ...toStoredWorkflow({ name: '', nodes: [json], connections: {} }), nodeTypes });
	const node = workflow.getNode(json.name);
	if (!node) throw new UserError(`Node type "${json.type}" is unknown.`);

	const additionalData = additionalDataFor({ credentialsHelper });
	additionalData.currentNodeParameters = node.parameters;
	const context = new core.LoadOptionsContext(workflow, node, additionalData, '');
	return await workflow.expression.withIsolate(async () => await search.call(context, filter, paginationToken));
}

/** Tests credentials by the node method that a node's `testedBy` names, as saving them in the editor does. */
export async function testCredential(
	nodeTypes: PackageTypes,
	credentialsHelper: EngineCredentialsHelper,
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const test = findCredentialTest(nodeTypes, type);
	const additionalData = additionalDataFor({ credentialsHelper });
	const context = new core.CredentialTestContext(additionalData);
	try {
		const decrypted = await credentialsHelper.forTest(additionalData, type, cloneThroughJson(data));
		return await test.call(context, { id: '', name: '', type, data: decrypted });
	} catch (error) {
		// An expression that fails is reported in n8n's words.
		return { status: 'Error', message: (error as Error).message };
	}
}

function findCredentialTest(nodeTypes: PackageTypes, type: string): ICredentialTestFunction {
	if (nodeTypes.credential(type).test) {
		throw new n8nWorkflow.UserError('The test engine runs credential tests that are functions of a node only');
	}
	for (const name of nodeTypes.nodesWith(type)) {
		const { description, methods } = nodeTypes.getByNameAndVersion(name);
		const testedBy = description.credentials?.find((credential) => credential.name === type)?.testedBy;
		const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		if (test) return test;
	}
	throw new n8nWorkflow.UserError('No testing function found for this credential.');
}
