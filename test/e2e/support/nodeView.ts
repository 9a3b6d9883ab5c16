import type { Locator, Page } from 'playwright-core';

import { CredentialForm } from './credentialForm';
import { Form } from './form';
import { restOf, startBy } from './run';

/** The opened view of one node: its input, its fields, its output. */
export class NodeView {
	readonly fields: Form;
	private readonly root: Locator;
	private readonly outputPanel: Locator;

	constructor(readonly page: Page) {
		this.root = page.getByTestId('ndv');
		this.outputPanel = this.root.getByTestId('output-panel');
		this.fields = new Form(page, this.root, 'parameter-item');
	}

	async waitFor(): Promise<this> {
		await this.root.getByTestId('node-parameters').waitFor();
		return this;
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}

	async enter(fields: Record<string, string>): Promise<void> {
		for (const [label, text] of Object.entries(fields)) await this.fields.enter(label, text);
	}

	/** Opens the form for a new credential. */
	async createCredential(): Promise<CredentialForm> {
		await this.root.getByTestId('node-credentials-select').click();
		await this.page.getByText('Create new credential').last().click();
		return await new CredentialForm(this.page).waitFor();
	}

	/** Opens the form for the first credential of all. */
	async connect(): Promise<CredentialForm> {
		await this.root.getByRole('button', { name: 'Connect to Card Payment' }).click();
		return await new CredentialForm(this.page).waitFor();
	}

	/** Opens the form of the chosen credential. */
	async editCredential(): Promise<CredentialForm> {
		await this.root.getByTestId('credential-edit-button').click();
		return await new CredentialForm(this.page).waitFor();
	}

	/** Presses "Execute step", and waits until the node has run. */
	async execute(): Promise<void> {
		const button = this.root.getByTestId('node-execute-button');
		await startBy(this.page, button);
		await restOf(button);
		await this.hasRun();
	}

	/** A trigger's URLs, as they are shown under "Webhook URLs". */
	async webhookUrls(
		kind: 'Test URL' | 'Production URL',
	): Promise<Record<'notification' | 'callback' | 'checkout', string>> {
		const choice = this.root.getByRole('radio', { name: kind });
		if (!(await choice.isVisible())) await this.root.getByText('Webhook URLs', { exact: true }).click();
		await choice.click();
		const urls = await this.root.locator('.webhook-url').allInnerTexts();
		const shown = urls.map((url) => [url.trim().split('/').at(-1), url.trim()]);
		return { notification: '', callback: '', checkout: '', ...Object.fromEntries(shown) };
	}

	/** Copies a trigger's first test URL by a click, as people do. */
	async copyUrl(): Promise<void> {
		await this.root.getByText('Webhook URLs', { exact: true }).click();
		await this.root.locator('.webhook-url').first().click();
	}

	/** Returns what a trigger says of itself before it has run. */
	async triggerHelp(): Promise<string> {
		return await this.root.getByTestId('trigger-header').locator('..').innerText();
	}

	/** Lets a trigger listen at its test URLs. Says whether it does. */
	async listen(): Promise<boolean> {
		const isListening = await startBy(this.page, this.root.getByTestId('trigger-execute-button'));
		if (isListening) await this.root.getByText('Listening for test event').waitFor();
		return isListening;
	}

	/** Returns the text in place of the output while the node waits. */
	async waitingText(): Promise<string> {
		const text = this.outputPanel.getByText('Each customer enters the OTP at').last();
		await text.waitFor();
		return await text.innerText();
	}

	/** Waits until a node has returned something. */
	async hasRun(): Promise<void> {
		await this.outputPanel.getByTestId(/^node-run-status/).waitFor();
	}

	/** The output as the table shows it, item by item. */
	async output(): Promise<Array<Record<string, string>>> {
		await this.outputPanel.getByRole('radio', { name: 'Table' }).click();
		const table = this.outputPanel.locator('table');
		await table.locator('td').first().waitFor();
		const names = (await table.locator('th').allInnerTexts()).map((name) => name.trim());
		const rows = await table.locator('tbody tr').all();
		const read = async (row: Locator) => {
			const cells = await row.locator('td').allInnerTexts();
			return Object.fromEntries(names.flatMap((name, index) => (name ? [[name, cells[index]?.trim() ?? '']] : [])));
		};
		return await Promise.all(rows.map(read));
	}

	/** The error that is shown in place of the output. */
	async error(): Promise<{ message: string; description: string }> {
		return {
			message: await this.outputPanel.getByTestId('node-error-message').innerText(),
			description: await this.outputPanel.getByTestId('node-error-description').innerText(),
		};
	}

	/** The fields that the nodes before are said to return, as long as they have not run. */
	async previewedInput(): Promise<string[]> {
		const input = this.root.getByTestId('ndv-input-panel');
		await input.getByText('Usually outputs the following fields.').waitFor();
		const fields = input.locator('.pill--preview');
		await fields.first().waitFor();
		return (await fields.allInnerTexts()).map((name) => name.trim());
	}
}
