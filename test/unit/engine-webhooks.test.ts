import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Engine, serialize, type ActiveWorkflow, type WorkflowJson } from '../../dev/engine';
import { to } from '../../dev/engine/in-row';

/** A package with a trigger that does what the query says, and a node that writes static data. */
const fixtureFiles = {
	'package.json': JSON.stringify({
		name: 'n8n-nodes-probe',
		version: '1.0.0',
		n8n: { n8nNodesApiVersion: 1, nodes: ['dist/ProbeTrigger.node.js', 'dist/Probe.node.js'] },
	}),
	'dist/ProbeTrigger.node.js': `
    const { NodeOperationError } = require('n8n-workflow');
    exports.ProbeTrigger = class {
      description = {
        name: 'probeTrigger', displayName: 'Probe Trigger', group: ['trigger'], version: [1, 2], description: '',
        defaults: { name: 'Probe Trigger' }, inputs: [], outputs: ['main'],
        webhooks: [
          { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '', path: 'notification' },
          { name: 'default', httpMethod: 'GET', responseMode: 'onReceived', path: 'return' },
          { name: 'setup', httpMethod: 'PUT', responseMode: 'onReceived', path: '={{ $parameter.path }}' },
        ],
        properties: [
          { displayName: 'Path', name: 'path', type: 'string', default: '/custom/path' },
        ],
      };
      webhookMethods = { default: methods('default'), setup: methods('setup') };
      async webhook() {
        const request = this.getRequestObject();
        const response = this.getResponseObject();
        const query = this.getQueryData();
        const data = this.getWorkflowStaticData('node');
        const seen = {
          body: this.getBodyData(), raw: request.rawBody?.toString('latin1'), query, params: this.getParamsData(),
          contentType: request.contentType, encoding: request.encoding, name: this.getWebhookName(),
          mode: this.getMode(), active: this.getWorkflow().active, url: this.getNodeWebhookUrl('default'),
          resourceUrl: this.getWebhookResourceUrl('default'), stored: { ...data },
          isPlain: Object.getPrototypeOf(this.getBodyData() ?? {}) === Object.prototype,
        };
        this.logger.info('probe called', { query });
        if (query.write) data.written = query.write;
        const workflowData = [this.helpers.returnJsonArray([seen])];
        switch (query.do) {
          case 'see': return { webhookResponse: seen };
          case 'say': return { webhookResponse: 'said' };
          case 'start': return { workflowData, webhookResponse: query.answer };
          case 'own': response.status(202).type('text').send('own'); return { noWebhookResponse: true };
          case 'ownStart': response.redirect(303, '/elsewhere'); return { noWebhookResponse: true, workflowData };
          case 'throw': throw new NodeOperationError(this.getNode(), 'refused canary-1');
          default: return {};
        }
      }
    };
    function methods(name) {
      const method = (kind, result) => async function () {
        const data = this.getWorkflowStaticData('node');
        this.logger.info(['hook', kind, this.getWebhookName(), this.getMode(), this.getActivationMode(), data.id].join());
        this.logger.info('hook url ' + this.getNodeWebhookUrl(name));
        if (kind === 'checkExists') return data.id !== undefined;
        if (kind === 'create') data.id = 'subscription';
        if (kind === 'delete') delete data.id;
        return true;
      };
      return { checkExists: method('checkExists'), create: method('create'), delete: method('delete') };
    }`,
	'dist/Probe.node.js': `
    exports.Probe = class {
      description = {
        name: 'probe', displayName: 'Probe', group: ['transform'], version: 1, description: '',
        defaults: { name: 'Probe' }, inputs: ['main'], outputs: ['main'],
        properties: [
          { displayName: 'Write', name: 'write', type: 'string', default: '' },
        ],
      };
      async execute() {
        const write = this.getNodeParameter('write', 0);
        if (write) this.getWorkflowStaticData('global').byNode = write;
        return [this.getInputData()];
      }
    };`,
};

function writeFixture(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'n8n-nodes-probe-')));
	for (const [file, content] of Object.entries(fixtureFiles)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), content);
	}
	mkdirSync(join(folder, 'node_modules'));
	symlinkSync(dirname(require.resolve('n8n-workflow/package.json')), join(folder, 'node_modules/n8n-workflow'));
	return folder;
}

const webhookId = '0c64a1b6-6a5e-4f0a-8a4e-1f6f8a2f9c11';
let folder: string;
let engine: Engine;
const activated: ActiveWorkflow[] = [];

beforeAll(async () => {
	folder = writeFixture();
	engine = await Engine.start({ packageDir: folder });
});

afterAll(async () => {
	await engine.stop();
	rmSync(folder, { recursive: true });
});

afterEach(async () => {
	for (const active of activated.splice(0)) {
		await active.waitUntilIdle();
		await active.deactivate();
	}
});

interface Parts extends Partial<WorkflowJson> {
	trigger?: object;
	/** Parameters of the node after the trigger. */
	after?: object;
}

function workflow({ trigger, after, ...parts }: Parts = {}): WorkflowJson {
	return {
		name: 'Probe',
		nodes: [
			{ name: 'Probe Trigger', type: 'n8n-nodes-probe.probeTrigger', webhookId, ...trigger },
			{ name: 'After', type: 'n8n-nodes-probe.probe', parameters: after },
		],
		connections: { 'Probe Trigger': { main: [to('After')] } },
		...parts,
	};
}

async function activate(parts: Parts = {}, options?: { test: boolean }): Promise<ActiveWorkflow> {
	const active = await engine.activate(workflow(parts), options);
	activated.push(active);
	return active;
}

const post = (active: ActiveWorkflow, query: string, init: RequestInit = {}) =>
	fetch(`${active.url('notification')}?${query}`, { method: 'POST', redirect: 'manual', ...init });

/** Returns what the trigger saw of a request. */
async function seen(active: ActiveWorkflow, query = '', init: RequestInit = {}): Promise<Record<string, unknown>> {
	const response = await post(active, `do=see&${query}`, init);
	return (await response.json()) as Record<string, unknown>;
}

const hooks = () => engine.logs.filter((line) => line.startsWith('info hook,')).map((line) => line.slice(10));

describe('requests', () => {
	it("reaches the node's webhook() at n8n's URL", async () => {
		const active = await activate();
		const url = active.url('notification');
		expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/webhook/${webhookId}/notification$`));
		expect(active.url('custom/path')).toBe(url.replace('notification', 'custom/path'));
		expect(() => active.url('other')).toThrow('no webhook with the path "other"');
		expect(await seen(active, 'a[b]=1')).toEqual({
			query: { do: 'see', a: { b: '1' } },
			params: {},
			raw: '',
			name: 'default',
			mode: 'webhook',
			active: true,
			url,
			resourceUrl: url,
			stored: expect.any(Object) as object,
			isPlain: true,
		});
		expect(engine.logs.join('\n')).toContain('probe called');
	});

	const latin1 = Buffer.from('{"a":"\xe4"}', 'latin1');
	const large = 'x'.repeat(15 * 1024 * 1024);
	it.each([
		['JSON', 'application/json', '{"a":[1]}', { a: [1] }],
		['JSON with a byte order mark', 'application/json; charset=utf-8', '\ufeff{"a":1}', { a: 1 }],
		['JSON in another encoding', 'application/json; charset=latin1', latin1, { a: '\xe4' }],
		['a form', 'application/x-www-form-urlencoded', 'a[b]=1&c=2&c=%C3%A4', { 'a[b]': '1', c: ['2', '\xe4'] }],
		['text', 'text/plain', '{"a":1}', '{"a":1}'],
		['much text', 'text/plain', large, large],
		['another type', 'application/jose', 'a.b.c', undefined],
		['nothing', 'application/json', '', undefined],
	])('takes %s', async (_name, contentType, body, expected) => {
		const request = await seen(await activate(), '', { body, headers: { 'content-type': contentType } });
		expect(request.body).toEqual(expected);
		expect(request.contentType).toBe(contentType.split(';')[0]);
		expect(request.raw).toBe(Buffer.from(body).toString('latin1'));
	});
});

describe('answers', () => {
	it.each([
		['do=nothing', '{"message":"Webhook call received"}', false],
		['do=say', 'said', false],
		['do=start', '{"message":"Workflow was started"}', true],
		['do=start&answer=fine', 'fine', true],
		['do=start&answer[a]=fine', '{"a":"fine"}', true],
	])('answers %s by %s', async (query, body, started) => {
		const active = await activate();
		const response = await post(active, query);
		expect([response.status, await response.text()]).toEqual([200, body]);
		expect(response.headers.has('content-security-policy')).toBe(started);
		await active.waitUntilIdle();
		expect(active.executions).toHaveLength(started ? 1 : 0);
	});

	it('answers 500 to a throw, and an execution has the error', async () => {
		const active = await activate();
		const response = await post(active, 'do=throw');
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({
			code: 0,
			message: 'Workflow Webhook Error: Workflow could not be started!',
		});
		await active.waitUntilIdle();
		const [run] = active.executions;
		expect(run).toMatchObject({
			status: 'error',
			error: { name: 'NodeOperationError', message: 'refused canary-1' },
			run: { mode: 'webhook', data: { resultData: { lastNodeExecuted: 'Probe Trigger' } } },
			errorWorkflowData: { execution: { mode: 'webhook' } },
		});
		expect(run?.serialized).toContain('canary-1');
		expect(engine.logs.join('\n')).toContain('canary-1');
	});
});

describe('static data', () => {
	const stored = { 'node:Probe Trigger': { id: 'subscription', old: 1 } };
	const withWrite = { 'node:Probe Trigger': { id: 'subscription', old: 1, written: 'new' } };

	it.each([
		['a call that starts nothing', 'do=nothing', withWrite],
		['a call that the node answers', 'do=own', withWrite],
		['a start that the node answers', 'do=ownStart', withWrite],
		['a start that n8n answers', 'do=start', stored],
		['a throw', 'do=throw', stored],
	])('has of %s what n8n would have', async (_name, query, expected) => {
		const active = await activate({ staticData: stored });
		await post(active, `${query}&write=new`);
		await active.waitUntilIdle();
		expect(active.staticData).toEqual(expected);
		expect((await seen(active)).stored).toEqual(expected['node:Probe Trigger']);
	});

	it.each(['do=start', 'do=ownStart', 'do=throw'])('loses to what the execution of %s writes', async (query) => {
		const active = await activate({ staticData: stored, after: { write: 'node' } });
		await post(active, `${query}&write=new`);
		await active.waitUntilIdle();
		expect(active.staticData).toEqual(query === 'do=throw' ? stored : { ...stored, global: { byNode: 'node' } });
	});
});

describe('activation', () => {
	it('runs the webhook methods, whose static data is kept', async () => {
		const active = await activate();
		const url = active.url('notification');
		const count = hooks().length;
		expect(hooks().slice(-4)).toEqual([
			'checkExists,default,trigger,activate,',
			'create,default,trigger,activate,',
			'checkExists,default,trigger,activate,subscription',
			'checkExists,setup,trigger,activate,subscription',
		]);
		expect(engine.logs).toContain(`info hook url ${url}`);
		expect(active.staticData).toEqual({ 'node:Probe Trigger': { id: 'subscription' } });

		await active.deactivate();
		expect(hooks().slice(count)).toEqual([
			'delete,default,internal,update,subscription',
			'delete,default,internal,update,',
			'delete,setup,internal,update,',
		]);
		expect(active.staticData).toEqual({ 'node:Probe Trigger': {} });
		expect((await fetch(url, { method: 'POST' })).status).toBe(404);
	});
});

describe('test webhooks', () => {
	it('take calls until one has started an execution', async () => {
		const live = await activate();
		const active = await activate({}, { test: true });
		const url = live.url('notification').replace('/webhook/', '/webhook-test/');
		expect(active.url('notification')).toBe(url);
		expect(await seen(active)).toMatchObject({ mode: 'manual', url: live.url('notification'), resourceUrl: url });

		expect((await post(active, 'do=start')).status).toBe(200);
		await active.waitUntilIdle();
		expect(active.executions).toMatchObject([{ status: 'success', run: { mode: 'manual' } }]);
		expect(live.executions).toEqual([]);
		const ended = await post(active, '');
		expect(ended.status).toBe(404);
		expect(await ended.json()).toMatchObject({
			message: `The requested webhook "${webhookId}/notification" is not registered.`,
			hint: expect.stringContaining('Execute workflow') as string,
		});
	});
});

test('what is searched for secrets has circles, causes and values hidden by toJSON', () => {
	const cause = Object.assign(new Error('inner'), { toJSON: () => ({}), secret: 'secret-1' });
	const error = new Error('outer', { cause });
	Object.assign(error, { self: error, big: 1n });
	const line = serialize({ error });
	for (const part of ['outer', 'inner', 'secret-1', '"big":"1"']) expect(line).toContain(part);
});
