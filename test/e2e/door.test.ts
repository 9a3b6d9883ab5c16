/* The payment page of a real n8n in Chromium: in a frame of an allowed site, and under the hands of another site. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';

import { Rest, type StoredWorkflow } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { entries } from '../engine/support/checkout';
import { startBrowser } from './support/browser';

const N8N = process.env.E2E_N8N_URL!;
const PAGE = `${N8N}/webhook/e2e-door/checkout`;

let sandbox: Sandbox;
let browser: Browser;
let shop: Server;
/** Another site than "localhost", as browsers see it. */
let shopUrl: string;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox({ webhooksEnabled: false });
	shop = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Shop</p>'));
	await once(shop.listen(0, '127.0.0.1'), 'listening');
	shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
	const rest = await Rest.logIn(N8N);
	const id = await saveSandboxCredential(rest, sandbox);
	const workflow: StoredWorkflow = await rest.createWorkflow({
		name: 'Door',
		nodes: [
			{
				name: 'Checkout',
				type: 'n8n-nodes-card-payment.cardPaymentCheckout',
				typeVersion: 2,
				webhookId: 'e2e-door',
				parameters: {
					amount: '10.50',
					currency: { __rl: true, mode: 'list', value: 'NGN' },
					options: { minimumSeconds: 0, frames: shopUrl },
				},
				credentials: { cardPaymentApi: { id, name: CREDENTIAL } },
			},
		],
		connections: {},
	});
	await rest.activate(workflow);
	browser = await startBrowser();
}, 300_000);
afterAll(async () => {
	await browser.close();
	shop.close();
	await sandbox.stop();
});
beforeEach(async () => {
	await sandbox.reset();
	page = await browser.newPage();
	await page.goto(shopUrl);
});
afterEach(async () => await page.close());

const charges = () => sandbox.requests.filter(({ url }) => url.endsWith('/transaction/charge')).length;

test('an allowed site frames the page, and a customer pays in the frame', async () => {
	await page.setContent(`<iframe src="${PAGE}" width="600" height="900"></iframe>`);
	const frame = page.frameLocator('iframe');
	for (const [name, value] of Object.entries(entries('frictionless'))) await frame.locator(`#${name}`).fill(value);
	await frame.locator('main button').click();
	await frame.getByRole('heading', { name: 'Payment received' }).waitFor();
	expect(charges()).toBe(1);
});

test('another site cannot read the page with a script', async () => {
	const read = async (address: string) =>
		await fetch(address).then(
			async (answer) => await answer.text(),
			(error: Error) => error.name,
		);
	expect(await page.evaluate(read, PAGE)).toBe('TypeError');
});

test('a form that another site sends is refused, and nothing is charged', async () => {
	const answer = await fetch(PAGE);
	const [, state] = /name="state" value="([\w-]+)"/.exec(await answer.text())!;
	const fields = Object.entries({ state: state!, js: '1', website: '', ...entries('frictionless') });
	const inputs = fields.map(([name, value]) => `<input name="${name}" value="${value}">`).join('');
	await page.setContent(`<form method="post" action="${answer.url}">${inputs}<button>Go</button></form>`);
	const sent = page.waitForResponse((response) => response.request().method() === 'POST');
	await page.locator('button').click();
	expect((await sent).status()).toBe(403);
	expect(charges()).toBe(0);
});
