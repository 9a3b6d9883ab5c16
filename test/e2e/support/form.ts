import type { Locator, Page } from 'playwright-core';

import { typeInto } from './steps';

/** Fields in a form of the editor, found by the labels that a person reads. */
export class Form {
	/**
	 * @param root what holds the fields
	 * @param item the test id of what n8n puts around each field and its label
	 */
	constructor(
		readonly page: Page,
		private readonly root: Locator,
		private readonly item: string,
	) {}

	field(label: string): Locator {
		// A required field of a credential has a star behind its label.
		const text = new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\*?\\s*$`);
		const title = this.page.locator('label span', { hasText: text });
		// A field of a collection lies in the field that is the collection.
		return this.root.getByTestId(this.item).filter({ has: title }).last();
	}

	async enter(label: string, text: string): Promise<void> {
		await typeInto(this.field(label).locator('input').first(), text);
	}

	/** Returns what is chosen in a list that takes several. */
	async chosen(label: string): Promise<string[]> {
		const tags = await this.field(label).locator('.el-tag').allInnerTexts();
		return tags.map((tag) => tag.trim());
	}

	/** Chooses in a dropdown. */
	async choose(label: string, option: string): Promise<void> {
		await this.field(label).locator('input').last().click();
		await this.page.locator('[role="option"]:visible').getByText(option, { exact: true }).click();
	}

	/** Turns a field that has an expression, and several modes, to the one that is a list which n8n loads from the node. */
	async fromList(label: string): Promise<void> {
		await this.field(label).hover();
		await this.field(label).getByRole('radio', { name: 'Fixed' }).click();
		await this.field(label).getByTestId('rlc-mode-selector').click();
		await this.page.getByTestId('mode-list').click();
	}

	/** Takes the first of a list that n8n loads from the node. */
	async chooseFirst(label: string): Promise<void> {
		await this.field(label).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').first().click();
	}

	/** Chooses in a list that n8n loads from the node. */
	async chooseFromList(label: string, item: string): Promise<void> {
		await this.field(label).getByTestId('rlc-input').click();
		await this.page.getByTestId('rlc-item').filter({ hasText: item }).click();
	}

	/** Searches in a list that n8n loads from the node. Returns what was found; the first is taken. */
	async search(label: string, words: string): Promise<string[]> {
		await this.field(label).getByTestId('rlc-input').click();
		const search = this.page.getByTestId('rlc-search');
		await search.fill(words);
		const items = this.page.getByTestId('rlc-item');
		await items.filter({ hasNotText: words }).first().waitFor({ state: 'hidden' });
		await items.first().waitFor();
		const found = await items.allInnerTexts();
		await items.first().click();
		return found;
	}
}
