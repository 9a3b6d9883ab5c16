import * as fc from 'fast-check';
import { endpointUrl } from '../../../gateway/client/request';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { InputError } from '../../../gateway/values/errors';
import { compareReferences } from '../../../gateway/values/attempt';
import { checkReference, isReference, referencePrefix } from '../../../gateway/values/reference';
import type { Likeness } from '../../../gateway/values/responseFields';
import { attempt, failureOf, settingsWith } from '../gateway/examples';
import { always } from '../gateway/property';

const LABEL = 'Transaction Reference';

describe('A reference', () => {
	test.each([undefined, null, '', '  ', {}])('%p is missing', (reference) => {
		const error = failureOf(() => checkReference(reference, LABEL));
		expect(error).toBeInstanceOf(InputError);
		expect(error.message).toBe("'Transaction Reference' is missing.");
	});

	test.each([[['T-1']], [true], ['.'], ['..'], ['T-\ud83d']])('%j is refused', (reference) => {
		const error = failureOf(() => checkReference(reference, LABEL));
		expect(error).toBeInstanceOf(InputError);
		expect(error.message).toMatch(/^'Transaction Reference' \w/);
	});

	test.each([
		['5060 9905 8000 0217 499', true],
		['5060990580000217499', false],
		['ORD 5060 9905 8000 0217 499', false],
		['5060 9905 8000 0217 499 A', false],
		['5060 9905 8000 0217 498', false],
		['5060-9905-8000-0217-499', false],
		['4012000033330026 ', false],
		['401200003333002 6', true],
	])('%j is a card as it is printed: %p', (reference, isCard) => {
		expect(isReference(reference)).toBe(!isCard);
		if (isCard) expect(failureOf(() => checkReference(reference, LABEL)).message).toMatch(/has a card number in it/);
	});

	test.each<[reference: string, what: string]>([
		['ORD-1001\u200b', 'an invisible character (U+200B, a zero-width space)'],
		['ORD\u200d-1001', 'an invisible character (U+200D)'],
		['ORD-\u00ad1001', 'an invisible character (U+00AD, a soft hyphen)'],
		['ORD\u2060-1001', 'an invisible character (U+2060)'],
		['\u202eORD-1001', 'an invisible character (U+202E)'],
		['ORD\ufeff-1001', 'an invisible character (U+FEFF, a byte order mark)'],
		['ORD\u034f-1001', 'an invisible character (U+034F)'],
		['ORD\u3164-1001', 'an invisible character (U+3164)'],
		['ORD\u2800-1001', 'an invisible character (U+2800)'],
		['ORD-1001\ufe0f', 'an invisible character (U+FE0F)'],
		['ORD-1001\u{e0041}', 'an invisible character (U+E0041)'],
		['ORD\u00a01001', 'a no-break space (U+00A0)'],
		['ORD\u202f1001', 'a space of another kind (U+202F)'],
		['ORD\u30001001', 'a space of another kind (U+3000)'],
		['ORD\u20011001', 'a space of another kind (U+2001)'],
		['ORD\u20281001', 'a line break (U+2028)'],
		['ORD\n1001', 'a line break (U+000A)'],
		['ORD\t1001', 'a tab (U+0009)'],
		['ORD\u00001001', 'a control character (U+0000)'],
		['ORD\u007f1001', 'a control character (U+007F)'],
		['ORD\u00851001', 'a control character (U+0085)'],
		['ORD-\ue000', 'an unknown character (U+E000)'],
	])('%j is refused, and the character is named', (reference, what) => {
		const error = failureOf(() => checkReference(reference, LABEL));
		expect(error.message).toBe(`'Transaction Reference' has ${what} in it.`);
		expect(error.description).toMatch(/^Write the reference without it, or /);
	});

	test.each([
		['  ORD-1001\u00a0\n', 'ORD-1001'],
		['\ufeffORD-1001', 'ORD-1001'],
		['ORD 1001', 'ORD 1001'],
		['Ade\u0301-1', 'Ad\u00e9-1'],
		['\u212b-1', '\u00c5-1'],
		['注文-1', '注文-1'],
		['🛒-1', '🛒-1'],
		['किताब', 'किताब'],
	])('%j is read as %j', (given, read) => {
		expect(checkReference(given, LABEL)).toBe(read);
		expect(referencePrefix.parse(given)).toBe(read);
	});

	test('reads as itself, and has printable characters', () => {
		always(
			fc.property(fc.string({ unit: 'binary' }), (given) => {
				const read = attempt(() => checkReference(given, LABEL));
				if (read instanceof Error) return;
				expect(checkReference(read, LABEL)).toBe(read);
				expect(read).toMatch(/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u);
				expect(compareReferences(read, given.trim())).toBe('same');
			}),
		);
	});

	test('of the service may be odd, because nobody has to write it', () => {
		expect(isReference('SBX\u00a01')).toBe(true);
	});

	test.each([undefined, 5, '', ' '])('%p is no reference', (value) => expect(isReference(value)).toBe(false));

	test('becomes one segment of the path and nothing else, or is refused', () => {
		const references = fc.oneof(
			fc.constantFrom('.', '..', '../charge', './x', '%2e%2e', 'a/b', 'a?b=c', 'a#b', 'a\\b', 'ü', '\ud800', 'T 1'),
			fc.string({ unit: 'binary' }),
			fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '?', '\ud83d', '\ude00') }),
		);
		always(
			fc.property(references, (reference) => {
				const url = attempt(() =>
					endpointUrl(ENDPOINTS.verify, settingsWith(), { transactionReference: checkReference(reference, LABEL) }),
				);
				if (url instanceof Error) return;
				const segments = new URL(url).pathname.split('/');
				expect(segments.slice(0, 4)).toEqual(['', 'api', 'transaction', 'verify']);
				expect(segments.slice(4).map(decodeURIComponent)).toEqual([reference.trim().normalize()]);
			}),
		);
	});
});

test.each<[expected: string | null, told: string | null, Likeness]>([
	['ORD-1-1', 'ORD-1-1', 'same'],
	[null, 'ORD-1-1', 'same'],
	['Adé-1', 'Ade\u0301-1', 'same'],
	// In other letters, or missing: it is not known whether it is the same one.
	['ORD-1-1', 'ORD11', 'notKnown'],
	['ORD-1-1', 'ord-1-1', 'notKnown'],
	['ORD-1-1', 'ORD-11', 'notKnown'],
	['ORD-1-1', 'ORD 1_1', 'notKnown'],
	['ORD-1-1', null, 'notKnown'],
	['ORD-1-1', 'ORD-1-2', 'different'],
	['ORD-1²', 'ORD-12', 'different'],
	['कि', 'का', 'different'],
	['---', '***', 'different'],
	['ORD-1-1', 'ORD-1', 'different'],
	['ORD-1-1', 'ORD-1-10', 'different'],
])('the reference %p, told as %p, is %s', (expected, told, likeness) => {
	expect(compareReferences(expected, told)).toBe(likeness);
});
