import type { IDataObject } from 'n8n-workflow';

import { fill, languages, LANGUAGES } from '../../../checkout/pages/languages';
import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import {
	activate as activatePage,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';

/* "Being checked" ends: after half an hour the page does not reload any more, and says whom to ask. */

const MINUTE = 60_000;
const CHECKING = 'Your payment is being checked';
const CONTACT = 'mailto:help@shop.example';

setUpCheckouts();
afterEach(resetClock);

/** The page of a charge whose answer was lost. */
async function lose(more: IDataObject = {}) {
	await activatePage({ amountFrom: 'link', ...more });
	world.sandbox.configure({ hasHistory: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	return await (await openLink()).submit(entries('frictionless'));
}

const late = (language: keyof typeof languages) => fill(languages[language].texts.checkLate, { reference: 'INV-7' });

test('the page reloads itself for half an hour from when the card was entered, and then says whom to ask', async () => {
	const begin = Date.now();
	setClock(begin);
	let page = await lose({ shop: { contact: CONTACT } });
	for (const minutes of [10, 20, 29]) {
		setClock(begin + minutes * MINUTE);
		page = await page.wait();
		expect([page.heading, page.refresh?.seconds, page.link]).toEqual([CHECKING, 60, undefined]);
		expect(page.html).toContain(languages.en.texts.checkText);
	}
	setClock(begin + 31 * MINUTE);
	page = await page.wait();
	expect([page.heading, page.refresh, page.link]).toEqual([CHECKING, undefined, CONTACT]);
	expect(page.html).not.toMatch(/data-seconds="/);
	expect(page.html).toContain(late('en'));
	expect(page.html).not.toContain(languages.en.texts.checkText);
});

test('so does the link in another browser, and without an address of the shop there is no button', async () => {
	await lose();
	setClock(Date.now() + 31 * MINUTE);
	const page = await openLink();
	expect([page.heading, page.refresh, page.link]).toEqual([CHECKING, undefined, undefined]);
	expect(page.html).toContain(late('en'));
});

const goesOn = ({ heading, refresh }: BrowserPage) => {
	expect(heading).toBe(CHECKING);
	return refresh !== undefined;
};

test('for a customer who comes back from the bank later than that, it begins with the return', async () => {
	await activatePage({ amountFrom: 'link' });
	const begin = Date.now();
	const bank = await (await openLink()).submit(entries('threeDSecure'));
	setClock(begin + 40 * MINUTE);
	const page = await bank.go(lastCharge().callbackUrl);
	const pages = [];
	for (const minutes of [40, 69, 71]) {
		setClock(begin + minutes * MINUTE);
		pages.push(goesOn(await page.reload()));
	}
	expect(pages).toEqual([true, true, false]);
});

test('so it does for a customer who has entered the OTP later than that, in whichever browser', async () => {
	await activatePage({ amountFrom: 'link' });
	await (await openLink()).submit(entries('otp'));
	setClock(Date.now() + 40 * MINUTE);
	const reopened = await openLink();
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { status: 1 } }, times: 9 });
	world.sandbox.configure({ hasHistory: false });
	expect(goesOn(await reopened.submit({ otp: OTP }))).toBe(true);
});

test('what the service tells later is shown all the same', async () => {
	const page = await lose();
	setClock(Date.now() + 60 * MINUTE);
	expect((await page.reload()).refresh).toBeUndefined();
	world.sandbox.configure({ hasHistory: true });
	expect((await page.reload()).heading).toBe('Payment received');
	expect(await checkout.started()).toHaveLength(1);
});

test.each(LANGUAGES)('it is said in the language of the page: %s', async (language) => {
	const page = await lose();
	setClock(Date.now() + 31 * MINUTE);
	const { html } = await page.go(`${page.url}&lang=${language}`);
	expect(html).toContain(late(language));
});
