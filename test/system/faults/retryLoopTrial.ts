import type { EngineRun, WorkflowJson } from '../../../dev/engine';
import { to } from '../../../dev/engine/in-row';
import { AUTHORIZED } from '../../../dev/sandbox/statuses';
import type { World } from '../../engine/support/world';
import type { Row } from '../support/report';
import { itemsOf, MAKING, namesOf, payNode, startAccepting, timesMoved, timesSent, type Making } from './accepting';
import { NODE } from './killWorkflow';

const ORDERS = 10;
const ORDERS_NODE = 'Orders';
const WAIT = 'Wait';
/** After so many rounds of the loop the customers and the banks have decided. */
const ROUNDS_OPEN = 3;

/** The outcome of the loop of one call. */
interface Loop {
	call: Making;
	rounds: number;
	sent: number;
	/** Orders for which money moved more or less than once. */
	notOnce: string[];
	/** The node's words about each order in its last round. */
	outcomes: unknown[];
	duplicates: number;
}

/** A workflow that pays, and comes back to the same node as long as a payment is open. */
export class RetryLoopTrial {
	readonly loops: Loop[] = [];

	private constructor(private readonly world: World) {}

	static async prepare(): Promise<RetryLoopTrial> {
		return new RetryLoopTrial(await startAccepting());
	}

	async run(): Promise<void> {
		for (const call of MAKING) this.loops.push(await this.loop(call));
	}

	/** Returns the outcome of loops that come back to a payment, and show it as one that was made before. */
	rows(): Row[] {
		return this.loops.flatMap(({ call, outcomes, duplicates, rounds, sent, notOnce }): Row[] => [
			[`${call}: orders`, 'some', outcomes.length],
			[`${call}: rounds of the loop`, 'some', rounds],
			[`${call}: requests that move money`, String(outcomes.length), sent],
			[`${call}: orders that were not paid once`, '0', notOnce],
			[`${call}: last outcomes that are not authorized`, '0', outcomes.filter((outcome) => outcome !== 'authorized')],
			[`${call}: last items that are duplicates`, String(outcomes.length), duplicates],
		]);
	}

	async stop(): Promise<void> {
		await this.world.stop();
	}

	private async loop(call: Making): Promise<Loop> {
		const { world } = this;
		const names = namesOf(call, 1, ORDERS);
		const before = timesSent(world);
		world.sandbox.configure({ transferPendingMs: 3_600_000 });
		let waits = 0;
		const run = await world.engine.run(workflow(world, call), {
			mode: 'trigger',
			input: itemsOf(world, call, names, 'later'),
			onNodeFinish: (name) => {
				if (name === WAIT && ++waits === ROUNDS_OPEN) this.decide();
			},
		});
		if (run.error) throw run.error;
		const last = lastOutputs(run);
		return {
			call,
			rounds: run.run.data.resultData.runData[NODE]!.length,
			sent: timesSent(world) - before,
			notOnce: names.filter((name) => timesMoved(world, call, name) !== 1),
			outcomes: last.map(({ outcome }) => outcome),
			duplicates: last.filter(({ duplicate }) => duplicate === true).length,
		};
	}

	/** Every payment that is open is made. */
	private decide(): void {
		const { sandbox } = this.world;
		sandbox.configure({ transferPendingMs: 0 });
		for (const { transactionReference } of sandbox.ledger.transactions)
			sandbox.setStatus(transactionReference, AUTHORIZED);
	}
}

function lastOutputs({ run }: EngineRun) {
	const { data } = run.data.resultData.runData[NODE]!.at(-1)!;
	return (data?.main?.[0] ?? []).map(({ json }) => json);
}

/** Orders -> Pay -> If it is open -> Wait -> Pay. */
function workflow(world: World, call: Making): WorkflowJson {
	const isOpen = {
		id: 'open',
		leftValue: "={{ ['otp_required', 'pending'].includes($json.outcome) }}",
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	return {
		name: 'Pay until it is decided',
		nodes: [
			{ name: ORDERS_NODE, type: 'n8n-nodes-base.manualTrigger' },
			payNode(world, call, { items: `$('${ORDERS_NODE}').item.json` }),
			{
				name: 'If Open',
				type: 'n8n-nodes-base.if',
				typeVersion: 2.2,
				parameters: {
					conditions: {
						options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
						conditions: [isOpen],
						combinator: 'and',
					},
				},
			},
			{ name: WAIT, type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 0.01, unit: 'seconds' } },
		],
		connections: {
			[ORDERS_NODE]: { main: [to(NODE)] },
			[NODE]: { main: [to('If Open')] },
			'If Open': { main: [to(WAIT)] },
			[WAIT]: { main: [to(NODE)] },
		},
	};
}
