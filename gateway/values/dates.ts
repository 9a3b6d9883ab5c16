const HOUR = 3_600_000;

/**
 * How far, in milliseconds, a time without a zone can be from the same time in UTC. The service gives its times so
 * (specification 2.6).
 */
export const WIDEST_ZONE = 14 * HOUR;

// How far the clock of the service may be from the clock of this machine.
const CLOCKS = 5 * 60_000;

// No service is older. Earlier dates are those that nobody has set, such as 0001-01-01 and 1970-01-01.
const FIRST_DATE = Date.UTC(2000, 0, 2);

// ISO 8601: a day, perhaps with a time, perhaps with a zone.
const DATE = /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * When a transaction began at the earliest, as far as its date tells, in milliseconds since 1970.
 * @param transactionDate in ISO 8601, with or without a zone
 * @returns undefined when there is no date that can be read, or it is one that nobody has set
 */
export function beganAfter(transactionDate: string | null): number | undefined {
	const { day, time, zone } = transactionDate?.trim().match(DATE)?.groups ?? {};
	const at = Date.parse(`${day}T${time ?? '00:00'}${zone ?? 'Z'}`);
	return at >= FIRST_DATE ? at - (zone ? CLOCKS : WIDEST_ZONE) : undefined;
}

const ZONE_AT_END = /(Z|[+-]\d\d(:?\d\d)?)$/i;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * A time that a person or a workflow gave, in milliseconds since 1970.
 * @param given a date of JavaScript or n8n, or text in ISO 8601: "2026-11-24", "2026-11-24T08:00", "2026-11-24T08:00+01:00"
 * @param zone the zone of text that names none, such as "Africa/Lagos"
 * @returns NaN where it is none
 */
export function timeIn(given: unknown, zone: string): number {
	// Dates of JavaScript and of n8n have their time as their value.
	if (typeof given === 'object') {
		const valueOf = (given as { valueOf?: unknown } | null)?.valueOf;
		const value: unknown = typeof valueOf === 'function' ? valueOf.call(given) : undefined;
		return typeof value === 'number' ? value : Number.NaN;
	}
	if (typeof given !== 'string') return Number.NaN;
	const text = given.trim();
	if (!DAY.test(text) && ZONE_AT_END.test(text)) return Date.parse(text);
	const asUtc = Date.parse(DAY.test(text) ? text : `${text}Z`);
	// In Sweden, dates are written as in ISO 8601.
	const there = new Date(asUtc).toLocaleString('sv', { timeZone: zone }).replace(' ', 'T');
	return asUtc - (Date.parse(`${there}Z`) - Math.floor(asUtc / 1000) * 1000);
}
