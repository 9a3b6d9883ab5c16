import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { LANGUAGES } from '../../checkout/pages/languages';
import { TEST_CARD } from '../../checkout/pages/testCard';
import { show } from './support/show';
import { COLLECTING, startPages, type Pages } from './support/start';
import { states } from './support/states';

// The page script's additions.

let pages: Pages;
let browser: Browser;

beforeAll(async () => {
	pages = await startPages();
	({ browser } = pages);
}, COLLECTING);
afterAll(() => pages.stop());

/** Does something on the page of a state, in a browser of its own. */
async function on<T>(
	name: string,
	look: (page: Page) => Promise<T>,
	options: BrowserContextOptions = {},
	language: (typeof LANGUAGES)[number] = 'en',
): Promise<T> {
	const context = await browser.newContext(options);
	const result = await look(await show(context, states.get(name)![language]!));
	await context.close();
	return result;
}

const timeOn = async (page: Page) => {
	const time = page.locator('time').first();
	return [await time.getAttribute('datetime'), (await time.innerText()).replace(/\s/g, ' ')] as const;
};

describe('times', () => {
	/** As the browser itself writes it. */
	const written = (iso: string, locale: string, timeZone: string, isClock: boolean) =>
		new Intl.DateTimeFormat(locale, {
			...{ timeZone, numberingSystem: 'latn', hour: 'numeric', minute: '2-digit' },
			...(!isClock && { year: 'numeric', month: 'short', day: 'numeric', timeZoneName: 'short' }),
		})
			.format(new Date(iso))
			.replace(/\s/g, ' ');

	test.each([
		['card', 'en-GB', 'Europe/Paris', 'en', false],
		['card', 'en-US', 'America/New_York', 'en', false],
		['paid', 'en-GB', 'Asia/Tokyo', 'en', false],
		['checking', 'en-GB', 'Asia/Kolkata', 'en', true],
		['checking', 'fr-CA', 'America/Toronto', 'fr', true],
		['paid', 'ar-EG', 'Africa/Cairo', 'ar', false],
	] as const)(
		'of the page "%s" are those of a browser in %s, %s',
		async (name, locale, timezoneId, language, isClock) => {
			const [iso, shown] = await on(name, timeOn, { locale, timezoneId }, language);
			expect(shown).toBe(written(iso!, locale, timezoneId, isClock));
		},
	);

	test('of a browser in another language are written in that of the page', async () => {
		const [iso, shown] = await on('paid', timeOn, { locale: 'de-DE', timezoneId: 'Europe/Berlin' }, 'fr');
		expect(shown).toBe(written(iso!, 'fr', 'Europe/Berlin', false));
	});

	test.each([
		['["en-US@posix", "en-GB"]', 'en-GB'],
		['["en-GB-u-ca-buddhist-nu-thai"]', 'en-GB'],
		['["en@posix"]', 'en'],
		['undefined', 'en'],
	])('of a browser with the languages %s are written in %s, and the page does all else', async (languages, locale) => {
		const context = await browser.newContext({ timezoneId: 'Asia/Tokyo' });
		await context.addInitScript(`
			Object.defineProperty(navigator, 'languages', { get: () => ${languages} });
			window.timers = [];
			window.setTimeout = (_, delay) => window.timers.push(delay);`);
		const errors: string[] = [];
		context.on('weberror', (event) => errors.push(event.error().message));
		const receipt = await show(context, states.get('back to the shop')!.en!);
		const [iso, shown] = await timeOn(receipt);
		expect(shown).toBe(written(iso!, locale, 'Asia/Tokyo', false));
		expect(await receipt.evaluate('window.timers')).toEqual([10_000]);
		expect(await receipt.locator('[data-copy][hidden], [data-print][hidden]').count()).toBe(0);
		expect(errors).toEqual([]);
		await context.close();
	});

	test('without scripts name the zone of n8n', async () => {
		const [, shown] = await on('paid', timeOn, { javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' });
		expect(shown).toMatch(/ (UTC|GMT|E[SD]T)/);
	});
});

test('a test card is entered at the press of a button, and the e-mail address is asked for', async () => {
	await on('card', async (page) => {
		await page.getByRole('button', { name: 'Fill in' }).click();
		const values = await page
			.locator('#card input')
			.evaluateAll((fields) =>
				fields.map((field) => [
					field.id,
					(field as unknown as { value: string }).value.replace(/ (?!\/)(?<!\/ )/g, ''),
				]),
			);
		expect(Object.fromEntries(values)).toEqual(TEST_CARD);
		expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
		expect(await page.locator('#email:focus').count()).toBe(1);
		await page.locator('#email').fill('ada@shop.example');
		await page.getByRole('button', { name: 'Fill in' }).click();
		expect(await page.locator('form > button:focus').count()).toBe(1);
	});
	const isShown = async (page: Page) => await page.locator('[data-fill]').isVisible();
	expect(await on('card', isShown, { javaScriptEnabled: false })).toBe(false);
});

test('an empty field is asked for, and one with a mistake is to be checked', async () => {
	await on('card', async (page) => {
		const note = async (name: string) => await page.locator(`#${name}-note`).innerText();
		await page.locator('form > button').click();
		expect([await note('email'), await note('cardNumber'), await note('expiry'), await note('cvv')]).toEqual([
			...[
				'Enter your e-mail address.',
				'Enter your card number.',
				'Enter the expiry date.',
				'Enter the security code.',
			],
		]);
		for (const name of ['email', 'cardNumber', 'expiry', 'cvv']) await page.locator(`#${name}`).fill('1');
		expect([await note('email'), await note('cardNumber'), await note('cvv')]).toEqual([
			'This e-mail address is not valid. Write it like name@example.com.',
			'This card number is not valid. Check each digit.',
			'Check the security code: it has 3 digits, or 4 on American Express.',
		]);
	});
	// The server's finding stays, although the field is empty again.
	const found = async (page: Page) => await page.locator('#cvv-note').innerText();
	expect(await on('a mistake', found)).toBe('Check the security code: it has 3 digits, or 4 on American Express.');
});

test('while a payment is checked, something moves', async () => {
	const animations = `document.querySelector('.spinner').getAnimations({ subtree: true }).length`;
	expect(await on('checking', async (page) => await page.evaluate<number>(animations))).toBe(1);
});

test('a printed receipt has the zone of its time, and does not say where the browser goes', async () => {
	await on('back to the shop', async (page) => {
		const going = page.getByText('You are being taken back to');
		expect(await going.isVisible()).toBe(true);
		await page.emulateMedia({ media: 'print' });
		expect(await going.isVisible()).toBe(false);
		expect(await page.locator('main p:visible').count()).toBe(1);
		expect((await timeOn(page))[1]).toMatch(/ (UTC|GMT)/);
	});
});
