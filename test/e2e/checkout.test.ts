import type { Browser, BrowserContextOptions } from 'playwright-core';

import { inRow } from '../../dev/engine/in-row';
import { until, type StoredWorkflow } from '../../dev/playground/rest';
import type { Sandbox, TestCard } from '../../dev/sandbox';
import { CANARY } from '../engine/support/canary';
import { OneProcess } from '../system/support/oneProcess';
import { Shop } from '../system/support/shop';
import { noOp } from '../system/support/workflows';
import { startBrowser } from './support/browser';
import { CARDS, Customer } from './support/customer';
import { placesOf, tracesIn } from './support/traces';

const { cardNumber, cvv, shortPin, longPin, longWrongOtp } = CANARY;
const CANARY_CARD = { ...CARDS['OTP approved']!, number: cardNumber, cvv, pin: longPin };
/** Filled in somewhere in the flows. */
const SECRETS = [cardNumber, cvv, shortPin, longPin, longWrongOtp, CARDS['OTP approved']!.number];

const PAID = 'Payment received';
const NOT_PAID = 'Payment not completed';
const OTP_PAGE = 'Confirm your payment';
const CHECKING = 'Your payment is being checked';

const PLACE = 'e2e-checkout';

let shop: Shop<OneProcess>;
let sandbox: Sandbox;
let browser: Browser;
let workflow: StoredWorkflow;
let url: string;
/** All who have come in the test. */
let customers: Customer[];
let customer: Customer;
/** Executions of the flows before. */
let before: number;

beforeAll(async () => {
	shop = await Shop.open(await OneProcess.prepare('checkout', 5870), { echo: true, notificationRetryMs: 50 });
	({ sandbox } = shop);
	const page = shop.workflows.checkout(PLACE, {
		amount: '10.50',
		currency: { __rl: true, mode: 'list', value: 'NGN' },
		description: 'Order 1001',
		merchantName: 'Baobab Books',
		// The card in which secrets are looked for is of a brand that needs no PIN.
		options: { asksPin: 'always', timeout: 3 },
	});
	workflow = await shop.publish(inRow('Checkout', [page, noOp('Deliver')]));
	url = `${shop.host.webhooks}/webhook/${PLACE}/checkout`;
	browser = await startBrowser();
}, 300_000);
afterAll(async () => {
	await browser?.close();
	await shop?.close();
});
beforeEach(async () => {
	await sandbox.reset();
	before = await executions();
	customers = [];
	customer = await come();
});
afterEach(async () => {
	for (const each of customers) await each.leave();
	expect(customers.flatMap(({ complaints }) => complaints)).toEqual([]);
});

async function come(options?: BrowserContextOptions): Promise<Customer> {
	const who = await Customer.come(browser, options);
	customers.push(who);
	return who;
}

const executions = async () => (await shop.rest.executionsOf(workflow.id)).length;
const charges = () => sandbox.ledger.transactions.reduce((sum, { chargeCount }) => sum + chargeCount, 0);

/** Checks that the last flow has brought so many charges and executions. */
async function broughtAbout(charged: number, started: number): Promise<void> {
	expect(charges()).toBe(charged);
	await until(async () => (await executions()) >= before + started, 'the execution');
	await sandbox.waitForDeliveries();
	expect((await executions()) - before).toBe(started);
}

/** A flow from the card to the result, whatever the card asks for. */
async function payWith(card: TestCard, who = customer): Promise<void> {
	await who.pay(url, card);
	if (card.flow === 'OTP') {
		await who.sees(OTP_PAGE);
		await who.enterOtp();
	}
	if (card.flow === '3DS') await who.decide('Approve');
	await who.sees(card.decision.status === 2 ? PAID : NOT_PAID);
}

describe('each test card', () => {
	test.each(Object.keys(CARDS))('%s', async (name) => {
		const card = CARDS[name]!;
		await payWith(card);
		await customer.screenshot(`checkout-result-${name.replace(' ', '-')}`);
		await broughtAbout(1, card.decision.status === 2 ? 1 : 0);
	});

	test.each(['OTP approved', '3DS approved', '2DS approved'])('without JavaScript: %s', async (name) => {
		const plain = await come({ javaScriptEnabled: false });
		await payWith(CARDS[name]!, plain);
		await broughtAbout(1, 1);
	});

	test('a declined one, then another one', async () => {
		await payWith(CARDS['OTP declined']!);
		await customer.page.getByRole('link', { name: 'Try another card' }).click();
		await customer.enterCard(CARDS['2DS approved']!);
		await customer.submit();
		await customer.sees(PAID);
		await broughtAbout(2, 1);
	});
});

describe('for everybody', () => {
	test('with the keyboard alone', async () => {
		const { page } = customer;
		await customer.open(url);
		const { number, expiryMonth, expiryYear, cvv, pin } = CARDS['OTP approved']!;
		// The button that fills in a test card comes first.
		await page.keyboard.press('Tab');
		for (const text of ['ada@shop.example', number, `${expiryMonth}${expiryYear}`, cvv, pin!]) {
			await page.keyboard.press('Tab');
			await page.keyboard.type(text);
		}
		expect(await page.locator('#cardNumber').inputValue()).toBe('5060 9905 8000 0217 499');
		expect(await page.locator('#brand > span').innerText()).toBe('Verve');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await customer.sees(OTP_PAGE);
		// The cursor stands in the field already.
		await page.keyboard.type('123456');
		await page.keyboard.press('Enter');
		await customer.sees(PAID);
		await broughtAbout(1, 1);
	});

	test.each([
		['light', 'en-GB', 'Pay ₦10.50'],
		['dark', 'fr-FR', 'Payer'],
		['light', 'pt-PT', 'Pagar'],
		['dark', 'ar', 'ادفع'],
	] as const)('on a phone, %s, in %s', async (colorScheme, locale, button) => {
		const viewport = { width: 360, height: 740 };
		const phone = await come({ viewport, isMobile: true, hasTouch: true, colorScheme, locale });
		await phone.open(url);
		expect((await phone.page.locator('form button').innerText()).replace(/\s/g, ' ')).toContain(button);
		const width = await phone.page.evaluate('document.documentElement.scrollWidth');
		expect(width).toBeLessThanOrEqual(viewport.width);
		await phone.screenshot(`checkout-phone-${locale}-${colorScheme}`);
		expect(await phone.barriers()).toEqual([]);

		await phone.submit();
		expect(await phone.page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
		expect(await phone.barriers()).toEqual([]);
		await phone.enterCard(CARDS['OTP approved']!);
		await phone.page.locator('form button').tap();
		await phone.page.locator('#otp').waitFor();
		expect(await phone.barriers()).toEqual([]);
		await phone.screenshot(`checkout-phone-otp-${locale}-${colorScheme}`);
		await phone.enterOtp();
		await phone.page.locator('#otp').waitFor({ state: 'detached' });
		expect(await phone.barriers()).toEqual([]);
		await broughtAbout(1, 1);
	});
});

test('another site can neither read the page nor send a card from the browser of its visitor', async () => {
	await customer.open(url);
	const state = await customer.page.locator('input[name=state]').inputValue();
	const { number: cardNumber, expiryMonth, expiryYear, cvv } = CARDS['OTP approved']!;
	const expiry = `${expiryMonth}/${expiryYear}`;
	const fields = Object.entries({ state, js: '1', email: 'ada@shop.example', cardNumber, expiry, cvv });
	const inputs = fields.map(([name, value]) => `<input name="${name}" value="${value}">`).join('');

	const visitor = await browser.newContext();
	const page = await visitor.newPage();
	await page.route('http://other.example/', async (route) => {
		await route.fulfill({ body: `<form method="post" action="${url}">${inputs}</form>`, contentType: 'text/html' });
	});
	await page.goto('http://other.example/');
	const reading = `fetch(${JSON.stringify(url)}).then((answer) => answer.text(), () => 'refused')`;
	expect(await page.evaluate(reading)).toBe('refused');
	const answer = page.waitForResponse(url);
	await page.evaluate('document.forms[0].submit()');
	expect((await answer).status()).toBe(403);
	await visitor.close();
	await broughtAbout(0, 0);
});

describe('once:', () => {
	test('going back from each page', async () => {
		await payWith(CARDS['OTP approved']!);
		await customer.page.goBack();
		await customer.sees(PAID);
		await customer.page.goBack();
		await customer.sees(PAID);
		await broughtAbout(1, 1);
	});

	test.each([true, false])('double clicks, with JavaScript: %s', async (javaScriptEnabled) => {
		const hasty = await come({ javaScriptEnabled });
		await hasty.open(url);
		await hasty.enterCard(CARDS['OTP approved']!);
		await hasty.page.locator('form button').dblclick();
		await hasty.sees(OTP_PAGE);
		await hasty.page.locator('#otp').fill('123456');
		await hasty.page.locator('form button').dblclick();
		await hasty.sees(PAID);
		await broughtAbout(1, 1);
	});

	test('wrong OTPs, then the right one', async () => {
		await customer.pay(url, CANARY_CARD);
		await customer.enterOtp(longWrongOtp);
		await customer.page.getByText('This code was not accepted').waitFor();
		await customer.screenshot('checkout-otp-rejected');
		await customer.enterOtp();
		await customer.sees(PAID);
		await broughtAbout(1, 1);
	});
});

describe('while the service is down', () => {
	test('the answer to the charge is lost: the page asks by itself until it knows', async () => {
		await customer.open(url);
		sandbox.configure({ webhooksEnabled: false, hasHistory: false });
		sandbox.fail({ on: 'charge', kind: 'reset' });
		await customer.enterCard(CARDS['2DS approved']!);
		await customer.submit();
		await customer.sees(CHECKING);
		await customer.screenshot('checkout-checking');
		// The page loads itself again, so all of it is read at once.
		const shown = await customer.page.evaluate(
			`[document.querySelector('h1').textContent, document.querySelectorAll('form, main a').length]`,
		);
		expect(shown).toEqual([CHECKING, 0]);
		sandbox.configure({ hasHistory: true });
		await customer.sees(PAID);
		await broughtAbout(1, 1);
	});
});

// The last one: n8n is stopped in it.
test('in what n8n has stored and logged there is no card data, and there is the payment', async () => {
	await payWith({ ...CANARY_CARD, pin: shortPin });
	await broughtAbout(1, 1);
	const { transactionReference } = sandbox.ledger.transactions[0]!;
	await shop.host.stop();
	const traces = tracesIn(shop.host.folder);
	for (const secret of SECRETS) expect(placesOf(secret, traces)).toEqual([]);
	const places = placesOf(transactionReference, traces).join('\n');
	expect(places).toMatch(/execution_data/);
	expect([...traces.keys()].join('\n')).toMatch(/start-\d+\.log/);
});
