import type { Locator, Page } from 'playwright-core';

import { ExecutionsList } from './executionsList';
import { NodesPanel } from './nodesPanel';
import { NodeView } from './nodeView';
import { restOf, startBy } from './run';

/** The editor of one workflow, as a person uses it. */
export class Editor {
	readonly nodesPanel: NodesPanel;
	readonly nodeView: NodeView;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.nodesPanel = new NodesPanel(page);
		this.nodeView = new NodeView(page);
	}

	async openNew(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Imports a workflow into a new one, by the menu's "Import > From file". */
	async importFile(file: string): Promise<void> {
		await this.openNew();
		await this.page.getByTestId('workflow-menu').first().click();
		await this.page.getByRole('menuitem', { name: 'Import' }).hover();
		const chooser = this.page.waitForEvent('filechooser');
		await this.page.getByRole('menuitem', { name: 'From file' }).click();
		await (await chooser).setFiles(file);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/**
	 * Opens the nodes panel, for the first node or for one behind another.
	 * @param isInSight whether that other one is in the middle of the window
	 */
	async openNodesPanel(behind?: string, isInSight = false): Promise<NodesPanel> {
		if (behind) {
			// At the edge of the window n8n moves the canvas under the mouse.
			if (!isInSight) await this.fitToWindow();
			await this.node(behind).getByTestId('canvas-handle-plus').click();
		} else await this.page.getByTestId('canvas-plus-button').click();
		return this.nodesPanel;
	}

	/** Adds a node of ours by one of its actions, and opens it. */
	async addAction(action: string, behind?: string, isInSight = false): Promise<NodeView> {
		const panel = await this.openNodesPanel(behind, isInSight);
		await panel.search('card', 'Card Payment');
		await panel.open('Card Payment');
		// As the first node, n8n offers the trigger.
		if (!behind && !action.startsWith('On ')) await panel.unfold('Actions');
		await panel.choose(action);
		return await this.nodeView.waitFor();
	}

	async fitToWindow(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
	}

	async openNode(name: string): Promise<NodeView> {
		await this.node(name).dblclick();
		return await this.nodeView.waitFor();
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The names of the nodes on the canvas. */
	async nodeNames(): Promise<string[]> {
		return await namesOf(this.page.getByTestId('canvas-node'));
	}

	/** The nodes that n8n marks as not ready to run, or of a type that it does not know. */
	async nodesWithIssues(): Promise<string[]> {
		const mark = this.page.getByTestId(/^node-(issues|not-installed)$/);
		return await namesOf(this.page.getByTestId('canvas-node').filter({ has: mark }));
	}

	/** Presses "Execute workflow", of one trigger where there are several, and waits for the end. */
	async execute(trigger?: string): Promise<void> {
		await this.start(trigger);
		await restOf(this.page.getByTestId('execute-workflow-button'));
	}

	/** Starts the workflow from one of its triggers. */
	async start(trigger?: string): Promise<void> {
		const button = this.page.getByTestId('execute-workflow-button');
		if (trigger) await this.node(trigger).hover();
		await startBy(this.page, trigger ? this.page.getByTestId(`execute-workflow-button-${trigger}`) : button);
	}

	/** Says whether a node has a green tick. */
	async hasSucceeded(name: string): Promise<boolean> {
		return await this.node(name).getByTestId('canvas-node-status-success').isVisible();
	}

	/** Publishes the workflow. Returns what n8n says of it. */
	async publish(): Promise<string> {
		await this.publishChange();
		const modal = this.page.getByTestId('activation-modal');
		await modal.waitFor();
		const text = await modal.innerText();
		await modal.getByRole('button', { name: 'Got it' }).click();
		await modal.waitFor({ state: 'hidden' });
		return text;
	}

	/** Publishes a change, of which n8n says nothing, or that it refuses. */
	async publishChange(): Promise<void> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
	}

	async openExecutions(): Promise<ExecutionsList> {
		await this.page.getByTestId('radio-button-executions').click();
		return await new ExecutionsList(this.page).waitFor();
	}

	/** Returns what n8n says in the corner of the window: a headline and a text. */
	async message(): Promise<{ headline: string; text: string }> {
		const toast = this.page.locator('.el-notification:visible').first();
		return {
			headline: await toast.locator('.el-notification__title').innerText(),
			text: await toast.locator('.el-notification__content').innerText(),
		};
	}
}

async function namesOf(nodes: Locator): Promise<string[]> {
	const names = (await nodes.all()).map(async (node) => (await node.getAttribute('data-node-name')) ?? '');
	return await Promise.all(names);
}
