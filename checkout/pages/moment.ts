/** A time as a page shows it: a day, a time of day, or both. */
export type Precision = 'day' | 'clock' | 'both';

/**
 * Writes a time for people, with Western digits and the years of cards. A day is the same in every zone. It is written whatever n8n and
 * browsers name: UTC stands for a zone that is not known.
 * @param iso in ISO 8601; of a day the date alone
 * @param locales languages, the best first; those that are not known do not count
 * @param timeZone such as "Africa/Lagos", which is named then; without one it is that of the reader's browser, which is named beside a date
 * alone, as receipts are read elsewhere
 */
export function writeMoment(iso: string, precision: Precision, locales: readonly string[], timeZone?: string): string {
	const isDay = precision === 'day';
	const isZoneNamed = precision === 'both' || (precision === 'clock' && timeZone !== undefined);
	const format = new Intl.DateTimeFormat(
		locales.filter((locale) => isKnown(locale)),
		{
			numberingSystem: 'latn',
			calendar: 'gregory',
			...(precision !== 'clock' && { year: 'numeric', month: 'short', day: 'numeric' }),
			...(!isDay && { hour: 'numeric', minute: '2-digit' }),
			...(isZoneNamed && { timeZoneName: 'short' }),
			timeZone: isDay || !isKnown('en', timeZone) ? 'UTC' : timeZone,
		},
	);
	return format.format(new Date(iso));
}

/** Says whether a language and a zone are known: for others, such as "en-US@posix" and "UTC+1", Intl throws. */
function isKnown(locale: string, timeZone?: string): boolean {
	try {
		return Boolean(new Intl.DateTimeFormat(locale, { timeZone }));
	} catch {
		return false;
	}
}
