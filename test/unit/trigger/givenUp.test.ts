import { readRecord } from '../../../gateway/calls/verify';
import type { WebhookRequest } from '../../../nodes/shared/webhooks/http';
import { claimId, OUTAGE } from '../../../nodes/shared/webhooks/unconfirmed';
import type { Reply } from '../context';
import { settingsWith } from '../gateway/examples';
import { PAID, TERMS, ITEM, UNKNOWN, answerOf, decide, notificationOf, signedFor, stopClock } from './notifications';
import type { settingsOf } from './settings';

stopClock();

describe('a notification that comes for too long', () => {
	const outcomes = ['authorized', 'unknown'] as const;
	const givenUp = async (request: WebhookRequest, changes: Parameters<typeof settingsOf>[0], reply: Reply) => {
		const { decision } = await decide(request, { outcomes: [...outcomes], ...changes }, reply);
		expect(decision).toMatchObject({ kind: 'tryLater' });
		return 'givenUp' in decision ? decision.givenUp! : undefined;
	};
	const LIES = { requestedAmount: 99, currencyCode: 'USD', customerId: 'Mallory', errorMessage: 'Lie' };
	const BUSY: Reply = { statusCode: 503, body: 'busy' };

	test('starts the workflow as unknown, with the record that does not confirm it', async () => {
		const refund = notificationOf({ ...PAID, ...LIES, status: 6 });
		const accepted = await givenUp(refund, {}, answerOf({ ...PAID, customerId: 'Ada' }));
		const item = {
			...ITEM,
			outcome: 'unknown',
			authorized: false,
			customerId: 'Ada',
			statusName: 'AUTHORIZED',
			verified: false,
		};
		expect(accepted).toMatchObject({
			warning: expect.stringMatching(
				/ORDER-1 \(T-1\) could not be confirmed for three days: it claims refunded/,
			) as string,
			record: { outcome: 'unknown' },
			start: { item: { ...item, notificationId: accepted!.start!.id, response: { data: PAID } } },
		});
		expect(JSON.stringify(accepted)).not.toMatch(/Mallory|Lie|USD|99/);
	});

	test.each<[string, Reply]>([
		['does not answer', BUSY],
		['refuses the keys', { statusCode: 401, body: 'no' }],
		['has nothing at its address', { statusCode: 404, body: '<html>' }],
		['answers with another record', answerOf({ ...PAID, transactionReference: 'T-2', merchantRef: 'ORDER-2' })],
	])('starts nothing where its URL is not signed and the service %s', async (_, reply) => {
		const accepted = await givenUp(notificationOf({ ...PAID, ...LIES }), {}, reply);
		expect(accepted).not.toHaveProperty('start');
		expect(accepted!.warning).toMatch(/ORDER-1 \(T-1\).*does not start the workflow, because its URL is not signed/);
		expect(JSON.stringify(accepted)).not.toMatch(/Mallory|Lie|USD|99/);
	});

	test.each<[string, object, Reply]>([
		['is not found', PAID, UNKNOWN],
		['has no answer', PAID, BUSY],
		['does not repeat its reference', PAID, answerOf({ ...PAID, merchantRef: undefined })],
	])('has the terms of its signed URL where the payment %s', async (_, claim, reply) => {
		const request = notificationOf({ ...claim, ...LIES }, signedFor(TERMS));
		const accepted = await givenUp(request, {}, reply);
		expect(accepted!.start!.item).toMatchObject({
			...{ reference: 'ORDER-1', amount: 10.5, currency: 'NGN', verified: false },
			outcome: 'unknown',
		});
	});

	test.each<[string, Settings, object]>([
		['unknown is not chosen', { outcomes: ['authorized'] }, {}],
		['its currency is another', { options: { currencies: ['USD'] } }, {}],
		['its amount is too small', { options: { minimumAmount: 11 } }, {}],
		['its reference is of another workflow', { options: { referencePrefix: 'X-' } }, {}],
	])('starts nothing where %s', async (_, changes, record) => {
		const reply = answerOf({ ...PAID, status: 1, ...record });
		expect(await givenUp(notificationOf(PAID), changes, reply)).not.toHaveProperty('start');
	});

	test.each<[string, Settings, object]>([
		['currency', { options: { currencies: ['USD'] } }, { currencyCode: undefined }],
		['amount', { options: { minimumAmount: 11 } }, { requestedAmount: undefined }],
		['reference', { options: { referencePrefix: 'X-' } }, { merchantRef: undefined }],
	])('starts the workflow where its %s is not known, whatever is filtered', async (_, changes, record) => {
		const reply = answerOf({ ...PAID, status: 1, ...record });
		expect(await givenUp(notificationOf(PAID), changes, reply)).toHaveProperty('start');
	});

	describe('is counted', () => {
		const signed = signedFor(TERMS);
		const ORDER = 'ORDER-1';
		const claimIdOf = async (claim: object, reply: Reply, url: object = {}) => {
			const { decision } = await decide(notificationOf({ ...PAID, ...claim }, url), {}, reply);
			return 'claimId' in decision ? decision.claimId : undefined;
		};
		const recordWith = (status: number) => readRecord({ ...PAID, status }, settingsWith());

		test.each<[string, object, Reply, object, string | undefined]>([
			['by its record', {}, answerOf({ ...PAID, status: 1 }), {}, claimId({ record: recordWith(1) }, 2)],
			['by its record now', {}, answerOf({ ...PAID, status: 4 }), {}, claimId({ record: recordWith(4) }, 2)],
			['by its status', { status: 6 }, answerOf({ ...PAID, status: 1 }), {}, claimId({ record: recordWith(1) }, 6)],
			['by its signed reference', {}, UNKNOWN, signed, claimId({ reference: ORDER }, 2)],
			[
				'by it where the record has none',
				{},
				answerOf({ ...PAID, merchantRef: null }),
				signed,
				claimId({ reference: ORDER }, 2),
			],
			['with all others while the service does not answer', {}, BUSY, {}, OUTAGE],
			['so behind a signed URL as well', {}, BUSY, signed, OUTAGE],
			['not where another record is told', {}, answerOf({ ...PAID, transactionReference: 'T-2' }), {}, undefined],
		])('%s', async (_, claim, reply, url, id) => {
			expect(await claimIdOf(claim, reply, url)).toBe(id);
		});

		test('once, whatever it is named, and whatever status it invents', async () => {
			const open = answerOf({ ...PAID, status: 1 });
			const answers = async (transactionReference: string) =>
				(await decide(notificationOf({ ...PAID, transactionReference }), {}, UNKNOWN, open)).decision;
			const ids = [await answers('X-1'), await answers('X-2')].map(
				(decision) => 'claimId' in decision && decision.claimId,
			);
			expect(ids).toEqual([claimId({ record: recordWith(1) }, 2), claimId({ record: recordWith(1) }, 2)]);
			const invented = [777, 778].map(async (status) => await claimIdOf({ status }, UNKNOWN, signed));
			expect(await Promise.all(invented)).toEqual([
				claimId({ reference: ORDER }, null),
				claimId({ reference: ORDER }, null),
			]);
		});
	});
});

type Settings = NonNullable<Parameters<typeof settingsOf>[0]>;
