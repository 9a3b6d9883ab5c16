import type { IDataObject } from 'n8n-workflow';

import { attemptReference } from '../../gateway/values/attempt';
import type { EngineRun, RetriableExecution } from '../../dev/engine';
import { skipWaits } from './support/clock';
import { CARDS, chain, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* The attempts of an order where the service does not say what it has, or n8n was killed. */

setUpWorld({ acceptsUsedReferences: true });
skipWaits();

const ORDER = 'ORD-7';
const SECOND = attemptReference({ order: ORDER, attempt: 2 });
const AGAIN = { options: { afterDecline: 'chargeAgain' } };

const charge = (changes: IDataObject = {}) =>
	world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference: ORDER, ...changes }));
const references = () => world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference);
const told = (run: EngineRun, round = 0) => {
	const { outcome, reference, attempt, duplicate } = run.items('Pay', 0, round)[0]!.json;
	return [outcome, reference, attempt, duplicate];
};
const hints = ({ run: { data } }: EngineRun) =>
	data.resultData.runData.Pay![0]!.hints?.map(({ message }) => message) ?? [];

test.each([
	['says nothing for a moment', 3, 'authorized'],
	['says nothing any more', 99, 'unknown'],
])('in a loop, what was paid is not told as declined where the service %s', async (_, times, outcome) => {
	const pay = charge({ cvv: `={{ $runIndex < 1 ? '999' : '${CARDS.frictionless.cvv}' }}`, ...AGAIN });
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const { connections, ...workflow } = chain([
		{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
		pay,
	]);
	let round = 0;
	const run = await world.engine.run(
		{ ...workflow, connections: { ...connections, Loop: { main: [[], to('Pay')] }, Pay: { main: [to('Loop')] } } },
		{
			mode: 'trigger',
			input: Array(3).fill({}) as IDataObject[],
			onNodeStart: (name) => {
				if (name !== 'Pay' || ++round < 3) return;
				for (const on of ['history', 'verify'] as const) world.sandbox.fail({ on, kind: 'status', status: 503, times });
			},
		},
	);
	expect(run.error).toBeUndefined();
	expect([0, 1, 2].map((index) => told(run, index))).toEqual([
		['declined', ORDER, 1, undefined],
		['authorized', ORDER, 2, undefined],
		[outcome, ORDER, 2, true],
	]);
	expect(references()).toEqual([ORDER, SECOND]);
});

describe('in an execution that is retried, because n8n was killed while it charged,', () => {
	/** Returns what n8n has stored of it, when the service has the charge. */
	async function killed(changes: IDataObject): Promise<RetriableExecution> {
		const saved: RetriableExecution[] = [];
		let kill = () => {};
		world.sandbox.fail({ on: 'charge', kind: 'hang' });
		const running = world.engine.run(chain([charge(changes)]), {
			mode: 'trigger',
			onProgress: (progress) => saved.push(progress),
			onStart: (stop) => (kill = stop),
		});
		while (references().length === 0) await new Promise(setImmediate);
		const last = saved.at(-1)!;
		kill();
		await running;
		return last;
	}
	const retried = async (changes: IDataObject) =>
		await world.engine.run(chain([charge(changes)]), { retryOf: await killed(changes) });

	test('a decline leads to no next attempt: it may be that of the charge before', async () => {
		const { error } = await retried({ cvv: '999', ...AGAIN });
		expect(error!.message).toBe(
			`Nothing was charged now: Reference ${ORDER} was used before, and its payment is declined.`,
		);
		expect(error!.description).toMatch(/start a new execution with 'After a Decline' set to 'Charge Again'/);
		expect(references()).toEqual([ORDER]);
		const [next] = (await world.run([charge(AGAIN)])).items('Pay');
		expect([next!.json.outcome, references()]).toEqual(['authorized', [ORDER, SECOND]]);
	});

	const AT_TEST_URL = { notify: 'trigger', triggerUrl: 'https://n8n.example/webhook-test/1/callback' };
	const TEST_URL =
		"'Trigger URL' is a test URL, which answers only while you test the trigger in the editor. For real payments, use its production URL.";
	test.each<[IDataObject, string[]]>([
		[AGAIN, []],
		[{}, []],
		[AT_TEST_URL, [TEST_URL]],
	])('what is sent where the service cannot tell has a hint beside its others: %j', async (changes, others) => {
		world.sandbox.configure({ hasHistory: false });
		const run = await retried(changes);
		expect(told(run)).toEqual(['authorized', ORDER, 1, undefined]);
		expect(hints(run)).toEqual([
			...others,
			"This execution was retried, and the service cannot tell whether the card was charged before n8n was stopped. Check your provider's dashboard to see whether it has the charge twice.",
		]);
		expect(references()).toEqual([ORDER, ORDER]);
	});

	test('what the service knows of is not sent, and what it has nothing of is sent without a hint', async () => {
		const left = await killed({});
		const retry = async () => await world.engine.run(chain([charge()]), { retryOf: left });
		expect((await retry()).error!.message).toMatch(/ was used before, and its payment is authorized\.$/);
		expect(references()).toEqual([ORDER]);
		await world.sandbox.reset();
		const sent = await retry();
		expect([told(sent), hints(sent)]).toEqual([['authorized', ORDER, 1, undefined], []]);
	});
});
