import * as fc from 'fast-check';
import { z } from 'zod/v4';
import { InputError } from '../../../gateway/values/errors';
import {
	checkInput,
	objectOf,
	readInput,
	requiredText,
	text,
	requireValid,
	webAddress,
} from '../../../gateway/values/input';
import { currencyCode } from '../../../gateway/values/money';
import { attempt, failureOf } from '../gateway/examples';
import { always, anyValue } from '../gateway/property';

const LABELS = { name: 'Customer Name', address: 'Address' };
const schema = objectOf({
	name: requiredText,
	note: text.optional(),
	address: objectOf({ city: requiredText }).optional(),
});

function check(input: unknown) {
	return checkInput(schema, input, LABELS);
}

function problemsOf(input: unknown) {
	return (failureOf(() => check(input)) as InputError).problems;
}

describe('Text that a user gives', () => {
	test.each([
		['  a b ', 'a b'],
		[5, '5'],
		['007', '007'],
		[10.5, '10.5'],
	])('%p is read as %p', (given, expected) => {
		expect(text.parse(given)).toBe(expected);
	});

	test.each([null, true, [], {}, NaN, Infinity])('%p is not text', (given) => {
		expect(text.safeParse(given).error?.issues[0]?.message).toBe(
			'is neither text nor a number. Enter one or the other.',
		);
	});

	test('a number that is too long to be exact is refused: some of its digits are lost already', () => {
		expect(text.safeParse(Number('12345678901234567890')).success).toBe(false);
	});

	test.each(['2.348E+12', '2,348E+12', ' 2.3480123E+12 ', '5E+9', '-2.348e+12', 1.5e21])(
		'%p, as a spreadsheet shortens a number, is refused: some of its digits are lost',
		(given) => {
			expect(text.safeParse(given).error?.issues[0]?.message).toMatch(/^has lost digits/);
		},
	);

	test.each(['ORD-2E+1', '2348000000000', 'E+12', '12.348E+12', '2.348E12x'])('%p is none', (given) => {
		expect(text.parse(given)).toBe(given);
	});

	test.each(['', '   '])('%p does not count as required text', (given) => {
		expect(requiredText.safeParse(given).error?.issues[0]?.message).toBe('is missing. Give it a value.');
	});
});

describe('Addresses must begin with http or https (8.2)', () => {
	test.each(['http://a.example', 'https://a.example/b?c=d#e', ' https://a.example ', 'http://localhost:5678/x'])(
		'%p is accepted',
		(given) => {
			expect(webAddress.parse(given)).toBe(given.trim());
		},
	);

	test.each([
		'',
		'a.example',
		'//a.example',
		'ftp://a.example',
		'javascript:alert(1)',
		'https:',
		'https://',
		'http:a.example',
		'x https://a.example',
		'https://a b.example',
		'https://a.example:99999',
	])('%p is refused', (given) => {
		expect(webAddress.safeParse(given).error?.issues[0]?.message).toBe(
			'is not a web address. Begin it with https:// or http://.',
		);
	});

	test('whatever is accepted is an http or https address for the browser too', () => {
		const texts = fc.oneof(
			fc.webUrl(),
			fc.string(),
			fc.string().map((rest) => `https://${rest}`),
		);
		always(
			fc.property(texts, (given) => {
				const result = webAddress.safeParse(given);
				if (result.success) expect(new URL(result.data).protocol).toMatch(/^https?:$/);
			}),
		);
	});
});

describe('Checking what a user gives', () => {
	test.each([
		['an empty text', { name: 'Ada', note: '' }],
		['null', { name: 'Ada', note: null }],
		['undefined', { name: 'Ada', note: undefined }],
		['an empty object', { name: 'Ada', address: {} }],
		['an object of empty values', { name: 'Ada', address: { city: '' } }],
		['an empty field that nobody knows', { name: 'Ada', unknown: '' }],
	])('%s counts as not given', (_, input) => {
		expect(check(input)).toEqual({ name: 'Ada' });
	});

	test.each([new Date(0), new Map([['city', 'Lagos']]), new Set(['Lagos'])])(
		'%p is neither empty nor text',
		(value) => {
			expect(problemsOf({ name: 'Ada', note: value })).toEqual([
				{ path: ['note'], field: 'note', rule: 'is neither text nor a number. Enter one or the other.' },
			]);
			expect(problemsOf({ name: 'Ada', address: value })).toEqual([
				{
					path: ['address'],
					field: 'Address',
					rule: 'is not an object. Give it fields in braces, such as {"city": "Lagos"}.',
				},
			]);
		},
	);

	test('a field inside another is told with its way', () => {
		expect(problemsOf({ name: 'Ada', address: { city: true } })).toEqual([
			{
				path: ['address', 'city'],
				field: 'Address > city',
				rule: 'is neither text nor a number. Enter one or the other.',
			},
		]);
	});

	test.each([{ url: 'no address' }, { currency: '5060990580000217499' }])(
		'what is invalid is not missing as well, for a rule over several fields: %p',
		(input) => {
			const either = z
				.object({ url: webAddress.optional(), currency: currencyCode.optional() })
				.refine(({ url, currency }) => url !== undefined || currency !== undefined, 'needs one of them');
			expect((failureOf(() => checkInput(either, input, {})) as InputError).problems).toHaveLength(1);
			expect(failureOf(() => checkInput(either, { other: 1 }, {})).message).toBe("'The input' needs one of them.");
		},
	);

	test('rules over several fields are told beside the rules of the schema, with the labels of their fields', () => {
		const broken = [{ path: ['name'], rule: 'is bad.' }];
		const { problems } = failureOf(() => requireValid(readInput(schema, {}), LABELS, broken)) as InputError;
		expect(problems.at(-1)).toEqual({ path: ['name'], field: 'Customer Name', rule: 'is bad.' });
		expect(problems.length).toBeGreaterThan(1);
	});

	test.each([null, undefined, 'text', 5, [], [{ name: 'Ada' }]])('%p is not an input', (input) => {
		expect(problemsOf(input)[0]?.field).toBe('The input');
	});

	test('where a schema has no words of its own, there are some that do not repeat the value', () => {
		const plain = z.object({ name: z.enum(['a', 'b']), note: z.boolean(), address: z.array(z.string()) });
		const error = failureOf(() => checkInput(plain, { name: '8842973', note: '8842973' }, LABELS));
		expect(error.message).toBe("'Customer Name', 'note' and 'Address' must be corrected.");
		expect(error.description).toBe(
			`'Customer Name' has a value that cannot be used. Give it one of "a", "b". 'note' has a value of the wrong type. Give it true or false. 'Address' is missing. Give it a value.`,
		);
	});

	test('any input is accepted or refused with an InputError', () => {
		always(
			fc.property(anyValue, (input) => {
				const result = attempt(() => check(input));
				if (result instanceof Error) expect(result).toBeInstanceOf(InputError);
				else expect(typeof result.name).toBe('string');
			}),
		);
	});
});
