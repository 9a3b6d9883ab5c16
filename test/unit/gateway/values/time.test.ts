import { timeIn } from '../../../../gateway/values/time';

const at = (text: string) => Date.parse(text);

test.each<[unknown, string, number]>([
	['2026-11-24', 'Africa/Lagos', at('2026-11-23T23:00Z')],
	['2026-11-24T08:00', 'Africa/Lagos', at('2026-11-24T07:00Z')],
	['2026-11-24 08:00:30.5', 'America/New_York', at('2026-11-24T13:00:30.5Z')],
	['2026-07-01T00:00', 'Europe/Paris', at('2026-06-30T22:00Z')],
	['2026-11-24T08:00Z', 'Africa/Lagos', at('2026-11-24T08:00Z')],
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
