import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import type { EngineRun, INodeJson } from '../../dev/engine';
import { chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* n8n may not take what a node returns, and then runs it again. Nothing is sent twice for that. */

setUpWorld();
beforeEach(async () => {
	world.sandbox.configure({ moreInAnswers: {} });
	await logIn();
});

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const reference = '={{ $json.name }}';
const TWO = [{ name: 'first' }, { name: 'second' }];

describe.each(['', 0, []])('an answer with the top-level field "error": %j', (error) => {
	const raw = (resource: string, operation: string, fields: object, more: Partial<INodeJson> = {}) =>
		world.node('Node', resource, operation, { ...fields, options: { simplify: false } }, { ...RETRY, ...more });
	const keys = (run: EngineRun) => run.items('Node').map(({ json }) => Object.keys(json));

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
		'is returned once, inside the response (%s)',
		async (onError) => {
			world.sandbox.configure({ moreInAnswers: { error, $error: { message: 'x' }, $json: {} } });
			const run = await world.run([raw('card', 'charge', chargeFields({ reference }), { onError })], TWO);
			expect(run.error).toBeUndefined();
			expect(world.requestsTo('/transaction/charge')).toHaveLength(2);
			expect(run.items('Node')).toMatchObject(TWO.map(() => ({ json: { response: { error, $json: {} } } })));
			for (const key of ['error', '$error', '$json']) expect(keys(run).flat()).not.toContain(key);
		},
	);
});

describe.each(['none', { code: 0 }])('an answer that tells of an error beside its record: %j', (error) => {
	test('confirms nothing, and a transfer is sent once', async () => {
		world.sandbox.configure({ moreInAnswers: { error } });
		const run = await world.run([
			world.node('Node', 'transfer', 'create', { ...transferFields(), options: { simplify: false } }, RETRY),
		]);
		expect(run.error).toBeUndefined();
		expect(run.items('Node')).toMatchObject([{ json: { outcome: 'unknown', authorized: false } }]);
		expect(run.items('Node')[0]!.json).not.toHaveProperty('error');
		expect(world.requestsTo('/transfer-funds')).toHaveLength(1);
	});

	test('does not say what is under a reference, so no card is charged', async () => {
		world.sandbox.configure({ moreInAnswers: { error } });
		const run = await world.run([world.node('Node', 'card', 'charge', chargeFields(), RETRY)]);
		expect(run.error?.message).toContain('The card was not charged: n8n could not list transactions');
		expect(world.requestsTo('/transaction/charge')).toEqual([]);
	});
});

describe('an output that n8n does not take', () => {
	test.each([
		['a charge', 'card', 'charge', () => chargeFields({ reference }), '/transaction/charge'],
		['a transfer', 'transfer', 'create', () => transferFields({ requestId: reference }), '/transfer-funds'],
	])('makes %s be shown again, and not sent again', async (_, resource, operation, fields, path) => {
		const type = world.engine.nodeType('n8n-nodes-card-payment.cardPayment');
		const itself = Object.getPrototypeOf(type) as Pick<Required<INodeType>, 'execute'>;
		let tries = 0;
		// As where n8n fails to store what the node has returned.
		type.execute = async function (this: IExecuteFunctions) {
			const outputs = await itself.execute.call(this);
			if (++tries < 3) throw new Error('The output could not be stored');
			return outputs;
		};
		const node = world.node('Node', resource, operation, fields(), RETRY);
		const run = await world.run([node], TWO).finally(() => delete type.execute);
		expect(tries).toBe(3);
		expect(run.items('Node')).toHaveLength(2);
		expect(world.requestsTo(path)).toHaveLength(2);
	});
});
