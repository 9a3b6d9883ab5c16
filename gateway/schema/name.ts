/**
 * The words of a person's or company's name in the form in which they are compared: in capitals, without accents, in
 * alphabetical order. Apostrophes are dropped ("O'Brien" is OBRIEN), any other sign separates words ("Okafor-Bello"
 * is two).
 */
function wordsOf(name: string): string[] {
	return (
		name
			// Lower case first: a capital sharp s has no other capitals.
			.toLowerCase()
			.toUpperCase()
			// Takes accents off their letters, and makes plain letters of wide or joined ones.
			.normalize('NFKD')
			.replace(/[\p{M}'’‘ʼ`´]/gu, '')
			.split(/[^\p{L}\p{N}]+/u)
			.filter(Boolean)
			.sort()
	);
}

/** Whether there is anything in a text that can be compared as a name. */
export function isName(text: string): boolean {
	return wordsOf(text).length > 0;
}

/**
 * What differs between the name that was expected and the holder's. They match when they have the same words, each as
 * often, in any order, whatever their case, accents and punctuation. A missing middle name, an initial in place of a
 * name, a title or a typing mistake is a difference: whether it is the same person is for people to judge.
 * @returns null when they match; else both names and their words that the other one lacks
 */
export function nameMismatch(expected: string, holder: string): string | null {
	const expectedWords = wordsOf(expected);
	const holderWords = wordsOf(holder);
	const missing = without(expectedWords, holderWords);
	const added = without(holderWords, expectedWords);
	// A name without any word matches nothing, itself neither.
	if (missing.length + added.length === 0 && isName(holder)) return null;
	const parts = [
		missing.length > 0 && `missing: ${missing.join(', ')}`,
		added.length > 0 && `not expected: ${added.join(', ')}`,
	].filter(Boolean);
	return `expected "${expected}", held by "${holder}" (${parts.join('; ') || 'no names'})`;
}

/** The words that are left when each of `others` has taken one like it away. */
function without(words: readonly string[], others: readonly string[]): string[] {
	const left = [...others];
	return words.filter((word) => {
		const index = left.indexOf(word);
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
}
