// Banks write names without the accents of Latin and Greek letters. Marks of other scripts, such as vowel signs, are part of a name.
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
// Joiners and the like change how letters look, and not which ones they are.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The words of a person's or company's name, in the form in which they are compared: in capitals, without accents, and in
 * alphabetical order. Apostrophes are dropped ("O'Brien" becomes OBRIEN). Any other sign separates words ("Okafor-Bello" becomes two).
 */
function wordsOf(name: string): string[] {
	return (
		name
			// Before normalization, which makes a space of some.
			.replace(/['’‘ʼ`´]/g, '')
			// Lower case comes first, because a capital sharp s becomes SS only by way of the small one.
			.toLowerCase()
			.toUpperCase()
			// Separates accents from their letters, and turns wide letters and ligatures into plain ones.
			.normalize('NFKD')
			.replace(INVISIBLE, '')
			.replace(ACCENTS, '$1')
			.normalize('NFC')
			.split(/[^\p{L}\p{M}\p{N}]+/u)
			.filter((word) => /[\p{L}\p{N}]/u.test(word))
			.sort()
	);
}

/** Whether a text contains anything that can be compared as a name. */
export function isName(text: string): boolean {
	return wordsOf(text).length > 0;
}

/**
 * The difference between the expected name and the holder's name. They match when they have the same words, in any order. A
 * missing middle name, an initial or a title is a difference, because only a person can decide whether both are the same.
 * @returns null when they match; otherwise a sentence with both names, and the words of each that the other one lacks
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
	return `The account is held by "${holder}", not by "${expected}" (${parts.join('; ') || 'no names'})`;
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
