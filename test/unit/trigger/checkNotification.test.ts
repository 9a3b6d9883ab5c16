import type { IWebhookFunctions } from 'n8n-workflow';

import { rejected } from '../../../nodes/CardPaymentTrigger/answers';
import { checkNotification } from '../../../nodes/CardPaymentTrigger/checkNotification';
import type { TriggerSettings } from '../../../nodes/CardPaymentTrigger/triggerSettings';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { LARGEST_BODY, type WebhookRequest } from '../../../nodes/shared/webhooks/http';
import type { Start } from '../../../nodes/shared/webhooks/memory';
import { NOW } from '../gateway/examples';
import { byCall, contextWith, STORED, type Reply } from '../context';
import { settingsOf } from './settings';

const PATH = '/webhook/3f0a/notification';
const PAID = {
	transactionReference: 'T-1',
	merchantRef: 'ORDER-1',
	requestedAmount: 10.5,
	currencyCode: 'NGN',
	status: 2,
};
const TERMS = { reference: 'ORDER-1', amount: '10.5', currency: 'NGN' };
const OTHER_TERMS = { ...TERMS, reference: 'ORDER-2' };
const NO_ERROR = { status: 'error', message: 'Transaction not found' };

/** The item of a verified payment, as far as its own test does not look at all of it. */
const ITEM = {
	...{ outcome: 'authorized', authorized: true, amount: 10.5, currency: 'NGN' },
	...{ reference: 'ORDER-1', transactionReference: 'T-1', status: 2, verified: true },
	notificationId: 'dc4c2229b7841166',
	receivedAt: '2026-01-15T00:00:00.000Z',
};

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
	jest.useRealTimers();
});

/** A notification with a body, at the URL of a trigger or at one that was signed. */
function notificationOf(body: unknown, { url = `https://n8n.example${PATH}`, size = 100 } = {}): WebhookRequest {
	const { pathname, searchParams } = new URL(url);
	return { path: pathname, query: searchParams, size, raw: Buffer.alloc(0), parsed: body };
}

const signedFor = (terms: typeof TERMS) => ({ url: signUrl(`https://n8n.example${PATH}`, terms, 'private-key-9e2d') });
const answerOf = (data: object): Reply => ({ statusCode: 200, body: { status: 200, data } });

const UNKNOWN: Reply = { statusCode: 404, body: NO_ERROR };
/** The answers to verify one after another, and those of the history, which has nothing unless it is told. */
const answers = (verifications: Reply[], listed: Reply = answerOf({ content: [], last: true })) =>
	byCall({ 'GET /api/transaction/verify': verifications, 'GET /api/transaction/history': listed });

/** What is decided of a notification, what the service was asked, and how often the credential was opened. */
async function decide(
	request: WebhookRequest,
	changes: Parameters<typeof settingsOf>[0] = {},
	...replies: Reply[] | [ReturnType<typeof answers>]
) {
	const [first] = replies;
	const { context, sent } = contextWith(typeof first === 'function' ? first : answers(replies as Reply[]));
	const getCredentials = jest.fn(() => Promise.resolve(STORED));
	const trigger = { ...context, getMode: () => 'manual', getCredentials } as unknown as IWebhookFunctions;
	const settings: TriggerSettings = settingsOf(changes);
	const decision = await checkNotification(trigger, settings, request);
	return { decision, asked: sent.map(({ options }) => options), opened: getCredentials.mock.calls.length };
}

/** The references that verify or the history was asked for. */
const referencesIn = (asked: Array<{ url: string; qs?: object }>) =>
	asked.map(({ url, qs }) => (qs as { reference?: string } | undefined)?.reference ?? url.split('/').at(-1));

const NO_REFERENCE = 'it has no transaction reference';
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { data: nested(levels - 1) });

describe('before the service is asked', () => {
	test.each([
		['too large', { ...PAID }, LARGEST_BODY + 1, 'it is too large'],
		['too deep', { ...PAID, more: nested(99) }, 10, NO_REFERENCE],
		['too deep in lists', { ...PAID, more: [nested(98)] }, 10, NO_REFERENCE],
		['of too many values', { ...PAID, more: Array(10_000).fill(0) }, 10, NO_REFERENCE],
		['without a reference', { status: 2 }, 10, NO_REFERENCE],
		['of nothing', null, 10, NO_REFERENCE],
	])('a notification %s is rejected', async (_, body, size, reason) => {
		const kind = reason === NO_REFERENCE ? 'noReference' : 'tooLarge';
		const result = await decide(notificationOf(body, { size }));
		expect(result).toMatchObject({ decision: { kind, reason }, asked: [] });
	});

	test.each([
		['as large as allowed', { ...PAID }, LARGEST_BODY],
		['as deep as allowed', { ...PAID, more: nested(98) }, 10],
	])('a notification %s is not', async (_, body, size) => {
		const request = notificationOf(body, { size });
		const { decision, opened } = await decide(request, {}, answerOf(PAID));
		expect([decision.kind, opened]).toEqual(['accepted', 1]);
	});
});

describe('nothing of a notification is read', () => {
	const look = jest.fn(() => []);
	const unread = (size?: number) => notificationOf(new Proxy(PAID, { ownKeys: look }), { size });
	afterEach(() => expect(look).not.toHaveBeenCalled());

	test('before its size is checked', async () => {
		expect(await decide(unread(65 * 1024))).toMatchObject({ decision: { kind: 'tooLarge' }, opened: 0 });
	});

	test('before its signature is checked, where one is required', async () => {
		const result = await decide(unread(), { options: { requireSignedUrl: true } });
		expect(result).toMatchObject({ decision: { kind: 'forged' }, asked: [] });
	});
});

describe('the service is asked', () => {
	test('for the transaction, and its record starts the workflow', async () => {
		// Nothing that the notification claims counts.
		const claimed = { ...PAID, requestedAmount: 1_000_000, merchantRef: 'ORDER-2', status: 4 };
		const { decision, asked } = await decide(notificationOf(claimed), { options: { timeout: 7 } }, answerOf(PAID));
		expect(decision).toMatchObject({
			kind: 'accepted',
			record: expect.objectContaining({ outcome: 'authorized', reference: 'ORDER-1' }) as object,
			showsOutcome: false,
			start: { id: 'dc4c2229b7841166', began: undefined, item: ITEM },
		});
		expect(asked).toEqual([
			expect.objectContaining({ url: 'https://service.example/api/transaction/verify/T-1', timeout: 7000 }),
		]);
	});

	test("by the merchant's reference where there is no other", async () => {
		const { decision, asked } = await decide(notificationOf({ reference: 'ORDER-1' }), {}, answerOf(PAID));
		expect(decision).toMatchObject({ kind: 'accepted', record: { reference: 'ORDER-1' } });
		expect(asked).toMatchObject([{ url: 'https://service.example/api/transaction/verify/ORDER-1' }]);
	});

	test("by the merchant's reference as well, where it does not know the other", async () => {
		const { decision } = await decide(notificationOf(PAID), {}, UNKNOWN, answerOf(PAID));
		expect(decision).toMatchObject({ kind: 'accepted', start: { item: ITEM } });
	});

	test('for the history of a reference that verify does not know, as Transaction: Verify does', async () => {
		const { reference, ...row } = { ...PAID, reference: PAID.merchantRef };
		const listed = answerOf({ content: [{ ...row, merchantRef: undefined, reference }], last: true });
		const request = notificationOf({ reference: 'ORDER-1' });
		const { decision, asked } = await decide(request, {}, answers([UNKNOWN], listed));
		expect(decision).toMatchObject({ kind: 'accepted', start: { item: ITEM } });
		expect(asked).toMatchObject([
			{ url: 'https://service.example/api/transaction/verify/ORDER-1' },
			{ url: 'https://service.example/api/transaction/history', qs: { reference: 'ORDER-1' } },
		]);
	});

	test('for nothing that cannot be a reference', async () => {
		const result = await decide(notificationOf({ transactionReference: '..', merchantRef: '.', status: 2 }));
		expect(result.decision).toMatchObject({ kind: 'noReference', reason: NO_REFERENCE });
		expect(result.asked).toEqual([]);
	});

	test('and a transaction that it does not know is a forgery', async () => {
		const { decision, asked } = await decide(notificationOf(PAID), {}, UNKNOWN);
		expect(decision).toMatchObject({ kind: 'forged', reason: 'the service does not know its transaction' });
		expect(referencesIn(asked)).toEqual(['T-1', 'T-1', 'ORDER-1', 'ORDER-1']);
	});

	test('and nothing is a forgery as long as the service does not say that it knows none of the references', async () => {
		const { decision } = await decide(notificationOf(PAID), {}, UNKNOWN, { statusCode: 404, body: '<html>' });
		expect(decision).toMatchObject({ kind: 'tryLater' });
	});

	// Where verify cannot tell, the history is asked; the other reference only where the service does not know this one.
	test.each<[string, Reply, string[]]>([
		['another 404', { statusCode: 404, body: '<html>' }, ['T-1', 'T-1']],
		['another refusal', { statusCode: 401, body: NO_ERROR }, ['T-1']],
		['a failure', { statusCode: 503, body: 'busy' }, ['T-1']],
		['no answer', new Error('ECONNRESET'), ['T-1']],
		[
			'the record of another transaction',
			answerOf({ ...PAID, transactionReference: 'T-2', merchantRef: 'ORDER-2' }),
			['T-1', 'T-1'],
		],
		[
			'the record of another transaction of the order',
			answerOf({ ...PAID, transactionReference: 'T-2' }),
			['T-1', 'T-1'],
		],
	])('and after %s the notification is to come again', async (_, reply, references) => {
		const { decision, asked } = await decide(notificationOf(PAID), {}, reply);
		expect(decision).toMatchObject({ kind: 'tryLater' });
		expect(decision).not.toHaveProperty('start');
		expect(referencesIn(asked)).toEqual(references);
	});

	test('and what it says of the failure is told without the reference and the keys', async () => {
		const body = { message: 'T-1 with private-key-9e2d is being moved' };
		const { decision } = await decide(notificationOf(PAID), {}, { statusCode: 503, body });
		expect(decision).toMatchObject({
			kind: 'tryLater',
			reason:
				'n8n could not verify the transaction: the service answered with status 503, it says: "[hidden] with [hidden] is being moved".',
		});
	});
});

test.each([
	['a notification', PATH],
	['a returning customer', '/webhook/3f0a/callback'],
])('a transaction that the service does not know yet is waited for where %s came to a signed URL', async (_, path) => {
	const request = notificationOf(PAID, { url: signUrl(`https://n8n.example${path}`, TERMS, 'private-key-9e2d') });
	const { decision } = await decide(request, { options: { requireSignedUrl: true } }, UNKNOWN);
	expect(decision).toMatchObject(rejected('tryLater', 'the service does not know its transaction', true));
});

describe('an outcome that the service does not show yet', () => {
	type Outcomes = NonNullable<Parameters<typeof settingsOf>[0]>['outcomes'];

	// The status in the notification and in the record. What is claimed beyond a record has a table of its own.
	test.each<[claimed: unknown, known: number, reason: string]>([
		[2, 1, 'it claims authorized, but the service says pending'],
		[2, 99, 'it claims authorized, but the service says unknown'],
		[2, 4, 'it claims authorized, but the service says declined'],
		[6, 2, 'it claims refunded, but the service says authorized'],
	])('is waited for, whatever starts the workflow: %p, %p', async (claimed, known, reason) => {
		for (const outcomes of [['authorized'], ['authorized', 'declined', 'pending', 'unknown']] satisfies Outcomes[]) {
			const record = answerOf({ ...PAID, status: known });
			const { decision } = await decide(notificationOf({ ...PAID, status: claimed }), { outcomes }, record);
			expect(decision).toMatchObject({ kind: 'tryLater', reason });
			expect(decision).not.toHaveProperty('start');
		}
	});

	test.each<[claimed: unknown, known: number, Outcomes, outcome: string, starts: boolean]>([
		// The notification says no more than the record.
		[1, 1, ['pending'], 'pending', true],
		[99, 99, ['unknown'], 'unknown', true],
		[99, 99, ['authorized'], 'unknown', false],
		[1, 99, ['authorized'], 'unknown', false],
		[4, 2, ['authorized'], 'authorized', true],
		[2, 6, ['authorized', 'refunded'], 'refunded', true],
		// It says nothing that the table knows, and is only a nudge.
		[undefined, 1, ['authorized'], 'pending', false],
		['SETTLED', 1, ['pending'], 'pending', true],
		[99, 4, ['declined'], 'declined', true],
	])('is not waited for: %p, %p, %j', async (claimed, known, outcomes, outcome, starts) => {
		const record = answerOf({ ...PAID, status: known });
		const { decision } = await decide(notificationOf({ ...PAID, status: claimed }), { outcomes }, record);
		expect(decision).toMatchObject({ kind: 'accepted', record: { outcome, reference: 'ORDER-1' } });
		if (starts) expect(decision).toMatchObject({ start: { item: { outcome } } });
		else expect(decision).not.toHaveProperty('start');
	});
});

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
		const item = { ...ITEM, outcome: 'unknown', authorized: false, customerId: 'Ada', statusName: 'AUTHORIZED' };
		expect(accepted).toMatchObject({
			warning: expect.stringMatching(/ORDER-1 could not be confirmed for three days: it claims refunded/) as string,
			record: { outcome: 'unknown' },
			start: { item: { ...item, notificationId: accepted!.start!.id, response: { data: PAID } } },
		});
		expect(JSON.stringify(accepted)).not.toMatch(/Mallory|Lie|USD|99/);
	});

	test('has nothing but its references where the service has told no record, and is not verified', async () => {
		const accepted = await givenUp(notificationOf({ ...PAID, ...LIES }), {}, BUSY);
		expect(accepted!.start!.item).toMatchObject({
			...{ outcome: 'unknown', authorized: false, verified: false, response: null },
			...{ reference: 'ORDER-1', transactionReference: 'T-1', amount: null, currency: null, status: null },
		});
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

	test.each<[string, Settings, Reply]>([
		['unknown is not chosen', { outcomes: ['authorized'] }, answerOf({ ...PAID, status: 1 })],
		['it does not pass the filters', { options: { currencies: ['USD'] } }, answerOf({ ...PAID, status: 1 })],
		['its currency is not known', { options: { currencies: ['NGN'] } }, BUSY],
	])('starts nothing where %s', async (_, changes, reply) => {
		expect(await givenUp(notificationOf(PAID), changes, reply)).not.toHaveProperty('start');
	});

	test('is told apart by what it claims, and by its payment', async () => {
		const idOfClaim = async (claim: object, reply: Reply) =>
			(await decide(notificationOf({ ...PAID, ...claim }), {}, reply)).decision;
		const [later, again, confirmed, byOrder, refund, other] = [
			await idOfClaim({}, BUSY),
			await idOfClaim({ status: 3 }, answerOf({ ...PAID, status: 1 })),
			await idOfClaim({}, answerOf(PAID)),
			await idOfClaim({ transactionReference: undefined }, answerOf(PAID)),
			await idOfClaim({ status: 6 }, BUSY),
			await idOfClaim({ transactionReference: 'T-2' }, BUSY),
		].map((decision) => decision.claimIds!);
		expect([again, confirmed]).toEqual([later, later]);
		expect(later).toHaveLength(1);
		// Once its record is found, a payment has all its names.
		expect(byOrder).toEqual([expect.any(String), ...later!]);
		expect(new Set([later, refund, other].flat()).size).toBe(3);
	});
});

type Settings = NonNullable<Parameters<typeof settingsOf>[0]>;

test.each<[record: object, settings: Settings, starts: boolean]>([
	[{ status: 4 }, { outcomes: ['authorized', 'declined'] }, true],
	[{ status: 6 }, { outcomes: ['authorized', 'declined'] }, false],
	[{ status: 200 }, { outcomes: ['authorized', 'declined'] }, false],
	[{}, { options: { currencies: ['USD', 'NGN'] } }, true],
	[{}, { options: { currencies: ['USD'] } }, false],
	[{ currencyCode: undefined }, { options: { currencies: ['USD'] } }, false],
	[{ currencyCode: undefined }, {}, true],
	[{}, { options: { minimumAmount: 10.5 } }, true],
	[{ requestedAmount: 10.49 }, { options: { minimumAmount: 10.5 } }, false],
	[{ requestedAmount: undefined }, { options: { minimumAmount: 0.01 } }, false],
	[{ requestedAmount: undefined }, {}, true],
	[{}, { options: { referencePrefix: 'ORDER-' } }, true],
	[{ merchantRef: 'X-ORDER-1' }, { options: { referencePrefix: 'ORDER-' } }, false],
	// The service writes it otherwise.
	[{ merchantRef: 'Ade\u0301-1' }, { options: { referencePrefix: 'Ad\u00e9-' } }, true],
	[{ merchantRef: undefined }, { options: { referencePrefix: 'S' } }, false],
	[{ merchantRef: undefined }, {}, true],
])(
	'a payment is accepted, and starts the workflow where it passes the filters: %j with %j',
	async (record, ...rest) => {
		const [settings, starts] = rest;
		const { decision } = await decide(
			notificationOf({ ...PAID, ...record }),
			settings,
			answerOf({ ...PAID, ...record }),
		);
		expect(decision).toMatchObject({ kind: 'accepted' });
		expect('start' in decision).toBe(starts);
	},
);

test.each<[record: object, signedAmount: string, mismatch: string]>([
	[{}, '98', 'the amount is 10.5, not 98'],
	[{ requestedAmount: 10.51 }, '10.5', 'the amount is 10.51, not 10.5'],
	[{ requestedAmount: undefined }, '10.5', 'the amount is not known, not 10.5'],
	[{ currencyCode: 'USD' }, '10.5', 'the currency is USD, not NGN'],
	[{ currencyCode: undefined }, '10.5', 'the currency is not known, not NGN'],
	[{ requestedAmount: 1, currencyCode: 'USD' }, '10.5', 'is 1, not 10.5, the currency is USD, not NGN'],
	[{}, '10.5', ''],
])('a payment is compared with its signed URL: %j with %s', async (record, amount, mismatch) => {
	const request = notificationOf(PAID, signedFor({ ...TERMS, amount }));
	const { decision } = await decide(request, { outcomes: ['authorized', 'unknown'] }, answerOf({ ...PAID, ...record }));
	if (mismatch === '') expect(decision).toHaveProperty('start');
	else {
		expect(decision).toMatchObject({
			record: { outcome: 'unknown', authorized: false },
			warning: expect.stringContaining(mismatch) as string,
		});
		expect(decision).not.toHaveProperty('start');
	}
});

describe('a signed URL', () => {
	const forged = {
		kind: 'forged',
		reason: 'its URL is not signed, was altered, or is of another trigger or key',
		showsOutcome: false,
	};
	const another = { kind: 'forged', reason: 'its URL was signed for another payment', showsOutcome: false };

	test.each([
		['unsigned', `https://n8n.example${PATH}`],
		['altered', signedFor(TERMS).url.replace('10.5', '1')],
		['of another key', signUrl(`https://n8n.example${PATH}`, TERMS, 'another private key')],
		[
			'of another trigger',
			signUrl('https://n8n.example/webhook/aaaa/notification', TERMS, 'private-key-9e2d').replace('aaaa', '3f0a'),
		],
	])('is required, and is %s', async (_, url) => {
		const { decision, asked } = await decide(notificationOf(PAID, { url }), { options: { requireSignedUrl: true } });
		expect(decision).toEqual(forged);
		expect(asked).toEqual([]);
	});

	test('is genuine, but the service says that the payment is another', async () => {
		const request = notificationOf(PAID, signedFor(OTHER_TERMS));
		expect((await decide(request, { options: { requireSignedUrl: true } }, answerOf(PAID))).decision).toMatchObject(
			another,
		);
		expect((await decide(request, {}, answerOf(PAID))).decision).toMatchObject(another);
	});

	test('is asked about by its own reference where the body cannot be read', async () => {
		const request = notificationOf(nested(200), signedFor(TERMS));
		const { decision } = await decide(request, {}, answerOf(PAID));
		expect(decision).toMatchObject({ kind: 'accepted', record: { reference: 'ORDER-1' } });
	});

	test.each<NonNullable<Parameters<typeof settingsOf>[0]>>([{}, { outcomes: ['authorized', 'unknown'] }])(
		'for 10.50, of which 0.01 was paid, starts nothing as authorized: %j',
		async (changes) => {
			const request = notificationOf(PAID, signedFor(TERMS));
			const { decision } = await decide(request, changes, answerOf({ ...PAID, grossAmount: 0.01 }));
			expect(decision).toMatchObject({ kind: 'accepted', record: { outcome: 'unknown' } });
			const start = { item: { outcome: 'unknown', authorized: false } };
			if (changes.outcomes) expect(decision).toMatchObject({ start });
			else expect(decision).not.toHaveProperty('start');
		},
	);
});

describe('the begin of a payment', () => {
	const dated = (status: number) =>
		answerOf({ ...PAID, status, transactionDate: '2026-01-10T12:00:00', lastRefundDate: '2026-01-12T12:00:00Z' });
	const outcomes = ['authorized', 'refunded'] as const;

	test.each([
		['counts from the date in the record, at the earliest in any zone', 2, Date.UTC(2026, 0, 9, 22)],
		['does not tell how old a refund is, which has a date of its own', 6, Date.UTC(2026, 0, 12, 11, 55)],
	])('%s', async (_, status, began) => {
		const { decision } = await decide(notificationOf(PAID), { outcomes: [...outcomes] }, dated(status));
		expect(decision).toMatchObject({ start: { item: { status } } });
		const { start } = decision as { start?: Start };
		expect(start!.began).toBe(began);
	});
});

describe('a returning customer', () => {
	test.each([
		['may read the outcome at a URL that was signed for the payment', signedFor(TERMS), true],
		['may not at one that was not signed', {}, false],
	])('%s', async (_, url, showsOutcome) => {
		const { decision } = await decide(notificationOf(PAID, url), {}, answerOf(PAID));
		expect([decision.kind, decision.showsOutcome]).toEqual(['accepted', showsOutcome]);
		const open = answerOf({ ...PAID, status: 1 });
		const later = await decide(notificationOf(PAID, url), {}, open);
		expect([later.decision.kind, later.decision.showsOutcome]).toEqual(['tryLater', showsOutcome]);
	});

	test('may read at such a URL that there is no outcome while the service cannot tell', async () => {
		const { decision } = await decide(notificationOf(PAID, signedFor(TERMS)), {}, { statusCode: 503, body: 'busy' });
		expect([decision.kind, decision.showsOutcome]).toEqual(['tryLater', true]);
	});
});

test('a notification needs no private key where no signature is used', async () => {
	const { context } = contextWith([answerOf(PAID)]);
	const getCredentials = () => Promise.resolve({ ...STORED, privateKey: '' });
	const trigger = { ...context, getMode: () => 'manual', getCredentials } as unknown as IWebhookFunctions;
	const decision = await checkNotification(trigger, settingsOf(), notificationOf(PAID));
	expect(decision).toMatchObject({ kind: 'accepted', record: { reference: 'ORDER-1' } });
});
