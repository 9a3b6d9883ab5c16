import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowJson } from '../engine';
import type { Sandbox } from '../sandbox';
import type { Rest } from './rest';

const EXAMPLES = join(__dirname, '../..', 'examples');

/** The name of the credential in the examples. */
export const CREDENTIAL = 'Card Payment Sandbox';

/** Saves a credential for the sandbox. Returns its id. */
export async function saveSandboxCredential(rest: Rest, { url, options }: Sandbox): Promise<string> {
	const { apiKey, clientId, privateKey } = options;
	return await rest.saveCredential(CREDENTIAL, 'cardPaymentApi', {
		environment: 'test',
		baseUrl: url,
		apiKey,
		clientId,
		privateKey,
		cardAuthentication: options.cardAuth,
	});
}

/** The example workflows by their file names, with the credential put into their nodes. */
export function readExamples(credentialId: string): Map<string, WorkflowJson> {
	const cardPaymentApi = { id: credentialId, name: CREDENTIAL };
	const read = (file: string): WorkflowJson => {
		const workflow = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowJson;
		const nodes = workflow.nodes.map((node) =>
			node.credentials ? { ...node, credentials: { cardPaymentApi } } : node,
		);
		return { ...workflow, nodes };
	};
	return new Map(readdirSync(EXAMPLES).map((file) => [file, read(file)]));
}

/** Imports the examples that are not there yet. */
export async function importExamples(rest: Rest, credentialId: string): Promise<void> {
	const known = new Set((await rest.workflows()).map(({ name }) => name));
	for (const workflow of readExamples(credentialId).values()) {
		if (!known.has(workflow.name)) await rest.createWorkflow(workflow);
	}
}
