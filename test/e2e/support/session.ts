import type { Browser, Page } from 'playwright-core';

import { Rest } from '../../../dev/playground/rest';
import { saveSandboxCredential } from '../../../dev/playground/seed';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import { Workflows } from '../../system/support/workflows';
import { logIn, screenshot, startBrowser } from './browser';
import { Editor } from './editor';

/** Called by environment.js. */
interface Watched {
	onTestFailure?: (test: string) => Promise<void>;
}

/** The world of a test file: a browser with the owner logged in, and a sandbox that n8n has the only credential for. */
export class Session {
	readonly editor: Editor;
	/** Builds workflows with the only credential. */
	readonly workflows: Workflows;

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		readonly rest: Rest,
		readonly sandbox: Sandbox,
		readonly credentialId: string,
	) {
		this.editor = new Editor(page, rest.url);
		this.workflows = new Workflows(credentialId);
		(globalThis as Watched).onTestFailure = async (test) => {
			await screenshot(page, `failed-${test.replace(/\W+/g, '-').slice(0, 60)}`);
		};
	}

	static async start(options: SandboxOptions = {}): Promise<Session> {
		const url = process.env.E2E_N8N_URL!;
		const sandbox = await startSandbox({ notificationRetryMs: 100, ...options });
		const browser = await startBrowser();
		const page = await logIn(browser, url);
		const rest = await restOf(page, url);
		// A node that has none yet takes the latest credential.
		await deleteCredentials(rest);
		return new Session(browser, page, rest, sandbox, await saveSandboxCredential(rest, sandbox));
	}

	async stop(): Promise<void> {
		await this.browser.close();
		await this.sandbox.stop();
	}

	async screenshot(name: string, options: { withMessages?: boolean } = {}): Promise<void> {
		await screenshot(this.page, name, options);
	}
}

/** The same login over HTTP: n8n lets nobody log in more than five times a minute. */
async function restOf(page: Page, url: string): Promise<Rest> {
	const { cookies, origins } = await page.context().storageState();
	const cookie = cookies.find(({ name }) => name === 'n8n-auth')!;
	const browserId = origins[0]!.localStorage.find(({ name }) => name === 'n8n-browserId')!;
	return Rest.resume(url, `${cookie.name}=${cookie.value}`, browserId.value);
}

async function deleteCredentials(rest: Rest): Promise<void> {
	const credentials = await rest.call<Array<{ id: string }>>('GET', '/rest/credentials');
	await Promise.all(credentials.map(({ id }) => rest.call('DELETE', `/rest/credentials/${id}`)));
}
