import pLimit from 'p-limit';

import { chain, type World } from '../../engine/support/world';
import { FaultProxy } from '../support/proxy';
import type { Row } from '../support/report';
import {
	itemsOf,
	MOVING,
	namesOf,
	payBeforehand,
	payNode,
	startAccepting,
	type Moving,
	type Paying,
} from './accepting';
import { Claims, rowsOfVerdict, startTwice, type Verdict } from './claims';
import { Traffic } from './traffic';

/** The time that the service takes to move money, and for a read, in milliseconds: longer than two executions need to begin. */
const ANSWER = { money: 200, read: 100 };
const LIST = 12;
const PAIRS_AT_ONCE = 6;
/** In a bad network; the time limit, in seconds, is shorter than a late answer takes. */
const TROUBLED: Paying = { onError: 'continueRegularOutput', options: { timeout: 1 } };

/** The overlap of two executions' lists. */
interface Overlap {
	name: string;
	/** In milliseconds, from the start of the first to that of the second. */
	distance: number;
	/** The place in the first list at which the second begins, which is as long. */
	place: number;
}

const OVERLAPS: readonly Overlap[] = [
	...[0, 50, ANSWER.money, 300, 700].map((distance) => ({
		name: `the same list, ${distance} ms later`,
		distance,
		place: 0,
	})),
	{ name: 'a list that begins within the other one, 300 ms later', distance: 300, place: LIST / 2 },
];

/**
 * Two executions of the same workflow at the same time, as of a schedule whose runs take longer than its interval. The service carries out
 * whatever is sent, and shows it at once.
 */
export class ScheduleTrial {
	readonly verdicts: Array<[overlap: string, Verdict]> = [];
	/** Of all overlaps, once more in a bad network. */
	troubled!: Verdict;
	private lists = 0;

	private constructor(
		private readonly world: World,
		private readonly proxy: FaultProxy,
	) {}

	static async prepare(): Promise<ScheduleTrial> {
		const world = await startAccepting();
		const traffic = new Traffic(world.sandbox);
		return new ScheduleTrial(world, await FaultProxy.start(world.sandbox.url, traffic.plan));
	}

	async run(): Promise<void> {
		const { world } = this;
		const often = 100_000;
		for (const on of MOVING) world.sandbox.fail({ on, kind: 'delay', when: 'after', ms: ANSWER.money, times: often });
		for (const on of ['history', 'verify', 'transferStatus'] as const)
			world.sandbox.fail({ on, kind: 'delay', ms: ANSWER.read, times: often });
		for (const overlap of OVERLAPS) {
			const claims = new Claims(world);
			await Promise.all(MOVING.map(async (call) => await this.overlap(claims, call, overlap)));
			this.verdicts.push([overlap.name, claims.verdict]);
		}
		world.editCredential({ baseUrl: this.proxy.url });
		const claims = new Claims(world);
		const limit = pLimit(PAIRS_AT_ONCE);
		const pairs = OVERLAPS.flatMap((overlap) => MOVING.map((call) => ({ call, overlap })));
		await Promise.all(
			pairs.map(async ({ call, overlap }) => await limit(() => this.overlap(claims, call, overlap, TROUBLED))),
		);
		this.troubled = claims.verdict;
	}

	/** Returns the outcome of executions that overlap. In a bad network, a request may be lost; then its outcome has to be unknown. */
	rows(): Row[] {
		const { verdicts, troubled } = this;
		return [
			...verdicts.flatMap(([overlap, verdict]) => rowsOfVerdict(overlap, verdict, '0')),
			...rowsOfVerdict('all of them once more in a bad network', troubled, 'any'),
			...this.proxy.rows(),
		];
	}

	async stop(): Promise<void> {
		await this.proxy.down();
		await this.world.stop();
	}

	private async overlap(claims: Claims, call: Moving, { distance, place }: Overlap, paying?: Paying): Promise<void> {
		const { world } = this;
		const begin = ++this.lists * 100;
		const names = namesOf(call, begin + 1, begin + place + LIST);
		if (call === 'refund') await payBeforehand(world, names);
		const workflow = chain([payNode(world, call, paying)]);
		await startTwice(claims, {
			call,
			lists: [names.slice(0, LIST), names.slice(place)],
			distance,
			start: async (list) => await world.engine.run(workflow, { mode: 'trigger', input: itemsOf(world, call, list) }),
		});
	}
}
