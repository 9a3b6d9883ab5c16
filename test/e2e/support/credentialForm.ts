import type { Locator, Page } from 'playwright-core';

import { Form } from './form';

/** The editor's form of a credential. */
export class CredentialForm {
	readonly fields: Form;
	private readonly root: Locator;

	constructor(readonly page: Page) {
		this.root = page.getByTestId('credential-edit-dialog');
		this.fields = new Form(page, this.root, 'credential-connection-parameter');
	}

	async waitFor(): Promise<this> {
		await this.root.getByTestId('credential-connection-parameter').first().waitFor();
		return this;
	}

	async enter(fields: Record<string, string>): Promise<void> {
		for (const [label, text] of Object.entries(fields)) await this.fields.enter(label, text);
	}

	/** Turns a switch on or off. */
	async flip(label: string): Promise<void> {
		await this.fields.field(label).locator('.el-switch').click();
	}

	/** Presses "Save", upon which n8n tests the credential. Until it has, the result of an earlier test is still shown. */
	async save(): Promise<void> {
		const isTested = this.page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
		await this.page.getByTestId('credential-save-button').click();
		await isTested;
	}

	/** Returns what n8n says of its test of the credential, with the details unfolded. */
	async testResult(): Promise<{ headline: string; details: string }> {
		const banner = this.root.locator('.el-tag:visible');
		await banner.waitFor();
		const more = banner.getByText('More details');
		if (await more.isVisible()) await more.click();
		// Until the test has ended, the button shows that it is under way.
		await banner.getByText('Retry', { exact: true }).waitFor();
		const [headline, ...details] = (await banner.innerText()).split('\n').map((line) => line.trim());
		return { headline: headline!, details: details.filter((line) => line && line !== 'Retry').join(' ') };
	}

	async close(): Promise<void> {
		await this.page
			.getByRole('button', { name: /^Close (this )?dialog$/i })
			.last()
			.click();
		await this.closed();
	}

	/** Waits until the form is gone. */
	async closed(): Promise<void> {
		await this.root.waitFor({ state: 'hidden' });
	}
}
