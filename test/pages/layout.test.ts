import type { Browser } from 'playwright-core';

import { LANGUAGES } from '../../checkout/pages/languages';
import { DESKTOP, PHONE, show } from './support/show';
import { COLLECTING, startPages, type Pages } from './support/start';
import { HEADINGS, states } from './support/states';

// Where things stand on the pages of every state, in every language.

/** In pixels: WCAG 2.2, 2.5.5. */
const FINGER = 44;

let pages: Pages;
let browser: Browser;

beforeAll(async () => {
	pages = await startPages();
	({ browser } = pages);
}, COLLECTING);
afterAll(() => pages.stop());

// A field is touched anywhere in its box, and a script shows the buttons that need one.
const ON_PHONE = `
const textOf = (one) => { const range = document.createRange(); range.selectNodeContents(one); return range; };
const seen = (selector) => [...document.querySelectorAll(selector)]
	.filter((one) => one.checkVisibility() && !one.closest('.hidden'))
	.map((one) => ({ one, box: one.getBoundingClientRect(), lines: [...textOf(one).getClientRects()] }));
const isRtl = document.documentElement.dir === 'rtl';
const edges = ({ left, right }) => isRtl ? [innerWidth - right, innerWidth - left] : [left, right];
const startOf = (box) => edges(box)[0];
const endOf = (box) => edges(box)[1];
const named = (problem, found) => found.map(({ one, box }) =>
	problem + ': ' + one.outerHTML.slice(0, 60) + ' (' + Math.round(box.width) + ' x ' + Math.round(box.height) + ')');
[
	...named('small', seen('a, button, .field').filter(({ box }) => box.width < ${FINGER} || box.height < ${FINGER})),
	...named('cut off', seen('body *').filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5)),
	...named('broken', seen('label, button, .amount, .reference bdi, .test-card bdi').filter(({ one, lines }) =>
		lines.some(({ top }) => top > lines[0].bottom - 2))),
	...named('away from its copy button', seen('bdi:has(+ .copy:not([hidden]))').filter(({ one, box }) => {
		const button = one.nextElementSibling.getBoundingClientRect();
		return button.top > box.bottom || button.bottom < box.top;
	})),
	// A label begins where those of other fields do, and a picture stands at the other end.
	...named('indented', seen('.field label').filter(({ one, lines }) =>
		Math.abs(startOf(lines[0]) - startOf(one.closest('.field').getBoundingClientRect()) - 17) > 1)),
	...named('on the wrong side', seen('.picture svg').filter(({ one, box }) =>
		Math.abs(endOf(one.closest('.field').getBoundingClientRect()) - endOf(box) - 17) > 1)),
]`;

const ON_DESKTOP = `
const sheet = document.querySelector('.sheet');
const { left, right, height } = sheet.getBoundingClientRect();
const [header, main, footer] = [...sheet.children].map((part) => {
	part.style.alignSelf = 'start';
	return part.getBoundingClientRect();
});
const isBeside = main.top < header.bottom;
const content = isBeside ? Math.max(main.height, header.height + footer.height) : header.height + main.height + footer.height;
const offCentre = left - (innerWidth - right);
[
	...(Math.abs(offCentre) > 1 ? ['off centre by ' + offCentre] : []),
	...(Math.abs(height - content) > 1 ? ['empty: ' + (height - content)] : []),
	...(isBeside === (sheet.querySelector('.amount') === null) ? ['columns'] : []),
]`;

describe.each(LANGUAGES)('In %s', (language) => {
	test.each([
		['on a phone, all is large enough for a finger, nothing is cut off, and no label breaks', PHONE, ON_PHONE],
		['on a wide screen, the sheet stands in the middle, and is as high as what is in it', DESKTOP, ON_DESKTOP],
	])('%s', async (_, viewport, find) => {
		const context = await browser.newContext({ viewport });
		const wrong: Record<string, string[]> = {};
		for (const name of Object.keys(HEADINGS)) {
			const page = await show(context, states.get(name)![language]!);
			wrong[name] = await page.evaluate<string[]>(`{ ${find} }`);
			await page.close();
		}
		expect(Object.entries(wrong).filter(([, { length }]) => length > 0)).toEqual([]);
		await context.close();
	});
});

test('every state has the menu of languages', () => {
	expect([...states].filter(([, { en }]) => !en!.body.includes('class="languages"'))).toEqual([]);
});

test.each(['en', 'ar'] as const)(
	'the mark of the card keeps its colour, and the hint is there while it is needed (%s)',
	async (language) => {
		const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
		const page = await show(context, states.get('card')![language]!);
		const marks = async () =>
			await page.evaluate<string[]>(`[...document.querySelectorAll('.marks svg:not(.unlisted)')]
			.map((mark) => mark.dataset.brand + ' ' + getComputedStyle(mark).opacity)`);
		const hint = async () =>
			await page.evaluate<string>(`getComputedStyle(document.querySelector('#cvv-note')).opacity`);
		expect(await marks()).toEqual(['Visa 1', 'Mastercard 1', 'Verve 1']);
		expect(await hint()).toBe('0');
		await page.locator('#cardNumber').fill('5060990580000217499');
		await page.locator('#cvv').focus();
		expect(await marks()).toEqual(['Visa 0.25', 'Mastercard 0.25', 'Verve 1']);
		expect(await hint()).toBe('1');
		expect(await page.locator('#cvv').getAttribute('aria-describedby')).toBe('cvv-note');
		// A mark that the row does not have.
		await page.locator('#cardNumber').fill('378282246310005');
		expect(await page.locator('#brand svg').getAttribute('data-brand')).toBe('American Express');
		expect(await page.locator('#brand svg').isVisible()).toBe(true);
		await context.close();
	},
);
