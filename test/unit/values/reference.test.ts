import * as fc from 'fast-check';
import { endpointUrl } from '../../../gateway/client/request';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { InputError } from '../../../gateway/values/errors';
import { checkReference, compareReferences, isReference } from '../../../gateway/values/reference';
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
				expect(segments.slice(4).map(decodeURIComponent)).toEqual([reference.trim()]);
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
