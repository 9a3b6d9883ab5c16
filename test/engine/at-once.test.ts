import type { IDataObject } from 'n8n-workflow';

import type { EngineRun, INodeJson } from '../../dev/engine';
import { until } from '../../dev/playground/rest';
import { OTP, type SandboxOptions } from '../../dev/sandbox';
import { attemptReference } from '../../gateway/values/attempt';
import { makeLink } from '../../nodes/shared/signing/paymentLink';
import { behind, requestsOf, showLate } from './support/behind';
import { ActiveCheckout, entries } from './support/checkout';
import { GOES_ON, itemsOf, node as refund, paid } from './support/refunds';
import { CARDS, chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/*
 * Two executions of one process charge the same orders at the same moment: a webhook that is delivered twice, a double click, a list; or a
 * customer on a page, and a node.
 */

setUpWorld({ acceptsUsedReferences: true });

const reference = '={{ $json.reference }}';
const CALLS = {
	charge: {
		node: () => world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference })),
		times: (order: string) => world.sandbox.ledger.chargesOf(order),
	},
	transfer: {
		node: () => world.node('Pay', 'transfer', 'create', transferFields({ requestId: reference })),
		times: (order: string) => world.sandbox.transfers.transfersOf(order),
	},
};
const orders = Array.from({ length: 5 }, (_, number) => `ORD-${number}`);
const rows = orders.map((order): IDataObject => ({ reference: order }));

const SERVICES: Record<string, SandboxOptions> = {
	'that finds payments': {},
	'that shows a payment only after a while': { historyLagMs: 60_000 },
	'that finds nothing': { hasHistory: false, hasTransferStatusByRequestId: false },
};

describe.each(Object.keys(CALLS) as Array<keyof typeof CALLS>)('a %s', (name) => {
	beforeEach(logIn);

	/** Pays lists in as many executions, all at the same moment. */
	async function payAtOnce(lists: IDataObject[][]) {
		const { node, times } = CALLS[name];
		const runs = await Promise.all(lists.map(async (list) => await world.run([node()], list)));
		for (const { error } of runs.filter(({ status }) => status !== 'success'))
			expect(error?.message).toMatch(/used before|another execution has sent the transfer/);
		return { made: orders.map(times), successes: runs.filter(({ status }) => status === 'success').length };
	}

	test.each(Object.keys(SERVICES))('of a webhook that comes twice is made once at a service %s', async (service) => {
		world.sandbox.configure(SERVICES[service]!);
		const { made, successes } = await payAtOnce(rows.flatMap((row) => [[row], [row]]));
		expect(made).toEqual(orders.map(() => 1));
		expect(successes).toBe(orders.length);
	});

	test('of a list that is started three times is made once at a service that finds payments', async () => {
		const { made, successes } = await payAtOnce([rows, rows, rows]);
		expect(made).toEqual(orders.map(() => 1));
		expect(successes).toBe(1);
	});
});

/** Tells what became of the items of the last node: the outcome, or what the error says. */
const told = (run: EngineRun, name: string) =>
	run.items(name).map(({ json: { outcome, error } }) => {
		const { code, charged, outcome: found } = (error ?? {}) as IDataObject;
		return error === undefined ? outcome : [code, charged, found];
	});

describe('of two executions that send the same,', () => {
	const ORDER = 'ORD-7';
	const USED = ['reference_used', 'no'];
	const chargeOf = (changes: IDataObject, more: Partial<INodeJson> = {}) =>
		world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...changes }), { ...GOES_ON, ...more });
	const refundOf = (id: string) => refund({ ...GOES_ON, id });

	beforeEach(() => world.editCredential({ findPaymentsWith: 'both', refundAuthentication: 'bearer' }));

	test.each([
		['charge', 'verify', 'both'],
		['charge', 'history', 'history'],
		['refund', 'verify', 'both'],
	] as const)('an answer that was read before the other one sent is stale: %s, by %s', async (on, read, find) => {
		world.editCredential({ findPaymentsWith: find });
		const isRefund = on === 'refund';
		const list = isRefund ? itemsOf([await paid(), await paid()]) : [{ reference: 'ORD-6' }, { reference: ORDER }];
		const run = async (id: string, items: IDataObject[]) =>
			await world.run([isRefund ? refundOf(id) : chargeOf({ reference }, { id })], items);
		world.sandbox.requests.length = 0;
		const isSent = new AbortController();
		const slow = { kind: 'delay', ms: 60_000, until: isSent.signal } as const;
		world.sandbox.fail({ ...slow, on: read, skip: 1 });
		world.sandbox.fail({ ...slow, on });
		// The second of the list is asked about while the first is under way.
		const running = run('a', list);
		await until(
			() => requestsOf(world.sandbox, read) === 2 && requestsOf(world.sandbox, on) === 1,
			'the first request, and the second question',
		);
		const other = await run('b', list.slice(1));
		isSent.abort();
		const [name, outcome] = isRefund ? ['Refund', 'refunded'] : ['Pay', 'authorized'];
		expect(told(other, name)).toEqual([outcome]);
		expect(told(await running, name)).toEqual([outcome, [...USED, outcome]]);
		expect(requestsOf(world.sandbox, on)).toBe(2);
	});

	test.each([{}, { afterDecline: 'chargeAgain' }])(
		'the later one knows the attempt of the earlier one, while the service shows the decline before it: %j',
		async (options) => {
			await world.run([chargeOf({ reference: ORDER, cvv: '999' })]);
			showLate(world.sandbox);
			const again = (more: IDataObject) => world.run([chargeOf({ reference: ORDER, options: more })]);
			const [first, other] = await behind(
				world.sandbox,
				'charge',
				() => again({ afterDecline: 'chargeAgain' }),
				() => again(options),
			);
			expect([told(first, 'Pay'), told(other, 'Pay')]).toEqual([['authorized'], [[...USED, 'authorized']]]);
			expect(JSON.stringify(other.items('Pay'))).not.toContain('declined');
			const references = world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference);
			expect(references).toEqual([ORDER, attemptReference({ order: ORDER, attempt: 2 })]);
		},
	);

	test('the later one knows the refund of another node, while the service shows none', async () => {
		const payment = await paid();
		world.sandbox.configure({ refundLagMs: 60_000 });
		const run = (id: string) => world.run([refundOf(id)], itemsOf([payment]));
		const [first, other] = await behind(
			world.sandbox,
			'refund',
			() => run('a'),
			() => run('b'),
		);
		expect([told(first, 'Refund'), told(other, 'Refund')]).toEqual([
			['refunded'],
			[['reference_used', 'unknown', 'unknown']],
		]);
		expect(payment.refunds).toHaveLength(1);
	});
});

describe('an order whose payment link and node', () => {
	beforeEach(logIn);

	const reference = 'ORD-7';
	const terms = { reference, amount: '10.50', currency: 'NGN', description: '', customFields: {}, tries: 3 };
	let checkout: ActiveCheckout;
	beforeEach(async () => (checkout = await ActiveCheckout.activate(world, { amountFrom: 'link' })));
	afterEach(async () => await checkout.deactivate());

	const open = async () => {
		const expires = Date.now() + 3_600_000;
		return await checkout.open(makeLink(checkout.url, { ...terms, expires }, world.sandbox.options.privateKey));
	};
	const chargeByNode = async () =>
		await world.run([world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference }))]);

	test.each(Object.keys(SERVICES))('charge it at the same moment is charged once, at a service %s', async (service) => {
		world.sandbox.configure(SERVICES[service]!);
		const form = await open();
		await Promise.all([form.submit(entries('frictionless')), chargeByNode()]);
		expect(world.sandbox.ledger.chargesOf(reference)).toBe(1);
	});

	test('send its OTP and charge it is charged once, at a service that finds nothing', async () => {
		world.sandbox.configure(SERVICES['that finds nothing']!);
		const form = await (await open()).submit(entries('otp'));
		world.sandbox.fail({ on: 'authorize', kind: 'delay', ms: 500 });
		const paying = form.submit({ otp: OTP });
		await until(() => world.requestsTo('/authorize').length === 1, 'the OTP');
		expect((await chargeByNode()).error?.message).toMatch(/used before/);
		expect((await paying).heading).toBe('Payment received');
		expect(world.sandbox.ledger.chargesOf(reference)).toBe(1);
	});

	test.each<[string, string, () => void]>([
		['that shows a payment only after a while', 'Payment received', () => {}],
		['that finds nothing', 'Payment received', () => {}],
		[
			'that shows a payment only after a while',
			'Your payment is being checked',
			() => world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 99 }),
		],
	])(
		'charge it, and the form waited behind the node: at a service %s, the page says "%s", and no press charges more',
		async (service, heading, fail) => {
			world.sandbox.configure(SERVICES[service]!);
			const form = await open();
			const press = async () => (await form.submit(entries('frictionless'))).heading;
			const [, page] = await behind(world.sandbox, 'charge', chargeByNode, async () => {
				fail();
				return await press();
			});
			expect([page, await press(), await press()]).toEqual([heading, heading, heading]);
			expect(world.sandbox.ledger.chargesOf(reference)).toBe(1);
		},
	);

	test('are in no doubt when the form is sent by more than can wait: the order is paid, once', async () => {
		const form = await open();
		await Promise.all(Array.from({ length: 14 }, async () => await form.submit(entries('frictionless'))));
		expect([world.sandbox.ledger.chargesOf(reference), (await open()).heading]).toEqual([1, 'Payment received']);
	});
});
