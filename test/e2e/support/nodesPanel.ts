import type { Locator, Page } from 'playwright-core';

/** The panel in which nodes are looked for and added. */
export class NodesPanel {
	readonly root: Locator;

	constructor(private readonly page: Page) {
		this.root = page.getByTestId('node-creator');
	}

	/** Types into the search field. Returns the names that are found, when the wanted one is among them. */
	async search(words: string, wanted: string): Promise<string[]> {
		const bar = this.page.getByTestId('node-creator-search-bar');
		// The text of an earlier search goes first, so that its results are not taken for those of this one.
		if ((await bar.inputValue()) !== '') {
			await bar.fill('');
			await this.item(wanted).waitFor({ state: 'hidden' });
		}
		await bar.fill(words);
		await this.item(wanted).waitFor();
		return await this.names();
	}

	/** Opens what was found, and waits until it stands alone. */
	async open(name: string): Promise<void> {
		const item = this.item(name);
		await item.click();
		await item.waitFor({ state: 'hidden' });
	}

	/** Adds a node by what it does, such as "Charge a card". */
	async choose(action: string): Promise<void> {
		await this.root.getByText(action, { exact: true }).click();
	}

	/** Unfolds a group of actions. */
	async unfold(group: string): Promise<void> {
		await this.root.getByText(group).click();
	}

	/** Returns the names that are listed. */
	async names(): Promise<string[]> {
		const names = await this.root.getByTestId('node-creator-item-name').allInnerTexts();
		return names.map((name) => name.trim());
	}

	/** The icons of our nodes that are in sight. */
	async icons(): Promise<Array<{ source: string; isLoaded: boolean }>> {
		const images = await this.root.locator('img[src*="card-payment"]:visible').all();
		const read = async (image: Locator) => ({
			source: (await image.getAttribute('src')) ?? '',
			// A broken image has no size of its own.
			isLoaded: await image.evaluate((element: { naturalWidth: number }) => element.naturalWidth > 0),
		});
		return await Promise.all(images.map(read));
	}

	private item(name: string): Locator {
		return this.root
			.getByTestId('item-iterator-item')
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first();
	}
}
