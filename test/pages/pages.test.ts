import type { Browser, Page } from 'playwright-core';

import { entries } from '../engine/support/checkout';
import { barriersOn } from '../e2e/support/customer';
import { ContactSheets } from './support/contactSheet';
import { PHONE, SCHEMES, show, VIEWPORTS } from './support/show';
import { COLLECTING, startPages, type Pages } from './support/start';
import { HEADINGS, states } from './support/states';

// The pages of every state, as n8n's engine answers with them over HTTP, in Chromium.

// One of each direction, and one with long words.
const LANGUAGES = ['en', 'ar', 'fr'] as const;

let pages: Pages;
let browser: Browser;
/** The contact sheets, which take as long as all tests; undefined where nobody wants to look at them. */
const sheets = process.env.E2E_SCREENSHOTS ? new ContactSheets() : undefined;

beforeAll(async () => {
	pages = await startPages();
	({ browser } = pages);
}, COLLECTING);
afterAll(async () => {
	await sheets?.write(browser);
	await pages.stop();
});

const NAMES = Object.keys(HEADINGS);

test('every state was reached', () => {
	const headings = [...states].map(([name, { en }]) => [name, /<h1>(.*)<\/h1>/.exec(en!.body)![1]]);
	expect(Object.fromEntries(headings)).toEqual(HEADINGS);
});

describe.each(NAMES)('In the state "%s"', (name) => {
	test('nothing keeps anybody out, in light and dark, in three languages, on screens of three widths', async () => {
		const found: string[] = [];
		for (const language of LANGUAGES) {
			for (const colorScheme of SCHEMES) {
				const context = await browser.newContext({ viewport: PHONE, colorScheme });
				const page = await show(context, states.get(name)![language]!);
				// Barriers depend on width, language and colours each by itself.
				const isFirst = language === 'en' && colorScheme === 'light';
				for (const viewport of isFirst || sheets ? VIEWPORTS : [PHONE]) {
					await page.setViewportSize(viewport);
					if (viewport === PHONE || isFirst) found.push(...(await barriersOn(page)));
					await sheets?.add(page, `${language}, ${colorScheme}`, name);
				}
				await context.close();
			}
		}
		expect([...new Set(found)]).toEqual([]);
	});

	test('at 320 pixels, and with everything twice as large, nothing has to be scrolled sideways', async () => {
		for (const language of LANGUAGES) {
			const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
			const page = await show(context, states.get(name)![language]!);
			for (const [width, fontSize] of [
				[320, '100%'],
				[640, '200%'],
			] as const) {
				await page.setViewportSize({ width, height: 640 });
				await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`);
				expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
			}
			await context.close();
		}
	});
});

describe.each(VIEWPORTS)('On a screen of $width pixels', (viewport) => {
	/** Measures the distance from the top of the page to an element. */
	const topOf = async (page: Page, selector: string) =>
		(await page.locator(selector).boundingBox())!.y + (await page.evaluate<number>('scrollY'));

	test.each(LANGUAGES)('the card begins at the same place in every state (%s)', async (language) => {
		const context = await browser.newContext({ viewport });
		const tops: number[] = [];
		for (const name of NAMES) {
			const page = await show(context, states.get(name)![language]!);
			tops.push(await topOf(page, '.sheet'));
			await page.close();
		}
		expect(new Set(tops).size).toBe(1);
		await context.close();
	});

	test('what is asked and told begins at the same place from the card to the receipt', async () => {
		const context = await browser.newContext({ viewport });
		const tops: number[] = [];
		for (const name of [
			'card',
			'a mistake',
			'mistakes',
			'card and name',
			'no name',
			'OTP',
			'OTP refused',
			'paid',
			'already paid',
			'declined',
			'checking',
			'checked for long',
		]) {
			const page = await show(context, states.get(name)!.en!);
			tops.push(await topOf(page, 'main'));
			await page.close();
		}
		expect(new Set(tops).size).toBe(1);
		await context.close();
	});

	test('nothing moves while the card is typed', async () => {
		const context = await browser.newContext({ viewport });
		const page = await show(context, states.get('card')!.en!);
		const places = async () => [
			await topOf(page, '.sheet'),
			await topOf(page, 'main'),
			await topOf(page, 'form button'),
		];
		const before = await places();
		const { cardNumber = '', expiry = '', cvv = '', email = '' } = entries('threeDSecure');
		for (const [name, text] of Object.entries({ email, cardNumber, expiry, cvv })) {
			await page.locator(`#${name}`).focus();
			for (const key of text) {
				await page.keyboard.type(key);
				expect(await places()).toEqual(before);
			}
		}
		await context.close();
	});
});

test('screen readers hear the card page in the order in which it is paid', async () => {
	const context = await browser.newContext({ viewport: PHONE });
	const page = await show(context, states.get('card')!.en!);
	const tree = await page.locator('body').ariaSnapshot();
	const order = ['Lagoon Books', '₦25,000.00', 'INV-1001', 'Test payment', 'heading "Card payment"'];
	const fields = ['E-mail address', 'Card number', 'Expiry date', 'Security code'];
	const places = [
		...order,
		...fields.map((label) => `textbox "${label}"`),
		'button "Pay ₦25,000.00"',
		'Secure payment',
	].map((text) => [text, tree.indexOf(text)] as const);
	expect(places.filter(([, place]) => place < 0)).toEqual([]);
	expect(places.map(([, place]) => place)).toEqual(places.map(([, place]) => place).sort((a, b) => a - b));
	expect(tree).not.toContain('Website');
	await context.close();
});

test('the page asks for a PIN where a card that may need one was entered, and for as many digits as the brand has', async () => {
	const context = await browser.newContext();
	const page = await show(context, states.get('card')!.en!);
	const asks = async () => [await page.locator('#cardPin').isVisible(), await page.locator('#cvv-note').innerText()];
	expect(await asks()).toEqual([false, '3 digits on the back, or 4 on the front']);
	for (const [number, brand, ...asked] of [
		['4012000033330026', 'Visa', false, '3 digits on the back of the card'],
		['5060990580000217499', 'Verve', true, '3 digits on the back of the card'],
		['378282246310005', 'American Express', false, '4 digits on the front of the card'],
	] as const) {
		await page.locator('#cardNumber').fill(number);
		expect(await page.locator('#brand').ariaSnapshot()).toBe(`- text: ${brand}`);
		expect(await asks()).toEqual(asked);
	}
	await context.close();
});

test('the page asks for a name in fields that browsers fill, and sends no card without one', async () => {
	const context = await browser.newContext();
	const page = await show(context, states.get('card and name')!.en!);
	expect(await page.locator('form').ariaSnapshot()).toMatch(
		/"E-mail address"[^]*"First name"[^]*"Last name"[^]*"Card number"/,
	);
	const autocompletes = await page
		.locator('form input[autocomplete]')
		.evaluateAll((fields) => fields.slice(0, 3).map((field) => field.getAttribute('autocomplete')));
	expect(autocompletes).toEqual(['email', 'given-name', 'family-name']);
	const { cardNumber = '', expiry = '', cvv = '', email = '' } = entries('threeDSecure');
	for (const [name, text] of Object.entries({ email, firstName: 'Ada', lastName: ' ', cardNumber, expiry, cvv }))
		await page.locator(`#${name}`).fill(text);
	await page.locator('form button').click();
	expect(await page.locator('#lastName:focus').count()).toBe(1);
	expect(await page.locator('#lastName-note').innerText()).toBe('Enter your last name.');
	expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
	await context.close();
});

test('a page that was checked for long does not go on by itself, with scripts and without', async () => {
	const goesOn = /data-seconds="|http-equiv="refresh"/;
	for (const language of LANGUAGES) {
		expect(states.get('checking')![language]!.body).toMatch(goesOn);
		expect(states.get('checked for long')![language]!.body).not.toMatch(goesOn);
	}
	const context = await browser.newContext({ viewport: PHONE });
	const page = await show(context, states.get('checked for long')!.en!);
	const contact = page.locator('main').getByRole('link', { name: 'Contact the shop' });
	expect(await contact.getAttribute('href')).toBe('mailto:help@lagoon.example');
	expect(await page.locator('main').innerText()).toContain('quote the reference INV-1007');
	await context.close();
});

test('a card that has expired is not sent, and nothing has to be entered again', async () => {
	const context = await browser.newContext();
	const page = await show(context, states.get('card')!.en!);
	for (const [name, text] of Object.entries(entries('threeDSecure', { expiry: '01 / 25' })))
		if (['email', 'cardNumber', 'expiry', 'cvv'].includes(name)) await page.locator(`#${name}`).fill(text);
	await page.locator('form button').click();
	expect(await page.locator('[aria-invalid=true]').evaluateAll((fields) => fields.map(({ id }) => id))).toEqual([
		'expiry',
	]);
	expect(await page.locator('#cardNumber').inputValue()).toBe('4012 0000 3333 0026');
	expect(await page.locator('#expiry:focus').count()).toBe(1);
	await context.close();
});
