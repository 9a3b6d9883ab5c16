import { DateTime } from 'luxon';

const HOUR = 3_600_000;

/**
 * The distance, in milliseconds, that a time without a zone can have from the same time in UTC. The service gives its times so
 * (specification 2.6).
 */
const WIDEST_ZONE = 14 * HOUR;

// How far the clock of the service may be from the clock of this machine.
const CLOCKS = 5 * 60_000;

// No service is older. Earlier dates are those that nobody has set, such as 0001-01-01 and 1970-01-01.
const FIRST_DATE = Date.UTC(2000, 0, 2);

// ISO 8601: a full date, perhaps with a time, perhaps with a zone.
const DATE =
	/^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(?<zone>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

/** The first and the last moment that may be meant, in milliseconds since 1970. */
interface Span {
	first: number;
	last: number;
}

/**
 * Returns the span in which a transaction began, as far as its date tells.
 * @param transactionDate in ISO 8601, with or without a zone
 * @returns undefined when there is no date that can be read, or it is one that nobody has set
 */
export function startSpanOf(transactionDate: string | null): Span | undefined {
	const date = readText(transactionDate ?? '', 'utc');
	if (!date || date.first < FIRST_DATE) return undefined;
	const doubt = date.hasZone ? CLOCKS : WIDEST_ZONE;
	return { first: date.first - doubt, last: date.last + doubt };
}

/** Returns the earliest moment at which a transaction may have begun. @returns undefined as `startSpanOf` does */
export function earliestStartOf(transactionDate: string | null): number | undefined {
	return startSpanOf(transactionDate)?.first;
}

/** Reads a date of the service as one moment, in whatever form it is written. @returns undefined as `startSpanOf` does */
export function readMoment(date: string | null): number | undefined {
	const span = startSpanOf(date);
	return span && (span.first + span.last) / 2;
}

/**
 * Reads a time that a person or a workflow gave. A day alone lasts from its beginning to its end.
 * @param given a date of JavaScript or n8n, or text in ISO 8601: "2026-11-24", "2026-11-24T08:00", "2026-11-24T08:00+01:00"
 * @param zone the zone of text that names none, such as "Africa/Lagos"
 * @returns NaN where it is none
 */
export function readSpan(given: unknown, zone: string): Span {
	const text = typeof given === 'string' ? readText(given, zone) : undefined;
	const { first, last } = text ?? moment(typeof given === 'object' ? valueOf(given) : Number.NaN);
	return { first, last };
}

/** Returns the time of a date of JavaScript or of n8n, whose Luxon may be another copy: both have it as their value. */
function valueOf(given: object | null): number {
	const own = (given as { valueOf?: unknown } | null)?.valueOf;
	const value: unknown = typeof own === 'function' ? own.call(given) : undefined;
	return typeof value === 'number' ? value : Number.NaN;
}

function moment(time: number): Span {
	return { first: time, last: time };
}

/** Reads text in ISO 8601; undefined where it is none, or the calendar has no such day. */
function readText(text: string, usualZone: string): (Span & { hasZone: boolean }) | undefined {
	const parts = text.trim().toUpperCase().match(DATE)?.groups;
	if (!parts) return undefined;
	const { day, time, zone } = parts;
	const date = DateTime.fromISO(`${day}T${time ?? '00:00'}${zone ?? ''}`, { zone: usualZone });
	if (!date.isValid) return undefined;
	const hasZone = zone !== undefined;
	if (hasZone) return { ...moment(date.toMillis()), hasZone };
	// Two where clocks are put back. Luxon itself takes that of the offset which is in force today.
	const moments = date.getPossibleOffsets().map((possible) => possible.toMillis());
	const last = time === undefined ? date.endOf('day').toMillis() : Math.max(...moments);
	return { first: Math.min(...moments), last, hasZone };
}
