import type { IRunExecutionData } from 'n8n-workflow';

import type { EngineRun, INodeJson, Retriable } from '../../dev/engine';
import { flatted } from '../../dev/engine/n8n';
import { ACCOUNTS, CARDS, chargeFields, transferFields, World } from './support/world';

/* What this execution has sent is found by node, run and item, whatever the reference has become since. */

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false, verifyKnowsMerchantReference: true });
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	// A reset takes back all tokens, and a transfer is not sent again with a new one.
	await world.one('bank', 'getMany', { limit: 1 });
	world.sandbox.requests.length = 0;
});

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const orders = ['first', 'second', 'third'].map((name) => ({ name, email: `${name}@shop.example` }));

interface MoneyNode {
	/** The node; its reference is an expression that gives another value at every try. */
	node(reference: string, more?: Partial<INodeJson>, changes?: object): INodeJson;
	endpoint: 'charge' | 'transfer';
	lookUp: 'verify' | 'transferStatus';
	path: string;
	referenceIn(body: unknown): unknown;
	/** How often the service has acted on each order. */
	actsPerOrder(): number[];
}

const charge: MoneyNode = {
	node: (reference, more = {}, changes = {}) =>
		world.node(
			'Pay',
			'card',
			'charge',
			chargeFields({ reference, options: { customer: { email: '={{ $json.email }}' } }, ...changes }),
			more,
		),
	endpoint: 'charge',
	lookUp: 'verify',
	path: '/transaction/charge',
	referenceIn: (body) => (body as { reference: string }).reference,
	actsPerOrder: () =>
		orders.map(({ email }) => world.sandbox.ledger.transactions.filter((charged) => charged.email === email).length),
};

const transfer: MoneyNode = {
	node: (requestId, more = {}, changes = {}) =>
		world.node(
			'Pay',
			'transfer',
			'create',
			transferFields({ requestId, narration: '={{ $json.name }}', accountNumber: ACCOUNTS.completes, ...changes }),
			more,
		),
	endpoint: 'transfer',
	lookUp: 'transferStatus',
	path: '/transfer-funds',
	referenceIn: (body) => (body as { requestId: string }).requestId,
	actsPerOrder: () =>
		orders.map(({ name }) => world.sandbox.transfers.list.filter(({ narration }) => narration === name).length),
};

const posted = (money: MoneyNode) => world.requestsTo(money.path).map(({ body }) => money.referenceIn(body));
const shown = (run: EngineRun) => run.items('Pay').map(({ json }) => json.reference);

/** The second of three is refused: the service has not acted on it. */
function refuseSecond({ endpoint }: MoneyNode, times = 1): void {
	world.sandbox.fail({ on: endpoint, kind: 'status', status: 403, when: 'before', skip: 1, times });
}

/** An execution of which n8n has saved that requests were sent, and not what came of them. */
function withoutResults(failed: EngineRun): Retriable {
	const data = flatted.parse(failed.stored) as IRunExecutionData;
	const { kinds } = data.executionData!.contextData['node:Pay']!.sentRequests as {
		kinds: Record<string, Record<number, { sent?: { result?: unknown } }>>;
	};
	for (const item of Object.values(kinds).flatMap((items) => Object.values(items))) delete item.sent?.result;
	return { ...failed, stored: flatted.stringify(data) };
}

describe.each([
	['a charge', charge],
	['a transfer', transfer],
])('%s whose reference gives another value at every try', (_, money) => {
	const CHANGING = [
		'=ORD-{{ $json.name }}-{{ $now.toMillis() }}-{{ Math.random() }}',
		'={{ Date.now() + $itemIndex + Math.random() }}',
	];

	test.each(CHANGING)('is sent once by Retry On Fail: %s', async (reference) => {
		refuseSecond(money);
		const run = await world.run([money.node(reference, RETRY)], orders);
		expect(run.status).toBe('success');
		expect(money.actsPerOrder()).toEqual([1, 1, 1]);
		const [first, refused, second, third] = posted(money);
		expect(shown(run)).toEqual([first, second, third]);
		expect(refused).not.toBe(second);
	});

	test('is told under every reference that was ever sent, where no try is good', async () => {
		refuseSecond(money, 3);
		const run = await world.run([money.node(CHANGING[0]!, RETRY)], orders);
		expect(money.actsPerOrder()).toEqual([1, 0, 0]);
		const [first, ...refused] = posted(money);
		expect(refused).toHaveLength(3);
		expect(run.error!.description).toContain(`Item 0, ${String(first)}: `);
		expect(run.error!.description).toContain(`Item 1, ${String(refused[2])}: not `);
		expect(run.error!.description).toContain(
			`Item 1 was refused before, under ${String(refused[0])}, ${String(refused[1])}.`,
		);
		expect(run.error!.description).toMatch(/Item 2, \S+: not sent\./);
	});

	test('is sent once where the failed execution is retried', async () => {
		refuseSecond(money);
		const reference = '={{ $json.name + "-" + $execution.id }}';
		const failed = await world.run([money.node(reference)], orders);
		const retried = await world.run([money.node(reference)], orders, { retryOf: failed });
		expect(money.actsPerOrder()).toEqual([1, 1, 1]);
		expect(shown(retried)).toEqual([
			`first-${failed.executionId}`,
			`second-${retried.executionId}`,
			`third-${retried.executionId}`,
		]);
	});

	test('is sent once where it was edited before the failed execution is retried, automatic or not', async () => {
		refuseSecond(money);
		const failed = await world.run([money.node('={{ $json.name }}')], orders);
		world.sandbox.fail({ on: money.endpoint, kind: 'status', status: 403, when: 'before' });
		const again = await world.run([money.node('')], orders, { retryOf: failed });
		const retried = await world.run([money.node('=B-{{ $json.name }}')], orders, { retryOf: again });
		expect(retried.status).toBe('success');
		expect(money.actsPerOrder()).toEqual([1, 1, 1]);
		expect(shown(retried)[0]).toBe('first');
	});
});

describe('what was sent is not sent again', () => {
	test('with another amount, and the item shows what was sent', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		const edited = charge.node('={{ $json.name }}', {}, { amount: '99' });
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.items('Pay').map(({ json }) => json.amount)).toEqual([10.5, 99, 99]);
		expect(charge.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test.each([
		['a charge', charge],
		['a transfer', transfer],
	])(
		'where its answer was lost: %s is looked up under the reference and the amount that were sent',
		async (_, money) => {
			refuseSecond(money);
			const failed = withoutResults(await world.run([money.node('={{ $json.name }}')], orders));
			const edited = money.node('=B-{{ $json.name }}', {}, { amount: '99' });
			const retried = await world.run([edited], orders, { retryOf: failed });
			expect(retried.items('Pay').map(({ json }) => [json.reference, json.amount, json.answerLost])).toEqual([
				['first', 10.5, true],
				['B-second', 99, false],
				['B-third', 99, false],
			]);
			expect(money.actsPerOrder()).toEqual([1, 1, 1]);
		},
	);

	test('where the user has gone over to Charge From JSON, and back', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
		const card = JSON.stringify({ ...CARDS.otp, currency: 'NGN', amount: 1050 });
		const json = `={{ { ...${card}, reference: "J-" + $json.name, email: $json.email } }}`;
		const edited = world.node('Pay', 'card', 'chargeFromJson', { charge: json });
		const again = await world.run([edited], orders, { retryOf: failed });
		expect(again.error!.message).toContain('stopped at J-second.');
		const retried = await world.run([charge.node('={{ $json.name }}')], orders, { retryOf: again });
		expect(shown(retried)).toEqual(['first', 'second', 'third']);
		expect(charge.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('where the number of items has changed: what is new is sent, what is gone is told', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		const only = charge.node('={{ $json.name }}', { executeOnce: true });
		expect(shown(await world.run([only], orders, { retryOf: failed }))).toEqual(['first']);
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', skip: 1 });
		const again = await world.run([charge.node('={{ $json.name }}')], orders, { retryOf: failed });
		expect(again.error!.message).toContain('stopped at third.');
		const none = await world.run([only], orders, { retryOf: again });
		expect(shown(none)).toEqual(['first']);
		const all = await world.run([charge.node('={{ $json.name }}')], orders, { retryOf: again });
		expect(shown(all)).toEqual(['first', 'second', 'third']);
		expect(charge.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('where another item breaks a rule at the retry: the error tells what was sent', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		const edited = charge.node('=B-{{ $json.name }}', {}, { cvv: '={{ $itemIndex === 2 ? "" : "111" }}' });
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.error!.message).toBe('Nothing was sent by this try: CVV is missing.');
		expect(retried.error!.description).toContain('Item 0, first: sent by an earlier try; waits for an OTP.');
		expect(retried.error!.description).toContain('Item 1 was refused before, under second.');
		expect(charge.actsPerOrder()).toEqual([1, 0, 0]);
	});

	test('where its own values break a rule now', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		const edited = charge.node('={{ $json.name }}', {}, { cvv: '={{ $itemIndex === 0 ? "" : "111" }}' });
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(shown(retried)).toEqual(['first', 'second', 'third']);
		expect(charge.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('and is not said to be "not charged" where the credential cannot be used any more', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		world.editCredential({ baseUrl: 'not an address' });
		const retried = await world.run([charge.node('={{ $json.name }}')], orders, { retryOf: failed });
		world.editCredential({ baseUrl: world.sandbox.url });
		const { description } = retried.error!;
		expect(description).toContain('Item 0, first: sent by an earlier try; waits for an OTP.');
		expect(description).toContain('Item 1 was refused before, under second.');
	});

	test('and no other item takes its reference', async () => {
		refuseSecond(charge);
		const failed = await world.run([charge.node('={{ $json.name }}')], orders);
		const edited = charge.node('={{ $itemIndex === 0 ? "new" : $itemIndex === 1 ? "first" : "third" }}');
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.error!.message).toBe('Nothing was sent by this try: Reference is the same as that of item 0.');
		expect(charge.actsPerOrder()).toEqual([1, 0, 0]);
	});
});

describe('an OTP that was submitted', () => {
	test('is not submitted again for another transaction of the same item', async () => {
		const references: unknown[] = [];
		for (const order of [...orders, ...orders]) {
			const [item] = await world.one('card', 'charge', chargeFields({ options: { customer: { email: order.email } } }));
			references.push(item!.json.transactionReference);
		}
		const input = orders.map((_, index) => ({ first: references[index], other: references[index + 3] }));
		const authorize = (transactionReference: string) =>
			world.node('Pay', 'card', 'authorize', { transactionReference, otp: '123456' });
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 403, when: 'before', skip: 1 });
		const failed = await world.run([authorize('={{ $json.first }}')], input as never);
		const retried = await world.run([authorize('={{ $json.other }}')], input as never, { retryOf: failed });
		expect(retried.items('Pay').map(({ json }) => [json.transactionReference, json.outcome])).toEqual([
			[references[0], 'authorized'],
			[references[4], 'authorized'],
			[references[5], 'authorized'],
		]);
		const authorized = world.sandbox.ledger.transactions.filter(({ status }) => status === 2);
		expect(authorized.map(({ transactionReference }) => transactionReference).sort()).toEqual(
			[references[0], references[4], references[5]].sort(),
		);
	});
});

describe('a retry that fails after n8n was killed', () => {
	/** Runs a node to its end; what n8n had saved before it ran is all that is left of it. */
	async function runAndKill(node: INodeJson): Promise<Retriable> {
		const saved: Retriable[] = [];
		await world.run([node], orders, { onProgress: (progress) => saved.push(progress) });
		return saved[0]!;
	}

	const FORGOTTEN = 'a try during which n8n was stopped leaves nothing behind';

	test.each([
		['a charge', charge, 'card', 'charged'],
		['a transfer', transfer, 'money', 'transferred'],
	])('speaks of %s by this try alone', async (_, money, what, done) => {
		const node = money.node('={{ $json.name }}');
		const killed = await runAndKill(node);
		world.sandbox.configure({ verifyKnowsMerchantReference: false, statusKnowsRequestId: false });
		world.sandbox.fail({ on: money.endpoint, kind: 'status', status: 429, when: 'before' });
		world.sandbox.fail({ on: money.lookUp, kind: 'status', status: 429, when: 'before' });
		const retried = await world.run([node], orders, { retryOf: killed });
		const { description } = retried.error!;
		expect(description).toContain(`The ${what} was not ${done} by this try: `);
		expect(description).toContain(`Item 0, first: not ${done} by this try.`);
		expect(description).toContain('Item 1, second: not sent by this try.');
		expect(description).toContain(FORGOTTEN);
		expect(money.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('tells of the payment where the service knows it by its reference', async () => {
		const node = charge.node('={{ $json.name }}');
		const killed = await runAndKill(node);
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 429, when: 'before' });
		const retried = await world.run([node], orders, { retryOf: killed });
		expect(retried.error!.description).toContain(
			'Reference first has already been used; the card was not charged again.',
		);
	});

	test('gives no item that says "not charged"', async () => {
		const node = charge.node('={{ $json.name }}', { onError: 'continueRegularOutput' });
		const killed = await runAndKill(node);
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', times: 3 });
		const retried = await world.run([node], orders, { retryOf: killed });
		const said = { charged: 'unknown', description: expect.stringContaining(FORGOTTEN) as unknown };
		expect(retried.items('Pay').map(({ json }) => json.error)).toEqual(orders.map(() => expect.objectContaining(said)));
	});

	test('where an earlier try had ended, speaks of this try alone as well', async () => {
		const node = charge.node('={{ $json.name }}');
		refuseSecond(charge);
		const failed = await world.run([node], orders);
		await world.run([node], orders, { retryOf: failed });
		// n8n was killed during that retry, so the next one has what was known before it.
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 429, when: 'before' });
		const retried = await world.run([node], orders, { retryOf: failed });
		expect(retried.error!.description).toContain('Item 1, second: not charged by this try.');
		expect(retried.error!.description).toContain(FORGOTTEN);
	});

	test('speaks of this try alone where the credential cannot be used any more', async () => {
		const node = charge.node('={{ $json.name }}');
		const killed = await runAndKill(node);
		world.editCredential({ baseUrl: '' });
		const retried = await world.run([node], orders, { retryOf: killed });
		world.editCredential({ baseUrl: world.sandbox.url });
		expect(retried.error!.message).toMatch(/^Nothing was sent by this try: /);
		expect(retried.error!.description).toContain(FORGOTTEN);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'what another version of this package has kept, and this one cannot read, lets nothing out and sends nothing: %s',
	async (onError) => {
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before' });
		const rows = [{ card: CARDS.frictionless.cardNumber }];
		const pay = (more: Partial<INodeJson>) =>
			charge.node('A', more, { ...CARDS.frictionless, cardNumber: '={{ $json.card }}' });
		const failed = await world.run([pay({})], rows);
		const data = flatted.parse(failed.stored) as IRunExecutionData;
		data.executionData!.contextData['node:Pay']!.sentRequests = { run: 0, operations: {} };
		const retryOf = { ...failed, stored: flatted.stringify(data) };
		const retried = await world.run([pay({ onError })], rows, { retryOf });
		const items = retried.items('Pay', onError === 'continueErrorOutput' ? 1 : 0);
		expect(items.map(({ json }) => json)).toMatchObject([{ error: { code: 'unexpected', charged: 'unknown' } }]);
		expect(JSON.stringify([items, retried.items('Pay')])).not.toContain(CARDS.frictionless.cardNumber);
		expect(world.sandbox.ledger.transactions).toHaveLength(0);
	},
);
