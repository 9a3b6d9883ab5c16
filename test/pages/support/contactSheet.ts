import type { Browser } from 'playwright-core';

import { screenshot } from '../../e2e/support/browser';

/** Pictures of states, for people to look at. */
export class ContactSheets {
	private readonly sheets = new Map<string, Array<{ state: string; width: number; picture: Buffer }>>();

	/** Adds a picture of a state, of so many pixels, to a sheet such as "en, light, 390". */
	add(sheet: string, state: string, width: number, picture: Buffer): void {
		this.sheets.set(sheet, [...(this.sheets.get(sheet) ?? []), { state, width, picture }]);
	}

	/** Writes each sheet into the folder of the screenshots, such as `contact-sheet-en-light-390.png`, and returns their names. */
	async write(browser: Browser): Promise<string[]> {
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
		return [...this.sheets.keys()];
	}
}
