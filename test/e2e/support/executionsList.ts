import type { Locator, Page } from 'playwright-core';

import { NodeView } from './nodeView';

/** The list of a workflow's executions, and the one that is shown next to it. */
export class ExecutionsList {
	private readonly list: Locator;
	private readonly shown: Locator;

	constructor(private readonly page: Page) {
		this.list = page.getByTestId('current-executions-list');
		this.shown = page.getByTestId('execution-preview-host');
	}

	async waitFor(): Promise<this> {
		await this.list.waitFor();
		return this;
	}

	/** Waits until there are that many executions. Returns the end of each, the latest first, such as "Succeeded". */
	async ends(count: number): Promise<string[]> {
		const entries = this.list.getByTestId(/^execution-details-/);
		const ended = entries.filter({ hasText: /Succeeded|Error/ });
		await ended.nth(count - 1).waitFor();
		return (await entries.allInnerTexts()).map((text) => /Succeeded|Error|Running/.exec(text)?.[0] ?? text);
	}

	/** Opens a node of the execution that is shown. */
	async openNode(name: string): Promise<NodeView> {
		await this.shown.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		return await new NodeView(this.page).waitFor();
	}
}
