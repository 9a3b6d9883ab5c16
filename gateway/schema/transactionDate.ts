const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How far, in milliseconds, a time without a zone can be from the same time in UTC. The service gives its times so
 * (specification 2.6).
 */
export const ZONES = 14 * HOUR;

// How far the clock of the service may be from this one.
const CLOCKS = 5 * 60_000;

// No service is older. Earlier dates are those that nobody has set, such as 0001-01-01 and 1970-01-01.
const FIRST_DATE = Date.UTC(2000, 0, 2);

// ISO 8601: a day, perhaps with a time, perhaps with a zone.
const DATE = /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/;

/** When something has happened at the earliest and at the latest, in milliseconds since 1970. */
interface Span {
	earliest: number;
	latest: number;
}

/**
 * When a transaction began, as far as its date tells.
 * @param transactionDate in ISO 8601, with or without a zone
 * @returns undefined when there is no date that can be read, or it is one that nobody has set
 */
export function beginOf(transactionDate: string | null): Span | undefined {
	const { day, time, zone } = DATE.exec(transactionDate?.trim() ?? '')?.groups ?? {};
	const at = Date.parse(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
	if (!(at >= FIRST_DATE)) return undefined;
	const margin = zone ? CLOCKS : ZONES;
	return { earliest: at - margin, latest: at + margin + (time ? 0 : DAY) };
}
