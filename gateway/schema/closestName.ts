// Of three letters one may be wrong, of ten letters three.
const LETTERS_PER_MISTAKE = 3;

/**
 * The known name that somebody most likely meant who wrote another one. Capitals and underscores do not count.
 * @returns undefined where none is close
 */
export function closestName(given: string, known: readonly string[]): string | undefined {
	const near = known
		.map((name) => ({ name, distance: editDistance(plain(given), plain(name)) }))
		.filter(({ name, distance }) => distance * LETTERS_PER_MISTAKE <= name.length)
		.sort((one, other) => one.distance - other.distance);
	return near[0]?.name;
}

function plain(name: string): string {
	return name.toLowerCase().replaceAll('_', '');
}

/** Levenshtein's distance: how many letters must be added, removed or replaced, row by row of the usual table. */
function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, column) => column);
	for (const [index, letter] of [...from].entries()) {
		const next = [index + 1];
		for (const [column, other] of [...to].entries()) {
			const replaced = row[column]! + (letter === other ? 0 : 1);
			next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
		}
		row = next;
	}
	return row[to.length]!;
}
