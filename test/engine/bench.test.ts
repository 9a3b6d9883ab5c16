import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowJson } from '../../dev/engine';
import { KEYS } from '../../dev/bench/keys';
import { cases } from '../../dev/bench/rows/doors';
import { payments, readWorkflow } from '../../dev/bench/workflows';
import { World } from './support/world';

/* The benchmark is run by hand. It compares the same work, and stands in for n8n where only our own work counts: both is told here. */

const BENCH = join(__dirname, '../../dev/bench');
const FILES = ['ours', 'peers'].flatMap((folder) =>
	readdirSync(join(BENCH, folder)).map((file) => `${folder}/${file.replace('.json', '')}`),
);

test.each(FILES)('%s is a workflow as somebody else could import it', (file) => {
	const text = readFileSync(join(BENCH, `${file}.json`), 'utf8');
	const { nodes, connections } = JSON.parse(text) as WorkflowJson;
	const names = nodes.map(({ name }) => name);
	const targets = [...text.matchAll(/"node": "([^"]+)"/g)].map(([, name]) => name);
	expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...targets]));
	for (const key of Object.values(KEYS)) expect(text).not.toContain(key);
	const isOurs = nodes.some(({ type }) => type.startsWith('n8n-nodes-card-payment.'));
	expect(isOurs).toBe(file.startsWith('ours/'));
});

describe('the charges of peers', () => {
	let world: World;
	beforeAll(async () => (world = await World.start()));
	afterAll(async () => await world.stop());

	const nodeOf = (file: string) => {
		const { cardPaymentApi } = { cardPaymentApi: world.credentialId };
		const { nodes } = readWorkflow(file, world.sandbox.url, { cardPaymentApi });
		return nodes.find(({ name }) => name === 'Charge')!;
	};

	test.each(['peers/charges', 'peers/charges-none-twice'])('%s sends what our node sends', async (file) => {
		const [payment] = payments(1);
		await world.run([nodeOf('ours/charges')], [payment!]);
		const { jsonBody } = nodeOf(file).parameters as { jsonBody: string };
		const value = jsonBody.replaceAll("$('Loop Over Items').item", '$input.item');
		const parameters = { assignments: { assignments: [{ name: 'body', value }] } };
		const run = await world.run(
			[{ name: 'Body', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters }],
			[payment!],
		);
		expect(run.items('Body')[0]!.json.body).toEqual(world.requestsTo('/transaction/charge').at(-1)!.body);
	});
});

test('each request to a public address has an answer', async () => {
	const statuses: Array<[string, number]> = [];
	for (const [what, door, path, junk] of await cases()) {
		statuses.push([what, (await door.answer({ ...junk(1024), path })).status]);
	}
	expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
});
