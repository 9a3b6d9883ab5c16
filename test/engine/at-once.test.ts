import type { IDataObject } from 'n8n-workflow';

import { until } from '../../dev/playground/rest';
import { OTP, type SandboxOptions } from '../../dev/sandbox';
import { makeLink } from '../../nodes/shared/signing/paymentLink';
import { ActiveCheckout, entries } from './support/checkout';
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
			expect(error?.message).toMatch(/used before/);
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
});
