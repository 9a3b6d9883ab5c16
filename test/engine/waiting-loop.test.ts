import type { IDataObject } from 'n8n-workflow';

import type { EngineRun, RunOptions, WorkflowJson } from '../../dev/engine';
import { to } from '../../dev/engine/in-row';
import type { ExampleName } from '../../dev/playground/examples';
import { Outbox } from '../../dev/playground/outbox';
import { passWaits } from './support/clock';
import { deliveriesIn, exampleAt, mailsIn, throughWaits } from './support/loop';
import { chargeAtSandbox } from './support/trigger';
import { ACCOUNTS } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* People are waited for in a loop with n8n's Wait, which holds nothing and outlives restarts: the examples, whole. */

setUpWorld({}, { environment: 'test' });
passWaits();

let outbox: Outbox;
beforeAll(async () => (outbox = await Outbox.start()));
afterAll(async () => await outbox.stop());
beforeEach(() => outbox.clear());

const now = () => new Date(Date.now()).toISOString();
const pages = () => world.requestsTo('/transaction/initialize');

/** Runs an example as its form starts it. */
async function begin(name: ExampleName, fields: IDataObject, options: RunOptions = {}) {
	const workflow = exampleAt(outbox, name);
	const input = [{ ...fields, submittedAt: now() }];
	return await world.engine.run(workflow, { mode: 'trigger', startNode: workflow.nodes[0]!.name, input, ...options });
}

describe('hosted-checkout-without-public-address', () => {
	const order = async (onNodeFinish?: RunOptions['onNodeFinish']) => {
		const fields = { 'Order Number': 'ORD-1001', Amount: '10.50', Email: 'ada@shop.example' };
		return await begin('hosted-checkout-without-public-address', fields, { onNodeFinish });
	};
	/** The page whose address the customer has got. */
	const page = () => /https?:\S+/.exec(String(mailsIn(outbox)[0]!.text))![0];
	const open = async () => await fetch(page());
	const pay = async () =>
		await fetch(page(), { method: 'POST', body: new URLSearchParams({ channel: 'card' }), redirect: 'manual' });
	const DELIVERY = { order: 'ORD-1001', amount: 10.5, currency: 'NGN', paid: true };
	const MAIL = {
		to: 'ada@shop.example',
		subject: 'Pay your order ORD-1001',
		text: expect.stringMatching(/^Pay NGN 10\.50 for your order ORD-1001 here:\nhttp\S+$/) as string,
	};

	test('delivers once when the page is paid, and waits ever longer until then', async () => {
		const begun = await order();
		expect([begun.error, begun.status]).toEqual([undefined, 'waiting']);
		expect(mailsIn(outbox)).toEqual([MAIL]);
		const { run, minutes } = await throughWaits(world.engine, begun, async (wait) => {
			expect(outbox.posts).toHaveLength(1);
			if (wait === 8) await pay();
		});
		expect(minutes).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
		expect([run.error, run.status]).toEqual([undefined, 'success']);
		expect(deliveriesIn(outbox)).toEqual([DELIVERY]);
		expect([mailsIn(outbox), pages()]).toMatchObject([[MAIL], [{}]]);
	});

	test('delivers at once what is paid at once', async () => {
		const run = await order((node) => {
			if (node === 'Send Page') world.sandbox.setStatus(world.sandbox.ledger.transactions[0]!.transactionReference, 2);
		});
		expect([run.status, deliveriesIn(outbox)]).toEqual(['success', [DELIVERY]]);
	});

	test('waits for a page that has no record before it is opened, and that the customer closes and opens again', async () => {
		world.sandbox.configure({ showsUnopenedPages: false });
		const outcomes: unknown[] = [];
		const begun = await order();
		const { run } = await throughWaits(world.engine, begun, async (wait) => {
			if (wait === 2) await open();
			if (wait === 4) await pay();
		});
		for (let round = 0; round < 5; round++)
			outcomes.push(run.items('Wait for Outcome', 0, round).map(({ json }) => [json.outcome, json.timedOut]));
		const unknown = [['unknown', true]];
		expect(outcomes).toEqual([unknown, unknown, [['pending', true]], [['pending', true]], [['authorized', false]]]);
		expect(deliveriesIn(outbox)).toEqual([DELIVERY]);
		// A payment that nobody has made yet is no incident.
		expect(world.engine.logs.filter((line) => line.includes('unknown outcome'))).toEqual([]);
	});

	test('is not ended by a declined card: the customer tries again on the page', async () => {
		const { run } = await throughWaits(world.engine, await order(), (wait) => {
			const { transactionReference } = world.sandbox.ledger.transactions[0]!;
			if (wait === 1) world.sandbox.setStatus(transactionReference, 4);
			if (wait === 3) world.sandbox.setStatus(transactionReference, 2);
		});
		expect(run.items('Wait for Outcome', 0, 1)).toMatchObject([{ json: { outcome: 'declined', timedOut: false } }]);
		expect(deliveriesIn(outbox)).toEqual([DELIVERY]);
	});

	describe('with two customers in one execution', () => {
		const two = async () => {
			const workflow = exampleAt(outbox, 'hosted-checkout-without-public-address');
			const input = ['ORD-1', 'ORD-2'].map((number) => ({ 'Order Number': number, Amount: '10.50', Email: MAIL.to }));
			return await world.engine.run(workflow, { mode: 'trigger', startNode: workflow.nodes[0]!.name, input });
		};
		const payRow = (index: number) =>
			world.sandbox.setStatus(world.sandbox.ledger.transactions[index]!.transactionReference, 2);
		const orders = () => deliveriesIn(outbox).map((one) => one.order);

		test.each([
			['the first before the second', [0, 1]],
			['the second before the first', [1, 0]],
		])('delivers each once: %s', async (_, [first, second]) => {
			const sofar: unknown[] = [];
			const { run } = await throughWaits(world.engine, await two(), (wait) => {
				sofar.push(orders());
				if (wait === 1) payRow(first!);
				if (wait === 3) payRow(second!);
			});
			const [one, other] = [`ORD-${first! + 1}`, `ORD-${second! + 1}`];
			expect([run.error, sofar, orders()]).toEqual([undefined, [[], [one], [one]], [one, other]]);
		});

		test('tells the shop of the one who has not paid', async () => {
			await throughWaits(world.engine, await two(), (wait) => void (wait === 2 && payRow(0)));
			expect(orders()).toEqual(['ORD-1']);
			expect(mailsIn(outbox).slice(2)).toMatchObject([{ subject: 'Order ORD-2 is not delivered: pending' }]);
		});
	});

	test('delivers a page whose code is not the key of its record', async () => {
		world.sandbox.fail({ on: 'hostedCheckout', kind: 'altered', fields: { data: { accessCode: 'ac_77Xq' } } });
		const { run } = await throughWaits(world.engine, await order(), async (wait) => {
			if (wait === 2) await pay();
		});
		expect([run.error, deliveriesIn(outbox)]).toEqual([undefined, [DELIVERY]]);
	});

	test('waits for an order whatever its form says of the time', async () => {
		const workflow = exampleAt(outbox, 'hosted-checkout-without-public-address');
		const input = [{ 'Order Number': 'ORD-1001', Amount: '10.50', Email: MAIL.to, submittedAt: 'soon' }];
		const run = await world.engine.run(workflow, { mode: 'trigger', startNode: workflow.nodes[0]!.name, input });
		expect([run.status, mailsIn(outbox).length]).toEqual(['waiting', 1]);
	});

	test('goes on in whichever process of n8n there is', async () => {
		const { run } = await throughWaits(world.engine, await order(), async (wait) => {
			await world.engine.newProcess();
			if (wait === 3) await pay();
		});
		expect([run.status, deliveriesIn(outbox)]).toEqual(['success', [DELIVERY]]);
	});

	test('that fails because the keys are refused goes on with Retry, and makes no second page', async () => {
		const { privateKey } = world.sandbox.options;
		const failed = await throughWaits(world.engine, await order(), async (wait) => {
			if (wait === 2) await pay();
			if (wait === 2) world.editCredential({ privateKey: 'wrong-private-key' });
		});
		expect([failed.run.status, failed.run.error?.message]).toEqual([
			'error',
			expect.stringContaining('refused the private key'),
		]);
		world.editCredential({ privateKey });
		const workflow = exampleAt(outbox, 'hosted-checkout-without-public-address');
		const retried = await world.engine.run(workflow, { retryOf: failed.run });
		expect([retried.error, retried.status]).toEqual([undefined, 'success']);
		expect([deliveriesIn(outbox), mailsIn(outbox), pages()]).toMatchObject([[DELIVERY], [MAIL], [{}]]);
	});

	test('tells the shop of a customer who has not come back, and delivers nothing to one who pays after that', async () => {
		const sizes: number[] = [];
		const begun = await order();
		const { run, minutes } = await throughWaits(world.engine, begun, (_, { stored }) => void sizes.push(stored.length));
		const hours = minutes.reduce((sum, each) => sum + each, 0) / 60;
		expect([run.error, run.status, Math.round(hours)]).toEqual([undefined, 'success', 24]);
		const told = {
			to: 'orders@shop.example',
			subject: 'Order ORD-1001 is not delivered: pending',
			text: expect.stringMatching(
				/^Still open after 1\d seconds\. .* verify the payment before you close the order\.$/s,
			) as string,
		};
		expect(mailsIn(outbox)).toEqual([MAIL, told]);
		await pay();
		expect(deliveriesIn(outbox)).toEqual([]);
		const [item] = await world.one('transaction', 'verify', { transactionReference: 'ORD-1001' });
		expect(item!.json).toMatchObject({ outcome: 'authorized' });
		// Each round adds as much as the one before, so that n8n can store the 720 rounds of a month.
		const [first, last] = [sizes[10]!, sizes.at(-1)!];
		const perRound = (last - first) / (sizes.length - 11);
		expect(first + 720 * perRound).toBeLessThan(1_000_000);
	});
});

describe('wait-for-a-transfer', () => {
	const INVOICE = {
		...{ 'Invoice Number': 'INV-2001', 'Bank Code': '011', 'Account Number': ACCOUNTS.completesLater },
		...{ Amount: '10.50', Narration: 'Flyers' },
	};
	const payOut = async (changes: IDataObject = {}) => await begin('wait-for-a-transfer', { ...INVOICE, ...changes });
	const transfers = () => world.sandbox.transfers.list;
	const end = (status: string) => world.sandbox.setTransferStatus(transfers()[0]!.reference, status);

	beforeEach(async () => {
		await logIn();
		world.sandbox.configure({ transferPendingMs: 365 * 86_400_000 });
	});

	test.each([
		['COMPLETE', 'authorized'],
		['FAILED', 'declined'],
	])('sends once, and tells the accounts once when it is %s', async (status, outcome) => {
		const { run, minutes } = await throughWaits(world.engine, await payOut(), (wait) => {
			expect(mailsIn(outbox)).toEqual([]);
			if (wait === 3) end(status);
		});
		expect([run.error, run.status, minutes]).toEqual([undefined, 'success', [2, 4, 8]]);
		expect(mailsIn(outbox)).toMatchObject([{ to: 'accounts@shop.example', subject: `Invoice INV-2001: ${outcome}` }]);
		expect(transfers()).toHaveLength(1);
	});

	test.each([
		[ACCOUNTS.completes, 'authorized'],
		[ACCOUNTS.fails, 'declined'],
	])('does not wait for what is over: the account %s', async (account, outcome) => {
		const run = await payOut({ 'Account Number': account });
		expect([run.error, run.status]).toEqual([undefined, 'success']);
		expect(mailsIn(outbox)).toMatchObject([{ subject: `Invoice INV-2001: ${outcome}` }]);
	});

	test('waits for a transfer whose answer was lost, and whose record comes later', async () => {
		world.sandbox.fail({ on: 'transfer', kind: 'reset' });
		world.sandbox.fail({ on: 'transferStatus', kind: 'status', status: 404, times: 30 });
		const { run } = await throughWaits(world.engine, await payOut(), (wait) => {
			if (wait === 3) end('COMPLETE');
		});
		expect(run.items('Wait for Outcome')).toMatchObject([{ json: { outcome: 'unknown', timedOut: true } }]);
		expect(mailsIn(outbox)).toMatchObject([{ subject: 'Invoice INV-2001: authorized' }]);
		expect(transfers()).toHaveLength(1);
	});

	test('tells of each of two transfers once, with its own account', async () => {
		const workflow = exampleAt(outbox, 'wait-for-a-transfer');
		const accounts = [ACCOUNTS.completesLater, ACCOUNTS.completesLater];
		const input = accounts.map((account, index) => ({
			...{ ...INVOICE, 'Account Number': account },
			...{ 'Invoice Number': `INV-${index + 1}`, Amount: `${index + 1}0.50` },
		}));
		const begun = await world.engine.run(workflow, { mode: 'trigger', startNode: workflow.nodes[0]!.name, input });
		await throughWaits(world.engine, begun, (wait) => {
			const row = { 1: 1, 3: 0 }[wait];
			if (row !== undefined) world.sandbox.setTransferStatus(transfers()[row]!.reference, 'COMPLETE');
		});
		expect(mailsIn(outbox)).toMatchObject([
			{ subject: 'Invoice INV-2: authorized', text: expect.stringContaining('NGN 20.50') as string },
			{ subject: 'Invoice INV-1: authorized', text: expect.stringContaining('NGN 10.50') as string },
		]);
	});

	test('says after the deadline what is not known, and advises nobody to send it again', async () => {
		world.sandbox.fail({ on: 'transfer', kind: 'reset', when: 'before' });
		const { run } = await throughWaits(world.engine, await payOut());
		expect([run.error, run.status]).toEqual([undefined, 'success']);
		expect(mailsIn(outbox)).toMatchObject([
			{
				subject: 'Invoice INV-2001: unknown',
				text: expect.stringContaining('Wait again; do not send it a second time.') as string,
			},
		]);
		expect(transfers()).toHaveLength(0);
	});
});

describe('a list in the loop', () => {
	/** Rows that are over go to Deliver, the others back to Wait for Outcome. n8n runs first what stands higher. */
	const loopFor = (deliverAt: number): WorkflowJson => {
		const { nodes, connections } = exampleAt(outbox, 'wait-for-a-transfer');
		const named = (name: string) => nodes.find((node) => node.name === name)!;
		const conditions = {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
			conditions: [
				{
					leftValue: '={{ $json.timedOut }}',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
					rightValue: '',
				},
			],
			combinator: 'and',
		};
		const ask = world.node('Wait for Outcome', 'transaction', 'waitForOutcome', { timeLimit: 10 });
		const deliver = {
			name: 'Tell the Accounts',
			type: 'n8n-nodes-base.noOp',
			position: [1100, deliverAt] as [number, number],
		};
		return {
			name: 'Loop',
			nodes: [
				{ name: 'Rows', type: 'n8n-nodes-base.noOp' },
				ask,
				{ ...named('Go On Waiting'), parameters: { conditions, options: {} } },
				named('Wait a While'),
				deliver,
			],
			connections: { ...connections, Rows: { main: [to('Wait for Outcome')] } },
		};
	};

	test.each([
		['at once', -80],
		['only when all are over', 400],
	])('delivers each row once: %s, where Deliver stands at %i', async (when, deliverAt) => {
		const rows = await Promise.all(
			['ORD-1', 'ORD-2'].map(async (reference) => await chargeAtSandbox(world, { reference })),
		);
		world.sandbox.setStatus(rows[1]!.transactionReference, 1);
		const delivered: unknown[] = [];
		const begun = await world.engine.run(loopFor(deliverAt), {
			...{ mode: 'trigger', startNode: 'Rows', input: rows.map(({ reference }) => ({ reference })) },
		});
		const of = (run: EngineRun, round = 0) =>
			run.items('Tell the Accounts', 0, round).map(({ json }) => json.reference);
		const { run, minutes } = await throughWaits(world.engine, begun, (wait, sofar) => {
			delivered.push(of(sofar));
			if (wait === 2) world.sandbox.setStatus(rows[1]!.transactionReference, 2);
		});
		expect([run.error, run.status]).toEqual([undefined, 'success']);
		expect(minutes).toEqual([2, 4]);
		expect(delivered).toEqual(when === 'at once' ? [['ORD-1'], ['ORD-1']] : [[], []]);
		expect([...of(run, 0), ...of(run, 1)].sort()).toEqual(['ORD-1', 'ORD-2']);
	});
});
