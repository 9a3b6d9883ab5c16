import type { IDataObject, INode } from 'n8n-workflow';

import { EXAMPLES, readExample } from '../../dev/playground/examples';
import { failure, only } from './spec/helpers';
import { ActiveTrigger } from './support/trigger';
import { CARDS, chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* Where the customer's browser goes: to the shop, to the page of a trigger, or to the service; never to n8n's sign-in page. */

setUpWorld();
beforeEach(() => world.editCredential({ shopWebsite: '', providerDiffers: true }));

const SITE = 'https://site.example/';
const PAGE = 'https://page.example/thanks?from=bank';
const { notify: _, webhookURL: __, returnUrl: ___, ...CARD } = chargeFields(CARDS.threeDSecure);
let orders = 0;
const reference = () => `ORD-R${++orders}`;

/** Follows a redirect of the sandbox to where the browser ends. What lies at the shop is not asked for. */
async function follow(page: unknown, form: Record<string, string>): Promise<{ address: URL; text: string }> {
	let answer = await fetch(String(page), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
	let address = new URL(String(page));
	for (let hops = 0; answer.headers.has('location'); hops++) {
		expect(hops).toBeLessThan(5);
		address = new URL(answer.headers.get('location')!, address);
		if (address.hostname.endsWith('.example')) return { address, text: '' };
		answer = await fetch(address, { redirect: 'manual' });
	}
	return { address, text: await answer.text() };
}

const WAYS = {
	'Card: Charge': async (fields: IDataObject) => {
		const { acsUrl } = await only(world, 'card', 'charge', { ...CARD, reference: reference(), ...fields });
		return await follow(acsUrl, { decision: 'approve' });
	},
	'Payment: Create Hosted Checkout': async (fields: IDataObject) => {
		const { amount, currency } = CARD;
		const checkout = { amount, currency, email: 'ada@shop.example', reference: reference(), ...fields };
		const { checkoutUrl } = await only(world, 'payment', 'createHostedCheckout', checkout);
		return await follow(checkoutUrl, { channel: 'card' });
	},
};
const hints = async (fields: IDataObject) => {
	const node = world.node('Pay', 'card', 'charge', { ...CARD, reference: reference(), ...fields });
	const [run] = (await world.run([node])).run.data.resultData.runData.Pay!;
	return (run!.hints ?? []).map(({ message }) => message);
};
const outcomeIn = ({ searchParams }: URL) => [searchParams.get('outcome'), searchParams.get('from')];

describe.each(Object.entries(WAYS))('after %s, the browser goes', (_name, pay) => {
	test.each([
		['to Return URL', { returnUrl: PAGE }, '', 'https://page.example/thanks'],
		['to Return URL, whatever the Shop Website is', { returnUrl: PAGE }, SITE, 'https://page.example/thanks'],
		['to Shop Website, where there is no Return URL', {}, SITE, SITE],
	])('%s', async (_what, fields, shopWebsite, expected) => {
		world.editCredential({ shopWebsite });
		const { address } = await pay(fields);
		expect(address.origin + address.pathname).toBe(expected);
	});

	test.each([
		['on to Return URL', { returnUrl: PAGE }, { options: { redirectUrl: 'https://other.example/' } }, SITE, PAGE],
		[
			'on to its own Redirect URL',
			{},
			{ options: { redirectUrl: 'https://other.example/' } },
			SITE,
			'https://other.example/',
		],
		['on to Shop Website', {}, {}, SITE, SITE],
		['to its page, where nothing says where the shop is', {}, {}, '', ''],
	])('to a trigger, and %s', async (_what, fields, settings, shopWebsite, expected) => {
		world.editCredential({ shopWebsite });
		const trigger = await ActiveTrigger.activate(world, settings);
		const { address, text } = await pay({ notify: 'trigger', triggerUrl: trigger.callbackUrl, ...fields });
		if (expected === '') expect(text).toContain('Payment received');
		else {
			const wanted = new URL(expected);
			expect(address.origin + address.pathname).toBe(wanted.origin + wanted.pathname);
			expect(outcomeIn(address)).toEqual(['authorized', wanted.searchParams.get('from')]);
		}
		expect(await trigger.started()).toHaveLength(1);
		await trigger.deactivate();
	});
});

describe('a trigger redirects', () => {
	let trigger: ActiveTrigger;
	beforeEach(async () => (trigger = await ActiveTrigger.activate(world, { options: { requireSignedUrl: true } })));
	afterEach(async () => await trigger.deactivate());

	test.each([
		['another address', (url: string) => url.replace('page.example', 'evil.example')],
		['an address that was added', (url: string) => url.replace('&signedReturn=', '&other=')],
		['no address any more', (url: string) => url.replace(/&signedReturn=[^&]+/, '')],
	])('nobody to %s', async (_what, change) => {
		await only(world, 'card', 'charge', {
			...{ ...CARD, reference: reference(), returnUrl: PAGE },
			...{ notify: 'trigger', triggerUrl: trigger.callbackUrl },
		});
		const { callbackUrl, webhookURL, transactionReference } = world.sandbox.ledger.transactions[0]!;
		world.sandbox.setStatus(transactionReference, 2);
		expect(new URL(webhookURL).searchParams.has('signedReturn')).toBe(false);
		const at = async (url: string) =>
			await fetch(`${url}&transactionReference=${transactionReference}`, { redirect: 'manual' });
		expect((await at(change(callbackUrl))).status).toBe(401);
		expect((await at(callbackUrl)).headers.get('location')).toMatch(
			/^https:\/\/page\.example\/thanks\?from=bank&outcome=/,
		);
	});

	test('to no address that is none', async () => {
		const error = await failure(world, 'card', 'charge', {
			...{ ...CARD, reference: reference(), returnUrl: 'javascript:alert(1)' },
			...{ notify: 'trigger', triggerUrl: trigger.callbackUrl },
		});
		expect(error.message).toContain("'Return URL' is not a web address");
		expect(world.requestsTo('/transaction/charge')).toEqual([]);
	});
});

describe('where nothing says where the shop is', () => {
	test('no hosted page is made, nothing is sent, and the error names both', async () => {
		const { amount, currency } = CARD;
		const error = await failure(world, 'payment', 'createHostedCheckout', {
			...{ amount, currency, email: 'ada@shop.example', reference: reference() },
		});
		expect(error.message).toBe(
			"The hosted checkout was not created: 'Return URL' is missing, and the credential has no 'Shop Website'.",
		);
		expect(error.description).toMatch(/^Set one of them, so that customers come back to your shop\./);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('a charge sends the address of the service, and a hint says so where the customer is sent to the bank', async () => {
		const { address } = await WAYS['Card: Charge']({});
		const { origin } = new URL(world.sandbox.url);
		expect(address.origin).toBe(origin);
		expect(world.sandbox.ledger.transactions[0]).toMatchObject({ callbackUrl: origin, webhookURL: origin });
		expect(await hints({})).toEqual([
			"After the bank's page, the customer's browser does not come back to your shop. Set 'Return URL', or Shop Website in the credential.",
		]);
	});

	test.each<[string, IDataObject, string]>([
		['a card without 3-D Secure', CARDS.frictionless, ''],
		['a Return URL', { returnUrl: PAGE }, ''],
		['a Shop Website', {}, SITE],
	])('there is no such hint with %s', async (_what, fields, shopWebsite) => {
		world.editCredential({ shopWebsite });
		expect(await hints(fields)).toEqual([]);
	});
});

test('notifications of nobody go to the service itself, and not to the shop', async () => {
	world.editCredential({ shopWebsite: SITE });
	await WAYS['Card: Charge']({ returnUrl: PAGE });
	expect(world.sandbox.ledger.transactions[0]!.webhookURL).toBe(new URL(world.sandbox.url).origin);
});

test('Another URL is notified, and the browser returns to the shop', async () => {
	const webhookURL = 'https://hook.example/paid';
	const { address } = await WAYS['Card: Charge']({ notify: 'url', webhookURL, returnUrl: PAGE });
	expect(address.hostname).toBe('page.example');
	expect(world.sandbox.ledger.transactions[0]!.webhookURL).toBe(webhookURL);
});

describe.each(['shop.example', 'ftp://shop.example'])('a Shop Website that is none: %s', (shopWebsite) => {
	beforeEach(() => world.editCredential({ shopWebsite }));

	test('stops what uses it, and says so', async () => {
		const error = await failure(world, 'card', 'charge', { ...CARD, reference: reference() });
		expect(error.message).toContain("the credential's 'Shop Website' is not a web address");
		expect(error.description).toContain('begin it with https:// or http://');
		expect(world.sandbox.requests).toEqual([]);
	});

	test('stops nothing else', async () => {
		const { transactionReference } = await only(world, 'card', 'charge', {
			...{ ...CARD, reference: reference(), returnUrl: PAGE },
		});
		expect(await only(world, 'transaction', 'verify', { transactionReference })).toMatchObject({ outcome: 'pending' });
	});

	test('is told by Check Setup', async () => {
		const rows = (await world.one('account', 'checkSetup', {})).map(({ json }) => json);
		const told = { ok: false, found: expect.stringContaining("'Shop Website' is not a web address") as string };
		expect(rows.filter(({ check }) => check === 'Settings')).toMatchObject([told]);
		expect(rows.filter(({ found }) => String(found).startsWith('Not checked, because Settings'))).toEqual([]);
	});
});

test.each(['', '={{ undefined }}', '={{ null }}', '={{ "" }}'])(
	'a Return URL of which a part is empty is refused: %j',
	async (part) => {
		const returnUrl = `=https://page.example/thanks?order={{ ${part.slice(4, -3) || '$json.order'} }}`;
		const error = await failure(world, 'card', 'charge', { ...CARD, reference: reference(), returnUrl });
		expect(error.message).toMatch(/'Return URL' has an expression that gives /);
		expect(world.sandbox.requests).toEqual([]);
	},
);

describe('no example sends a browser to n8n itself', () => {
	const paying = EXAMPLES.flatMap((name) =>
		(readExample(name).nodes as INode[])
			.filter(({ parameters }) => ['charge', 'createHostedCheckout'].includes(String(parameters.operation)))
			.map((node) => ({ name, node })),
	);
	const row = {
		'Order Number': 'ORD-1',
		Amount: '10.50',
		Email: 'ada@shop.example',
		invoice: 'INV-1',
		order: 'ORD-1',
	};
	const card = { ...CARDS.frictionless, card: CARDS.frictionless.cardNumber, currency: 'NGN', amount: '10.50' };

	test('of several', () => expect(paying.length).toBeGreaterThan(5));

	test.each(paying)('$name', async ({ node }) => {
		world.editCredential({ environment: 'test' });
		const run = await world.run([{ ...node, onError: 'stopWorkflow' }], [{ ...row, ...card }], { mode: 'manual' });
		expect(run.error).toBeUndefined();
		await world.engine.listen();
		const n8n = new URL(world.engine.webhookUrl);
		const [sent] = world.sandbox.ledger.transactions;
		for (const url of [sent!.callbackUrl, sent!.webhookURL].filter(Boolean).map((address) => new URL(address))) {
			const isWebhook = /\/webhook\/[^/]+\/(callback|notification)$/.test(url.pathname);
			expect([url.origin === n8n.origin && !isWebhook, /\/signin|\/rest\//.test(url.pathname)]).toEqual([false, false]);
			expect(isWebhook || url.hostname === 'shop.example' || url.origin === world.sandbox.url).toBe(true);
		}
	});
});
