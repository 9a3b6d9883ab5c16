import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Engine, serialize, type RunOptions, type WorkflowJson } from '../../dev/engine';
import { hostProcess } from '../../dev/engine/n8n';

/** A package with one node and one credential type, as a build leaves it. */
const fixtureFiles = {
	'package.json': JSON.stringify({
		name: 'n8n-nodes-fixture',
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			nodes: ['dist/nodes/Sender.node.js'],
			credentials: ['dist/credentials/FixtureApi.credentials.js'],
		},
	}),
	'dist/credentials/FixtureApi.credentials.js': `
    exports.FixtureApi = class {
      name = 'fixtureApi';
      displayName = 'Fixture API';
      properties = [
        { displayName: 'Token', name: 'token', type: 'hidden', typeOptions: { expirable: true }, default: '' },
        { displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
        { displayName: 'Key', name: 'key', type: 'string', default: 'default-key' },
      ];
      async preAuthentication(credentials) {
        return await this.helpers.httpRequest({
          method: 'POST', url: credentials.baseUrl + '/login', body: { key: credentials.key }, json: true,
        });
      }
      async authenticate(credentials, options) {
        options.headers = { ...options.headers, authorization: 'Bearer ' + credentials.token };
        return options;
      }
    };`,
	'dist/nodes/Sender.node.js': `
    const { NodeOperationError } = require('n8n-workflow');
    let runs = 0;
    exports.Sender = class {
      description = {
        name: 'sender', displayName: 'Sender', group: ['transform'], version: 1, description: '',
        defaults: { name: 'Sender' }, inputs: ['main'], outputs: ['main'],
        credentials: [{ name: 'fixtureApi' }],
        properties: [
          { displayName: 'Value', name: 'value', type: 'string', default: '', required: true },
        ],
      };
      async execute() {
        runs += 1;
        const [type] = Object.keys(this.getNode().credentials);
        const output = [];
        for (const item of this.getInputData().keys()) {
          const value = this.getNodeParameter('value', item);
          this.logger.debug('sending', { value, error: Object.assign(new Error('kept'), { own: 'own-' + value }) });
          const { baseUrl } = await this.getCredentials(type);
          const isPlain = Object.getPrototypeOf(this.getInputData()[item].json) === Object.prototype;
          try {
            const body = await this.helpers.httpRequestWithAuthentication.call(this, type,
              { method: 'POST', url: baseUrl + '/echo', body: { value }, json: true });
            output.push({ json: { ...body, runs, isPlain }, pairedItem: { item } });
          } catch {
            throw new NodeOperationError(this.getNode(), 'refused ' + value, { itemIndex: item });
          }
        }
        return [output];
      }
    };`,
};

function writeFixture(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'n8n-nodes-fixture-')));
	for (const [file, content] of Object.entries(fixtureFiles)) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		writeFileSync(join(folder, file), content);
	}
	mkdirSync(join(folder, 'node_modules'));
	symlinkSync(dirname(require.resolve('n8n-workflow/package.json')), join(folder, 'node_modules/n8n-workflow'));
	return folder;
}

/** Counts logins; only the last token is good. Values named `refuse` fail as long as `refuses` is above zero. */
const service = { logins: 0, echoes: 0, refuses: 0, hold: undefined as (() => void) | undefined };

function startService(): Promise<Server> {
	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const answer = (status: number, body: object) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		const body = JSON.parse(await text(request)) as { value?: string };
		if (request.url === '/login') return answer(200, { token: `token-${++service.logins}` });
		if (request.headers.authorization !== `Bearer token-${service.logins}`) return answer(401, { message: 'expired' });
		service.echoes += 1;
		if (body.value === 'hold') return service.hold?.();
		if (body.value === 'refuse' && service.refuses-- > 0) return answer(500, { message: 'refused' });
		return answer(200, { got: body.value });
	};
	const server = createServer((request, response) => void serve(request, response));
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let folder: string;
let server: Server;
let baseUrl: string;
let engine: Engine;
let credentialId: string;

beforeAll(async () => {
	folder = writeFixture();
	server = await startService();
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	engine = await Engine.start({ packageDir: folder });
});

afterAll(async () => {
	await engine.stop();
	server.closeAllConnections();
	server.close();
	rmSync(folder, { recursive: true });
});

beforeEach(() => {
	Object.assign(service, { echoes: 0, refuses: 0, hold: undefined });
	credentialId = engine.store.add('fixtureApi', 'My fixture', { baseUrl, token: '' }).id;
});

function workflow(sender: object = {}, parameters: object = {}): WorkflowJson {
	const credentials = { fixtureApi: { id: credentialId, name: 'My fixture' } };
	const to = (node: string) => ({ node, type: 'main', index: 0 });
	return {
		name: 'Fixture',
		nodes: [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Send',
				type: 'n8n-nodes-fixture.sender',
				parameters: { value: '={{ $json.value }}', ...parameters },
				credentials,
				...sender,
			},
			{ name: 'Good', type: 'n8n-nodes-base.noOp' },
			{ name: 'Bad', type: 'n8n-nodes-base.noOp' },
		],
		connections: { Start: { main: [[to('Send')]] }, Send: { main: [[to('Good')], [to('Bad')]] } },
	};
}

const values = (...names: string[]) => names.map((value) => ({ value }));
const send = (input: string[], sender = {}, parameters = {}, options: RunOptions = {}) =>
	engine.run(workflow(sender, parameters), { input: values(...input), ...options });

describe('running a workflow', () => {
	it("gives nodes items that are plain objects in n8n's realm", async () => {
		const run = await send(['a']);
		expect(run.items('Send')[0]?.json.isPlain).toBe(true);
	});
});

describe('credentials', () => {
	it('refreshes after a 401 and sends the request again', async () => {
		engine.store.write(credentialId, { baseUrl, token: 'stale' });
		const { logins } = service;
		const run = await send(['a']);
		expect(run.items('Send')[0]?.json.got).toBe('a');
		expect(service.logins).toBe(logins + 1);
		expect(engine.store.read(credentialId).token).toBe(`token-${service.logins}`);
	});
});

describe('failures', () => {
	it('ends with the error, and retries from the failed node', async () => {
		service.refuses = 1;
		const failed = await send(['refuse']);
		expect(failed).toMatchObject({ status: 'error', error: { message: 'refused refuse' } });
		expect(failed.errorWorkflowData).toMatchObject({
			execution: { id: failed.executionId, mode: 'manual', lastNodeExecuted: 'Send' },
			workflow: { name: 'Fixture' },
		});
		expect(failed.serialized).toContain('refused refuse');

		const started: string[] = [];
		const onNodeStart = (name: string) => void started.push(name);
		const retried = await engine.run(workflow(), { retryOf: failed, onNodeStart });
		expect(retried).toMatchObject({ status: 'success', run: { mode: 'retry' } });
		expect(retried.executionId).not.toBe(failed.executionId);
		expect(started).toEqual(['Send', 'Good']);
		expect(retried.items('Good')[0]?.json.got).toBe('refuse');
		await expect(engine.run(workflow(), { retryOf: retried })).rejects.toThrow('cannot be retried');
	});

	it('fails a workflow that lacks a required parameter', async () => {
		const run = await send(['a'], {}, { value: '' });
		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('issues');
	});

	it('cancels', async () => {
		let cancel: () => void = () => undefined;
		service.hold = () => cancel();
		const run = await send(['hold'], {}, {}, { onStart: (stop) => (cancel = stop) });
		expect(run).toMatchObject({ status: 'canceled', run: { status: 'canceled', finished: false } });
		expect(run.errorWorkflowData).toBeUndefined();
		expect(run.items('Good')).toEqual([]);
	});
});

describe('logs', () => {
	it('holds debug lines of the node and of n8n, with errors in full', async () => {
		await send(['canary-1']);
		const line = engine.logs.find((log) => log.startsWith('debug sending') && log.includes('canary-1')) ?? '';
		expect(line).toContain('"message":"kept"');
		expect(line).toContain('"own":"own-canary-1"');
		expect(engine.logs.join()).toContain('Running node "Send" started');
	});

	it('serializes circles, causes and values hidden by toJSON', () => {
		const cause = Object.assign(new Error('inner'), { toJSON: () => ({}), secret: 'secret-1' });
		const error = new Error('outer', { cause });
		Object.assign(error, { self: error, big: 1n });
		const line = serialize({ error });
		for (const part of ['outer', 'inner', 'secret-1', '"big":"1"']) expect(line).toContain(part);
	});
});

describe('starting and stopping', () => {
	it('stops the engine before, drops its module state and cleans up', async () => {
		const userFolder = hostProcess.env.N8N_USER_FOLDER ?? '';
		const next = await Engine.start({ packageDir: folder, expressionEngine: 'legacy' });
		await expect(engine.run(workflow())).rejects.toThrow('stopped');
		expect(existsSync(userFolder)).toBe(false);

		const { id, name } = next.store.add('fixtureApi', 'Next', { baseUrl, token: '' });
		const run = await next.run(workflow({ credentials: { fixtureApi: { id, name } } }), { input: values('a') });
		expect(run.items('Send')[0]?.json).toMatchObject({ got: 'a', runs: 1 });
		await next.stop();
		expect(hostProcess.env.N8N_USER_FOLDER).toBeUndefined();
	});
});
