import type { INodeJson, WorkflowJson } from '../engine';
import type { Sandbox } from '../sandbox';
import { EXAMPLES, readExample, type ExampleName } from './examples';
import type { Model } from './model';
import type { Outbox } from './outbox';
import type { Rest, StoredWorkflow } from './rest';

/** The name of the credential in the examples. */
export const CREDENTIAL = 'Card Payment Sandbox';

/** The trigger of an example that makes its table. */
const SET_UP = 'Set Up (Run Once)';

/**
 * The output of nodes whose services are not here. It is pinned to them: n8n then does not run them when a workflow is
 * executed in the editor.
 */
const ABSENT: Record<string, object> = {
	'n8n-nodes-base.hubspot': { vid: 101, dealId: 201, isNew: true },
	'n8n-nodes-base.postgres': { claimed: 1 },
};

/** An example in the playground. */
export interface SeededExample {
	title: string;
	workflow: StoredWorkflow;
}

/** Saves a credential for the sandbox. Returns its id. */
export async function saveSandboxCredential(
	rest: Rest,
	{ url, options }: Sandbox,
	name: string = CREDENTIAL,
): Promise<string> {
	const { apiKey, clientId, privateKey, publicKey: publicApiKey } = options;
	return await rest.saveCredential(name, 'cardPaymentApi', {
		environment: 'test',
		baseUrl: url,
		apiKey,
		clientId,
		privateKey,
		publicApiKey,
		defaultCurrency: 'NGN',
		providerDiffers: options.cardAuth !== 'apiKey',
		cardAuthentication: options.cardAuth,
	});
}

/**
 * Saves the credentials that the nodes of others have in the examples: one for the outbox and one for the stand-in of a
 * language model, and ones that only look right for the services that are not here. Returns their ids by type.
 */
export async function saveOtherCredentials(rest: Rest, outbox: Outbox, model: Model): Promise<Record<string, string>> {
	const absent = { host: '127.0.0.1', port: 5432, database: 'postgres', user: 'n8n', password: 'none' };
	return {
		smtp: await rest.saveCredential('SMTP account', 'smtp', outbox.smtpCredential),
		openAiApi: await rest.saveCredential('OpenAI account', 'openAiApi', model.credential),
		hubspotAppToken: await rest.saveCredential('HubSpot account', 'hubspotAppToken', { appToken: 'none' }),
		postgres: await rest.saveCredential('Postgres account', 'postgres', absent),
	};
}

/**
 * Imports the examples that are not there yet, numbered, ready to be executed: their tables made, their pages published.
 * Returns all of them in order.
 */
export async function importExamples(
	rest: Rest,
	credentialIds: Record<string, string>,
	outbox: Outbox,
): Promise<SeededExample[]> {
	const known = new Map((await rest.workflows()).map((workflow) => [workflow.name, workflow]));
	const seeded: SeededExample[] = [];
	// n8n lists the latest workflow first.
	for (const name of EXAMPLES.toReversed()) {
		const example = readExample(name, credentialIds);
		const title = titleOf(name, example);
		const there = known.get(title);
		const workflow = there ? await rest.workflow(there.id) : await add(rest, { ...example, name: title }, outbox);
		seeded.unshift({ title, workflow });
	}
	return seeded;
}

function titleOf(name: ExampleName, { name: title }: WorkflowJson): string {
	return `${EXAMPLES.indexOf(name) + 1}. ${title}`;
}

async function add(rest: Rest, example: WorkflowJson, outbox: Outbox): Promise<StoredWorkflow> {
	const workflow = await rest.createWorkflow(withResults(atHome(example, rest.url, outbox.url)));
	if (workflow.nodes.some(({ name }) => name === SET_UP)) {
		const { status } = await rest.run(workflow, SET_UP);
		if (status !== 'success') throw new Error(`The set-up of "${workflow.name}" ended with the status ${status}`);
	}
	if (isPublic(example)) await rest.activate(workflow);
	return workflow;
}

/** Changes an example to the addresses of this n8n, and to the outbox in place of the shops, CRMs and chats. */
export function atHome(example: WorkflowJson, n8nUrl: string, outboxUrl: string): WorkflowJson {
	const nodes = example.nodes.map((node) => {
		const parameters = JSON.stringify(node.parameters).replaceAll('https://n8n.example', n8nUrl);
		const isRequest = node.type === 'n8n-nodes-base.httpRequest';
		const sent = isRequest ? parameters.replace(/https:\/\/(\w+)\.example/, `${outboxUrl}/$1`) : parameters;
		return { ...node, parameters: JSON.parse(sent) as object };
	});
	return { ...example, nodes };
}

function withResults(example: WorkflowJson): WorkflowJson {
	const absent = example.nodes.filter(isAbsent).map(({ name, type }) => [name, [{ json: ABSENT[type] }]]);
	return { ...example, pinData: { ...example.pinData, ...(Object.fromEntries(absent) as object) } };
}

function isAbsent({ type }: INodeJson): boolean {
	return type in ABSENT;
}

/** Says whether it has an address that works only when it is published. Pinned results do not count there. */
function isPublic({ nodes }: WorkflowJson): boolean {
	return nodes.some(({ webhookId }) => webhookId) && !nodes.some(isAbsent);
}
