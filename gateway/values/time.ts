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
	const text = given.trim().replace(' ', 'T');
	if (!DAY.test(text) && ZONE_AT_END.test(text)) return Date.parse(text);
	const asUtc = Date.parse(DAY.test(text) ? text : `${text}Z`);
	if (Number.isNaN(asUtc)) return asUtc;
	// In Sweden, dates are written as in ISO 8601.
	const there = new Date(asUtc).toLocaleString('sv', { timeZone: zone }).replace(' ', 'T');
	return asUtc - (Date.parse(`${there}Z`) - Math.floor(asUtc / 1000) * 1000);
}
