import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Browser } from 'playwright-core';

import { N8n } from '../../dev/playground/n8n';
import { freePort } from '../../dev/playground/ports';
import { Rest, until, type StoredWorkflow } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { installPackage, pack } from '../../dev/playground/tarball';
import { startSandbox, type Sandbox, type TestCard } from '../../dev/sandbox';
import { CANARY } from '../engine/support/canary';
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

let folder: string;
let n8n: N8n;
let sandbox: Sandbox;
let rest: Rest;
let browser: Browser;
let workflow: StoredWorkflow;
let url: string;
let customer: Customer;
/** Executions of the flows before. */
let before: number;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'card-payment-checkout-'));
	sandbox = await startSandbox({ echo: true, notificationRetryMs: 50 });
	const tarball = pack();
	installPackage(folder, tarball);
	rmSync(dirname(tarball), { recursive: true });
	n8n = await N8n.start({ folder, port: await freePort(5870) });
	rest = await Rest.logIn(n8n.url);
	const id = await saveSandboxCredential(rest, sandbox);
	workflow = await rest.createWorkflow({
		name: 'Checkout',
		nodes: [
			{
				name: 'Checkout',
				type: 'n8n-nodes-card-payment.cardPaymentCheckoutTrigger',
				typeVersion: 2,
				webhookId: 'e2e-checkout',
				parameters: {
					amount: '10.50',
					currency: { __rl: true, mode: 'list', value: 'NGN' },
					description: 'Order 1001',
					merchantName: 'Baobab Books',
					// The card in which secrets are looked for is of a brand that needs no PIN.
					options: { asksPin: 'always', timeout: 3 },
				},
				credentials: { cardPaymentApi: { id, name: CREDENTIAL } },
			},
			{ name: 'Deliver', type: 'n8n-nodes-base.noOp' },
		],
		connections: { Checkout: { main: [[{ node: 'Deliver', type: 'main', index: 0 }]] } },
	});
	await rest.activate(workflow);
	url = `${n8n.url}/webhook/e2e-checkout/checkout`;
	browser = await startBrowser();
}, 300_000);
afterAll(async () => {
	await browser.close();
	await Promise.all([n8n.stop(), sandbox.stop()]);
	rmSync(folder, { recursive: true });
});
beforeEach(async () => {
	await sandbox.reset();
	before = await executions();
	customer = await Customer.come(browser);
});
afterEach(async () => {
	expect(customer.complaints).toEqual([]);
	await customer.leave();
});

const executions = async () => (await rest.executionsOf(workflow.id)).length;
const charges = () => sandbox.ledger.transactions.reduce((sum, { chargeCount }) => sum + chargeCount, 0);

/** Checks that the last flow has brought so many charges and executions. */
async function broughtAbout(charged: number, started: number): Promise<void> {
	expect(charges()).toBe(charged);
	await until(async () => (await executions()) >= before + started, 'the execution');
	await sandbox.settled();
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
		const plain = await Customer.come(browser, { javaScriptEnabled: false });
		await payWith(CARDS[name]!, plain);
		await plain.leave();
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
		const phone = await Customer.come(browser, { viewport, isMobile: true, hasTouch: true, colorScheme, locale });
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
		await phone.leave();
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
		const hasty = await Customer.come(browser, { javaScriptEnabled });
		await hasty.open(url);
		await hasty.enterCard(CARDS['OTP approved']!);
		await hasty.page.locator('form button').dblclick();
		await hasty.sees(OTP_PAGE);
		await hasty.page.locator('#otp').fill('123456');
		await hasty.page.locator('form button').dblclick();
		await hasty.sees(PAID);
		await hasty.leave();
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
		expect(await customer.page.locator('main').locator('a, form').count()).toBe(0);
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
	await n8n.stop();
	const traces = tracesIn(folder);
	for (const secret of SECRETS) expect(placesOf(secret, traces)).toEqual([]);
	const places = placesOf(transactionReference, traces).join('\n');
	expect(places).toMatch(/execution_data/);
	expect([...traces.keys()].join('\n')).toMatch(/start-\d+\.log/);
});
