import { until } from '../../../dev/playground/rest';
import { chain, type World } from '../../engine/support/world';
import { itemsOf, MAKING, namesOf, payNode, startAccepting, timesPaid, type Making } from './accepting';

/** How long the service takes for a payment, and for a read, in milliseconds. */
const ANSWER = { money: 60, read: 15 };

/** How the lists of two executions lie to each other: from which order to which. */
interface Overlap {
	name: string;
	first: [from: number, to: number];
	second: [from: number, to: number];
	/** The second one begins when the first has paid so many orders. */
	after: number;
	/** Whether both may ask about an order within one answer time, which nothing but the service can notice. */
	isAtOnce?: true;
}

const OVERLAPS: readonly Overlap[] = [
	{ name: 'the same list, a moment later', first: [101, 140], second: [101, 140], after: 5 },
	{ name: 'a list that begins within the other one, a moment later', first: [201, 240], second: [221, 260], after: 5 },
	{ name: 'the same list, at the same moment', first: [301, 340], second: [301, 340], after: 0, isAtOnce: true },
];

/** What came of two executions of one workflow. */
interface Result {
	overlap: string;
	call: Making;
	orders: number;
	unpaid: string[];
	twice: string[];
	isAtOnce: boolean;
}

/** Two executions of the same workflow at the same time, as of a schedule whose runs take longer than its interval. */
export class ScheduleTrial {
	readonly results: Result[] = [];

	private constructor(private readonly world: World) {}

	static async prepare(): Promise<ScheduleTrial> {
		return new ScheduleTrial(await startAccepting());
	}

	async run(): Promise<void> {
		const { sandbox } = this.world;
		const often = 100_000;
		for (const on of MAKING) sandbox.fail({ on, kind: 'delay', when: 'after', ms: ANSWER.money, times: often });
		for (const on of ['history', 'verify', 'transferStatus'] as const)
			sandbox.fail({ on, kind: 'delay', ms: ANSWER.read, times: often });
		for (const overlap of OVERLAPS) for (const call of MAKING) this.results.push(await this.overlap(call, overlap));
	}

	async stop(): Promise<void> {
		await this.world.stop();
	}

	private async overlap(call: Making, { name: overlap, first, second, after, isAtOnce }: Overlap): Promise<Result> {
		const { world } = this;
		const workflow = chain([payNode(world, call)]);
		const pay = async (names: string[]) =>
			await world.engine.run(workflow, { mode: 'trigger', input: itemsOf(call, names) });
		const [earlier, later] = [namesOf(call, ...first), namesOf(call, ...second)];
		const running = pay(earlier);
		await until(() => earlier.filter((name) => timesPaid(world, name) > 0).length >= after, 'the first payments');
		await Promise.all([running, pay(later)]);
		const names = [...new Set([...earlier, ...later])];
		const twice = names.filter((name) => timesPaid(world, name) > 1);
		return {
			overlap,
			call,
			orders: names.length,
			unpaid: names.filter((name) => timesPaid(world, name) === 0),
			twice,
			isAtOnce: isAtOnce === true,
		};
	}
}
