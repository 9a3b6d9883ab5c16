import type { BrowserContext, Page, Route } from 'playwright-core';

import type { Answer } from './states';

export const SCHEMES = ['light', 'dark'] as const;
export const VIEWPORTS = [
	{ width: 390, height: 844 },
	{ width: 768, height: 1024 },
	{ width: 1440, height: 900 },
] as const;
export const [PHONE, , DESKTOP] = VIEWPORTS;

/** Shows a page as it was sent, and keeps the browser from going on by itself. */
export async function show(context: BrowserContext, answer: Answer): Promise<Page> {
	const page = await context.newPage();
	let isShown = false;
	await page.route('**', async (route: Route) => {
		await route.fulfill(isShown ? { status: 204 } : answer);
		isShown = true;
	});
	await page.goto('https://pay.shop.example/');
	return page;
}
