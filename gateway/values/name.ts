// Banks write names without the accents of Latin letters: Adéyẹmí is ADEYEMI. All other marks make another name: राम is not रमा. The stroke
// of a letter such as đ is no mark.
const ACCENTS = /(\p{Script=Latin})\p{M}+/gu;
// Joiners and the like change how letters look, and not which ones they are.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Returns the words of a person's or company's name, in the form in which they are compared: in capitals, normalized (NFKC), without
 * accents, and in alphabetical order. Apostrophes are dropped ("O'Brien" becomes OBRIEN). Any other sign separates words ("Okafor-Bello"
 * becomes two).
 */
function comparableWords(name: string): string[] {
	return (
		name
			// Before normalization, which makes a space of some.
			.replace(/['’‘ʼ`´]/g, '')
			.toUpperCase()
			// Separates marks from their letters, and turns wide letters and ligatures into plain ones.
			.normalize('NFKD')
			.replace(INVISIBLE, '')
			.replace(ACCENTS, '$1')
			.normalize('NFC')
			.split(/[^\p{L}\p{M}\p{N}]+/u)
			.filter((word) => /[\p{L}\p{N}]/u.test(word))
			.sort()
	);
}

/** Says whether a text contains anything that can be compared as a name. */
export function isName(text: string): boolean {
	return comparableWords(text).length > 0;
}

// Letters and marks, spaces, hyphens, and the other signs of names: "O’Brien", "J. R.", "Obi, Jr.", "Gal·la", "ジョン・スミス", "a/l".
const OF_PERSON = /^[\p{L}\p{M}\p{Zs}\p{Pd}'’‘ʼ`´׳״՚.,/·‧•・･]+$/u;

/** Says whether a text is the name of a person: it has no digits, no symbols, and nothing that cannot be seen. */
export function isPersonName(text: string): boolean {
	return OF_PERSON.test(text) && text.search(INVISIBLE) < 0 && isName(text);
}

/**
 * Returns the difference between the expected name and the holder's name. They match when they have the same words, each equally often, in
 * any order, whatever their case and punctuation, with the accents of Latin letters or without. A missing middle name, an initial in place
 * of a name, a title or a typing mistake is a difference, because only a person can decide whether both are the same holder.
 * @returns null when they match; otherwise a sentence with both names, and the words of each name that the other name lacks
 */
export function nameMismatch(expected: string, holder: string): string | null {
	const expectedWords = comparableWords(expected);
	const holderWords = comparableWords(holder);
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

/** Returns the words that remain after one equal word has been removed for each of `others`. */
function without(words: readonly string[], others: readonly string[]): string[] {
	const left = [...others];
	return words.filter((word) => {
		const index = left.indexOf(word);
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
}
