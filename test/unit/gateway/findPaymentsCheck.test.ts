import * as fc from 'fast-check';

import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { PlainRequest } from '../../../gateway/client/request';
import { isReference } from '../../../gateway/values/reference';
import { NOW } from './examples';
import {
	type Reply,
	type Respond,
	differing,
	status,
	own,
	html,
	unreachable,
	historyOf,
	run,
	to,
	good,
	bad,
} from './setupRun';

describe('Find Payments', () => {
	const verifying =
		(answer: Reply): Respond =>
		({ headers, url }) =>
			headers && url.endsWith('/ORDER-1') ? answer : own(headers ? 404 : 401);
	const record = (more: object = {}) =>
		status(200, { status: 200, data: { transactionReference: 'T-0', merchantRef: 'ORDER-1', status: 2, ...more } });
	const finds = verifying(record());
	const findsNot = verifying(own(404));
	const filters = historyOf(['ORDER-1', 'ORDER-2']);
	const filtersNot = historyOf(['ORDER-1', 'ORDER-2'], { filters: false });

	const done = 'Nothing to do.';
	const BOTH = 'In the credential, set Find Payments With to Verify and Transaction History.';
	const VERIFY = 'In the credential, set Find Payments With to Verify.';
	const PLAIN = 'At this provider, use references of capital letters and digits alone.';
	const OFF = expect.stringContaining('in the credential, turn off Check References Before Sending. ') as string;
	const ONLY_HISTORY = 'The transaction history finds payments by your reference, and verify does not.';
	const ONLY_VERIFY = 'Verify finds payments by your reference, and the transaction history does not.';

	test.each<[Record<string, Respond>, string, Record<string, string>]>([
		[{ verify: finds, history: filters }, 'Verify and the ', { both: done, verify: done, history: done }],
		[{ verify: findsNot, history: filters }, ONLY_HISTORY, { both: done, verify: BOTH, history: done }],
		[{ verify: finds, history: filtersNot }, ONLY_VERIFY, { both: VERIFY, verify: done, history: VERIFY }],
		[{ verify: findsNot, history: filtersNot }, 'Neither verify nor ', { both: OFF, verify: OFF, history: OFF }],
	])('by what finds a payment: %#', async (service, found, todo) => {
		for (const [findPaymentsWith, whatToDo] of Object.entries(todo)) {
			const { of } = await run(service, differing({ findPaymentsWith }));
			expect(of('Find Payments')).toEqual({
				ok: whatToDo === done,
				found: expect.stringContaining(found) as string,
				whatToDo,
			});
		}
	});

	test('asks for one payment, looks it up by the reference of the merchant, and charges nothing', async () => {
		const { requests } = await run();
		const headers = { Authorization: 'private-key-9e2d' };
		const url = 'https://service.example/api/transaction/history';
		const unused = expect.stringMatching(/^credential-test-/);
		expect(requests.filter(to('history'))).toEqual([
			{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, size: 1 } },
			{
				endpoint: ENDPOINTS.history,
				url,
				headers,
				query: { startDate: 0, endDate: expect.any(Number) as number, size: 1 },
			},
			...[unused, 'ORDER-1', 'order-1', 'O-RDER-1'].map((reference) => ({
				...{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, size: 100, reference } },
			})),
		]);
		const verified = requests.filter(to('verify')).slice(-2);
		expect(verified).toEqual(
			['T-0', 'ORDER-1'].map((reference) => ({
				...{ endpoint: ENDPOINTS.verify, url: `https://service.example/api/transaction/verify/${reference}`, headers },
			})),
		);
		expect(requests.filter(to('charge'))).toEqual([]);
	});

	test.each<[string, Respond]>([
		['a page that filters nothing has no other payment', historyOf(['ORDER-1'], { filters: false })],
		[
			'the filter takes the references of the service alone',
			(request) => historyOf(request.query?.reference ? [] : ['ORDER-1', 'ORDER-2'])(request),
		],
		['the filter is refused', (request) => (request.query?.reference ? own(400) : filters(request))],
	])('history does not find by the reference where %s', async (_, history) => {
		const { of } = await run({ verify: finds, history });
		expect(of('Find Payments')).toMatchObject({ ok: false, found: ONLY_VERIFY });
	});

	test('history finds where it answers 404 for a reference without a payment', async () => {
		const history: Respond = (request) =>
			String(request.query?.reference).startsWith('credential-test-') ? own(404) : filters(request);
		expect((await run({ history })).of('Find Payments').ok).toBe(true);
	});

	test.each([
		['an answer about another payment', record({ transactionReference: 'T-9', merchantRef: 'ORDER-2' })],
		['a record that has the reference as its own', record({ transactionReference: 'ORDER-1', merchantRef: null })],
		['a refusal of its form', own(400)],
	])('verify does not find with %s', async (_, answer) => {
		expect((await run({ verify: verifying(answer) })).of('Find Payments').found).toBe(ONLY_HISTORY);
	});

	const listing = (content: unknown, more: object = {}) => status(200, { status: 200, data: { content, ...more } });

	test.each([
		['no payment', []],
		['a payment under a reference of the service', [{ transactionReference: 'T-1', reference: 'T-1' }]],
		['a payment whose reference cannot be looked up', [{ transactionReference: 'T-1', reference: '..' }]],
	])('a history that has %s: a test payment is needed', async (_, content) => {
		const { of } = await run({ history: () => listing(content) });
		const found = 'The transaction history has no payment with a reference of yours yet.';
		expect(of('Find Payments')).toEqual(good(found, 'Make one test payment, and run Check Setup again.'));
	});

	const USES_HISTORY = ['both', 'history'];

	test.each<[Reply, string]>([
		[own(400), 'There is no transaction history at'],
		[html(404), 'There is no transaction history at'],
		[own(404), 'There is no transaction history at'],
		[own(405), 'There is no transaction history at'],
		[status(200, { data: { rows: [] } }), 'n8n cannot read what the transaction history at'],
		[listing(['ORDER-1']), 'n8n cannot read what the transaction history at'],
		[listing([7, { reference: 'ORDER-1' }]), 'n8n cannot read what the transaction history at'],
		[html(200), 'n8n cannot read what the transaction history at'],
	])('without a history that can be read (%j) only the provider knows', async (reply, words) => {
		for (const findPaymentsWith of ['both', 'history', 'verify']) {
			const { of, requests } = await run({ history: () => reply }, differing({ findPaymentsWith }));
			const { ok, found, whatToDo } = of('Find Payments');
			expect(ok).toBe(!USES_HISTORY.includes(findPaymentsWith));
			expect(found).toMatch(new RegExp(`^${words} https://service.example/api/transaction/history`));
			expect(whatToDo).toContain('Ask your provider whether ');
			expect(whatToDo.includes('set Find Payments With to Verify.')).toBe(!ok);
			expect(whatToDo.includes('enter it as Transaction History Path.')).toBe(!ok);
			// The service's own 404 may mean that there is nothing to be listed.
			const isOwn = JSON.stringify(reply) === JSON.stringify(own(404));
			expect(whatToDo.includes('make one test payment')).toBe(isOwn && !ok);
			expect(requests.filter(to('history'))).toHaveLength(1);
		}
	});

	test('without a history, and without the question before a charge, it is as good as it can be', async () => {
		const { of } = await run({ history: () => html(404) }, differing({ checkReferences: false }));
		expect(of('Find Payments').ok).toBe(true);
	});

	test.each<[string, object]>([
		['pages that no number counts', { totalPages: 'many' }],
		['a last page that may not be one', { last: 'perhaps' }],
		['a page that has more', { last: false }],
	])('a history with %s is not told as one that finds payments', async (_, more) => {
		const isAsked = ({ query }: PlainRequest) => query?.reference !== undefined;
		const history: Respond = (request) => {
			const { body } = filters(request) as { body: { data: { content: unknown[] } } };
			return isAsked(request) ? listing(body.data.content, more) : filters(request);
		};
		for (const findPaymentsWith of USES_HISTORY) {
			const { of } = await run({ verify: finds, history }, differing({ findPaymentsWith }));
			expect(of('Find Payments')).toEqual(
				bad(`${ONLY_VERIFY} n8n cannot read whether the list of the history is complete.`, VERIFY),
			);
		}
		expect((await run({ verify: finds, history }, differing({ findPaymentsWith: 'verify' }))).failed).toEqual([]);
		expect((await run({ verify: findsNot, history })).of('Find Payments').ok).toBe(false);
	});

	test('a list in which rows are null, and numbers are text, is as good as any', async () => {
		const history: Respond = (request) => {
			const { body } = filters(request) as { body: { data: { content: unknown[]; totalPages: number } } };
			const { content, totalPages } = body.data;
			return listing(content.length > 0 ? [null, ...content] : null, { totalPages: String(totalPages), last: 'true' });
		};
		expect((await run({ history })).failed).toEqual([]);
	});

	describe('a service that tells references in other letters', () => {
		interface Spelling {
			sent: string;
			/** The form in which references are compared, and those in which the calls tell them. */
			compared?: (reference: string) => string;
			history?: (reference: string) => string | null;
			verify?: (reference: string) => string | null;
			/** True if verify finds a payment by the merchant's reference. */
			isVerified?: boolean;
		}
		const asSent = (reference: string) => reference;
		const upper = (reference: string) => reference.toUpperCase();
		const lower = (reference: string) => reference.toLowerCase();
		const plain = (reference: string) => reference.replace(/\W/g, '');

		/** A service with one payment. */
		function spelling({ sent, compared = asSent, isVerified = false, ...tells }: Spelling): Record<string, Respond> {
			const isIt = (asked: unknown) => asked === 'T-0' || compared(String(asked)) === compared(sent);
			const row = { transactionReference: 'T-0', status: 2 };
			return {
				history({ query }) {
					if (Number(query?.endDate ?? Infinity) < NOW) return listing([]);
					const isListed = query?.reference === undefined || isIt(query.reference);
					return listing(isListed ? [{ ...row, reference: (tells.history ?? asSent)(sent) }] : []);
				},
				verify({ headers, url }) {
					const asked = decodeURIComponent(url.split('/').at(-1)!);
					if (!headers) return own(401);
					if (asked !== 'T-0' && !(isVerified && isIt(asked))) return own(404);
					return record({ merchantRef: (tells.verify ?? asSent)(sent) });
				},
			};
		}

		const run1 = async (of: Spelling, settings: object = {}) =>
			(await run(spelling(of), differing(settings))).of('Find Payments');

		test.each<[string, Spelling, string]>([
			[
				'without hyphens, which it does not compare either',
				{ sent: 'ORDER-1', compared: plain, history: plain, verify: plain },
				'The transaction history finds "ORDER1" by "O-RDER1" as well.',
			],
			[
				'in capitals, and compares them so',
				{ sent: 'order1', compared: upper, history: upper, verify: upper },
				'The transaction history finds "ORDER1" by "order1" as well.',
			],
			[
				'in capitals, with verify alone',
				{ sent: 'order-1', isVerified: true, verify: upper },
				'Verify answers with "ORDER-1" where it is asked for "order-1".',
			],
			[
				'without any, in the history',
				{ sent: 'ORDER-1', history: () => null },
				'The transaction history answers without a reference where it is asked for "ORDER-1".',
			],
			[
				'without any, with verify',
				{ sent: 'ORDER-1', isVerified: true, verify: () => null },
				'Verify answers without a reference where it is asked for "ORDER-1".',
			],
			[
				'cut, with verify',
				{ sent: 'ORDER-1', isVerified: true, verify: () => 'ORD' },
				'Verify answers with "ORD" where it is asked for "ORDER-1".',
			],
			[
				'in one way in the history, and in another with verify',
				{ sent: 'ORDER-1', compared: plain, history: plain },
				'The transaction history has the newest payment under "ORDER1", and verify under "ORDER-1".',
			],
			[
				'in capitals, and finds them as they were sent',
				{ sent: 'order-1', history: upper, verify: upper },
				'Neither verify nor the transaction history finds payments by your reference.',
			],
			[
				'cut, and finds them as they were sent',
				{ sent: 'ORDER-1001', history: () => 'ORDER-10', verify: () => 'ORDER-10' },
				'Neither verify nor the transaction history finds payments by your reference.',
			],
			[
				'nowhere',
				{ sent: 'ORDER-1', history: () => null, verify: () => null },
				'The newest payment of the transaction history has no reference, so n8n cannot find it by yours.',
			],
		])('%s', async (_, service, words) => {
			expect(await run1(service)).toEqual({
				ok: false,
				found: expect.stringContaining(words) as string,
				whatToDo: expect.stringContaining(PLAIN) as string,
			});
		});

		test.each<[string, Spelling]>([
			['tells them as they were sent', { sent: 'Order-1a', isVerified: true }],
			['has digits alone', { sent: '1001', compared: lower }],
			['tells accents in another normal form', { sent: 'Caf\u00e9-1', history: (one) => one.normalize('NFD') }],
		])('says nothing where it %s', async (_, service) => {
			expect(await run1(service)).toMatchObject({ ok: true, whatToDo: 'Nothing to do.' });
		});

		test('any reference that is told as it was sent is good; any that is compared without hyphens is told', async () => {
			const anyReference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.trim());
			const isUsable = (text: string) => isReference(text) && !text.startsWith('T-');
			const property = fc.asyncProperty(anyReference.filter(isUsable), async (sent) => {
				expect(await run1({ sent: sent.normalize(), isVerified: true })).toMatchObject({
					ok: true,
					whatToDo: 'Nothing to do.',
				});
				const squeezed = (text: string) => text.replaceAll('-', '');
				const { whatToDo } = await run1({ sent: sent.normalize(), compared: squeezed, history: squeezed });
				if (squeezed(sent) !== '') expect(whatToDo).toContain(PLAIN);
			});
			await fc.assert(property, { numRuns: 60 });
		});

		test.each<[string, Spelling]>([
			['capitals', { sent: 'order-1', compared: lower }],
			['hyphens', { sent: 'ORDER-1', compared: plain }],
		])('is good where it compares without %s, and keeps them: the advice stands all the same', async (_, service) => {
			expect(await run1(service)).toMatchObject({ ok: true, whatToDo: PLAIN });
		});

		test('of the calls that are not used it says nothing', async () => {
			const of: Spelling = { sent: 'ORDER-1', isVerified: true, history: () => null };
			expect(await run1(of, { findPaymentsWith: 'verify' })).toMatchObject({ ok: true, whatToDo: 'Nothing to do.' });
			const other: Spelling = { sent: 'ORDER-1', isVerified: true, verify: () => null };
			expect(await run1(other, { findPaymentsWith: 'history' })).toMatchObject({
				ok: true,
				whatToDo: 'Nothing to do.',
			});
		});

		test('another payment under the reference in other letters is another one', async () => {
			const history = historyOf(['ORDER-1', 'order-1', 'O-RDER-1']);
			expect((await run({ history })).of('Find Payments')).toMatchObject({ ok: true, whatToDo: 'Nothing to do.' });
		});
	});

	test.each<[string, Reply]>([
		['the history', status(503)],
		['verify', status(503)],
	])(
		'%s that is in trouble when it is asked for the payment is not told as one that does not find it',
		async (call) => {
			const isOfPayment = ({ query, url }: PlainRequest) => query?.reference === 'ORDER-1' || url.endsWith('/ORDER-1');
			const [name, inOrder] = call === 'verify' ? ['verify', findsNot] : ['history', filters];
			const service = {
				[name]: (request: PlainRequest) => (isOfPayment(request) ? status(503) : inOrder(request)),
			};
			const { ok, found } = (await run(service)).of('Find Payments');
			expect([ok, found]).toEqual([false, expect.stringContaining('status 503')]);
		},
	);

	test.each([
		[status(503), 'status 503'],
		[status(302), 'redirected'],
		[unreachable(), 'cannot be reached'],
	])('a service that is in trouble: %j', async (reply, words) => {
		const { of, failed } = await run({ history: () => reply });
		expect(failed).toEqual(['Find Payments']);
		expect(of('Find Payments').found).toContain(words);
	});
});
