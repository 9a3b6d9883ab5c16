import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeExecutionData } from 'n8n-workflow';

import { EXAMPLES, readExample } from '../../dev/playground/examples';
import { ActiveCheckout, entries } from './support/checkout';
import { ActiveTrigger, chargeAtSandbox, claimOf } from './support/trigger';
import { World } from './support/world';

/*
 * n8n shows no schema of a trigger before its first run, so the guides have an item to paste, and the examples have one
 * pinned. It must be one of today.
 */

let world: World;

beforeAll(async () => (world = await World.start({ webhooksEnabled: false })));
afterAll(async () => await world.stop());

/** The item in a guide. */
function pasted(guide: string): Record<string, unknown> {
	const text = readFileSync(join(__dirname, '../../docs', guide), 'utf8');
	const [item] = JSON.parse(/```json\n(\[.*?\n\])\n```/s.exec(text)![1]!) as Array<Record<string, unknown>>;
	return item!;
}

/** The items that are pinned to the nodes of a type in the examples. */
function pinned(type: string): Array<Record<string, unknown>> {
	return EXAMPLES.map((name) => readExample(name)).flatMap(({ nodes, pinData }) =>
		nodes
			.filter((node) => node.type === `n8n-nodes-card-payment.${type}`)
			.flatMap(({ name }) => (pinData?.[name] ?? []) as INodeExecutionData[])
			.map(({ json }) => json),
	);
}

const SIMPLIFIED = { options: { simplify: true } };

/** The names of the fields, in their order. */
const shapeOf = (item: Record<string, unknown>) => Object.keys(item);

test('the guide and the examples of the trigger have items as they come out', async () => {
	const trigger = await ActiveTrigger.activate(world, SIMPLIFIED);
	const paid = await chargeAtSandbox(world);
	await trigger.notify(claimOf(paid));
	const [item] = await trigger.started();
	await trigger.deactivate();
	const samples = [pasted('trigger.md'), ...pinned('cardPaymentTrigger')];
	expect(samples.length).toBeGreaterThan(1);
	for (const sample of samples) expect(shapeOf(sample)).toEqual(shapeOf(item!));
});

test.each([false, true])(
	'the guide and the examples of the payment page have items as they come out; it asks for the name: %s',
	async (asksName) => {
		const checkout = await ActiveCheckout.activate(world, { options: { ...SIMPLIFIED.options, asksName } });
		const form = await checkout.open();
		await form.submit(entries('frictionless', asksName ? { firstName: 'Ada', lastName: 'Okafor' } : {}));
		const [item] = await checkout.started();
		await checkout.deactivate();
		const all = [pasted('payment-page.md'), ...pinned('cardPaymentCheckoutTrigger')];
		const samples = all.filter((sample) => 'firstName' in sample === asksName);
		expect(samples.length).toBeGreaterThan(0);
		for (const sample of samples) expect(shapeOf(sample)).toEqual(shapeOf(item!));
	},
);
