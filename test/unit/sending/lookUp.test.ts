import { comparePayment } from '../../../gateway/calls/expectedPayment';
import { findPayments } from '../../../gateway/calls/findPayments';
import type { VerifiedPayment } from '../../../gateway/calls/verify';
import { attemptReference } from '../../../gateway/values/attempt';
import {
	RefusedError,
	ReadFailedError,
	SettingError,
	TokenError,
	UnreachableError,
	type GatewayError,
} from '../../../gateway/values/errors';
import { otherRecord } from '../../../gateway/client/response';
import { payment, type Payment } from '../../../gateway/payment';
import { isNotFound } from '../../../gateway/sending/failures';
import {
	lookUpUntil,
	combineLookUps,
	lookUp,
	requireSameReference,
	serviceAnswerOf,
	type Finders,
	type LookUp,
	type Question,
} from '../../../gateway/sending/lookUp';
import type { Service } from '../../../gateway/sending/service';
import { connectionWith, STORED, withoutWaiting, type Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, pageOf, serviceWith, type Replies } from './service';

const SECOND_ATTEMPT = attemptReference({ order: 'ORDER-1', attempt: 2 });
const START = Date.UTC(2026, 0, 15);
const RECORD = { transactionReference: 'SBX-1', requestedAmount: 10, currencyCode: 'NGN', status: 2 };
const inVerify = (changes: object): Reply => ({
	statusCode: 200,
	body: { data: { ...RECORD, merchantRef: 'ORDER-1', ...changes } },
});
const inHistory = (changes: object) => ({ ...RECORD, reference: 'ORDER-1', ...changes });

describe('what the service has under a reference', () => {
	const VERIFIED: Readonly<Record<string, Reply>> = {
		record: inVerify({}),
		decline: inVerify({ status: 4 }),
		'record of another': inVerify({ merchantRef: 'ORDER-2' }),
		'record of none': inVerify({ merchantRef: null }),
		'in other letters': inVerify({ merchantRef: 'order1' }),
		cut: inVerify({ merchantRef: 'ORDER' }),
		denied: { statusCode: 200, body: { status: false, data: { ...RECORD, merchantRef: 'ORDER-1' } } },
		'denied in words': { statusCode: 200, body: { status: 'error', message: 'not found', data: {} } },
		'its own 404': NOT_FOUND,
		'404 of anybody': { statusCode: 404, body: 'no such page' },
		'200 without a record': { statusCode: 200, body: { data: null } },
		405: { statusCode: 405 },
		400: { statusCode: 400 },
		403: FORBIDDEN,
		503: { statusCode: 503 },
	};
	const LISTED: Readonly<Record<string, Reply>> = {
		record: pageOf(inHistory({})),
		'decline before it': pageOf(inHistory({ status: 4, transactionReference: 'SBX-0' }), inHistory({})),
		nothing: pageOf(),
		'rows of others': pageOf(inHistory({ reference: 'ORDER-2' })),
		'more than one page': { statusCode: 200, body: { data: { content: [inHistory({})], totalPages: 2 } } },
		'a longer number': pageOf(inHistory({ reference: 'ORDER-10' }), inHistory({ reference: 'ORDER-1A' })),
		'no references': pageOf(inHistory({ reference: null })),
		'beside others': pageOf(inHistory({}), inHistory({ reference: 'ORDER-2' })),
		'declined, of many': pageOf(inHistory({ status: 4 }), inHistory({ reference: 'ORDER-2' })),
		'rows alone': { statusCode: 200, body: { data: [inHistory({})] } },
		null: { statusCode: 200, body: { data: null } },
		denied: { statusCode: 200, body: { status: false, data: [] } },
		'denied, and null': { statusCode: 200, body: { status: 'error', message: 'Internal error', data: null } },
		'an HTML page': { statusCode: 200, body: '<html>' },
		'rows in words': { statusCode: 200, body: { data: { content: ['ORDER-1'] } } },
		'a null row': { statusCode: 200, body: { data: { content: [null] } } },
		'a count alone': { statusCode: 200, body: { data: { content: [], totalElements: '1' } } },
		'no history': { statusCode: 404, body: {} },
		'200 without a page': { statusCode: 200, body: { data: {} } },
		'a null list': { statusCode: 200, body: { data: { content: null } } },
		'counts in words': { statusCode: 200, body: { data: { content: [], totalPages: 'unknown' } } },
		401: { statusCode: 401 },
		503: { statusCode: 503 },
	};

	const under = async (service: Service, secrets: string[] = []) =>
		await lookUp(service, findPayments, { merchant: 'ORDER-1', secrets });

	test.each`
		verified                  | listed                  | kind
		${'record'}               | ${'nothing'}            | ${'authorized'}
		${'record'}               | ${'503'}                | ${'authorized'}
		${'its own 404'}          | ${'record'}             | ${'authorized'}
		${'503'}                  | ${'record'}             | ${'authorized'}
		${'decline'}              | ${'nothing'}            | ${'declined'}
		${'decline'}              | ${'503'}                | ${'unanswered'}
		${'its own 404'}          | ${'decline before it'}  | ${'authorized'}
		${'its own 404'}          | ${'nothing'}            | ${'nothing'}
		${'403'}                  | ${'nothing'}            | ${'nothing'}
		${'503'}                  | ${'nothing'}            | ${'nothing'}
		${'record of another'}    | ${'nothing'}            | ${'unanswered'}
		${'record of none'}       | ${'nothing'}            | ${'unanswered'}
		${'in other letters'}     | ${'nothing'}            | ${'unanswered'}
		${'cut'}                  | ${'nothing'}            | ${'unanswered'}
		${'in other letters'}     | ${'record'}             | ${'authorized'}
		${'denied'}               | ${'no history'}         | ${'unanswered'}
		${'denied in words'}      | ${'no history'}         | ${'cannotTell'}
		${'its own 404'}          | ${'a longer number'}    | ${'nothing'}
		${'its own 404'}          | ${'no references'}      | ${'unanswered'}
		${'its own 404'}          | ${'rows alone'}         | ${'authorized'}
		${'its own 404'}          | ${'null'}               | ${'nothing'}
		${'its own 404'}          | ${'beside others'}      | ${'authorized'}
		${'its own 404'}          | ${'declined, of many'}  | ${'unanswered'}
		${'its own 404'}          | ${'no history'}         | ${'cannotTell'}
		${'404 of anybody'}       | ${'200 without a page'} | ${'unanswered'}
		${'its own 404'}          | ${'denied'}             | ${'unanswered'}
		${'its own 404'}          | ${'denied, and null'}   | ${'unanswered'}
		${'200 without a record'} | ${'no history'}         | ${'cannotTell'}
		${'record of another'}    | ${'no history'}         | ${'unanswered'}
		${'400'}                  | ${'no history'}         | ${'cannotTell'}
		${'405'}                  | ${'no history'}         | ${'cannotTell'}
		${'its own 404'}          | ${'401'}                | ${'unanswered'}
		${'its own 404'}          | ${'503'}                | ${'unanswered'}
		${'its own 404'}          | ${'rows of others'}     | ${'unanswered'}
		${'its own 404'}          | ${'more than one page'} | ${'authorized'}
		${'403'}                  | ${'no history'}         | ${'unanswered'}
		${'503'}                  | ${'a null list'}        | ${'nothing'}
		${'503'}                  | ${'counts in words'}    | ${'nothing'}
		${'its own 404'}          | ${'an HTML page'}       | ${'unanswered'}
		${'its own 404'}          | ${'rows in words'}      | ${'unanswered'}
		${'its own 404'}          | ${'a null row'}         | ${'unanswered'}
		${'its own 404'}          | ${'a count alone'}      | ${'unanswered'}
	`('verify: $verified, history: $listed: $kind', async ({ verified, listed, kind }: Record<string, string>) => {
		const { service, calls } = await serviceWith({ verify: VERIFIED[verified!]!, history: LISTED[listed!]! });
		expect(inWords(await under(service))).toBe(kind);
		expect(calls()).toEqual([`${CALLS.verify}/ORDER-1`, CALLS.history]);
	});

	test.each`
		verified                  | kind
		${'record'}               | ${'authorized'}
		${'its own 404'}          | ${'nothing'}
		${'404 of anybody'}       | ${'cannotTell'}
		${'200 without a record'} | ${'cannotTell'}
		${'403'}                  | ${'unanswered'}
		${'503'}                  | ${'unanswered'}
	`('verify alone: $verified: $kind', async ({ verified, kind }: Record<string, string>) => {
		const stored = { ...STORED, findPaymentsWith: 'verify' };
		const { service, calls } = await serviceWith({ verify: VERIFIED[verified!]! }, stored);
		expect(inWords(await under(service))).toBe(kind);
		expect(calls()).toEqual([`${CALLS.verify}/ORDER-1`]);
	});

	test.each(['verify', 'both', 'history'])(
		"by the service's own reference, a 404 is never nothing, because the service gave it: %s",
		async (findPaymentsWith) => {
			for (const sought of [{ own: ['SBX-1'] }, { either: ['SBX-1'] }]) {
				const { service, calls } = await serviceWith({}, { ...STORED, findPaymentsWith });
				expect(inWords(await lookUp(service, findPayments, sought))).toBe('cannotTell');
				expect(calls()[0]).toBe(`${CALLS.verify}/SBX-1`);
			}
		},
	);

	test.each`
		listed          | kind
		${'record'}     | ${'authorized'}
		${'nothing'}    | ${'nothing'}
		${'no history'} | ${'cannotTell'}
		${'503'}        | ${'unanswered'}
	`('history alone: $listed: $kind', async ({ listed, kind }: Record<string, string>) => {
		const stored = { ...STORED, findPaymentsWith: 'history' };
		const { service, calls } = await serviceWith({ history: LISTED[listed!]! }, stored);
		expect(inWords(await under(service))).toBe(kind);
		expect(calls()).toEqual([CALLS.history]);
	});

	test('the history is asked from its beginning, for one page of this reference', async () => {
		const { service, sent } = await serviceWith({});
		await under(service);
		expect(sent[1]!.options.qs).toEqual({ reference: 'ORDER-1', startDate: 0, size: 100 });
	});

	test('a record does not show what was entered for the payment', async () => {
		const { service } = await serviceWith({ verify: inVerify({ errorMessage: 'CVV 739' }) });
		const found = await under(service, ['739']);
		expect(found).toMatchObject({ record: { serviceMessage: 'CVV [hidden]' } });
	});
});

describe('a payment that is known by two references', () => {
	const [PAID, DECLINED] = [inVerify({}), inVerify({ status: 4 })];
	const SECOND = inVerify({ transactionReference: 'SBX-2' });
	const OTHER = inVerify({ requestedAmount: 11 });
	const UNREAD = inVerify({ requestedAmount: '1,0' });
	const BUSY: Reply = { statusCode: 503 };

	/** Looks up a payment of 10, and tells if the merchant's reference was asked for as well. */
	async function find(verify: Reply[], history: Reply, own = ['SBX-1', null, 'SBX-1']) {
		const { service, calls } = await serviceWith({ verify, history });
		const found = await lookUp(service, findPayments, {
			own,
			merchant: 'ORDER-1',
			secrets: ['739'],
			compare: ({ amount }) => (amount === 10 ? 'same' : amount === null ? 'notKnown' : 'different'),
		});
		return { found, calls: calls() };
	}
	const OWN = `${CALLS.verify}/SBX-1`;
	const BOTH = [OWN, `${CALLS.verify}/ORDER-1`, CALLS.history];

	test.each<[string, Reply, Reply, Reply, found: string, calls: string[]]>([
		['paid', PAID, BUSY, BUSY, 'authorized', [OWN]],
		['a decline, and nothing else', DECLINED, NOT_FOUND, pageOf(), 'declined', BOTH],
		['a decline, and another card', DECLINED, SECOND, BUSY, 'authorized', BOTH],
		['a decline, which may hide another card', DECLINED, BUSY, BUSY, 'unanswered', BOTH],
		['busy, and then a decline', BUSY, DECLINED, pageOf(), 'unanswered', BOTH],
		['busy, and then nothing', BUSY, NOT_FOUND, pageOf(), 'unanswered', BOTH],
		['busy, and then paid', BUSY, PAID, pageOf(), 'authorized', BOTH],
		['not found, and then paid', NOT_FOUND, NOT_FOUND, pageOf(inHistory({})), 'authorized', BOTH],
		['not found, and then nothing', NOT_FOUND, NOT_FOUND, pageOf(), 'nothing', BOTH],
		['another payment twice', OTHER, OTHER, pageOf(), 'cannotTell', BOTH],
		['another payment, and then nothing', OTHER, NOT_FOUND, pageOf(), 'nothing', BOTH],
		['one that cannot be compared', UNREAD, NOT_FOUND, pageOf(), 'unanswered', BOTH],
		['one that cannot be compared, and then paid', UNREAD, PAID, pageOf(), 'authorized', BOTH],
	])('%s', async (_, own, byMerchant, listed, expected, asked) => {
		const { found, calls } = await find([own, byMerchant], listed);
		expect([inWords(found), calls]).toEqual([expected, asked]);
	});

	test('is asked for by the merchant alone where the service has named none', async () => {
		const { found, calls } = await find([inVerify({ errorMessage: 'CVV 739' })], pageOf(), []);
		expect(found).toMatchObject({ record: { serviceMessage: 'CVV [hidden]', errorCode: null } });
		expect(calls).toEqual(BOTH.slice(1));
	});

	test('has the reason of a decline from the history, where that is of this payment', async () => {
		const reasons = { 'SBX-1': '51', 'SBX-2': null };
		for (const [transactionReference, errorCode] of Object.entries(reasons)) {
			const listed = pageOf(inHistory({ status: 4, transactionReference, errorCode: '51' }));
			for (const byMerchant of [NOT_FOUND, DECLINED]) {
				const { found } = await find([DECLINED, byMerchant], listed);
				expect(found).toMatchObject({ record: { transactionReference: 'SBX-1', errorCode } });
			}
		}
	});
});

describe('a question for a record', () => {
	/** Answers each question in turn, and keeps whose reference it asks for. */
	function asking(...answers: LookUp[]) {
		const asked: string[] = [];
		const finder = async (_: Service, { by, reference }: Question) => {
			asked.push(`${by} ${reference}`);
			return answers[Math.min(asked.length, answers.length) - 1]!;
		};
		const finders: Finders = {
			own: finder,
			merchant: () => [finder],
			either: () => [finder, finder],
			hasAttempts: false,
		};
		return { finders, asked };
	}
	const service = {} as Service;
	const NONE: LookUp = { kind: 'cannotTell' };
	const BUSY: LookUp = { kind: 'unanswered', failure: new UnreachableError('No answer.') };

	test('says whose reference it has', async () => {
		const { finders, asked } = asking(NONE);
		await lookUp(service, finders, { own: ['S'], either: ['E'], merchant: 'M', order: 'O' });
		expect(asked).toEqual(['service S', 'either E', 'either E', 'merchant M', 'merchant O']);
	});

	test('is not asked without a reference', async () => {
		for (const request of [{}, { either: [] }, { own: [null, undefined] }]) {
			const { finders, asked } = asking(BUSY);
			expect(await lookUp(service, finders, request)).toEqual(NONE);
			expect(asked).toEqual([]);
		}
		const withoutWay: Finders = { ...asking(BUSY).finders, either: () => [] };
		expect(await lookUp(service, withoutWay, { either: ['E'] })).toEqual(NONE);
	});

	test('is answered in part only where the first was answered', async () => {
		expect(await lookUp(service, asking(BUSY).finders, { merchant: 'M' })).toEqual(BUSY);
		expect(await lookUp(service, asking(BUSY, NONE).finders, { own: ['S'], merchant: 'M' })).toEqual(BUSY);
		expect(await lookUp(service, asking(NONE, BUSY).finders, { own: ['S'], merchant: 'M' })).toEqual({
			...BUSY,
			isPartial: true,
		});
	});

	test('goes to the next way where the first has the record of another reference', async () => {
		const other: LookUp = { kind: 'unanswered', failure: otherRecord('E', 'e') };
		const record: LookUp = { kind: 'record', record: payment({ outcome: 'authorized' }) };
		const { finders, asked } = asking(other, record);
		expect(await lookUp(service, finders, { either: ['E'] })).toBe(record);
		expect(asked).toHaveLength(2);
	});
});

describe('a record', () => {
	type By = Question['by'];
	const recordOf = (own: string | null, merchants: string | null) =>
		payment({ outcome: 'authorized', transactionReference: own, reference: merchants });

	test.each<[By, own: string | null, merchants: string | null, expected: [string | null, string | null]]>([
		['service', 'REF-1', 'M', ['REF-1', 'M']],
		['service', null, 'M', ['REF-1', 'M']],
		['service', 'ref1', 'M', ['REF-1', 'M']],
		['merchant', 'S', 'REF-1', ['S', 'REF-1']],
		['merchant', 'REF-1', null, ['REF-1', 'REF-1']],
		['merchant', 'REF-1', 'OTHER', ['REF-1', 'OTHER']],
		['either', 'REF-1', 'M', ['REF-1', 'M']],
		['either', 'REF-1', null, ['REF-1', null]],
		['either', 'S', 'REF-1', ['S', 'REF-1']],
	])('asked for by the %s is that of REF-1: %s, %s', (by, own, merchants, expected) => {
		const { transactionReference, reference } = requireSameReference(
			{ reference: 'REF-1', by },
			recordOf(own, merchants),
		);
		expect([transactionReference, reference]).toEqual(expected);
	});

	test.each<[By, own: string | null, merchants: string | null, named: string]>([
		['service', 'OTHER', 'REF-1', 'OTHER'],
		['merchant', 'S', 'OTHER', 'OTHER'],
		['either', 'OTHER', 'M', 'OTHER'],
		['either', null, 'OTHER', 'OTHER'],
	])('asked for by the %s is another one: %s, %s', (by, own, merchants, named) => {
		const read = () => requireSameReference({ reference: 'REF-1', by }, recordOf(own, merchants));
		expect(read).toThrow(otherRecord('REF-1', named).message);
	});

	test('that there is none of says so', () => {
		expect(serviceAnswerOf({ kind: 'nothing' })).toMatchObject({
			failure: {
				message: 'The service has no record under this reference.',
				description: 'The outcome of this payment is not known. Ask your provider what it finds under this reference.',
			},
		});
	});

	test('that no call was asked for is none', () => {
		expect(combineLookUps([])).toEqual({ kind: 'cannotTell' });
	});

	test('has the reason that any record of the same payment tells', () => {
		const [without, told] = [undefined, '51'].map((errorCode) => ({
			kind: 'record' as const,
			record: { ...recordOf('SBX-1', null), outcome: 'declined' as const, errorCode },
		}));
		expect(combineLookUps([without!, told!])).toMatchObject({ record: { errorCode: '51' } });
	});
});

describe('the record of a payment', () => {
	const ONE = [`${CALLS.verify}/ORDER-1`];
	const BOTH = [...ONE, CALLS.history];
	// A decline under the merchant's reference is asked about in every way, and so is the next attempt.
	const NEXT = [...BOTH, `${CALLS.verify}/${SECOND_ATTEMPT}`, CALLS.history];
	const listed = pageOf(inHistory({ status: 4 }));

	test.each<[string, verify: Reply, history: Reply, told: string | number, calls: string[]]>([
		['both', inVerify({}), listed, 'authorized', ONE],
		['both', FORBIDDEN, listed, 403, ONE],
		['both', NOT_FOUND, listed, 'declined', [...BOTH, ...NEXT]],
		['both', NOT_FOUND, pageOf(), 404, BOTH],
		['both', NOT_FOUND, FORBIDDEN, 403, BOTH],
		['both', NOT_FOUND, { statusCode: 405 }, 404, BOTH],
		['history', NOT_FOUND, listed, 'declined', [...BOTH, CALLS.history, CALLS.history]],
		['verify', NOT_FOUND, listed, 404, ONE],
	])('with %s: verify %j, history %j', async (findPaymentsWith, verify, history, told, asked) => {
		const { service, calls } = await serviceWith({ verify, history }, { ...STORED, findPaymentsWith });
		const { body: raw } = (asked === ONE ? verify : history) as { body?: unknown };
		expect(serviceAnswerOf(await lookUp(service, findPayments, { either: ['ORDER-1'] }))).toMatchObject(
			typeof told === 'number' ? { failure: { httpStatus: told } } : { value: { outcome: told }, raw },
		);
		expect(calls()).toEqual(asked);
	});
});

describe('a payment of which nobody knows whose references are given', () => {
	const BY = (reference: string) => [`${CALLS.verify}/${reference}`, CALLS.history];
	const find = async (replies: Replies, either = ['SBX-9', 'ORDER-1']) => {
		const { service, calls } = await serviceWith(replies);
		return { found: await lookUp(service, findPayments, { either }), calls: calls() };
	};

	test('is found by the second where verify does not know the first, and the history fails', async () => {
		for (const history of [FORBIDDEN, { statusCode: 503 }, pageOf(inHistory({ reference: 'ORDER-2' }))]) {
			const second = await find({ verify: [NOT_FOUND, inVerify({})], history });
			expect([inWords(second.found), second.calls]).toEqual([
				'authorized',
				[...BY('SBX-9'), `${CALLS.verify}/ORDER-1`],
			]);
			expect(inWords((await find({ history })).found)).toBe('unanswered');
		}
	});

	test('is that of the first one that leads to a record, or to no answer', async () => {
		const second = await find({ verify: [NOT_FOUND, inVerify({})] });
		expect([inWords(second.found), second.calls]).toEqual(['authorized', [...BY('SBX-9'), `${CALLS.verify}/ORDER-1`]]);
		const busy = await find({ verify: { statusCode: 503 } });
		expect([inWords(busy.found), busy.calls]).toEqual(['unanswered', [`${CALLS.verify}/SBX-9`]]);
	});

	test('is none where no reference leads to a record, for the last reason', async () => {
		const { found, calls } = await find({ verify: [NOT_FOUND, { statusCode: 405 }] });
		expect(found).toMatchObject({ kind: 'cannotTell', failure: { httpStatus: 405 } });
		expect(calls).toEqual([...BY('SBX-9'), ...BY('ORDER-1')]);
	});

	test('is none where the service does not say that it knows nothing by the first', async () => {
		const { found, calls } = await find({ verify: [{ statusCode: 405 }, inVerify({})] });
		expect(found).toMatchObject({ kind: 'cannotTell', failure: { httpStatus: 405 } });
		expect(calls).toEqual(BY('SBX-9'));
	});
});

describe('an order with several attempts', () => {
	const DECLINED = inVerify({ status: 4 });
	const LAST = SECOND_ATTEMPT;
	/** The record of the second attempt. */
	const second = (changes: object) => inVerify({ merchantRef: LAST, transactionReference: 'SBX-2', ...changes });
	const BUSY: Reply = { statusCode: 503 };

	/** Looks up the order, where verify answers for its attempts, and the history lists nothing. */
	async function find(verify: Reply[], sought: Parameters<typeof lookUp>[2], history: Reply | Reply[] = pageOf()) {
		const { service, calls } = await serviceWith({ verify, history });
		const found = await lookUp(service, findPayments, sought as Parameters<typeof lookUp<VerifiedPayment>>[2]);
		const verified = calls().filter((call) => call.startsWith(CALLS.verify));
		return { found, verified: verified.map((call) => call.slice(CALLS.verify.length + 1)) };
	}

	test.each<[string, Reply, history: Reply | Reply[], found: string]>([
		['is paid', second({}), pageOf(), 'authorized'],
		['is open', second({ status: 1 }), pageOf(), 'pending'],
		['is refunded', second({ status: 6 }), pageOf(), 'refunded'],
		['does not exist', NOT_FOUND, pageOf(), 'declined'],
		['cannot be found', { statusCode: 405 }, [pageOf(), { statusCode: 404, body: {} }], 'declined'],
		['was declined, too', second({ status: 4 }), pageOf(), 'declined'],
		['is not told of', BUSY, [pageOf(), FORBIDDEN], 'unanswered'],
		['has the record of another', inVerify({}), pageOf(), 'unanswered'],
	])('whose first was declined is as the second one says, which %s', async (_, verify, history, kind) => {
		const { found, verified } = await find([DECLINED, verify, NOT_FOUND], { order: 'ORDER-1' }, history);
		expect(inWords(found)).toBe(kind);
		expect(verified.slice(0, 2)).toEqual(['ORDER-1', LAST]);
	});

	test('is found by either reference, unless that is the service’s own of a declined one', async () => {
		const byOrder = await find([DECLINED, DECLINED, second({})], { either: ['ORDER-1'] });
		expect([inWords(byOrder.found), byOrder.verified]).toEqual(['authorized', ['ORDER-1', 'ORDER-1', LAST]]);
		const byOwn = await find([DECLINED], { either: ['SBX-1'] });
		expect([inWords(byOwn.found), byOwn.verified]).toEqual(['declined', ['SBX-1']]);
	});

	test('is asked about from the attempt whose reference is given, and alone where that one is meant', async () => {
		const third = attemptReference({ order: 'ORDER-1', attempt: 3 });
		const from = await find([second({ status: 4 }), NOT_FOUND], { order: LAST });
		expect([inWords(from.found), from.verified]).toEqual(['declined', [LAST, third]]);
		const alone = await find([DECLINED], { merchant: 'ORDER-1' });
		expect([inWords(alone.found), alone.verified]).toEqual(['declined', ['ORDER-1']]);
	});

	test('has ten of them', async () => {
		const references = Array.from({ length: 10 }, (_, index) =>
			attemptReference({ order: 'ORDER-1', attempt: index + 1 }),
		);
		const replies = references.map((merchantRef) => inVerify({ merchantRef, status: 4 }));
		const { found, verified } = await find(replies, { order: 'ORDER-1' });
		expect([inWords(found), verified]).toEqual(['declined', references]);
		expect(found).toMatchObject({ record: { reference: references[9] } });
	});

	test('is no payment of another amount where its first attempt of that amount was declined', async () => {
		const compare = (record: Payment) =>
			comparePayment({ reference: 'ORDER-1', amount: 10, currency: 'NGN' }, record, { amountsIn: 'iso4217' });
		const replies = (amount: number) => [
			inVerify({ status: 4, requestedAmount: 99 }),
			second({ requestedAmount: amount }),
		];
		expect(inWords((await find(replies(10), { order: 'ORDER-1', compare })).found)).toBe('authorized');
		expect(inWords((await find(replies(99), { order: 'ORDER-1', compare })).found)).toBe('cannotTell');
	});

	test('is found in a history that searches by beginning', async () => {
		const first = inHistory({ status: 4 });
		const paid = inHistory({ reference: LAST, transactionReference: 'SBX-2' });
		const { found } = await find([NOT_FOUND], { order: 'ORDER-1' }, pageOf(first, paid));
		expect(found).toMatchObject({ kind: 'record', record: { outcome: 'authorized', reference: LAST } });
	});
});

describe('what several calls say together', () => {
	const of = (outcome: Payment['outcome'], transactionReference: string | null = 'SBX-1'): LookUp => ({
		kind: 'record',
		record: payment({ outcome, transactionReference }),
	});
	const NOTHING: LookUp = { kind: 'nothing' };
	const CANNOT_TELL: LookUp = { kind: 'cannotTell' };
	const DOES_NOT_SAY: LookUp = { kind: 'unanswered', failure: new UnreachableError('Down') };
	// The first call was answered.
	const IN_PART: LookUp = { ...DOES_NOT_SAY, isPartial: true };

	test.each<[LookUp[], LookUp]>([
		[[DOES_NOT_SAY, of('pending')], of('pending')],
		// Another payment may have followed the decline.
		[[of('declined'), DOES_NOT_SAY], IN_PART],
		[[DOES_NOT_SAY, of('declined')], DOES_NOT_SAY],
		// One payment: the first call's record of it counts. Two: what is or may be paid goes before a decline.
		[[of('declined'), of('pending')], of('declined')],
		[[of('declined'), of('pending', 'SBX-2')], of('pending', 'SBX-2')],
		// Without a reference nobody knows that they are one.
		[[of('declined', null), of('authorized', null)], of('authorized', null)],
		[[of('declined', null), of('authorized')], of('authorized')],
		[[DOES_NOT_SAY, NOTHING], NOTHING],
		[[CANNOT_TELL, NOTHING], NOTHING],
		[[CANNOT_TELL, DOES_NOT_SAY], IN_PART],
		[[DOES_NOT_SAY, CANNOT_TELL], DOES_NOT_SAY],
		[[CANNOT_TELL, CANNOT_TELL], CANNOT_TELL],
	])('%j: %j', (lookUps, expected) => {
		expect(combineLookUps(lookUps)).toEqual(expected);
	});
});

describe('how often the service is asked', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: START });
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	const FOUND: LookUp = { kind: 'record', record: payment({ outcome: 'declined' }) };
	const NOTHING: LookUp = { kind: 'nothing' };
	const CANNOT_TELL: LookUp = { kind: 'cannotTell' };
	const failing = (failure: GatewayError): LookUp => ({ kind: 'unanswered', failure });
	const BUSY = failing(new ReadFailedError('Busy', '', 503));
	const isRecord = ({ kind }: LookUp) => kind === 'record';

	/** Makes look-ups with these answers, of which the last comes again, and tells what comes of them and when they are made. */
	async function asked(answers: LookUp[], isEnough?: (found: LookUp) => boolean, signal?: AbortSignal) {
		const { service } = await connectionWith([], STORED, signal);
		const times: number[] = [];
		const found = await withoutWaiting(
			lookUpUntil(
				service,
				async () => {
					times.push(Date.now() - START);
					return (answers.length > 1 ? answers.shift() : answers[0])!;
				},
				isEnough,
			),
		);
		return { found, times };
	}

	test.each<[string, LookUp[], boolean, number[]]>([
		['a record', [FOUND], true, [0]],
		['a record that appears', [NOTHING, CANNOT_TELL, FOUND], true, [0, 500, 2000]],
		['nothing, which may still appear', [NOTHING], true, [0, 500, 2000]],
		['nothing, which is an answer', [NOTHING], false, [0]],
		['what cannot be told', [CANNOT_TELL], false, [0]],
		['a service that is busy for a moment', [BUSY, NOTHING], false, [0, 500]],
		['a busy service', [BUSY], false, [0, 500, 2000]],
	])('%s', async (_, answers, untilFound, times) => {
		expect((await asked([...answers], untilFound ? isRecord : undefined)).times).toEqual(times);
	});

	test.each<[GatewayError, number]>([
		[new ReadFailedError('Error 503', '', 503), 3],
		[new UnreachableError('Down'), 3],
		[new TokenError('No token'), 3],
		[new TokenError('Wrong keys', '', true), 1],
		[new RefusedError('Too many requests', '', 429), 3],
		[new RefusedError('Bad key', '', 401), 1],
		[new RefusedError('Forbidden', '', 403), 1],
		[new SettingError('No Private Key'), 1],
	])('after a failure that may pass three times: %s', async (failure, count) => {
		for (const isEnough of [isRecord, undefined]) {
			const { found, times } = await asked([failing(failure)], isEnough);
			expect(found).toEqual(failing(failure));
			expect(times).toHaveLength(count);
		}
	});

	test('without pauses when the execution is stopped', async () => {
		const { times } = await asked([BUSY], undefined, AbortSignal.abort());
		expect(times).toEqual([0, 0, 0]);
	});
});

test.each([
	[new RefusedError('Not found', '', 404, { isOwnError: true }), true],
	[new RefusedError('Not found', '', 404), false],
	[new RefusedError('Bad request', '', 400, { isOwnError: true }), false],
	[undefined, false],
])('only a 404 in the form of verify says that there is no such payment: %s', (failure, expected) => {
	expect(isNotFound(failure)).toBe(expected);
});

function inWords(found: LookUp): string {
	return found.kind === 'record' ? found.record.outcome : found.kind;
}
