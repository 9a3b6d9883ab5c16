import type { Locator, Page } from 'playwright-core';

/** Presses a button that executes something. Says whether n8n has begun. */
export async function startBy(page: Page, button: Locator): Promise<boolean> {
	const response = page.waitForResponse(/\/rest\/workflows\/\w+\/run/);
	await button.click();
	return (await response).ok();
}

/** Waits until a button that turns as long as something runs has come to rest. */
export async function restOf(button: Locator): Promise<void> {
	await button.locator('.n8n-spinner').waitFor({ state: 'hidden' });
}
