import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { EngineRun, INodeJson, RetriableExecution } from '../../dev/engine';
import { flatted } from '../../dev/engine/n8n';
import { ACCOUNTS, CARDS, chargeFields, transferFields, World } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/*
 * An item is refused on the way, and n8n or a person tries again. What this execution has sent is found by node, run and item,
 * whatever the reference has become since.
 */

setUpWorld();
beforeEach(logIn);

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const orders = ['first', 'second', 'third'].map((name) => ({
	name,
	email: `${name}@shop.example`,
	card: CARDS.frictionless.cardNumber,
}));
const NAME = '={{ $json.name }}';

interface Pay {
	node(reference: string, more?: Partial<INodeJson>, changes?: IDataObject): INodeJson;
	endpoint: 'charge' | 'transfer';
	/** Counts the times that the service has acted on each order, under whatever reference. */
	actsPerOrder(): number[];
	/** The object and what was done to it, in messages. */
	what: string;
	done: string;
	field: string;
	/** A change that breaks a rule in one item, and what is said of it. */
	breakIn(itemIndex: number): IDataObject;
	rule: string;
}

const charge: Pay = {
	node: (reference, more = {}, { options, ...changes } = {}) => {
		const card = { ...CARDS.frictionless, cardNumber: '={{ $json.card }}' };
		const all = { customer: { email: '={{ $json.email }}' }, ...(options as IDataObject) };
		return world.node('Pay', 'card', 'charge', chargeFields({ ...card, reference, options: all, ...changes }), more);
	},
	endpoint: 'charge',
	actsPerOrder: () =>
		orders.map(({ email }) => world.sandbox.ledger.transactions.filter((charged) => charged.email === email).length),
	what: 'card',
	done: 'charged',
	field: 'Reference',
	breakIn: (itemIndex) => ({ cvv: `={{ $itemIndex === ${itemIndex} ? "" : "${CARDS.frictionless.cvv}" }}` }),
	rule: "'CVV' is missing",
};

const transfer: Pay = {
	node: (requestId, more = {}, changes = {}) => {
		const row = { requestId, narration: NAME, accountNumber: ACCOUNTS.completes };
		return world.node('Pay', 'transfer', 'create', transferFields({ ...row, ...changes }), more);
	},
	endpoint: 'transfer',
	actsPerOrder: () =>
		orders.map(({ name }) => world.sandbox.transfers.list.filter(({ narration }) => narration === name).length),
	what: 'money',
	done: 'transferred',
	field: 'Request ID',
	breakIn: (itemIndex) => ({ accountNumber: `={{ $itemIndex === ${itemIndex} ? 123456789 : "0123456789" }}` }),
	rule: "'Account Number' does not have 10 digits",
};

const requests = ({ endpoint }: Pay) => world.sandbox.requests.filter((request) => request.endpoint === endpoint);
/** The references that were sent, in order. */
const posted = (pay: Pay) =>
	requests(pay).map(({ body }) => {
		const { reference, requestId } = body as { reference?: string; requestId?: string };
		return reference ?? requestId;
	});
const shown = (run: EngineRun) => run.items('Pay').map(({ json }) => json.reference);
const outcomes = (run: EngineRun, output = 0) => run.items('Pay', output).map(({ json }) => json.outcome ?? 'failed');

/** The second of three is refused: the service has not acted on it. */
function refuseSecond({ endpoint }: Pay, times = 1): void {
	world.sandbox.fail({ on: endpoint, kind: 'status', status: 403, when: 'before', skip: 1, times });
}

function refuseNext({ endpoint }: Pay): void {
	world.sandbox.fail({ on: endpoint, kind: 'status', status: 403, when: 'before' });
}

/** Changes what the node has kept in an execution that has failed. */
function kept(failed: EngineRun, change: (sentRequests: Kept) => void): RetriableExecution {
	const data = flatted.parse(failed.stored) as IRunExecutionData;
	change(data.executionData!.contextData['node:Pay']!.sentRequests);
	return { ...failed, stored: flatted.stringify(data) };
}

interface Kept {
	items: Record<string, Record<number, { result?: unknown }>>;
}

describe.each([
	['a charge', charge],
	['a transfer', transfer],
])('%s of a list is refused', (_, pay) => {
	const all = ['authorized', 'authorized', 'authorized'];

	test('nothing further is sent, and the error tells the fate of every item', async () => {
		refuseSecond(pay);
		const { status, error } = await world.run([pay.node(NAME)], orders);
		expect(status).toBe('error');
		expect(pay.actsPerOrder()).toEqual([1, 0, 0]);
		expect(error!.message).toBe(`1 of 3 ${pay.done}, stopped at second.`);
		expect(error!.description).toContain('Item 0, first: authorized.');
		expect(error!.description).toContain(`Item 1, second: not ${pay.done}.`);
		expect(error!.description).toContain('Item 2, third: not sent.');
	});

	test('Retry On Fail sends only the rest, and shows what was sent before as it is', async () => {
		refuseSecond(pay);
		const run = await world.run([pay.node(NAME, RETRY, { options: { simplify: false } })], orders);
		expect(run.error).toBeUndefined();
		expect(posted(pay)).toEqual(['first', 'second', 'second', 'third']);
		expect(pay.actsPerOrder()).toEqual([1, 1, 1]);
		expect(run.items('Pay').map(({ json }) => [json.outcome, json.duplicate, json.response === null])).toEqual(
			all.map((outcome) => [outcome, undefined, false]),
		);
	});

	test('Retry On Fail does not send again what has no answer', async () => {
		world.sandbox.configure({ hasHistory: false, hasTransferStatusByRequestId: false });
		world.sandbox.fail({ on: pay.endpoint, kind: 'reset' });
		refuseNext(pay);
		const run = await world.run([pay.node(NAME, RETRY)], orders);
		expect(outcomes(run)).toEqual(['unknown', 'authorized', 'authorized']);
		expect(posted(pay)).toEqual(['first', 'second', 'second', 'third']);
	});

	test('the execution is retried: only the rest is sent', async () => {
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		const retried = await world.run([pay.node(NAME)], orders, { retryOf: failed });
		expect(outcomes(retried)).toEqual(all);
		expect(posted(pay)).toEqual(['first', 'second', 'second', 'third']);
	});

	test('the node is edited, and the execution is retried: what was sent is shown as it was sent', async () => {
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		const edited = pay.node('=B-{{ $json.name }}', {}, { amount: '99' });
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.items('Pay').map(({ json }) => [json.reference, json.amount])).toEqual([
			['first', 10.5],
			['B-second', 99],
			['B-third', 99],
		]);
		expect(pay.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('and its answer is not known at the retry: it is looked up under the reference and the amount that were sent', async () => {
		refuseSecond(pay);
		const failed = kept(await world.run([pay.node(NAME)], orders), ({ items }) => {
			for (const item of Object.values(items).flatMap((sent) => Object.values(sent))) delete item.result;
		});
		const edited = pay.node('=B-{{ $json.name }}', {}, { amount: '99' });
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.items('Pay').map(({ json }) => [json.reference, json.amount, json.response === null])).toEqual([
			['first', 10.5, true],
			['B-second', 99, false],
			['B-third', 99, false],
		]);
		expect(pay.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('and it breaks a rule at the retry: what was sent is shown all the same', async () => {
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		const retried = await world.run([pay.node(NAME, {}, pay.breakIn(0))], orders, { retryOf: failed });
		expect(shown(retried)).toEqual(['first', 'second', 'third']);
		expect(pay.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('and another item has its reference at the retry: that one shows the payment, and nothing is sent for it', async () => {
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		const edited = pay.node('={{ $itemIndex === 0 ? "new" : $itemIndex === 1 ? "first" : "third" }}');
		const retried = await world.run([edited], orders, { retryOf: failed });
		expect(retried.items('Pay').map(({ json }) => [json.reference, json.duplicate])).toEqual([
			['first', undefined],
			['first', true],
			['third', undefined],
		]);
		expect(pay.actsPerOrder()).toEqual([1, 0, 1]);
	});

	test('and the number of items has changed at the retry: what is new is sent, and nothing is sent twice', async () => {
		world.sandbox.fail({ on: pay.endpoint, kind: 'status', status: 403, when: 'before', skip: 2 });
		const failed = await world.run([pay.node(NAME)], orders);
		const one = pay.node(NAME, { executeOnce: true });
		expect(shown(await world.run([one], orders, { retryOf: failed }))).toEqual(['first']);
		expect(shown(await world.run([pay.node(NAME)], orders, { retryOf: failed }))).toEqual(['first', 'second', 'third']);
		expect(pay.actsPerOrder()).toEqual([1, 1, 1]);
	});

	test('and the credential cannot be used at the retry: nothing that was sent is said to be "not sent"', async () => {
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		world.editCredential({ baseUrl: 'not an address' });
		const retried = await world.run([pay.node(NAME)], orders, { retryOf: failed });
		world.editCredential({ baseUrl: world.sandbox.url });
		expect(retried.error!.message).toMatch(/^Nothing was sent by this call: the credential's 'Base URL' /);
		expect(retried.error!.description).toContain('Item 0, first: authorized.');
	});

	test('and the credential is another one at the retry: what was sent with the first is not sent with the second', async () => {
		const other = await World.start({ webhooksEnabled: false, apiKey: 'another-key' }, {}, world.engine);
		refuseSecond(pay);
		const failed = await world.run([pay.node(NAME)], orders);
		const node = {
			...pay.node(NAME, { onError: 'continueRegularOutput' }),
			credentials: other.node('', '', '').credentials,
		};
		const retried = await world.run([node], orders, { retryOf: failed });
		expect(outcomes(retried)).toEqual(['authorized', 'authorized', 'authorized']);
		await other.sandbox.stop();
		expect(pay.actsPerOrder()).toEqual([1, 0, 0]);
	});

	test.each([
		['regular output', 'continueRegularOutput', {}],
		['regular output, with Retry On Fail', 'continueRegularOutput', RETRY],
		['error output', 'continueErrorOutput', {}],
		['error output, with Retry On Fail', 'continueErrorOutput', RETRY],
	])(
		'and the node continues on the %s: every item has its outcome, linked, and none is sent twice',
		async (__, onError, retry) => {
			refuseSecond(pay);
			const run = await world.run([pay.node(NAME, { onError, ...retry })], orders);
			const isApart = onError === 'continueErrorOutput';
			const failed = isApart ? run.items('Pay', 1) : [run.items('Pay')[1]!];
			expect(outcomes(run)).toEqual(isApart ? ['authorized', 'authorized'] : ['authorized', 'failed', 'authorized']);
			expect(failed.map(({ json }) => json)).toEqual([
				{ error: expect.objectContaining({ code: 'refused', reference: 'second', charged: 'no' }) as unknown },
			]);
			if (!isApart) expect(run.items('Pay').map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, 1, { item: 2 }]);
			expect(posted(pay)).toEqual(['first', 'second', 'third']);
			expect(JSON.stringify([run.items('Pay'), failed])).not.toContain(CARDS.frictionless.cardNumber);
		},
	);
});

describe.each([
	['a charge', charge],
	['a transfer', transfer],
])('before anything is sent: %s', (_, pay) => {
	test('a credential that cannot be used fails every item, and passes no input on', async () => {
		world.editCredential({ baseUrl: 'not an address' });
		const run = await world.run([pay.node(NAME, { onError: 'continueRegularOutput' })], orders);
		world.editCredential({ baseUrl: world.sandbox.url });
		expect(run.items('Pay').map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
		expect(JSON.stringify(run.items('Pay'))).not.toContain(CARDS.frictionless.cardNumber);
	});
});

describe('an OTP', () => {
	const open = async (count: number) => {
		const fields = chargeFields({ reference: '={{ $json.order }}' });
		const rows = Array.from({ length: count }, (_, index) => ({ order: `O-${index}` }));
		return (await world.one('card', 'charge', fields, rows)).map(({ json }) => String(json.transactionReference));
	};
	const authorize = (transactionReference: string, more: Partial<INodeJson> = {}) =>
		world.node('Pay', 'card', 'authorize', { transactionReference, otp: '123456' }, more);

	test('is sent once for a payment that is in two items', async () => {
		const [transactionReference] = await open(1);
		const node = authorize('={{ $json.of }}', { onError: 'continueRegularOutput' });
		const run = await world.run([node], [{ of: transactionReference }, { of: transactionReference }]);
		expect(run.items('Pay').map(({ json }) => json.outcome ?? json.error)).toEqual([
			'authorized',
			expect.objectContaining({ code: 'invalid_input', field: 'Transaction Reference', charged: 'no' }),
		]);
		expect(world.requestsTo('/transaction/charge/authorize')).toHaveLength(1);
	});

	test('that was submitted is not submitted again for another transaction of the same item', async () => {
		const references = await open(6);
		const input = [0, 1, 2].map((index) => ({ first: references[index], other: references[index + 3] }));
		world.sandbox.fail({ on: 'authorize', kind: 'status', status: 403, when: 'before', skip: 1 });
		const failed = await world.run([authorize('={{ $json.first }}')], input);
		const retried = await world.run([authorize('={{ $json.other }}')], input, { retryOf: failed });
		const paid = [references[0], references[4], references[5]];
		expect(retried.items('Pay').map(({ json }) => [json.transactionReference, json.outcome])).toEqual(
			paid.map((transactionReference) => [transactionReference, 'authorized']),
		);
		const authorized = world.sandbox.ledger.transactions.filter(({ status }) => status === 2);
		expect(authorized.map(({ transactionReference }) => transactionReference).sort()).toEqual(paid.toSorted());
	});
});
