import { MOST_TRIES, referenceOf, type LinkTerms } from '../../../checkout/attempt';
import { isReference } from '../../../gateway/values/reference';

const referencesOf = (reference: string) =>
	Array.from({ length: MOST_TRIES }, (_, index) =>
		referenceOf({ terms: { reference } as LinkTerms, number: index + 1 }),
	);

test('the first attempt of a link has its reference, and each further one another that is derived from it', () => {
	const [first, second, ...others] = referencesOf('ORDER-1');
	expect([first, second]).toEqual(['ORDER-1', 'ORDER-1-2-dflkppeiphdm']);
	for (const [index, other] of others.entries()) expect(other).toMatch(new RegExp(`^ORDER-1-${index + 3}-[a-p]{12}$`));
});

test('no two links share an attempt, and all attempts can be looked up', () => {
	const links = ['A', 'A-2', 'A-2-2', 'order 4012', '1234 5678 9012', 'é', '"', ...referencesOf('A').slice(1)];
	const references = links.flatMap(referencesOf);
	expect(new Set(references).size).toBe(references.length - (MOST_TRIES - 1));
	expect(references.filter((reference) => !isReference(reference))).toEqual([]);
});
