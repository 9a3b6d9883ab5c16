import { Secrets } from '../../../../gateway/protocol/secrets';
import { allWordsIn, serviceMessageIn, wordsIn, wordsOfRecord } from '../../../../gateway/protocol/words';

const said = (body: unknown, secrets: string[] = []) => serviceMessageIn(body, new Secrets(secrets));
const nested = (levels: number): object => (levels === 0 ? { message: 'deep' } : { error: nested(levels - 1) });
const nestedErrors = (levels: number): object => ({ errors: levels === 0 ? ['deep'] : nestedErrors(levels - 1) });

test.each<[unknown, string | undefined]>([
	['Duplicate', undefined],
	[[{ message: 'a' }], undefined],
	[{ detail: 'second', message: 'first' }, 'first'],
	[{ message: '  ', detail: ' only ' }, 'only'],
	[{ message: 'a', code: 'E1' }, 'a'],
	[{ code: 'E1', errors: ['b'] }, 'E1; b'],
	[{ code: 12 }, undefined],
	[{ error: { description: 'a', errors: [{ reason: 'b' }] } }, 'a; b'],
	[{ errors: { message: 'a' } }, 'a'],
	[{ message: 'a', errors: nestedErrors(2) }, 'a; deep'],
	[{ message: 'a', errors: nestedErrors(4) }, 'a'],
	[{ errors: { cvv: ['a', 'b'], pin: { detail: 'c' } } }, 'cvv: a; cvv: b; pin: c'],
	[{ data: { responseMessage: 'a' } }, 'a'],
	[nested(3), 'deep'],
	[nested(4), undefined],
	[{ errors: Array.from({ length: 12 }, (_, index) => index + 1) }, '1; 2; 3; 4; 5; 6; 7; 8; 9; 10'],
	[
		{ errors: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, 'x'])) },
		Array.from({ length: 10 }, (_, index) => `f${index}: x`).join('; '),
	],
	[{ message: 'a\n\t b ' }, 'a b'],
])('the words in %j', (body, words) => {
	expect(said(body)).toBe(words);
});

test('are without secrets, wherever they stand', () => {
	const body = { error: { message: 'No 918273' }, errors: { '918273': ['918273 is wrong'] } };
	expect(said(body, ['918273'])).toBe('No [hidden]; [hidden]: [hidden] is wrong');
});

test('the words of a code are taken apart', () => {
	expect(wordsIn(['DUPLICATE_REFERENCE', 'paymentFailed', 'a-b', null])).toBe(
		'DUPLICATE REFERENCE payment Failed a b ',
	);
});

describe('the words of a record', () => {
	test.each<[Record<string, unknown>, string]>([
		[{}, ''],
		[{ status: 'FAILED', message: null, errorCode: '94' }, ''],
		[{ message: 'a', detail: 'b', errorCode: 'C1', errors: ['d', { cvv: 'e' }] }, 'a; b; C1; d'],
		[{ message: 'a', error: { message: 'a', code: 'E' }, errors: { pin: 'b' } }, 'a; pin: b'],
		[{ responseMessage: 'वही', title: '…' }, 'वही'],
		[{ message: 'x'.repeat(400) }, 'x'.repeat(300)],
	])('of %j are all that its fields and codes say', (record, words) => {
		expect(wordsOfRecord(record)).toBe(words);
	});
});

describe('all words of an answer', () => {
	test.each<[unknown, string]>([
		[undefined, ''],
		[null, ''],
		['Duplicate', 'Duplicate'],
		[{ status: 200, reference: '12-34', ok: false }, ''],
		[{ a: { b: [{ c: 'deep' }, 'list'] }, top: 'first' }, 'first; list; deep'],
		[{ message: 'a', errors: { pin: ['b', { c: 'd' }] } }, 'a; pin: b; c: d'],
		[{ duplicate: true }, 'duplicate'],
		[{ message: 'a', rc: 26 }, 'Duplicate transaction; a'],
		[{ gateway: { responseCode: ' 094 ' } }, 'Duplicate transaction'],
		[{ responseCode: '940', code: '126', encoded: '94', countryCode: '94', bankCode: '026', authCode: 26 }, ''],
		[{ response_code: '000026', errorCode: '0094' }, ''],
		[{ code: {}, rc: null, errorCode: ['94'] }, 'Duplicate transaction'],
		[{ code: {}, rc: null }, ''],
		[{ narration: 'a', customFields: { b: 'c' }, metadata: { d: 'e' }, f: 'f' }, 'f'],
		[{ a: 'same', b: 'same' }, 'same'],
		[{ a: 'x'.repeat(1200), b: 'y' }, `${'x'.repeat(1000)}; y`],
		[
			Array.from({ length: 300 }, (_, index) => `${index}a`),
			Array.from({ length: 199 }, (_, index) => `${index}a`).join('; '),
		],
	])('%j', (body, words) => {
		expect(allWordsIn(body)).toBe(words);
	});

	test('of an answer that is deep or large are read to an end, and no further', () => {
		let deep: unknown = 'deepest';
		for (let level = 0; level < 3000; level++) deep = { a: deep };
		expect(allWordsIn(deep)).toBe('');
		const large = Array.from({ length: 20 }, (_, index) => String(index).padStart(900, 'x'));
		expect(allWordsIn(large)).toHaveLength(5000);
	});
});
