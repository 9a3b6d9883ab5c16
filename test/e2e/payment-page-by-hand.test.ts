import type { Page } from 'playwright-core';

import { until } from '../../dev/playground/rest';
import { OTP } from '../../dev/sandbox';
import { CARDS } from './support/customer';
import { Session } from './support/session';
import { listOf, Steps, typeInto } from './support/steps';

const PAID = 'Payment received';

let session: Session;

beforeAll(async () => {
	session = await Session.start();
	// People paste what n8n has copied.
	await session.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => session.stop());

/** A customer opens the address in another tab and pays. */
async function payAt(url: string): Promise<Page> {
	const { number, expiryMonth, expiryYear, cvv } = CARDS['OTP approved']!;
	const tab = await session.page.context().newPage();
	await tab.goto(url);
	await typeInto(tab.locator('#cardNumber'), number);
	await typeInto(tab.locator('#expiry'), `${expiryMonth}/${expiryYear}`);
	await typeInto(tab.locator('#cvv'), cvv);
	await typeInto(tab.locator('#email'), 'ada@shop.example');
	await tab.locator('form button').click();
	await typeInto(tab.locator('#otp'), OTP);
	await tab.locator('form button').click();
	await tab.getByRole('heading', { name: PAID, exact: true }).waitFor();
	return tab;
}

const copied = () => session.page.evaluate<string>('navigator.clipboard.readText()');

test('a new user gets from an empty workflow to a paid payment page in 25 steps', async () => {
	const { editor, page } = session;
	await editor.openNew();
	const steps = await Steps.count(page);

	const panel = await editor.openNodesPanel();
	await panel.search('payment page', 'Card Payment Checkout');
	await session.screenshot('search-payment-page');
	await panel.open('Card Payment Checkout');
	await panel.choose('On payment authorized');
	const view = await editor.nodeView.waitFor();
	await view.enter({ Amount: '10.50' });
	await view.fields.chooseFromList('Currency', 'NGN - Nigerian Naira');
	await session.screenshot('payment-page-form');

	await view.copyUrl();
	// The editor writes it a moment later.
	await until(async () => (await copied()) !== '', 'the copied URL');
	const url = await copied();
	expect(url).toMatch(/\/webhook-test\/[-\w]+\/checkout$/);
	expect(await view.listen()).toBe(true);
	await session.screenshot('payment-page-listening');

	steps.add('key Ctrl+T', 'key Ctrl+V', 'key Enter');
	const tab = await payAt(url);
	const done = await steps.soFar();
	await tab.close();

	await view.hasRun();
	expect(await view.output()).toMatchObject([
		{ outcome: 'authorized', amount: '10.5', currency: 'NGN', email: 'ada@shop.example' },
	]);
	await session.screenshot('payment-page-output');
	console.log(listOf(done));
	expect(done).toHaveLength(25);
});
