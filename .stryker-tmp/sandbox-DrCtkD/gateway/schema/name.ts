/**
 * The words of a person's or company's name, in the form in which they are compared: in capitals, without accents and in
 * alphabetical order. Apostrophes are dropped ("O'Brien" becomes OBRIEN). Any other sign separates words ("Okafor-Bello"
 * becomes two).
 */
// @ts-nocheck

function wordsOf(name: string): string[] {
	return (
		name
			// Lower case comes first, because a capital sharp s becomes SS only by way of the small one.
			.toLowerCase()
			.toUpperCase()
			// Separates accents from their letters, and turns wide letters and ligatures into plain ones.
			.normalize('NFKD')
			.replace(/[\p{M}'’‘ʼ`´]/gu, '')
			.split(/[^\p{L}\p{N}]+/u)
			.filter(Boolean)
			.sort()
	);
}

/** Whether a text contains anything that can be compared as a name. */
export function isName(text: string): boolean {
	return wordsOf(text).length > 0;
}

/**
 * The difference between the expected name and the holder's name. They match when they have the same words, each equally
 * often, in any order, whatever their case, accents and punctuation. A missing middle name, an initial in place of a
 * name, a title or a typing mistake is a difference, because only a person can decide whether both are the same one.
 * @returns null when they match; otherwise both names, and the words of each that the other one lacks
 */
export function nameMismatch(expected: string, holder: string): string | null {
	const expectedWords = wordsOf(expected);
	const holderWords = wordsOf(holder);
	const missing = without(expectedWords, holderWords);
	const added = without(holderWords, expectedWords);
	// A name without any word matches nothing, not even itself.
	if (missing.length + added.length === 0 && isName(holder)) return null;
	const parts = [
		missing.length > 0 && `missing: ${missing.join(', ')}`,
		added.length > 0 && `not expected: ${added.join(', ')}`,
	].filter(Boolean);
	return `expected "${expected}", held by "${holder}" (${parts.join('; ') || 'no names'})`;
}

/** The words that remain after one equal word has been removed for each of `others`. */
function without(words: readonly string[], others: readonly string[]): string[] {
	const left = [...others];
	return words.filter((word) => {
		const index = left.indexOf(word);
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
}
