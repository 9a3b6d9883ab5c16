import type { EngineRun } from '../../../dev/engine';
import { chain, type World } from '../../engine/support/world';
import { claimsOf, type Claim } from '../support/ledgerCheck';
import type { Row } from '../support/report';
import { itemsOf, MAKING, namesOf, payNode, startAccepting, timesMoved, timesSent, type Making } from './accepting';
import { NODE } from './killWorkflow';

const FIRST = 20;
/** The list of the second run: that of the first, and some more. */
const ALL = 30;

/** The outcome of a list that was run twice. */
interface TwoRuns {
	call: Making;
	/** Orders for which money moved more or less than once. */
	notOnce: string[];
	/** Claims of the second run's error about each row. */
	claims: Claim[];
	/** In how many rows the second run says that the reference was used before. */
	usedBefore: number;
	firstFailed: boolean;
	secondFailed: boolean;
}

/** Lists that are run twice, and one with two equal rows. */
export class ListTrial {
	readonly runs: TwoRuns[] = [];
	/** Of lists with two equal rows: how many requests that move money were sent, and whether each run failed. */
	readonly equalRows = { sent: 0, failed: 0 };

	private constructor(private readonly world: World) {}

	static async prepare(): Promise<ListTrial> {
		return new ListTrial(await startAccepting());
	}

	async run(): Promise<void> {
		for (const call of MAKING) {
			const first = await this.pay(call, namesOf(call, 1, FIRST));
			const names = namesOf(call, 1, ALL);
			const second = await this.pay(call, names);
			this.runs.push({
				call,
				notOnce: names.filter((name) => timesMoved(this.world, call, name) !== 1),
				claims: claimsOf(second, NODE, ALL),
				usedBefore: (second.error?.description?.match(/: used before, and/g) ?? []).length,
				firstFailed: first.error !== undefined,
				secondFailed: second.error !== undefined,
			});
			const before = timesSent(this.world);
			const [one, two] = namesOf(call, ALL + 1, ALL + 2);
			if ((await this.pay(call, [one!, two!, one!])).error) this.equalRows.failed++;
			this.equalRows.sent += timesSent(this.world) - before;
		}
	}

	/** Returns the outcome of lists that were run twice, and of those with equal rows. */
	rows(): Row[] {
		const { runs, equalRows } = this;
		return [
			...runs.flatMap(({ call, claims, usedBefore, notOnce, firstFailed, secondFailed }): Row[] => [
				[`${call}: failed runs: the first, the second`, 'false, true', `${firstFailed}, ${secondFailed}`],
				[`${call}: rows of the second run`, 'some', claims.length],
				['... that its error does not call authorized', '0', claims.filter(({ said }) => said !== 'authorized')],
				['... whose reference was used before', '20', usedBefore],
				[`${call}: orders that were not paid once`, '0', notOnce],
			]),
			['two equal rows: failed runs, of two', '2', equalRows.failed],
			['two equal rows: requests that move money', '0', equalRows.sent],
		];
	}

	async stop(): Promise<void> {
		await this.world.stop();
	}

	private async pay(call: Making, names: readonly string[]): Promise<EngineRun> {
		const workflow = chain([payNode(this.world, call)]);
		return await this.world.engine.run(workflow, { mode: 'trigger', input: itemsOf(this.world, call, names) });
	}
}
