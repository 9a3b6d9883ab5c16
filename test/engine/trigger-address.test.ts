import type { IDataObject } from 'n8n-workflow';

import type { EngineRun } from '../../dev/engine';
import { CARDS, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* A trigger that the service, or a customer, cannot reach at the address that a node was given is told beside the node's output. */

setUpWorld();
beforeEach(() => world.editCredential({ publicApiKey: world.sandbox.options.publicKey }));

const NODES = {
	'Card: Charge': (changes: IDataObject) =>
		world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...changes })),
	'Payment: Create Hosted Checkout': (changes: IDataObject) => {
		const { amount, currency, reference } = chargeFields();
		const fields = { amount, currency, reference, email: 'ada@shop.example', ...changes };
		return world.node('Pay', 'payment', 'createHostedCheckout', fields);
	},
};
const to = (triggerUrl: string) => ({ notify: 'trigger', triggerUrl });
const hints = ({ run: { data } }: EngineRun) =>
	data.resultData.runData.Pay![0]!.hints?.map(({ message }) => message) ?? [];

describe.each(Object.keys(NODES) as Array<keyof typeof NODES>)('%s', (name) => {
	test.each([
		['https://n8n.example/webhook/1/notification', []],
		['https://n8n.example/webhook-test/1/callback', ["'Trigger URL' is a test URL"]],
		[
			'http://localhost:5678/webhook/1/notification',
			["'Trigger URL' leads to localhost:5678, which cannot be reached"],
		],
		['http://n8n.example/webhook/1/notification', ["'Trigger URL' begins with http://, so others can read"]],
	])('with the Trigger URL %s has the hints %j, once', async (triggerUrl, told) => {
		const reference = '={{ $json.order }}';
		const run = await world.run(
			[NODES[name]({ ...to(triggerUrl), reference })],
			[{ order: 'ORD-1' }, { order: 'ORD-2' }],
		);
		expect(run.error).toBeUndefined();
		expect(hints(run)).toEqual(told.map((hint) => expect.stringContaining(hint) as string));
	});
});
