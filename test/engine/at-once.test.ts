import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../dev/sandbox';
import { CARDS, chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* Two executions of one process charge the same orders at the same moment: a webhook that is delivered twice, a double click, a list. */

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
