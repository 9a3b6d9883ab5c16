import { setTimeout as wait } from 'node:timers/promises';

import type { EngineRun } from '../../../dev/engine';
import type { World } from '../../engine/support/world';
import {
	claimsOf,
	isContradicted,
	isDoubt,
	isNotDone,
	NOTHING_SAID,
	stateOf,
	type Claim,
} from '../support/ledgerCheck';
import { bookingsFor } from '../support/orders';
import type { Row } from '../support/report';
import { timesMoved, type Moving } from './accepting';
import { NODE } from './killWorkflow';

/** The names of orders for which several executions were to move money, by what became of them. */
export interface Verdict {
	orders: string[];
	unmoved: string[];
	twice: string[];
	/** Those for which no money moved, and of which no execution says that this is not known. */
	lost: string[];
	silent: string[];
	contradictions: string[];
}

/** An order, and what each execution has said of it. */
interface Told {
	call: Moving;
	claims: Claim[];
}

/** Claims of several executions about the same orders. */
export class Claims {
	private readonly told = new Map<string, Told>();

	constructor(private readonly world: World) {}

	/** @param names of the orders that the execution was started with */
	add(call: Moving, run: EngineRun, names: readonly string[]): void {
		for (const claim of claimsOf(run, NODE, names.length)) {
			const name = names[claim.itemIndex]!;
			this.told.set(name, { call, claims: [...(this.told.get(name)?.claims ?? []), claim] });
		}
	}

	/** Returns those orders of which each execution says that nothing was done: their reader asks for them again. */
	notDone(names: readonly string[]): string[] {
		return names.filter((name) => this.told.get(name)!.claims.every(isNotDone));
	}

	get verdict(): Verdict {
		const where = (is: (claims: Claim[], times: number) => boolean) =>
			[...this.told].flatMap(([name, { call, claims }]) =>
				is(claims, timesMoved(this.world, call, name)) ? [name] : [],
			);
		return {
			orders: [...this.told.keys()],
			unmoved: where((_, times) => times === 0),
			twice: where((_, times) => times > 1),
			lost: where((claims, times) => times === 0 && !claims.some(isDoubt)),
			silent: where((claims) => claims.some(({ said }) => said === NOTHING_SAID)),
			contradictions: [...this.told].flatMap(([name, told]) => (this.isWrong(name, told) ? [name] : [])),
		};
	}

	/** Compares claims with the ledger. One execution may have done what another has not, so "not done" counts only where all say it. */
	private isWrong(name: string, { call, claims }: Told): boolean {
		const state = stateOf(bookingsFor(this.world.sandbox, name)[0]);
		const telling = claims.every(isNotDone) ? claims : claims.filter((claim) => !isNotDone(claim));
		return telling.some((claim) => isContradicted(claim, state, call === 'refund' ? 'authorized' : 'absent'));
	}
}

/** The most times that somebody asks again for what was not done. */
const MOST_ROUNDS = 8;

/** Two executions of one workflow for the same orders, or for some of them. */
interface Twice {
	call: Moving;
	lists: [first: readonly string[], second: readonly string[]];
	/** In milliseconds, from the start of the first to that of the second. */
	distance: number;
	start: (names: readonly string[]) => Promise<EngineRun>;
}

/** Starts two executions; then somebody asks again for what neither has done. */
export async function startTwice(claims: Claims, { call, lists, distance, start }: Twice): Promise<void> {
	const pay = async (names: readonly string[]) => claims.add(call, await start(names), names);
	const [first, second] = lists;
	await Promise.all([pay(first), wait(distance).then(async () => await pay(second))]);
	let open = [...new Set(lists.flat())];
	for (let round = 0; round < MOST_ROUNDS; round++) {
		open = claims.notDone(open);
		if (open.length > 0) await pay(open);
	}
}

/** Returns the outcome of orders for which several executions were to move money. */
export function rowsOfVerdict(what: string, verdict: Verdict, unmoved: '0' | 'any'): Row[] {
	return [
		[`${what}: orders`, 'some', verdict.orders],
		['... for which money moved', 'some', verdict.orders.length - verdict.unmoved.length],
		['... for which money moved twice', '0', verdict.twice],
		['... for which no money moved', unmoved, verdict.unmoved],
		['... of these not unknown', '0', verdict.lost],
		['... without an outcome', '0', verdict.silent],
		['... with an outcome that contradicts the ledger', '0', verdict.contradictions],
	];
}
