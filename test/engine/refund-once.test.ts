import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { EngineRun, RetriableExecution, WorkflowJson } from '../../dev/engine';
import { to } from '../../dev/engine/in-row';
import { flatted } from '../../dev/engine/n8n';
import type { SandboxOptions, Transaction } from '../../dev/sandbox';
import { skipWaits } from './support/clock';
import { GOES_ON, itemsOf, killed, node, paid, sent, threePaid, times } from './support/refunds';
import { chain } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/*
 * One payment, one refund. The service takes a refund and carries it out later: until then its record shows the payment as paid, and
 * it refunds as often as it is told to.
 */

setUpWorld();
skipWaits();

/** In milliseconds: no test lasts so long. */
const DAYS = 300_000_000;
const LATER: SandboxOptions = { refundLagMs: DAYS };

beforeEach(() => {
	world.editCredential({ refundAuthentication: 'bearer' });
	world.sandbox.configure(LATER);
});

const run = async (payments: Transaction[], workflow?: WorkflowJson, mode: 'trigger' | 'manual' = 'trigger') =>
	await world.engine.run(workflow ?? chain([node(GOES_ON)]), { mode, input: itemsOf(payments) });
const outcomes = (ran: EngineRun, round = 0) => ran.items('Refund', 0, round).map(({ json }) => json.outcome);
const errors = (ran: EngineRun) => ran.items('Refund').map(({ json }) => (json.error as IDataObject | undefined) ?? {});
const codes = (ran: EngineRun) => errors(ran).map(({ code, charged }) => [code, charged]);
const hints = ({ run: { data } }: EngineRun) =>
	data.resultData.runData.Refund![0]!.hints?.map(({ message }) => message) ?? [];

const IN_DOUBT = ['reference_used', 'unknown'];

/** Builds what people try first: where the payment was not refunded, it is refunded again. */
function untilRefunded(): WorkflowJson {
	const refunded = {
		id: '1',
		leftValue: '={{ $json.outcome }}',
		rightValue: 'refunded',
		operator: { type: 'string', operation: 'equals' },
	};
	const conditions = {
		conditions: [refunded],
		combinator: 'and',
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
	};
	const isRefunded = { name: 'Refunded?', type: 'n8n-nodes-base.if', typeVersion: 2.3, parameters: { conditions } };
	const { connections, ...workflow } = chain([node(), isRefunded]);
	return { ...workflow, connections: { ...connections, 'Refunded?': { main: [[], to('Refund')] } } };
}

/** Runs a workflow that may never end, for so many rounds at most. */
async function rounds(workflow: WorkflowJson, payments: Transaction[], most: number): Promise<EngineRun> {
	let count = 0;
	let stop = () => {};
	return await world.engine.run(workflow, {
		mode: 'trigger',
		input: itemsOf(payments),
		onStart: (end) => (stop = end),
		onNodeFinish: (name) => name === 'Refund' && ++count === most && stop(),
	});
}

describe('a loop refunds a payment once, where the service answers', () => {
	const codesOf = (...given: string[]) =>
		given.map((refundAcquirerCode): [string, string, object] => [
			`code "${refundAcquirerCode}"`,
			refundAcquirerCode,
			{},
		]);
	test.each<[string, string, object]>([
		...codesOf('09', '01', '0', '000', '10', 'APPROVED', '', '51'),
		['pending', '', { status: 1 }],
		['in progress, with a code', '09', { status: 8 }],
	])('%s', async (_, refundAcquirerCode, data) => {
		world.sandbox.configure({ refundAcquirerCode });
		world.sandbox.fail({ on: 'refund', kind: 'altered', fields: { data }, times: 9 });
		const payment = await paid();
		const ran = await rounds(untilRefunded(), [payment], 3);
		expect([sent(), times([payment])]).toEqual([1, [1]]);
		expect(outcomes(ran)).not.toContain('declined');
		expect(outcomes(ran, 2)).toEqual(['unknown']);
		// The record shows it at last.
		world.sandbox.configure({ refundLagMs: 0 });
		const [last] = (await run([payment])).items('Refund');
		expect(last!.json.error).toMatchObject({ code: 'reference_used', charged: 'no', outcome: 'refunded' });
	});

	test('that it is approved, and the loop ends', async () => {
		const payment = await paid();
		const ran = await rounds(untilRefunded(), [payment], 3);
		expect([ran.error, outcomes(ran), ran.items('Refund', 0, 1)]).toEqual([undefined, ['refunded'], []]);
	});

	test('as it likes, and whatever the amount', async () => {
		world.sandbox.configure({ refundLagMs: 0 });
		const payments = await threePaid();
		const { connections, ...workflow } = chain([node({}, { amountToRefund: '1' })]);
		const ran = await rounds(
			{ ...workflow, connections: { ...connections, Refund: { main: [to('Refund')] } } },
			payments,
			3,
		);
		expect(times(payments)).toEqual([1, 1, 1]);
		expect(ran.items('Refund', 0, 1)[0]!.json).toMatchObject({
			outcome: 'refunded',
			amount: null,
			message: 'This was sent before, and nothing was sent now. See its outcome.',
		});
	});
});

test.each([400, 404, 429, 403])('Retry On Fail looks up what was made and answered with %i', async (status) => {
	// A proxy's 403 says nothing of what the service has done.
	const kind = status === 403 ? 'html' : 'status';
	world.sandbox.fail({ on: 'refund', kind, status, when: 'after', times: 9 });
	const payment = await paid();
	const ran = await run([payment], chain([node({ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 })]));
	expect([sent(), times([payment])]).toEqual([1, [1]]);
	expect(outcomes(ran)).toEqual(['unknown']);
	expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
	expect(sent()).toBe(1);
});

describe('a list that is run again', () => {
	test.each(['00', '09'])('refunds what is new, by hand, published and in another process: code %s', async (code) => {
		world.sandbox.configure({ refundAcquirerCode: code });
		const payments = await threePaid();
		const first = await run(payments.slice(0, 2), undefined, 'manual');
		expect(outcomes(first)).toEqual(code === '00' ? ['refunded', 'refunded'] : ['unknown', 'unknown']);
		const second = await run(payments, chain([node()]));
		expect(second.error?.message).toBe('1 of 3 sent, 2 used before.');
		expect(second.error?.description).toContain('Item 0, ');
		await world.engine.newProcess();
		expect(codes(await run(payments))).toEqual([IN_DOUBT, IN_DOUBT, IN_DOUBT]);
		expect(times(payments)).toEqual([1, 1, 1]);
	});

	test('says what happened to the money, and then what to do', async () => {
		const payment = await paid();
		await run([payment]);
		const { transactionReference } = payment;
		expect(errors(await run([payment]))[0]).toEqual({
			message: `It is not known whether the payment ${transactionReference} was refunded: another execution has sent the refund, and the service does not show it. Nothing was sent now.`,
			description: expect.stringMatching(
				/^Verify it before you do anything else\. Only after your provider's dashboard has shown that the first refund was not made, turn on 'Send Again' \(under Options\)\.$/,
			) as unknown,
			code: 'reference_used',
			field: null,
			reference: transactionReference,
			charged: 'unknown',
			outcome: 'unknown',
			refund: true,
			transactionReference,
		});
	});

	test('notes each of many refunds that are sent at once', async () => {
		const payments = [...(await threePaid()), ...(await threePaid())];
		const atOnce = chain([node(GOES_ON, { options: { requestsAtOnce: 6 } })]);
		await run(payments, atOnce);
		expect(codes(await run(payments, atOnce))).toEqual(payments.map(() => IN_DOUBT));
		expect(times(payments)).toEqual(payments.map(() => 1));
	});

	test('takes a refund of another account for another one', async () => {
		const payment = await paid();
		await run([payment]);
		// The same service, for another merchant.
		world.editCredential({ clientId: 'another-merchant' });
		expect(outcomes(await run([payment]))).toEqual(['refunded']);
		world.editCredential({ clientId: world.sandbox.options.clientId });
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
	});

	test('where the workflow was never saved sends nothing, because n8n notes nothing of it', async () => {
		const unsaved = await run([await paid()], { ...chain([node(GOES_ON)]), id: '' }, 'manual');
		expect(errors(unsaved)[0]).toMatchObject({ code: 'reference_unchecked', charged: 'no' });
		expect(errors(unsaved)[0]!.description).toMatch(/^Nothing was sent\. Save the workflow if it was never saved, /);
		expect(sent()).toBe(0);
	});
});

describe('where n8n was killed while the second of three was under way', () => {
	const withoutContext = (saved: RetriableExecution): RetriableExecution => {
		const data = flatted.parse(saved.stored) as IRunExecutionData;
		delete data.executionData!.contextData['node:Refund'];
		return { ...saved, stored: flatted.stringify(data) };
	};
	const ways: Array<[string, (left: RetriableExecution, payments: Transaction[]) => Promise<unknown>]> = [
		['and the list is run anew', async (_, payments) => await run(payments)],
		['and it is retried', async (left) => await world.engine.run(chain([node(GOES_ON)]), { retryOf: left })],
		[
			'and it is retried, without what the node has kept',
			async (left) => await world.engine.run(chain([node(GOES_ON)]), { retryOf: withoutContext(left) }),
		],
	];
	test.each(ways.flatMap(([way, goOn]) => [0, DAYS].map((lag) => ({ way, goOn, lag }))))(
		'$way, no payment is refunded twice, and the third is refunded: a record that is $lag ms stale',
		async ({ goOn, lag }) => {
			world.sandbox.configure({ refundLagMs: lag });
			const payments = await threePaid();
			const left = await killed(payments);
			await world.engine.newProcess();
			await goOn(left, payments);
			expect(times(payments)).toEqual([1, 1, 1]);
		},
	);
});

describe('a refund that was refused before the service looked at the payment', () => {
	test.each(['in another execution', 'in a retry'])('is sent with the right key %s', async (where) => {
		world.sandbox.configure({ refundAuth: 'privateKeyHeader' });
		const payment = await paid();
		const refused = await run([payment], chain([node()]));
		expect(refused.error?.message).toContain('The payment was not refunded by this call');
		world.editCredential({ refundAuthentication: 'privateKeyHeader' });
		const again =
			where === 'in a retry' ? { retryOf: refused } : { mode: 'trigger' as const, input: itemsOf([payment]) };
		expect(outcomes(await world.engine.run(chain([node()]), again))).toEqual(['refunded']);
		expect(times([payment])).toEqual([1]);
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
	});

	test('is none where the path is wrong: the refund stays in doubt', async () => {
		const payment = await paid();
		world.editCredential({ refundPath: '/nowhere/{transactionReference}' });
		// 404 may be about the payment.
		expect(codes(await run([payment]))).toEqual([['refused', 'unknown']]);
		world.editCredential({ refundPath: '' });
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
		expect(times([payment])).toEqual([0]);
	});
});

describe('Send Again', () => {
	const sendAgain = (value: unknown = true) => chain([node(GOES_ON, { options: { sendAgain: value as boolean } })]);

	test('sends a refund that was not made, and says that it has to be turned off', async () => {
		world.sandbox.configure({ makesRefunds: false, refundAcquirerCode: '05' });
		const payment = await paid();
		expect(outcomes(await run([payment]))).toEqual(['unknown']);
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
		world.sandbox.configure({ makesRefunds: true, refundAcquirerCode: '00' });
		expect(codes(await run([payment], sendAgain('={{ "true" }}')))).toEqual([IN_DOUBT]);
		const again = await run([payment], sendAgain());
		expect([outcomes(again), times([payment])]).toEqual([['refunded'], [1]]);
		expect(hints(again)).toEqual(["The refund was sent again. Turn off 'Send Again' before the next run."]);
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
	});

	test('sends nothing twice in one execution, and nothing that the record shows', async () => {
		const payment = await paid();
		const { connections, ...workflow } = sendAgain();
		await rounds({ ...workflow, connections: { ...connections, Refund: { main: [to('Refund')] } } }, [payment], 3);
		expect(times([payment])).toEqual([1]);
		world.sandbox.configure({ refundLagMs: 0 });
		expect(codes(await run([payment], sendAgain()))).toEqual([['reference_used', 'no']]);
		expect(times([payment])).toEqual([1]);
	});

	test('that is refused leaves the note of the first refund', async () => {
		const payment = await paid();
		await run([payment]);
		world.sandbox.configure({ refundAuth: 'privateKeyHeader' });
		expect(codes(await run([payment], sendAgain()))).toEqual([['refused', 'no']]);
		expect(codes(await run([payment]))).toEqual([IN_DOUBT]);
	});
});

test('a trigger of the same workflow keeps its memory through refunds', async () => {
	const trigger = world.trigger('Trigger', {});
	const nodes = [trigger, { ...node(GOES_ON), id: 'refund-of-the-trigger' }];
	const workflow = { name: 'Refund', nodes, connections: { Trigger: { main: [to('Refund')] } } };
	const active = await world.engine.activate(workflow);
	const payment = await paid();
	const notify = async () => {
		const body = JSON.stringify({ transactionReference: payment.transactionReference, status: 2 });
		const headers = { 'content-type': 'application/json' };
		await fetch(active.url('notification'), { method: 'POST', headers, body });
		await active.waitUntilIdle();
	};
	await notify();
	const memory = active.staticData;
	await notify();
	await active.deactivate();
	expect(active.executions.map((ran) => outcomes(ran))).toEqual([['refunded']]);
	expect([memory, times([payment])]).toEqual([active.staticData, [1]]);
	expect(memory).not.toEqual({});
});
