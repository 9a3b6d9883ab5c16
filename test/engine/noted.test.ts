import type { IDataObject } from 'n8n-workflow';

import type { EngineRun, INodeJson, RetriableExecution } from '../../dev/engine';
import { ProcessedItems } from '../../dev/engine/processed';
import type { Transaction } from '../../dev/sandbox';
import { requestsOf } from './support/behind';
import { skipWaits } from './support/clock';
import { GOES_ON, itemsOf, node as refund, paid, sent, times } from './support/refunds';
import { chain, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* The node notes with n8n what no look-up may find, before it is sent. */

setUpWorld({ acceptsUsedReferences: true });
skipWaits();
beforeEach(async () => {
	world.editCredential({ refundAuthentication: 'bearer' });
	await logIn();
});

const TRIES = { ...GOES_ON, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
/** Tells what became of the first item: the outcome, or what the error says. */
const told = (run: EngineRun, name: string) => {
	const { outcome, error } = run.items(name)[0]!.json;
	const { code, charged } = (error ?? {}) as IDataObject;
	return error === undefined ? outcome : [code, charged];
};
const refundIn = async (payment: Transaction, more: Partial<INodeJson> = GOES_ON) =>
	told(await world.run([refund(more)], itemsOf([payment])), 'Refund');

describe('a refund, which the service does not show for days,', () => {
	const UNCHECKED = ['reference_unchecked', 'no'];
	let payment: Transaction;
	/** Fails once, as n8n's database does when it is busy. */
	let failOnce: () => void;
	beforeEach(async () => {
		world.sandbox.configure({ refundLagMs: 300_000_000 });
		payment = await paid();
		const store = new ProcessedItems();
		await store.install();
		failOnce = () =>
			jest.spyOn(store, 'checkProcessedAndRecord').mockRejectedValueOnce(new Error('SQLITE_BUSY: database is locked'));
	});

	test('is not sent where n8n cannot note it, and the next run sends it', async () => {
		failOnce();
		expect([await refundIn(payment), sent()]).toEqual([UNCHECKED, 0]);
		expect([await refundIn(payment), sent()]).toEqual(['refunded', 1]);
	});

	test('is not sent again where n8n cannot read its notes, nor in the run after it', async () => {
		await refundIn(payment);
		failOnce();
		expect(await refundIn(payment)).toEqual(UNCHECKED);
		expect(await refundIn(payment)).toEqual(['reference_used', 'unknown']);
		expect(times([payment])).toEqual([1]);
	});

	test('is sent by Retry On Fail, once, when n8n can note it again', async () => {
		failOnce();
		expect([await refundIn(payment, TRIES), await refundIn(payment, TRIES)]).toEqual([
			'refunded',
			['reference_used', 'unknown'],
		]);
		expect(times([payment])).toEqual([1]);
	});

	test('is sent by Retry On Fail, once, when the service can be asked about the payment again', async () => {
		const before = requestsOf(world.sandbox, 'verify');
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 3 });
		expect(await refundIn(payment, TRIES)).toBe('refunded');
		expect([requestsOf(world.sandbox, 'verify') - before, times([payment])]).toEqual([4, [1]]);
	});
});

describe('a transfer that no look-up finds', () => {
	beforeEach(() => world.sandbox.configure({ hasTransferStatusByRequestId: false }));

	const transfer = (options: object = {}, changes: IDataObject = {}) =>
		world.node('Pay', 'transfer', 'create', transferFields({ requestId: 'T-1', options, ...changes }), GOES_ON);
	const run = async (options?: object, mode: 'trigger' | 'manual' = 'trigger') =>
		await world.engine.run(chain([transfer(options)]), { mode });
	const hints = ({ run: { data } }: EngineRun) => data.resultData.runData.Pay![0]!.hints?.map(({ message }) => message);
	const made = () => world.sandbox.transfers.transfersOf('T-1');
	const USED = ['reference_used', 'unknown'];

	test.each(['trigger', 'manual'] as const)(
		'is made once by three executions (%s), and again by Send Again',
		async (mode) => {
			const runs = [await run({}, mode), await run({}, mode), await run({}, mode)];
			expect(runs.map((one) => told(one, 'Pay'))).toEqual(['authorized', USED, USED]);
			expect(made()).toBe(1);
			const again = await run({ sendAgain: true }, mode);
			expect([told(again, 'Pay'), made()]).toEqual(['authorized', 2]);
			expect(hints(again)).toEqual(["The transfer was sent again. Turn off 'Send Again' before the next run."]);
			expect([told(await run({}, mode), 'Pay'), made()]).toEqual([USED, 2]);
		},
	);

	test('is made once where n8n was killed meanwhile, and the execution is retried', async () => {
		const saved: RetriableExecution[] = [];
		let kill = () => {};
		world.sandbox.fail({ on: 'transfer', kind: 'hang' });
		const running = world.engine.run(chain([transfer()]), {
			mode: 'trigger',
			onProgress: (progress) => saved.push(progress),
			onStart: (stop) => (kill = stop),
		});
		while (made() === 0) await new Promise(setImmediate);
		const last = saved.at(-1)!;
		kill();
		await running;
		await world.engine.newProcess();
		const retried = await world.engine.run(chain([transfer()]), { retryOf: last });
		expect([told(retried, 'Pay'), made()]).toEqual([USED, 1]);
	});

	test.each<[string, IDataObject, unknown]>([
		['was refused', {}, ['refused', 'no']],
		[
			'was held back, because the account has another holder,',
			{ checkName: true, expectedName: 'Musa Bello' },
			'declined',
		],
	])('and %s may be sent again', async (_, changes, first) => {
		if (first !== 'declined') world.sandbox.fail({ on: 'transfer', kind: 'status', status: 403, when: 'before' });
		const held = await world.run([transfer({}, changes)]);
		expect([told(held, 'Pay'), made()]).toEqual([first, 0]);
		expect([told(await run(), 'Pay'), made()]).toEqual(['authorized', 1]);
	});
});
