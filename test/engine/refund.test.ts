import type { IDataObject } from 'n8n-workflow';

import type { Fault, SandboxOptions, Transaction } from '../../dev/sandbox';
import { failure, only, setStatus } from './spec/helpers';
import { skipWaits } from './support/clock';
import { LOSSES } from './support/losses';
import { GOES_ON, itemsOf, node, paid, sent, times } from './support/refunds';
import { setUpWorld, world } from './support/worldTests';

/* Transaction: Refund, in the form that providers publish. The service refunds as often as it is told to. */

setUpWorld();
skipWaits();
beforeEach(() => {
	world.editCredential({
		refundAuthentication: 'bearer',
		refundPath: '',
		checkReferences: true,
		findPaymentsWith: 'both',
	});
});

const PATH = '/transaction/refund/';
const refund = async ({ transactionReference }: Transaction, { options, ...changes }: IDataObject = {}) => {
	const simplified = { simplify: true, ...(options as IDataObject) };
	return await only(world, 'transaction', 'refund', { transactionReference, ...changes, options: simplified });
};
const refusal = async ({ transactionReference }: Transaction, changes: IDataObject = {}) =>
	await failure(world, 'transaction', 'refund', { transactionReference, ...changes });

describe('a refund', () => {
	test('gives back the whole payment, with the private key, and returns ten fields', async () => {
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
			refund: true,
			remainingAmount: 0,
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

	test.each(['51', ''])(
		'whose answer has an undocumented code is what the record shows: %j',
		async (refundAcquirerCode) => {
			world.sandbox.configure({ refundAcquirerCode });
			expect(await refund(await paid())).toMatchObject({ outcome: 'refunded' });
			world.sandbox.configure({ makesRefunds: false });
			const payment = await paid();
			expect(await refund(payment)).toMatchObject({
				outcome: 'unknown',
				message: expect.stringMatching(/Do not refund again/),
			});
			expect(times([payment])).toEqual([0]);
		},
	);

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
		[7, /was charged back \(CHARGED_BACK, status 7\)\.$/],
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
		expect((await refusal(payment)).message).toContain(
			'the service does not say what it has under Transaction Reference',
		);
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
	test.each([401, 403, 405])('with %i has not looked at the payment, so that it may be sent again', async (status) => {
		const payment = await paid();
		world.sandbox.fail({ on: 'refund', kind: 'status', status, when: 'before' });
		const [item] = (await world.run([node(GOES_ON)], itemsOf([payment]))).items('Refund');
		expect(item!.json.error).toMatchObject({ code: 'refused', charged: 'no' });
		const [again] = (await world.run([node()], itemsOf([payment]))).items('Refund');
		expect(again!.json).toMatchObject({ outcome: 'refunded' });
	});

	test.each([400, 404, 422, 429])('with %i may have refunded it all the same', async (status) => {
		const payment = await paid();
		world.sandbox.fail({ on: 'refund', kind: 'status', status, when: 'before' });
		const [item] = (await world.run([node(GOES_ON)], itemsOf([payment]))).items('Refund');
		expect(item!.json.error).toMatchObject({ code: 'refused', charged: 'unknown' });
		expect((item!.json.error as IDataObject).message).toMatch(/^It is not known whether the payment was refunded: /);
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
