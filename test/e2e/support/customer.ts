import { readFileSync } from 'node:fs';

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

import { OTP, TEST_CARDS, type TestCard } from '../../../dev/sandbox';
import { PATIENCE, screenshot } from './browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The test cards by what becomes of them. */
export const CARDS = Object.fromEntries(
	TEST_CARDS.map((card) => [`${card.flow} ${card.decision.status === 2 ? 'approved' : 'declined'}`, card]),
) as Record<string, TestCard>;

/** A customer with a browser of their own. */
export class Customer {
	/** The browser's complaints, such as of a policy that forbids something. */
	readonly complaints: string[] = [];

	private constructor(
		readonly context: BrowserContext,
		readonly page: Page,
	) {
		page.on('console', (message) => {
			// An answer such as 422 is shown as an error as well.
			if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
				this.complaints.push(message.text());
		});
	}

	static async come(browser: Browser, options: BrowserContextOptions = {}): Promise<Customer> {
		const context = await browser.newContext({
			locale: 'en-GB',
			viewport: { width: 1000, height: 900 },
			// What still fades has another contrast.
			reducedMotion: 'reduce',
			...options,
		});
		context.setDefaultTimeout(PATIENCE);
		return new Customer(context, await context.newPage());
	}

	async leave(): Promise<void> {
		await this.context.close();
	}

	async open(url: string): Promise<void> {
		await this.page.goto(url);
	}

	async enterCard({ number, expiryMonth, expiryYear, cvv, pin }: TestCard): Promise<void> {
		const { page } = this;
		await page.locator('#cardNumber').fill(number);
		await page.locator('#expiry').fill(`${expiryMonth}/${expiryYear}`);
		await page.locator('#cvv').fill(cvv);
		// The page asks for it only where the card may need one.
		if (pin) await page.locator('#cardPin').fill(pin);
		await page.locator('#email').fill('ada@shop.example');
	}

	async submit(): Promise<void> {
		await this.page.locator('form button').click();
	}

	async pay(url: string, card: TestCard): Promise<void> {
		await this.open(url);
		await this.enterCard(card);
		await this.submit();
	}

	async enterOtp(otp = OTP): Promise<void> {
		await this.page.locator('#otp').fill(otp);
		await this.submit();
	}

	/** Answers on the bank's page. */
	async decide(decision: 'Approve' | 'Decline'): Promise<void> {
		await this.page.getByRole('button', { name: decision }).click();
	}

	/** Waits for a page with this heading; the browser may get there by itself. */
	async sees(heading: string): Promise<void> {
		await this.page.getByRole('heading', { name: heading, exact: true }).waitFor();
	}

	async screenshot(name: string): Promise<void> {
		const before = this.complaints.length;
		await screenshot(this.page, name);
		// The browser complains of the style that hides the caret.
		this.complaints.length = before;
	}

	/** Returns what axe finds. */
	async barriers(): Promise<string[]> {
		return await barriersOn(this.page);
	}
}

/** Returns what axe finds on a page, whatever its impact. */
export async function barriersOn(page: Page): Promise<string[]> {
	await page.evaluate(AXE);
	const found = await page.evaluate<Array<{ id: string; impact: string; html: string }>>(
		'axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0].html })))',
	);
	return found.map(({ id, impact, html }) => `${id} (${impact}): ${html}`);
}
