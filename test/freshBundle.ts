import { bundleIfOld } from '../scripts/bundleIfOld';

/** A run as Jest describes it. */
export interface JestRun {
	/** The tests asked for: parts of paths; none where all are to run. */
	testPathPatterns: { patterns: readonly string[] };
}

/** Sees to it that tests try what is written, where they load `dist/`. Unit tests never do, so that one of them starts at once. */
export default function freshBundle({ testPathPatterns: { patterns } }: JestRun): void {
	const isUnitOnly = patterns.length > 0 && patterns.every((pattern) => /\btest\/unit\b/.test(pattern));
	if (!isUnitOnly) bundleIfOld();
}
