import type { IDataObject } from 'n8n-workflow';

import type { LinkTerms } from '../../../checkout/attempt';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { OTP } from '../../../dev/sandbox';
import { ActiveCheckout, BrowserPage, entries } from '../support/checkout';
import { resetClock, setClock, skipWaits } from '../support/clock';
import { World } from '../support/world';

const HOUR = 3_600_000;
skipWaits();
let world: World;
let live: World;
let active: Array<{ deactivate(): Promise<void> }> = [];
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
	const keys = { apiKey: 'live-api-key', clientId: 'live-client', privateKey: 'live-private-key' };
	live = await World.start({ webhooksEnabled: false, ...keys }, {}, world.engine);
});
afterAll(async () => {
	await live.sandbox.stop();
	await world.stop();
});
beforeEach(async () => {
	await world.sandbox.reset();
	await live.sandbox.reset();
	await world.engine.newProcess();
	world.engine.logs.length = 0;
});
afterEach(async () => {
	resetClock();
	for (const one of active) await one.deactivate();
	active = [];
});

const links = { amountFrom: 'link' };
async function activate(
	of: World,
	parameters: IDataObject = {},
	options: { test?: boolean } = {},
): Promise<ActiveCheckout> {
	const checkout = await ActiveCheckout.activate(of, { ...links, ...parameters }, options);
	active.push(checkout);
	return checkout;
}
async function openLink(of: World, checkout: ActiveCheckout, changes: Partial<LinkTerms> = {}): Promise<BrowserPage> {
	const terms: LinkTerms = {
		reference: 'INV-7',
		amount: '10.50',
		currency: 'NGN',
		description: '',
		expires: Date.now() + 300 * 24 * HOUR,
		tries: 3,
		customFields: {},
		...changes,
	};
	return await checkout.open(makeLink(checkout.url, terms, of.sandbox.options.privateKey));
}

describe('a test in the editor, and the page in production of the same workflow', () => {
	test('a link that was tried out with the test credential can be paid in production', async () => {
		const test = await activate(world, {}, { test: true });
		const tried = await (await openLink(world, test)).submit(entries('otp'));
		expect(tried.fields).toEqual(['otp']);
		const page = await activate(live);
		const opened = await openLink(live, page);
		expect(opened.fields[0]).toBe('email');
	});

	test('cards that were refused in a test do not close the page in production', async () => {
		const options = { refusedPerHour: 2 };
		const test = await activate(world, { options }, { test: true });
		for (const reference of ['T-1', 'T-2'])
			await (
				await (await openLink(world, test, { reference })).submit(entries('insufficientFunds'))
			).submit({ otp: OTP });
		const page = await activate(live, { options });
		const paid = await (await openLink(live, page)).submit(entries('frictionless'));
		expect(paid.heading).toBe('Payment received');
	});
});

describe('a service that shortens or rewrites the callback URL that it repeats', () => {
	test.each([
		['255 characters', (url: string) => url.slice(0, 255)],
		['without its query', (url: string) => url.split('?')[0]!],
	])('a payment whose answer was lost starts the workflow when the service confirms it: %s', async (_, change) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const page = await activate(world);
		const form = await openLink(world, page);
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 502, when: 'after' });
		world.sandbox.fail({
			on: 'verify',
			kind: 'altered',
			fields: { data: { callbackUrl: change(`${page.callbackUrl}?state=${'x'.repeat(800)}`) } },
			times: 1000,
		});
		await form.submit(entries('frictionless'));
		const { webhookURL, transactionReference, merchantReference } = world.sandbox.ledger.transactions.at(-1)!;
		const notify = async () =>
			(
				await fetch(webhookURL, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ transactionReference, merchantRef: merchantReference, status: 2 }),
				})
			).status;
		const statuses = [await notify()];
		setClock(Date.now() + 60_000);
		statuses.push(await notify());
		expect((await page.started()).map(({ authorized }) => authorized)).toEqual([true]);
	});
});
