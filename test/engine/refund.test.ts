import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, Retriable, WorkflowJson } from '../../dev/engine';
import { flatted } from '../../dev/engine/n8n';
import type { Fault, SandboxOptions, Transaction } from '../../dev/sandbox';
import { charged, failure, only, setStatus } from './spec/helpers';
import { LOSSES } from './support/losses';
import { CARDS, chain } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* Transaction: Refund, in the form that providers publish. The service refunds as often as it is told to. */

setUpWorld();
beforeEach(() => {
	world.editCredential({
		refundAuthentication: 'bearer',
		refundPath: '',
		checkReferences: true,
		findPaymentsWith: 'both',
	});
});

const PATH = '/transaction/refund/';
const paid = async (changes: IDataObject = {}) => await charged(world, { ...CARDS.frictionless, ...changes });
const refund = async ({ transactionReference }: Transaction, { options, ...changes }: IDataObject = {}) => {
	const simplified = { simplify: true, ...(options as IDataObject) };
	return await only(world, 'transaction', 'refund', { transactionReference, ...changes, options: simplified });
};
const refusal = async ({ transactionReference }: Transaction, changes: IDataObject = {}) =>
	await failure(world, 'transaction', 'refund', { transactionReference, ...changes });
const node = (more: Partial<INodeJson> = {}, changes: IDataObject = {}) =>
	world.node('Refund', 'transaction', 'refund', changes, more);
const sent = () => world.sandbox.requests.filter(({ endpoint }) => endpoint === 'refund').length;
const times = (payments: Transaction[]) => payments.map(({ refunds }) => refunds.length);
const GOES_ON = { onError: 'continueRegularOutput' };
const threePaid = async () => [await paid(), await paid(), await paid()];
const itemsOf = (payments: Transaction[]) => payments.map(({ transactionReference }) => ({ transactionReference }));

describe('a refund', () => {
	test('gives back the whole payment, with the private key, and puts out ten fields', async () => {
		const payment = await paid({ reference: 'ORD-W' });
		const item = await refund(payment, { reason: 'Returned' });
		const { method, url, headers, body } = world.sandbox.requests.find(({ endpoint }) => endpoint === 'refund')!;
		const { transactionReference } = payment;
		expect([method, url, headers.authorization]).toEqual([
			'PUT',
			PATH + transactionReference,
			`Bearer ${world.sandbox.options.privateKey}`,
		]);
		expect(body).toEqual({ transactionReference, refundAmount: 10.5, refundReason: 'Returned' });
		expect(Object.keys(item)).toHaveLength(10);
		expect(item).toEqual({
			outcome: 'refunded',
			authorized: false,
			message: 'Approved',
			amount: 10.5,
			currency: 'NGN',
			reference: 'ORD-W',
			transactionReference,
			remainingAmount: 0,
			reason: 'Returned',
			refundedDate: payment.refunds[0]!.timestamp.replace('Z', ''),
		});
		expect(payment.status).toBe(6);
	});

	test.each([11, 6] as const)(
		'gives back a part, which the service shows with status %i',
		async (partialRefundStatus) => {
			world.sandbox.configure({ partialRefundStatus });
			const payment = await paid();
			const item = await refund(payment, { amountToRefund: '4.25' });
			expect(item).toMatchObject({ outcome: 'refunded', amount: 4.25, remainingAmount: 6.25 });
			expect(payment.refunds).toMatchObject([{ amountMinor: 425 }]);
			expect((await refusal(payment)).message).toContain('was refunded before');
		},
	);

	test('that the acquirer declines is an outcome, and may be tried again', async () => {
		world.sandbox.configure({ refundAcquirerCode: '51' });
		const payment = await paid();
		expect(await refund(payment)).toMatchObject({ outcome: 'declined', message: 'Insufficient funds' });
		world.sandbox.configure({ refundAcquirerCode: '00' });
		expect(await refund(payment)).toMatchObject({ outcome: 'refunded' });
		expect(times([payment])).toEqual([1]);
	});

	const lost: Array<[string, Omit<Fault, 'on'>]> = [
		...LOSSES.map(([name, fault]): [string, Omit<Fault, 'on'>] => [name, { ...fault, when: 'after' }]),
		['resets the connection before it acts', { kind: 'reset', when: 'before' }],
	];
	test.each(lost)('whose answer is lost is asked about: the service %s', async (_, fault) => {
		const payment = await paid();
		world.sandbox.fail({ on: 'refund', ...fault });
		const item = await refund(payment, { amountToRefund: '4', options: { timeout: 3 } });
		const outcome = fault.when === 'after' ? 'refunded' : 'unknown';
		expect(item).toMatchObject({ outcome, amount: 4, reference: payment.merchantReference });
		if (outcome === 'unknown') expect(item.message).toMatch(/Do not refund again/);
		expect(sent()).toBe(1);
	});
});

describe('nothing is sent', () => {
	test.each([
		[6, /was refunded before \(REFUNDED, status 6\)\.$/],
		[7, /was refunded before \(CHARGED_BACK, status 7\)\.$/],
		[11, /was refunded before \(PARTIALLY_REFUNDED, status 11\)\.$/],
		[1, /The payment was not refunded: the payment is pending \(PENDING, status 1\)\.$/],
		[4, /The payment was not refunded: the payment is declined \(DECLINED, status 4\)\.$/],
	])('for a payment in status %i', async (status, message) => {
		const payment = await paid();
		setStatus(world, payment, status);
		const error = await refusal(payment);
		expect(error.message).toMatch(message);
		expect(error.description).not.toContain('10.5');
		expect(sent()).toBe(0);
	});

	test('for a payment that the service does not know, or says nothing of', async () => {
		const unknown = await failure(world, 'transaction', 'refund', { transactionReference: 'NONE' });
		expect(unknown.message).toContain('the service has no payment under this transaction reference');
		const payment = await paid();
		world.sandbox.configure({ ipNotWhitelisted: true });
		expect((await refusal(payment)).message).toContain('the service does not say what became of it');
		expect(sent()).toBe(0);
	});

	test('for two rows with the same payment', async () => {
		const payment = await paid();
		const run = await world.run([node()], itemsOf([payment, payment]));
		expect(run.error?.message).toContain('No payment was refunded');
		expect(sent()).toBe(0);
	});

	test('where checks are off, for a payment that was refunded before', async () => {
		world.editCredential({ checkReferences: false });
		const payment = await paid();
		await refund(payment);
		await refusal(payment);
		expect(sent()).toBe(1);
	});
});

describe('a service that refuses', () => {
	test.each([400, 403])('with %i has refunded nothing, so that it may be sent again', async (status) => {
		const payment = await paid();
		world.sandbox.fail({ on: 'refund', kind: 'status', status, when: 'before' });
		const [item] = (await world.run([node(GOES_ON)], itemsOf([payment]))).items('Refund');
		expect(item!.json.error).toMatchObject({ code: 'refused', charged: 'no' });
		expect(await refund(payment)).toMatchObject({ outcome: 'refunded' });
	});

	test.each<[SandboxOptions['refundAuth'], string]>([
		['bearer', 'authorization'],
		['privateKey', 'authorization'],
		['privateKeyHeader', 'x-private-key'],
		['none', ''],
	])('any other key form than %s takes that one', async (refundAuth, header) => {
		world.sandbox.configure({ refundAuth });
		world.editCredential({ refundAuthentication: refundAuth });
		const payment = await paid();
		expect(await refund(payment)).toMatchObject({ outcome: 'refunded' });
		const { headers } = world.sandbox.requests.find(({ endpoint }) => endpoint === 'refund')!;
		const { privateKey } = world.sandbox.options;
		const keys = [headers.authorization, headers['x-private-key']].filter((key) => key?.includes(privateKey));
		expect(keys).toEqual(header === '' ? [] : [headers[header]]);
	});
});

describe('one payment, one refund', () => {
	test('where a list is run twice: the second run fails at its end, and refunds what is new', async () => {
		const payments = await threePaid();
		await world.run([node()], itemsOf(payments.slice(0, 2)));
		const second = await world.run([node()], itemsOf(payments));
		expect(times(payments)).toEqual([1, 1, 1]);
		expect(second.error?.message).toBe('1 of 3 sent, 2 used before.');
	});

	test('where a loop comes back to it, whatever the amount', async () => {
		const payments = await threePaid();
		const workflow = chain([node({}, { amountToRefund: '1' })]);
		const loop: WorkflowJson = {
			...workflow,
			connections: { ...workflow.connections, Refund: { main: [[{ node: 'Refund', type: 'main', index: 0 }]] } },
		};
		let rounds = 0;
		let stop = () => {};
		const run = await world.engine.run(loop, {
			mode: 'trigger',
			input: itemsOf(payments),
			onStart: (end) => (stop = end),
			onNodeFinish: (name) => name === 'Refund' && ++rounds === 3 && stop(),
		});
		expect(times(payments)).toEqual([1, 1, 1]);
		expect(run.items('Refund', 0, 1)[0]!.json).toMatchObject({
			outcome: 'refunded',
			amount: null,
			message: 'This was sent before, and nothing was sent now. See its outcome.',
		});
	});

	/** n8n ends before the answer to the second refund, which the service has made. */
	async function killed(payments: Transaction[]): Promise<Retriable> {
		const saved: Retriable[] = [];
		world.sandbox.fail({ on: 'refund', kind: 'hang', skip: 1 });
		let kill = () => {};
		const running = world.engine.run(chain([node()]), {
			mode: 'trigger',
			input: itemsOf(payments),
			onProgress: (progress) => saved.push(progress),
			onStart: (stop) => (kill = stop),
		});
		while (payments[1]!.refunds.length === 0) await new Promise(setImmediate);
		const last = saved.at(-1)!;
		kill();
		await running;
		return last;
	}

	test.each([
		['', (saved: Retriable) => saved],
		[
			', without what the node has kept',
			(saved: Retriable) => {
				const data = flatted.parse(saved.stored) as IRunExecutionData;
				delete data.executionData!.contextData['node:Refund'];
				return { ...saved, stored: flatted.stringify(data) };
			},
		],
	])('where n8n was killed and retries%s', async (_, leftOf) => {
		const payments = await threePaid();
		const left = await killed(payments);
		await world.engine.run(chain([node(GOES_ON)]), { retryOf: leftOf(left) });
		expect(times(payments)).toEqual([1, 1, 1]);
	});
});
