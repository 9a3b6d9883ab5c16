import type { IDataObject } from 'n8n-workflow';

import { claimOf } from '../support/trigger';
import { activate, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';
import { FIRST_FIELDS } from '../support/world';

setUpTriggers();
beforeEach(() => world.sandbox.configure({ verifyTellsRefunds: true }));

const REFUNDS = { outcomes: ['authorized', 'refunded'] };
const started = async (...names: string[]) =>
	(await trigger.started()).map((item) => names.map((name) => item[name] ?? null));

/** Pays back a part of a payment, as the merchant does in the provider's dashboard. */
function refund({ transactionReference }: { transactionReference: string }, amountMinor: number): void {
	const { ledger } = world.sandbox;
	ledger.refund(ledger.byTransactionReference(transactionReference)!, amountMinor);
}

describe('each refund starts the workflow once', () => {
	test.each([11, 6] as const)('with status %i each time', async (partialRefundStatus) => {
		world.sandbox.configure({ partialRefundStatus });
		await activate(REFUNDS);
		const paid = await payment(2);
		await trigger.notify(claimOf(paid));
		const notify = async () => (await trigger.notify(claimOf(paid, { status: partialRefundStatus }))).status;
		for (const amountMinor of [300, 320, 430]) {
			refund(paid, amountMinor);
			expect([await notify(), await notify()]).toEqual([200, 200]);
		}
		expect(await started('outcome', 'refundedAmount', 'remainingAmount')).toEqual([
			['authorized', 0, 10.5],
			['refunded', 3, 7.5],
			['refunded', 6.2, 4.3],
			['refunded', 10.5, 0],
		]);
		const ids = (await started('notificationId')).flat();
		expect(new Set(ids).size).toBe(4);
	});

	test('also where the amount in the notification is ahead of the record', async () => {
		await activate(REFUNDS);
		const paid = await payment(2);
		refund(paid, 300);
		await trigger.notify(claimOf(paid, { status: 11, refundedAmount: 3 }));
		const second = claimOf(paid, { status: 11, refundedAmount: 5 });
		expect(await trigger.result(trigger.notify(second))).toEqual([503, 1]);
		refund(paid, 200);
		expect(await trigger.result(trigger.notify(second))).toEqual([200, 2]);
		expect(await started('refundedAmount')).toEqual([[3], [5]]);
	});

	test.each([
		['after the record', ['record', 'list', 'record']],
		['before it', ['list', 'record', 'list']],
	])('also where a list of the service tells of it %s, without its amount', async (_, order) => {
		await activate(REFUNDS);
		const paid = await payment(2);
		refund(paid, 300);
		// Verify does not know the merchant's reference, and the history does.
		const claims = { record: claimOf(paid, { status: 11 }), list: { merchantRef: paid.reference, status: 11 } };
		for (const one of order) {
			expect(await trigger.result(trigger.notify(claims[one as keyof typeof claims]))).toEqual([200, 1]);
		}
		refund(paid, 200);
		expect(await trigger.result(trigger.notify(claims.record))).toEqual([200, 2]);
	});
});

describe('a refund whose record changes', () => {
	const statuses = async () =>
		(await trigger.started()).map(({ outcome, status }) => `${String(outcome)} ${String(status)}`);
	const NOON = '2026-12-01T12:00:00';

	/** A payment was refunded, and its notification comes once for each form that its record has. */
	async function tell(forms: IDataObject[], claims: IDataObject[] = []): Promise<number[]> {
		const answers: number[] = [];
		const paid = await payment(11);
		for (const [index, data] of forms.entries()) {
			world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data }, times: 1 });
			answers.push((await trigger.notify(claimOf(paid, { status: data.status ?? 11, ...claims[index] }))).status);
		}
		return answers;
	}

	test.each<[string, IDataObject[]]>([
		['its date is filled in later', [{ refundedAmount: 3 }, { refundedAmount: 3, lastRefundDate: NOON }]],
		[
			'its date is written otherwise',
			['', '.000', 'Z'].map((end) => ({ refundedAmount: 0, lastRefundDate: NOON + end })),
		],
		[
			'its status follows its amount',
			[11, 6].map((status) => ({ status, refundedAmount: 10.5, lastRefundDate: NOON })),
		],
		['its amount is filled in later', [{ refundedAmount: 0 }, { refundedAmount: 3, lastRefundDate: NOON }]],
	])('starts the workflow once where %s', async (_, forms) => {
		await activate({ outcomes: ['refunded'] });
		const bare = { refundedAmount: null, lastRefundDate: null };
		expect(await tell(forms.map((form) => ({ ...bare, ...form })))).toEqual(forms.map(() => 200));
		expect(await statuses()).toHaveLength(1);
	});

	test('is another refund where more was claimed meanwhile', async () => {
		await activate({ outcomes: ['refunded'] });
		const records = [0, 0, 6.2].map((refundedAmount) => ({ refundedAmount, lastRefundDate: null }));
		const more = { refundedAmount: 6.2 };
		expect(await tell(records, [{}, more, more])).toEqual([200, 503, 200]);
		expect(await started('refundedAmount')).toEqual([[0], [6.2]]);
	});

	test('is waited for while the record has no amount yet', async () => {
		await activate({ outcomes: ['refunded'] });
		const records = [0, 3].map((refundedAmount) => ({ refundedAmount, lastRefundDate: null }));
		expect(await tell(records, Array(2).fill({ refundedAmount: 3 }))).toEqual([503, 200]);
		expect(await started('refundedAmount')).toEqual([[3]]);
	});
});

describe('the item', () => {
	const TRIGGERS = ['transactionDate', 'customerId', 'notificationId'];

	test.each([
		['of a payment has ten fields', [], TRIGGERS],
		['of a refund has how much it was and what remains', [300], [...TRIGGERS, 'refundedAmount', 'remainingAmount']],
	])('%s with Simplify on', async (_, refunds, own) => {
		await activate({ ...REFUNDS, options: { simplify: true } });
		const paid = await payment(2);
		for (const amountMinor of refunds) refund(paid, amountMinor);
		await trigger.notify({ transactionReference: paid.transactionReference });
		const [item] = await trigger.started();
		expect(Object.keys(item!)).toEqual([...FIRST_FIELDS, ...own]);
	});

	test('of a refund has no amount that the service does not tell', async () => {
		world.sandbox.configure({ verifyTellsRefunds: false });
		await activate({ ...REFUNDS, options: { simplify: true } });
		await trigger.notify(claimOf(await payment(6), { status: 6, refundedAmount: 3 }));
		expect(Object.keys((await trigger.started())[0]!)).toEqual([...FIRST_FIELDS, ...TRIGGERS]);
	});

	/** A payment whose record has fields that the specification does not show. */
	async function told(fields: IDataObject, changes: IDataObject = {}): Promise<IDataObject> {
		await activate();
		const paid = await payment(2, changes);
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: fields } });
		await trigger.notify(claimOf(paid));
		const [item] = await trigger.started();
		return item!;
	}

	test('has the whole record of the service, and the metadata, with Simplify off', async () => {
		const metadata = { plan: 'gold', seats: '3' };
		const item = await told({ metadata, settledOn: '2026-02-01' });
		expect(item).toMatchObject({ metadata, verified: true, outcome: 'authorized' });
		expect(item.response).toMatchObject({ status: 200, data: { metadata, settledOn: '2026-02-01', status: 2 } });
	});

	test('never has the key that signed an address, nor the signature in it, under whatever name', async () => {
		const signed = () => signedCallback({ reference: 'ORDER-1' });
		await activate();
		const address = signed();
		const { searchParams } = new URL(address);
		const signature = searchParams.get('signature')!;
		await trigger.deactivate();
		const { privateKey } = world.sandbox.options;
		const item = await told(
			{
				notifyUrl: address.replaceAll('&', '&amp;'),
				customerId: `Ada ${signature}`,
				metadata: { [`of ${privateKey}`]: { page: address, note: `${privateKey} ${signature}` } },
				paymentRequestor: signature,
			},
			{ callbackUrl: address },
		);
		expect(item).toMatchObject({ outcome: 'authorized', reference: 'ORDER-1', callbackUrl: '[hidden]' });
		expect(JSON.stringify(item)).not.toContain(signature);
		expect(JSON.stringify(item)).not.toContain(privateKey);
	});
});
