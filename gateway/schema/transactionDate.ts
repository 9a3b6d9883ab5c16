const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How far, in milliseconds, a time without a zone can be from the same time in UTC. The service gives its times so
 * (specification 2.6).
 */
export const ZONES = 14 * HOUR;

// How far the clock of the service may be from this one.
const CLOCKS = 5 * 60_000;

/** When something has happened at the earliest and at the latest, in milliseconds since 1970. */
interface Span {
	earliest: number;
	latest: number;
}

/**
 * When a transaction began, as far as its date tells.
 * @param transactionDate in ISO 8601, with or without a zone
 * @returns undefined when there is no date that can be read
 */
export function beginOf(transactionDate: string | null): Span | undefined {
	const [date] = /^\d{4}-\d\d-\d\d.*$/.exec(transactionDate ?? '') ?? [];
	if (date === undefined) return undefined;
	// Only a date without a zone can be given one, and is read as UTC.
	const asUtc = Date.parse(`${date.trim()}Z`);
	const hasZone = Number.isNaN(asUtc);
	const time = hasZone ? Date.parse(date) : asUtc;
	if (Number.isNaN(time)) return undefined;
	const margin = hasZone ? CLOCKS : ZONES;
	const isWholeDay = /^\d{4}-\d\d-\d\d\s*$/.test(date);
	return { earliest: time - margin, latest: time + margin + (isWholeDay ? DAY : 0) };
}
