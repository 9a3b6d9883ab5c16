import type { IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, Retriable } from '../../dev/engine';
import { flatted } from '../../dev/engine/n8n';
import { CARDS, chargeFields, transferFields, World } from './support/world';

/* An automatic reference belongs to an item, and to no other one. */

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false, verifyKnowsMerchantReference: true });
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	await world.one('bank', 'getMany', { limit: 1 });
});

const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@shop.example` }));
const email = { options: { customer: { email: '={{ $json.email }}' } } };
const pay = (more: Partial<INodeJson> = {}) =>
	world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...email }), more);
const payers = () => world.sandbox.ledger.transactions.map((transaction) => transaction.email);

/** n8n was killed before it had saved anything of our node, and is told to retry; the list is read anew. */
async function killedThen(first: object[], then: object[]) {
	const saved: Retriable[] = [];
	const read = { name: 'Read', type: 'n8n-nodes-base.noOp' };
	await world.run([read, pay()], first as never, { onProgress: (each) => saved.push(each) });
	const data = flatted.parse(saved[0]!.stored) as IRunExecutionData;
	for (const next of data.executionData!.nodeExecutionStack)
		next.data.main![0] = then.map((json) => ({ json: json as never }));
	const stored = flatted.stringify(data);
	return await world.run([read, pay()], then as never, { retryOf: { ...saved[0]!, stored } });
}

test.each([
	['in another order', [ada], [ben, ada, cleo]],
	['without those that were paid', [ada, ben, cleo], [ben, cleo]],
])('after n8n was killed, a list that is read %s shows each payer their own payment, once', async (_, first, then) => {
	const run = await killedThen(first as object[], then as object[]);
	expect(run.error).toBeUndefined();
	const shown = run.items('Pay').map(({ json }) => {
		const charged = world.sandbox.ledger.byTransactionReference(String(json.transactionReference));
		return [charged!.email, json.authorized, json.duplicate];
	});
	expect(shown).toEqual(then.map((payer) => [payer!.email, true, false]));
	expect(payers().sort()).toEqual([ada, ben, cleo].map((payer) => payer!.email));
});

test('two nodes with one id, as workflows have that were not made in the editor, share none', async () => {
	const same = { id: 'same' };
	const run = await world.run([{ ...pay(same), name: 'One' }, pay(same)], [ada!]);
	expect(run.error).toBeUndefined();
	expect(payers()).toHaveLength(2);
	expect(run.items('Pay')[0]!.json.transactionReference).not.toBe(run.items('One')[0]!.json.transactionReference);
});

test('a row without a reference, in a list that has some, gets none', async () => {
	const card = {
		...CARDS.otp,
		amount: 1000,
		currency: 'NGN',
		callbackUrl: 'https://a.example/',
		webhookURL: 'https://a.example/',
	};
	const charge = `={{ ({ ...${JSON.stringify(card)}, ...$json }) }}`;
	const node = world.node('Pay', 'card', 'chargeFromJson', { charge });
	const run = await world.run([node], [{ reference: 'J-1' }, {}]);
	expect(run.error!).toMatchObject({
		message: 'No card was charged: reference is missing in this item.',
		description: 'Give it to every item, or to none.<br>Item 1.',
	});
	expect(payers()).toEqual([]);
});

const CHANGING = '-{{ $now.toMillis() }}-{{ Math.random() }}';
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test.each([400, 409, 422])(
	'a charge that was carried out and refused (%d), as when a proxy repeats it, is not sent again',
	async (status) => {
		world.sandbox.fail({ on: 'charge', kind: 'status', status, when: 'after' });
		const run = await world.run([
			world.node('Pay', 'card', 'charge', chargeFields({ reference: `=A${CHANGING}` }), RETRY),
		]);
		expect(payers()).toHaveLength(1);
		expect(run.error!.message).toMatch(/^Reference .* has already been used; the card was not charged again\.$/);
		expect(run.error!.message).toContain(world.sandbox.ledger.transactions[0]!.merchantReference);
	},
);

test('nor is such a transfer', async () => {
	world.sandbox.fail({ on: 'transfer', kind: 'status', status: 409, when: 'after' });
	const fields = transferFields({ requestId: `=P${CHANGING}` });
	const run = await world.run([world.node('Pay', 'transfer', 'create', fields, RETRY)]);
	expect(world.sandbox.transfers.list).toHaveLength(1);
	expect(run.error!.message).toMatch(/^Request ID .* has already been used; the money was not transferred again\.$/);
});

test('after n8n was killed, a transfer whose narration differs by a dash alone is sent, and not shown as the other', async () => {
	const saved: Retriable[] = [];
	const read = { name: 'Read', type: 'n8n-nodes-base.noOp' };
	const send = world.node('Send', 'transfer', 'create', transferFields({ narration: '={{ $json.narration }}' }));
	await world.run([read, send], [{ narration: 'Invoice 1-11' }], { onProgress: (each) => saved.push(each) });
	const data = flatted.parse(saved[0]!.stored) as IRunExecutionData;
	for (const next of data.executionData!.nodeExecutionStack)
		next.data.main![0] = [{ json: { narration: 'Invoice 11-1' } }];
	await world.run([read, send], [{}], { retryOf: { ...saved[0]!, stored: flatted.stringify(data) } });
	expect(world.sandbox.transfers.list.map(({ narration }) => narration)).toEqual(['Invoice 1-11', 'Invoice 11-1']);
});
