import { rejection } from '../../../nodes/CardPaymentTrigger/answers';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { PATH, PAID, TERMS, UNKNOWN, answerOf, decide, notificationOf, signedFor, stopClock } from './notifications';
import type { settingsOf } from './settings';

stopClock();

const OTHER_TERMS = { ...TERMS, reference: 'ORDER-2' };
const nested = (levels: number): unknown => (levels === 0 ? 'end' : { data: nested(levels - 1) });

test.each([
	['a notification', PATH],
	['a returning customer', '/webhook/3f0a/callback'],
])('a transaction that the service does not know yet is waited for where %s came to a signed URL', async (_, path) => {
	const request = notificationOf(PAID, { url: signUrl(`https://n8n.example${path}`, TERMS, 'private-key-9e2d') });
	const { decision } = await decide(request, { options: { requireSignedUrl: true } }, UNKNOWN);
	expect(decision).toMatchObject(rejection('tryLater', 'the service does not know its transaction', true));
});

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
		const comparison = mismatch.includes('not known') ? 'cannot be compared with' : 'is not';
		expect(decision).toMatchObject({
			kind: 'accepted',
			record: { outcome: 'unknown', authorized: false },
			warning: expect.stringMatching(`^this payment ${comparison} |^this ${comparison} the payment`) as string,
		});
		expect(decision).toHaveProperty('warning', expect.stringContaining(mismatch));
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

	test('is of a payment whose reference the service does not repeat, so that it is waited for', async () => {
		const unnamed = answerOf({ ...PAID, merchantRef: undefined });
		const { decision } = await decide(notificationOf(PAID, signedFor(TERMS)), {}, unnamed);
		const reason = 'the service does not repeat the reference that its URL was signed for';
		expect(decision).toMatchObject({ kind: 'tryLater', reason, showsOutcome: true });
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
