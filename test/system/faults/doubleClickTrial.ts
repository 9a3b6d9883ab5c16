import pLimit from 'p-limit';

import type { WorkflowJson } from '../../../dev/engine';
import { inRow } from '../../../dev/engine/in-row';
import type { World } from '../../engine/support/world';
import { chance } from '../support/chance';
import { FaultProxy } from '../support/proxy';
import { webhookAt } from '../support/published';
import type { Row } from '../support/report';
import { itemsOf, namesOf, payNode, startAccepting } from './accepting';
import { Claims, rowsOfVerdict, startTwice, type Verdict } from './claims';
import { findingPayments } from './sandboxes';
import { Traffic } from './traffic';

const CUSTOMERS_AT_ONCE = 8;
/** Between two clicks, in milliseconds. */
const LONGEST_DISTANCE = 300;
/** In milliseconds. Where the service shows nothing, nobody knows of a click that is done already, so the second comes before that. */
const ANSWER = 700;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;

/** Customers who click twice, in a bad network: each click starts a workflow that charges the card of the order. */
export class DoubleClickTrial {
	/** At a service that takes used references: one that shows what it has at once, and one that shows nothing. */
	readonly verdicts: Array<[service: string, Verdict]> = [];
	milliseconds = 0;

	private constructor(
		private readonly world: World,
		private readonly proxy: FaultProxy,
		private readonly count: number,
	) {}

	/** @param count of the orders at each service */
	static async prepare(count: number): Promise<DoubleClickTrial> {
		const world = await startAccepting();
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, traffic.plan);
		world.editCredential({ baseUrl: proxy.url });
		world.sandbox.fail({ on: 'charge', kind: 'delay', when: 'after', ms: ANSWER, times: 100 * count });
		return new DoubleClickTrial(world, proxy, count);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const { count } = this;
		for (const [place, isFound] of [true, false].entries()) {
			this.world.sandbox.configure(findingPayments(isFound));
			const claims = new Claims(this.world);
			const limit = pLimit(CUSTOMERS_AT_ONCE);
			const orders = namesOf('charge', place * count + 1, (place + 1) * count);
			await Promise.all(orders.map(async (order) => await limit(() => this.clickTwice(claims, order))));
			this.verdicts.push([`a service that shows ${isFound ? 'a payment at once' : 'nothing'}`, claims.verdict]);
		}
		this.milliseconds = Date.now() - begin;
	}

	/** Returns the outcome of customers who click twice. */
	rows(): Row[] {
		const { verdicts, milliseconds } = this;
		return [
			...verdicts.flatMap(([service, verdict]) => rowsOfVerdict(service, verdict, 'any')),
			...this.proxy.rows(),
			['seconds', 'any', Math.round(milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.proxy.down();
		await this.world.stop();
	}

	private async clickTwice(claims: Claims, order: string): Promise<void> {
		const { world } = this;
		const input = itemsOf(world, 'charge', [order]).map((body) => ({ body }));
		await startTwice(claims, {
			call: 'charge',
			lists: [[order], [order]],
			distance: chance('distance', order) * LONGEST_DISTANCE,
			start: async () => await world.engine.run(workflowOf(world), { mode: 'webhook', input }),
		});
	}
}

function workflowOf(world: World): WorkflowJson {
	const pay = payNode(world, 'charge', { items: '$json.body', options: { timeout: TIMEOUT } });
	return inRow('Pay at a click', [webhookAt('pay'), pay]);
}
