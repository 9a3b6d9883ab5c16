import type { IDataObject } from 'n8n-workflow';

import type { Engine, EngineRun, INodeJson, WorkflowJson } from '../../../dev/engine';
import { readExample, type ExampleName } from '../../../dev/playground/examples';
import type { Outbox } from '../../../dev/playground/outbox';
import { passTime } from './clock';

const MINUTE = 60_000;

/** The path that e-mails go to, in the outbox. */
const MAILBOX = '/mailbox';

/**
 * An example whose form is filled in, and whose e-mails and posts come into an outbox. Everything else is as in its file, but for the rounds
 * after which nobody waits any more: 28 are a day.
 */
export function exampleAt(outbox: Outbox, name: ExampleName, rounds = 28): WorkflowJson {
	const example = readExample(name);
	const nodes = JSON.stringify(example.nodes.map((node) => atOutbox(node, outbox.url)));
	return { ...example, nodes: JSON.parse(nodes.replace(/\$runIndex < \d+/, `$runIndex < ${rounds}`)) as INodeJson[] };
}

function atOutbox(node: INodeJson, url: string): INodeJson {
	const parameters = node.parameters as IDataObject;
	switch (node.type) {
		case 'n8n-nodes-base.formTrigger':
			return { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		case 'n8n-nodes-base.emailSend': {
			const { toEmail: to, subject, text } = parameters;
			const fields = Object.entries({ to, subject, text }).map(([field, value]) => ({ name: field, value }));
			const { credentials: _, ...rest } = node;
			return { ...rest, type: REQUEST, typeVersion: 4.3, parameters: post(url + MAILBOX, { parameters: fields }) };
		}
		case REQUEST:
			return { ...node, parameters: { ...parameters, url: `${url}/shop` } };
		default:
			return node;
	}
}

const REQUEST = 'n8n-nodes-base.httpRequest';

function post(url: string, bodyParameters: object): object {
	return { method: 'POST', url, sendBody: true, bodyParameters, options: {} };
}

/** The e-mails in an outbox. */
export function mailsIn({ posts }: Outbox): IDataObject[] {
	return posts.flatMap(({ path, body }) => (path === MAILBOX ? [body as IDataObject] : []));
}

/** Lists what the shop was told to deliver. */
export function deliveriesIn({ posts }: Outbox): IDataObject[] {
	return posts.flatMap(({ path, body }) => (path === MAILBOX ? [] : [body as IDataObject]));
}

/** An execution that has gone through its waits. */
export interface Waited {
	run: EngineRun;
	/** The length of each wait. */
	minutes: number[];
}

/**
 * Lets an execution go on whenever its time is up, until it ends.
 * @param meanwhile what happens while it waits for the time that is counted, from 1
 */
export async function throughWaits(
	engine: Engine,
	begun: EngineRun,
	meanwhile: (wait: number, run: EngineRun) => unknown = () => undefined,
): Promise<Waited> {
	const minutes: number[] = [];
	let run = begun;
	while (run.status === 'waiting') {
		const milliseconds = run.run.waitTill!.getTime() - Date.now();
		minutes.push(Math.round(milliseconds / MINUTE));
		await meanwhile(minutes.length, run);
		passTime(milliseconds);
		run = await engine.timeIsUp(run.executionId);
	}
	return { run, minutes };
}
