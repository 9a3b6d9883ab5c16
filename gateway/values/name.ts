// Marks are part of how a name is spelled: vowel signs and tones of Indic scripts and Thai, the dots of kana, й and ї, the
// hamza. Left out are only those that are commonly not written at all, so that one record of a person has them and
// another has not:
// - accents on Latin and Greek letters: banks write names without them, and Greek loses them in capitals. This goes for
//   Vietnamese too, whose names many banks hold without a single mark;
// - the two dots of ё, and stress marks, in Cyrillic;
// - Arabic vowel points (harakat) and the stroke that lengthens a line (tatweel);
// - Hebrew points (niqqud) and cantillation marks.
// In Latin letters with a stroke (đ, ø, ł) it is not a mark, and they stay other letters.
const LATIN_OR_GREEK = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const CYRILLIC = /(?:(?<=\u0415)\u0308|(?<=\p{Script=Cyrillic})[\u0300\u0301])/gu;
const ARABIC = /\u0640|[\u064b-\u0652\u0670]/g;
const HEBREW = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;
// Joiners and the like change how letters look, and not which ones they are.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The words of a person's or company's name, in the form in which they are compared: in capitals, normalized (NFKC), without
 * the marks that are commonly not written, and in alphabetical order. Apostrophes are dropped ("O'Brien" becomes OBRIEN). Any
 * other sign separates words ("Okafor-Bello" becomes two).
 */
function wordsOf(name: string): string[] {
	return (
		name
			// Before normalization, which makes a space of some.
			.replace(/['’‘ʼ`´]/g, '')
			// Lower case comes first, because a capital sharp s becomes SS only by way of the small one.
			.toLowerCase()
			.toUpperCase()
			// Separates marks from their letters, and turns wide letters and ligatures into plain ones.
			.normalize('NFKD')
			.replace(INVISIBLE, '')
			.replace(LATIN_OR_GREEK, '$1')
			.replace(CYRILLIC, '')
			.replace(ARABIC, '')
			.replace(HEBREW, '')
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
 * The difference between the expected name and the holder's name. They match when they have the same words, each equally
 * often, in any order, whatever their case and punctuation, and whether or not accents are written. A missing middle name, an initial in place of a
 * name, a title or a typing mistake is a difference, because only a person can decide whether both are the same one.
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
