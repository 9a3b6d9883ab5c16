import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { n8nWorkflow } from './n8n';

function describe(name: string, displayName: string, group: 'trigger' | 'organization'): INodeTypeDescription {
	return {
		name,
		displayName,
		description: 'Stand-in of the test engine',
		group: [group],
		version: 1,
		defaults: { name: displayName },
		inputs: group === 'trigger' ? [] : ['main'],
		outputs: ['main'],
		properties: [],
	};
}

function passThrough(name: string, displayName: string): INodeType {
	return {
		description: describe(name, displayName, 'organization'),
		execute(this: IExecuteFunctions) {
			return Promise.resolve([this.getInputData()]);
		},
	};
}

const manualTrigger: INodeType = {
	description: describe('manualTrigger', 'Manual Trigger', 'trigger'),
	trigger(this: ITriggerFunctions) {
		const manualTriggerFunction = () => Promise.resolve(this.emit([[{ json: {} }]]));
		return Promise.resolve({ manualTriggerFunction });
	},
};

/**
 * Sends JSON as the built-in one does, one item after the other; its answers are objects. With a credential it uses n8n's
 * older helper and follows redirects, as the built-in one does by default, or, as other nodes do, the newer helper.
 */
const httpRequest: INodeType = {
	description: {
		...describe('httpRequest', 'HTTP Request', 'organization'),
		version: [4.2, 4.3],
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Credential Type', name: 'nodeCredentialType', type: 'string', default: '' },
			{ displayName: 'Helper', name: 'helper', type: 'string', default: 'older' },
			{ displayName: 'Send Body', name: 'sendBody', type: 'boolean', default: false },
			{ displayName: 'Specify Body', name: 'specifyBody', type: 'string', default: 'keypair' },
			{ displayName: 'JSON', name: 'jsonBody', type: 'json', default: '' },
			{ displayName: 'Body Fields', name: 'bodyParameters', type: 'json', default: {} },
		],
	},
	async execute(this: IExecuteFunctions) {
		const sent: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			const get = (name: string) => this.getNodeParameter(name, item);
			if (get('sendBody') !== true) {
				throw new n8nWorkflow.UnexpectedError('The HTTP Request of the test engine sends JSON bodies only');
			}
			const body =
				get('specifyBody') === 'json'
					? n8nWorkflow.jsonParse<IDataObject>(get('jsonBody') as string)
					: fieldsOf(get('bodyParameters') as BodyFields);
			const request = { method: get('method') as IHttpRequestMethods, body, json: true };
			const type = get('nodeCredentialType') as string;
			const json = await send(this, request, { url: get('url') as string, type, helper: get('helper') as string });
			sent.push({ json, pairedItem: { item } });
		}
		return [sent];
	},
};

interface BodyFields {
	parameters: Array<{ name: string; value: IDataObject[string] }>;
}

function fieldsOf({ parameters }: BodyFields): IDataObject {
	return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

async function send(
	context: IExecuteFunctions,
	request: { method: IHttpRequestMethods; body: IDataObject; json: boolean },
	{ url, type, helper }: { url: string; type: string; helper: string },
): Promise<IDataObject> {
	const { helpers } = context;
	if (type === '') return (await helpers.httpRequest({ ...request, url })) as IDataObject;
	if (helper === 'newer') {
		return (await helpers.httpRequestWithAuthentication.call(context, type, { ...request, url })) as IDataObject;
	}
	const options = { ...request, uri: url, followRedirect: true, followAllRedirects: true };
	return (await helpers.requestWithAuthentication.call(context, type, options)) as IDataObject;
}

const SECONDS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Waits as the built-in one does, until a time is up, or for whoever knows the address of the execution. */
const wait: INodeType = {
	description: {
		...describe('wait', 'Wait', 'organization'),
		version: 1.1,
		properties: [
			{ displayName: 'Resume', name: 'resume', type: 'string', default: 'timeInterval' },
			{ displayName: 'Amount', name: 'amount', type: 'number', default: 5 },
			{ displayName: 'Unit', name: 'unit', type: 'string', default: 'seconds' },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				path: '',
				isFullPath: true,
				restartWebhook: true,
			},
		],
	},
	async execute(this: IExecuteFunctions) {
		await this.putExecutionToWait(
			this.getNodeParameter('resume', 0) === 'timeInterval' ? endOfInterval(this) : n8nWorkflow.WAIT_INDEFINITELY,
		);
		return [this.getInputData()];
	},
	webhook(this: IWebhookFunctions) {
		return Promise.resolve({ workflowData: [[{ json: { query: this.getQueryData() as IDataObject } }]] });
	},
};

/** Reads the end of a wait. @throws UnexpectedError where n8n would wait within its process: what this engine waits for outlives a restart */
function endOfInterval(context: IExecuteFunctions): Date {
	const unit = context.getNodeParameter('unit', 0) as keyof typeof SECONDS;
	const seconds = (context.getNodeParameter('amount', 0) as number) * SECONDS[unit];
	if (seconds < 65) throw new n8nWorkflow.UnexpectedError('n8n holds a wait of less than 65 seconds in its process');
	return new Date(Date.now() + seconds * 1000);
}

/** Compares as the built-in one does, which leaves it to n8n as well. */
const ifNode: INodeType = {
	description: {
		...describe('if', 'If', 'organization'),
		version: 2.3,
		outputs: ['main', 'main'],
		properties: [
			{
				displayName: 'Conditions',
				name: 'conditions',
				type: 'filter',
				default: {},
				typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 3 } },
			},
		],
	},
	execute(this: IExecuteFunctions) {
		const isTrue = (item: number) => this.getNodeParameter('conditions', item, false, { extractValue: true }) === true;
		const items = this.getInputData().map((data, item) => ({ ...data, pairedItem: { item } }));
		return Promise.resolve([items.filter((_, item) => isTrue(item)), items.filter((_, item) => !isTrue(item))]);
	},
};

/** Makes new items of the fields that are assigned, as the built-in one does by hand. */
const set: INodeType = {
	description: {
		...describe('set', 'Edit Fields', 'organization'),
		version: 3.4,
		properties: [{ displayName: 'Fields', name: 'assignments', type: 'json', default: {} }],
	},
	execute(this: IExecuteFunctions) {
		const items = this.getInputData().map((_, item) => {
			const { assignments } = this.getNodeParameter('assignments', item) as unknown as {
				assignments: BodyFields['parameters'];
			};
			return { json: fieldsOf({ parameters: assignments }), pairedItem: { item } };
		});
		return Promise.resolve([items]);
	},
};

/** Returns its items one batch after the other, as the built-in one does; what it has left, it keeps in its context. */
const loopOverItems: INodeType = {
	description: {
		...describe('splitInBatches', 'Loop Over Items', 'organization'),
		version: 3,
		outputs: ['main', 'main'],
		outputNames: ['done', 'loop'],
		properties: [{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 }],
	},
	execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		const context = this.getContext('node');
		const isFirst = context.items === undefined;
		const left = isFirst ? items : (context.items as INodeExecutionData[]);
		const processed = isFirst ? [] : [...(context.processedItems as INodeExecutionData[]), ...items];
		const batch = left.slice(0, this.getNodeParameter('batchSize', 0) as number);
		Object.assign(context, { items: left.slice(batch.length), processedItems: processed });
		return Promise.resolve(batch.length === 0 ? [processed, []] : [[], batch]);
	},
};

/**
 * Stand-ins for built-in nodes that the examples and the tests use, by their full names; n8n-nodes-base itself is too large to install
 * for them.
 */
export const standIns: ReadonlyMap<string, INodeType> = new Map<string, INodeType>([
	['n8n-nodes-base.manualTrigger', manualTrigger],
	['n8n-nodes-base.httpRequest', httpRequest],
	['n8n-nodes-base.if', ifNode],
	['n8n-nodes-base.set', set],
	['n8n-nodes-base.splitInBatches', loopOverItems],
	['n8n-nodes-base.wait', wait],
	['n8n-nodes-base.noOp', passThrough('noOp', 'No Operation, do nothing')],
	['n8n-nodes-base.stickyNote', passThrough('stickyNote', 'Sticky Note')],
]);
