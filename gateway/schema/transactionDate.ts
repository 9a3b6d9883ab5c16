const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How far, in milliseconds, a time without a zone can be from the same time in UTC. The service gives its times so
 * (specification 2.6).
 */
export const ZONES = 14 * HOUR;

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
	// A zone in it decides; otherwise it is read as UTC. A date alone takes no zone.
	const time = [`${date}Z`, date].map((text) => Date.parse(text)).find((parsed) => !Number.isNaN(parsed));
	if (time === undefined) return undefined;
	const isWholeDay = /^\d{4}-\d\d-\d\d\s*$/.test(date);
	return { earliest: time - ZONES, latest: time + ZONES + (isWholeDay ? DAY : 0) };
}
