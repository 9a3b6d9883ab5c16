/** A time as a page shows it: a day, a time of day, or both. */
export type Precision = 'day' | 'clock' | 'both';

/**
 * Writes a time for people, with Western digits as on cards. A day is the same in every zone.
 * @param iso in ISO 8601; of a day the date alone
 * @param timeZone such as "Africa/Lagos", which is named then; without one it is that of the reader's browser
 */
export function writeMoment(iso: string, precision: Precision, locale: string, timeZone?: string): string {
	const isDay = precision === 'day';
	const format = new Intl.DateTimeFormat(locale, {
		numberingSystem: 'latn',
		...(precision !== 'clock' && { year: 'numeric', month: 'short', day: 'numeric' }),
		...(!isDay && { hour: 'numeric', minute: '2-digit' }),
		...(isDay ? { timeZone: 'UTC' } : timeZone !== undefined && { timeZone, timeZoneName: 'short' }),
	});
	return format.format(new Date(iso));
}
