import { beganAfter, timeIn } from '../../../gateway/values/dates';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 0, 15, 12);

test.each([
	['2026-01-15T12:00:00', NOON],
	['2026-01-15T12:00:00.000', NOON],
	['2026-01-15T12:00', NOON],
	['2026-01-15 12:00:00', NOON],
	[' 2026-01-15T12:00:00\n', NOON],
])('of %s is known within the time zones of the world', (date, time) => {
	expect(beganAfter(date)).toBe(time - 14 * HOUR);
});

test.each([
	'2026-01-15T12:00:00.000Z',
	'2026-01-15T12:00:00Z',
	'2026-01-15T13:00:00+01:00',
	'2026-01-15 11:00:00 -0100',
])('of %s, which has a zone, is known but for the difference of clocks', (date) => {
	expect(beganAfter(date)).toBe(NOON - 5 * MINUTE);
});

test('of the first day that a service may give is known', () => {
	expect(beganAfter('2000-01-02')).toBe(Date.UTC(2000, 0, 2) - 14 * HOUR);
});

test('of a date alone is any time of that day', () => {
	expect(beganAfter('2026-01-15')).toBe(Date.UTC(2026, 0, 15) - 14 * HOUR);
});

test.each(['2026-01-15T12:00:00', '2026-01-15'])('of %s is known wherever the computer stands', (date) => {
	const parse = jest.spyOn(Date, 'parse');
	beganAfter(date);
	// A text without a zone would be read as the time of the computer.
	expect(parse.mock.calls).toEqual([[expect.stringMatching(/Z$/)]]);
	parse.mockRestore();
});

test.each([
	null,
	'',
	'yesterday',
	'15/01/2026 12:00',
	'2026-13-45T00:00:00',
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
])('of %p is not known', (date) => {
	expect(beganAfter(date)).toBeUndefined();
});

const at = (text: string) => Date.parse(text);

test.each<[unknown, string, number]>([
	['2026-11-24', 'Africa/Lagos', at('2026-11-23T23:00Z')],
	['2026-11-24T08:00', 'Africa/Lagos', at('2026-11-24T07:00Z')],
	['2026-11-24 08:00:30.5', 'America/New_York', at('2026-11-24T13:00:30.5Z')],
	['2026-07-01T00:00', 'Europe/Paris', at('2026-06-30T22:00Z')],
	['2026-11-24T08:00Z ', 'Africa/Lagos', at('2026-11-24T08:00Z')],
	['2026-11-24T08:00:00.000+05:30', 'Africa/Lagos', at('2026-11-24T02:30Z')],
	[new Date(0), 'Africa/Lagos', 0],
	[{ valueOf: () => 5 }, 'UTC', 5],
	...[
		'',
		'yesterday',
		'24.11.2026',
		null,
		undefined,
		5,
		[5],
		{},
		{ valueOf: 5 },
		Object.create(null),
		new Date(''),
	].map((none): [unknown, string, number] => [none, 'UTC', Number.NaN]),
])('%p in %s', (given, zone, time) => {
	expect(timeIn(given, zone)).toBe(time);
});
