import type { IDataObject } from 'n8n-workflow';

import { languages, LANGUAGES } from '../../../checkout/pages/languages';
import { fill } from '../../../checkout/pages/languages';
import { entries } from '../support/checkout';
import { activate as activatePage, checkout, openLink, setUpCheckouts, world } from '../support/checkoutTests';
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
