import fc from 'fast-check';

import type { Branding } from '../../../checkout/pages/branding';
import { html } from '../../../checkout/pages/html';
import { LANGUAGES } from '../../../checkout/pages/languages';
import { writeMoment } from '../../../checkout/pages/moment';
import { fillHtml, timeHtml } from '../../../checkout/pages/times';

const AT = '2026-12-05T15:36:00.000Z';

/** With plain spaces, whichever Unicode's data choose. */
const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
	// A printed time is read elsewhere, so its zone is named. Jest runs in UTC.
	['both', 'en-GB', undefined, '5 Dec 2026, 15:36 UTC'],
	['both', 'en', 'Africa/Lagos', 'Dec 5, 2026, 4:36 PM GMT+1'],
	['clock', 'en-GB', undefined, '15:36'],
	['clock', 'fr', 'Africa/Lagos', '16:36 UTC+1'],
	['day', 'en', 'Pacific/Auckland', 'Dec 5, 2026'],
	['day', 'en-GB', undefined, '5 Dec 2026'],
	// n8n does not check the zone that it is given.
	['both', 'en-GB', 'UTC+1', '5 Dec 2026, 15:36 UTC'],
	['clock', 'en-GB', '', '15:36 UTC'],
	// A browser may prefer anything.
	['both', 'en-US@posix', 'UTC', 'Dec 5, 2026, 3:36 PM UTC'],
	['day', 'en-GB-u-ca-buddhist-nu-thai', undefined, '5 Dec 2026'],
] as const)('%s in %s, in the zone %s: %s', (precision, locale, timeZone, written) => {
	const iso = precision === 'day' ? AT.slice(0, 10) : AT;
	expect(plain(writeMoment(iso, precision, [locale], timeZone))).toBe(written);
});

test('digits are Western in every language', () => {
	for (const language of [...LANGUAGES, 'ar-EG']) expect(writeMoment(AT, 'both', [language])).toContain('2026');
});

test('of several languages the first that is known counts', () => {
	expect(plain(writeMoment(AT, 'day', ['fr-FR@posix', 'fr']))).toBe('5 déc. 2026');
});

test('a time is written whatever the languages and the zone are', () => {
	const zone = fc.option(fc.string(), { nil: undefined });
	const precision = fc.constantFrom('day', 'clock', 'both');
	fc.assert(
		fc.property(fc.array(fc.string()), zone, precision, (locales, timeZone, each) => {
			expect(writeMoment(AT, each, locales, timeZone)).toMatch(each === 'clock' ? /36/ : /2026/);
		}),
	);
});

test('any time can be written, also one later than JavaScript knows', () => {
	const branding = { language: 'en', timeZone: 'UTC' } as Branding;
	fc.assert(
		fc.property(fc.double({ min: 0, noNaN: true }), (at) => {
			expect(timeHtml(branding, at).toString()).toMatch(/^<time datetime="[^"]+Z" data-precision="both">.+<\/time>$/);
		}),
	);
});

test('placeholders of a text become parts of a page, and the text is escaped', () => {
	const time = html`<b>now</b>`;
	expect(fillHtml('<{time}> {other} time {constructor}', { time }).toString()).toBe(
		'&lt;<b>now</b>&gt; {other} time {constructor}',
	);
});
