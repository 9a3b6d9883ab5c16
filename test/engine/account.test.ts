import type { IDataObject } from 'n8n-workflow';

import { USER } from '../../dev/sandbox/routes/auth';
import { setUpWorld, world } from './support/worldTests';

/* What is about the credential and not about items runs once. */

setUpWorld();

const input = Array.from({ length: 100 }, (_, id): IDataObject => ({ id }));
const run = async (operation: string, parameters: object = {}, settings: object = {}) =>
	await world.run([world.node('Node', 'account', operation, parameters, settings)], input);
const pairedItem = input.map((_, item) => ({ item }));

test('100 items: one login, and one item, which comes from all of them', async () => {
	const items = (await run('get')).items('Node');
	expect(items).toMatchObject([{ json: { firstName: USER.firstName }, pairedItem }]);
	expect(items[0]!.pairedItem).toHaveLength(100);
	expect(world.sandbox.requests).toHaveLength(1);
});

test('with Simplify off it has what the service said beside it', async () => {
	const [item] = (await run('get', { options: { simplify: false } })).items('Node');
	expect(item!.json).toMatchObject({ firstName: USER.firstName, response: { user: USER } });
});

test('no answer within the timeout: the node fails', async () => {
	world.sandbox.fail({ on: 'token', kind: 'hang', times: 9 });
	const { error } = await run('get', { options: { timeout: 1 } });
	expect(error!.message).toBe('n8n could not log in: no answer came in time.');
});

describe.each(['get', 'checkSetup'])('%s that fails', (operation) => {
	const parameters = { options: { timeout: 'soon' } };
	const message = "'Timeout (Seconds)' is not a number above zero.";

	test('fails the node', async () => {
		expect((await run(operation, parameters)).error!.message).toBe(message);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'])('is one item with %s', async (onError) => {
		const failed = (await run(operation, parameters, { onError })).items(
			'Node',
			onError === 'continueErrorOutput' ? 1 : 0,
		);
		expect(failed).toMatchObject([
			{ json: { error: { message, code: 'invalid_input', charged: 'no' } }, pairedItem: 0 },
		]);
		expect(world.sandbox.requests).toEqual([]);
	});
});
