import type { Browser, Page } from 'playwright-core';

import { screenshot } from '../../e2e/support/browser';

/** Pictures of states, for people to look at. */
export class ContactSheets {
	private readonly sheets = new Map<string, Array<{ state: string; width: number; picture: Buffer }>>();

	/** Takes a picture of a state for the sheet of its kind, such as "en, light", and of its width. */
	async add(page: Page, kind: string, state: string): Promise<void> {
		const { width } = page.viewportSize()!;
		const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
		const sheet = `${kind}, ${width}`;
		this.sheets.set(sheet, [...(this.sheets.get(sheet) ?? []), { state, width, picture }]);
	}

	/** Writes each sheet into the folder of the screenshots, such as `contact-sheet-en-light-390.png`. */
	async write(browser: Browser): Promise<void> {
		const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
		for (const [sheet, pictures] of this.sheets) {
			const cells = pictures.map(
				({ state, width, picture }) =>
					`<figure style="width:${width > 1000 ? 470 : 235}px"><figcaption>${state}</figcaption>` +
					`<img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
			);
			await page.setContent(`<style>body { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; font: 14px sans-serif }
h1 { width: 100%; font-size: 18px } figure { margin: 0 } img { width: 100%; outline: 1px solid #999 }</style>
<h1>${sheet}</h1>${cells.join('')}`);
			await screenshot(page, `contact-sheet-${sheet.replaceAll(', ', '-')}`, { fullPage: true });
		}
		await page.close();
	}
}
