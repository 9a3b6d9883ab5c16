import * as fc from 'fast-check';
import { DateTime, Settings } from 'luxon';

import { earliestStartOf, readMoment, readSpan, startSpanOf } from '../../../gateway/values/dates';
import { always } from '../gateway/property';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 15, 12);

afterEach(() => {
	Settings.now = () => Date.now();
	Settings.defaultZone = 'system';
});

test.each<[string | null, number | undefined]>([
	['2026-01-15T12:00:00Z', NOON],
	['2026-01-15 12:00:00', NOON],
	['2026-01-15', Date.UTC(2026, 0, 15) + (DAY - 1) / 2],
	['soon', undefined],
	[null, undefined],
])('%p is one moment, in the middle of those that it may mean', (date, moment) => {
	expect(readMoment(date)).toBe(moment);
});

describe('When a transaction began', () => {
	test.each([
		['2026-01-15T12:00:00', NOON],
		['2026-01-15T12:00:00.000', NOON],
		['2026-01-15T12:00', NOON],
		['2026-01-15 12:00:00', NOON],
		[' 2026-01-15T12:00:00\n', NOON],
	])('is known of %s within the time zones of the world', (date, time) => {
		expect(startSpanOf(date)).toEqual({ first: time - 14 * HOUR, last: time + 14 * HOUR });
	});

	test.each([
		'2026-01-15T12:00:00.000Z',
		'2026-01-15T12:00:00Z',
		'2026-01-15T13:00:00+01:00',
		'2026-01-15 11:00:00 -0100',
		'2026-01-15 13:00:00+01',
	])('is known of %s, which has a zone, but for the difference of clocks', (date) => {
		expect(startSpanOf(date)).toEqual({ first: NOON - 5 * MINUTE, last: NOON + 5 * MINUTE });
	});

	test.each([
		['2000-01-02', Date.UTC(2000, 0, 2)],
		['2026-01-15', Date.UTC(2026, 0, 15)],
	])('is of the date %s alone any time of that day', (date, day) => {
		expect(startSpanOf(date)).toEqual({ first: day - 14 * HOUR, last: day + DAY - 1 + 14 * HOUR });
		expect(earliestStartOf(date)).toBe(day - 14 * HOUR);
	});

	test.each(['2026-01-15T12:00:00', '2026-01-15'])('is known of %s wherever the computer stands', (date) => {
		const here = startSpanOf(date);
		Settings.defaultZone = 'Pacific/Kiritimati';
		expect(startSpanOf(date)).toEqual(here);
	});

	test.each([
		null,
		'',
		'yesterday',
		'15/01/2026 12:00',
		'2026-13-45T00:00:00',
		'2026-02-30T00:00:00',
		'2026-01-15T25:00:00',
		'2026-01-15 12:00:00 PM',
		'2026-01-15 12:00:00 WAT',
		'2026-01-15T12:00:00ZZ',
		'x2026-01-15',
		'2026-01-15x',
		// Dates that nobody has set.
		'0001-01-01T00:00:00',
		'0000-00-00 00:00:00',
		'1900-01-01',
		'1970-01-01T00:00:00Z',
		'1999-12-31',
	])('is not known of %p', (date) => {
		expect(startSpanOf(date)).toBeUndefined();
		expect(earliestStartOf(date)).toBeUndefined();
	});
});

const at = (text: string) => Date.parse(text);
const moment = (time: number) => ({ first: time, last: time });

describe('A time that a person gave', () => {
	test.each<[unknown, string, number]>([
		['2026-11-24T08:00', 'Africa/Lagos', at('2026-11-24T07:00Z')],
		['2026-11-24 08:00:30.5', 'America/New_York', at('2026-11-24T13:00:30.5Z')],
		['2026-11-24T08:00:30,5', 'America/New_York', at('2026-11-24T13:00:30.5Z')],
		['2026-07-01T00:00', 'Europe/Paris', at('2026-06-30T22:00Z')],
		['2026-11-24T24:00', 'UTC', at('2026-11-25T00:00Z')],
		['2026-11-24T08:00Z ', 'Africa/Lagos', at('2026-11-24T08:00Z')],
		['2026-11-24t08:00z', 'Africa/Lagos', at('2026-11-24T08:00Z')],
		['2026-11-24T08:00:00.000+05:30', 'Africa/Lagos', at('2026-11-24T02:30Z')],
		['2026-11-24 08:00:00 +0530', 'Africa/Lagos', at('2026-11-24T02:30Z')],
		['2026-11-24 08:00:00+05', 'Africa/Lagos', at('2026-11-24T03:00Z')],
		// Clocks show it twice, but its own zone says which is meant.
		['2026-11-01T01:30-04:00', 'America/New_York', at('2026-11-01T05:30Z')],
		['2026-11-01T01:30-05:00', 'America/New_York', at('2026-11-01T06:30Z')],
		[new Date(0), 'Africa/Lagos', 0],
		[DateTime.fromMillis(7, { zone: 'Asia/Tokyo' }), 'Africa/Lagos', 7],
		[{ valueOf: () => 5 }, 'UTC', 5],
	])('%p in %s', (given, zone, time) => {
		expect(readSpan(given, zone)).toEqual(moment(time));
	});

	test('may be of another Luxon', async () => {
		await jest.isolateModulesAsync(async () => {
			const { DateTime: Another } = await import('luxon');
			expect(Another).not.toBe(DateTime);
			expect(readSpan(Another.fromMillis(7, { zone: 'Asia/Tokyo' }), 'Africa/Lagos')).toEqual(moment(7));
		});
	});

	test.each([
		['2026-11-24', 'Africa/Lagos', '2026-11-23T23:00:00.000Z', '2026-11-24T22:59:59.999Z'],
		[' 2026-11-24\n', 'UTC', '2026-11-24T00:00:00.000Z', '2026-11-24T23:59:59.999Z'],
		// It begins at one o'clock, because there is no midnight.
		['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
		// It has 25 hours, and eleven o'clock twice.
		['2026-10-29', 'Africa/Cairo', '2026-10-28T21:00:00.000Z', '2026-10-29T21:59:59.999Z'],
		['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
		// Midnight comes twice.
		['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
		['2026-10-31', 'America/Havana', '2026-10-31T04:00:00.000Z', '2026-11-01T03:59:59.999Z'],
	])('%p alone is the whole day in %s', (given, zone, first, last) => {
		const span = readSpan(given, zone);
		expect([span.first, span.last].map((time) => new Date(time).toISOString())).toEqual([first, last]);
	});

	test.each([
		...['', 'yesterday', '24.11.2026', '11/12/2026', '5', '2026', '2026-11', '20261124', '2026-W48-2', '2026-328'],
		...['2026-02-30', '2026-02-29T08:00', '2026-11-31T08:00Z', '2026-00-10', '2026-11-24T25:00', '2026-11-24T08:60'],
		...['2026-11-24T', '2026-11-24T08', '2026-11-24 8:00', '2026-11-24 08:00 PM', '2026-11-24Z', '2026-11-24+01:00'],
		...['2026-11-24T08:00 Africa/Lagos', '2026-11-24T08:00+25:00', '+002026-11-24', '2026-11-24/2026-11-25'],
		...[null, undefined, 5, 1_795_000_000_000, true, [5], ['2026-11-24'], {}, { valueOf: 5 }],
		...[Object.create(null), new Date(''), DateTime.invalid('none')],
	])('%p is none', (given) => {
		expect(readSpan(given, 'UTC')).toEqual(moment(Number.NaN));
	});
});

/* Clocks, by the time zones of the computer, which know nothing of Luxon. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time that clocks in a zone show, such as "2026-11-24 08:00:00". In Sweden, dates are written as in ISO 8601. */
function shown(time: number, timeZone: string): string {
	const format =
		formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(timeZone, format);
	return format.format(time);
}

const dayOf = (time: number, zone: string) => shown(time, zone).slice(0, 10);
const written = (face: number) => new Date(face).toISOString().slice(0, 19).replace('T', ' ');
const offsetAt = (time: number, zone: string) => Date.parse(`${shown(time, zone)}Z`) - time;

/** The first moments of new offsets, in two years. */
function changesIn(zone: string): number[] {
	const changes: number[] = [];
	for (let day = Date.UTC(2026); day < Date.UTC(2028); day += DAY) {
		const before = offsetAt(day, zone);
		if (offsetAt(day + DAY, zone) === before) continue;
		let [low, high] = [day, day + DAY];
		while (high - low > SECOND) {
			const middle = low + Math.floor((high - low) / 2 / SECOND) * SECOND;
			if (offsetAt(middle, zone) === before) low = middle;
			else high = middle;
		}
		changes.push(high);
	}
	return changes;
}

/** All moments at which clocks show a time, whose face is given as if it were UTC. */
function momentsOf(face: number, zone: string): number[] {
	const offsets = Array.from({ length: 2 * 28 * 2 + 1 }, (_, index) => (index - 56) * (HOUR / 4));
	return offsets
		.map((offset) => face - offset)
		.filter((time) => shown(time, zone) === written(face))
		.sort((one, other) => one - other);
}

const ZONES = [
	...['America/New_York', 'Africa/Cairo', 'Asia/Beirut', 'Australia/Sydney', 'Africa/Lagos', 'Europe/London'],
	// Midnight comes twice there, or the change is of half an hour.
	...['America/Havana', 'Atlantic/Azores', 'Australia/Lord_Howe'],
];

// Luxon begins with the offset that is in force now.
describe.each(['2026-01-15', '2026-07-15'])('Around changes of clocks, as seen on %s', (today) => {
	beforeEach(() => (Settings.now = () => Date.parse(today)));

	test('there are some', () => {
		const counts = ZONES.map((zone) => changesIn(zone).length);
		expect(counts).toEqual(ZONES.map((zone) => (zone === 'Africa/Lagos' ? 0 : 4)));
	});

	describe.each(ZONES)('%s', (zone) => {
		const changes = changesIn(zone);
		const near = fc.constantFrom(...(changes.length > 0 ? changes : [NOON]));
		const seconds = (most: number) => fc.integer({ min: -most / SECOND, max: most / SECOND });

		test('a time without a zone is when clocks show it, and the first and the last where they do so twice', () => {
			const face = fc
				.tuple(near, fc.oneof(seconds(2 * HOUR), seconds(30 * HOUR)))
				.map(([change, away]) => ({ change, face: change + offsetAt(change - SECOND, zone) + away * SECOND }));
			always(
				fc.property(face, ({ change, face }) => {
					const { first, last } = readSpan(written(face), zone);
					const moments = momentsOf(face, zone);
					// Where clocks are put forward, what they skip is read as if they had not been.
					const skipped = face - offsetAt(change - SECOND, zone);
					expect([first, last]).toEqual([moments[0] ?? skipped, moments.at(-1) ?? skipped]);
				}),
			);
		});

		test('a day begins and ends when the date changes', () => {
			always(
				fc.property(near, fc.integer({ min: -3, max: 3 }), (change, days) => {
					const day = dayOf(change + days * DAY, zone);
					const { first, last } = readSpan(day, zone);
					expect([dayOf(first, zone), dayOf(last, zone)]).toEqual([day, day]);
					expect(dayOf(first - 1, zone) < day).toBe(true);
					expect(dayOf(last + 1, zone) > day).toBe(true);
				}),
			);
		});
	});
});

test('a day is one that the calendar has', () => {
	const numbers = fc.tuple(
		fc.integer({ min: 1990, max: 2100 }),
		fc.integer({ min: 0, max: 13 }),
		fc.integer({ min: 0, max: 32 }),
	);
	always(
		fc.property(numbers, ([year, month, day]) => {
			const text = [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
			const date = new Date(Date.UTC(year, month - 1, day));
			const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
			expect(readSpan(text, 'UTC').first).toBe(isThere ? date.getTime() : Number.NaN);
		}),
	);
});

test('a time with a zone of its own is read as JavaScript reads it, whatever the zone of the workflow', () => {
	const inYears = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) });
	const offset = fc.integer({ min: -14 * 60, max: 14 * 60 }).map((minutes) => {
		const [hours, rest] = [Math.abs(minutes) / 60, Math.abs(minutes) % 60].map((part) =>
			String(Math.floor(part)).padStart(2, '0'),
		);
		return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
	});
	always(
		fc.property(inYears, offset, fc.constantFrom(...ZONES), (time, own, zone) => {
			const text = `${new Date(time).toISOString().slice(0, -1)}${own}`;
			expect(readSpan(text, zone)).toEqual(moment(Date.parse(text)));
		}),
	);
});
