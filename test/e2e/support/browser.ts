import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium, selectors, type Browser, type Page } from 'playwright-core';

import { OWNER } from '../../../dev/playground/rest';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const SCREENSHOTS = process.env.E2E_SCREENSHOTS ?? join(__dirname, '..', 'screenshots');
// In milliseconds. Ends what hangs: a busy computer is no reason to fail.
export const PATIENCE = 120_000;

selectors.setTestIdAttribute('data-test-id');

/** Starts the Chromium of this machine, without a window. */
export async function startBrowser(): Promise<Browser> {
	// Chromium's own sandbox does not work for root, which builds in containers often are.
	return await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
}

/** Logs the owner in at n8n's login page, in a browser that asks for no animations: they took a fifteenth of the tests' time. */
export async function logIn(browser: Browser, url: string): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	await page.goto(`${url}/signin`);
	await page.locator('input[autocomplete="email"]').fill(OWNER.email);
	await page.locator('input[type="password"]').fill(OWNER.password);
	await page.keyboard.press('Enter');
	await page.waitForURL('**/home/workflows');
	return page;
}

// n8n's messages in the corner would cover something, or not, as time has it.
const WITHOUT_MESSAGES = '.el-notification { display: none }';

interface ScreenshotOptions {
	fullPage?: boolean;
	withMessages?: boolean;
}

/** Keeps what the page shows as `<name>.png` for people to look at. */
export async function screenshot(
	page: Page,
	name: string,
	{ fullPage = false, withMessages = false }: ScreenshotOptions = {},
): Promise<void> {
	mkdirSync(SCREENSHOTS, { recursive: true });
	const path = join(SCREENSHOTS, `${name}.png`);
	const style = withMessages ? undefined : WITHOUT_MESSAGES;
	await page.screenshot({ path, fullPage, style, animations: 'disabled', caret: 'hide' });
}

function findChromium(): string {
	const folders = (process.env.PATH ?? '').split(delimiter);
	const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
	if (!found) throw new Error(`The end-to-end tests need Chromium: none of ${NAMES.join(', ')} is on the PATH`);
	return found;
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
