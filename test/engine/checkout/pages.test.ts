import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { languages } from '../../../checkout/pages/languages';
import { declineReason } from '../../../checkout/pages/messages';
import { OTP } from '../../../dev/sandbox';
import { entries } from '../support/checkout';
import { chargeFields } from '../support/world';
import { activate, checkout, lastCharge, openLink, setUpCheckouts, world } from '../support/checkoutTests';

setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});

const code = (value: string): IDataObject => ({ __rl: true, mode: 'code', value });
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const HOSTILE = `</title></style><script>alert("1")</script> & 'more'`;

test('its policy allows its own style and script, forms to itself and the logo, and nothing else', async () => {
	const form = await activate({ logoUrl: 'https://cdn.shop.example/logo.png', merchantName: 'Shop' });
	const [style, script] = [/<style>(.*)<\/style>/s, /<script>(.*)<\/script>/s].map((part) => part.exec(form.html)![1]!);
	expect(form.response.headers.get('content-security-policy')).toBe(
		[
			...["default-src 'none'", `style-src ${hash(style!)}`, `script-src ${hash(script!)}`],
			...['img-src data: https://cdn.shop.example', "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
		].join('; '),
	);
	for (const [name, value] of [
		['cache-control', 'no-store'],
		['referrer-policy', 'same-origin'],
		['x-content-type-options', 'nosniff'],
		['content-type', 'text/html; charset=utf-8'],
	] as const) {
		expect(form.response.headers.get(name)).toBe(value);
	}
	expect(form.html).toContain('<img src="https://cdn.shop.example/logo.png" alt="Shop">');
	expect(form.html).not.toMatch(/<link(?! rel="icon" href="data:)|\sstyle=|\son\w+=/);
});

test('may be framed by the sites that the user names', async () => {
	const form = await activate({ options: { frames: 'https://shop.example https://*.shop.example' } });
	expect(form.response.headers.get('content-security-policy')).toMatch(
		/frame-ancestors https:\/\/shop.example https:\/\/\*.shop.example$/,
	);
});

test.each([
	['en', 'Card number', 'en"'],
	['fr-CA,fr;q=0.9,en;q=0.5', 'Numéro de carte', 'fr"'],
	['xx,pt-BR;q=0.8,en;q=0.2', 'Número do cartão', 'pt"'],
	['ar', 'رقم البطاقة', 'ar" dir="rtl"'],
	['xx', 'Card number', 'en"'],
	['', 'Card number', 'en"'],
])('in the language "%s" it asks for "%s"', async (language, label, html) => {
	const form = await activate({}, { headers: language ? { 'accept-language': language } : {} });
	expect(form.html).toContain(`<html lang="${html}>`);
	expect(form.html).toContain(`<label for="cardNumber">${label}`);
	expect(form.html).toMatch(/₦/);
});

test('each text can be replaced, in one language or in all, and is escaped', async () => {
	const texts = {
		wording: [
			{ language: 'all', name: 'cvv', text: HOSTILE },
			{ language: 'fr', name: 'email', text: 'Courriel' },
		],
	};
	const form = await activate({ texts, merchantName: HOSTILE, description: HOSTILE });
	expect(form.html).toContain(`<label for="cvv">&lt;/title&gt;&lt;/style&gt;&lt;script&gt;`);
	expect(form.html).toContain('E-mail address');
	expect(form.html.match(/<script/g)).toHaveLength(1);
	expect((await checkout.open(undefined, { 'accept-language': 'fr' })).html).toContain('Courriel');
});

test('with all that is in it the page has at most 30 kB, compressed', async () => {
	const form = await activate({ merchantName: 'Shop', logoUrl: 'https://cdn.shop.example/logo.png' });
	expect(gzipSync(form.html).length).toBeLessThanOrEqual(30_000);
});

test('a link that knows the customer has the e-mail address filled in', async () => {
	await activate();
	const form = await openLink({ customFields: { email: 'ada@shop.example' } });
	expect(form.html).toMatch(/<input id="email"[^>]* value="ada@shop.example"/);
});

test('a reference that the page has made is shown on the receipt alone, one of the merchant on each page', async () => {
	const own = await activate();
	const reference = new URL(own.url).searchParams.get('payment')!;
	expect(reference).toMatch(/^n8n-[0-9a-f]{16}$/);
	// It is in the address of a language as well.
	expect(own.html).not.toContain(`>${reference}<`);
	expect((await own.submit(entries('frictionless'))).html).toContain(`<bdi>${reference}</bdi>`);
	const link = await openLink();
	for (const page of [link, await link.submit(entries('frictionless'))])
		expect(page.html).toContain('Reference: INV-7<');
});

test('tells who processes the payment, and where the shop has its terms', async () => {
	const terms = 'https://shop.example/terms';
	const form = await activate({ shop: { provider: 'Example Pay', terms, brands: ['Visa', 'Verve'] } });
	expect(form.html).toContain(`processed by Example Pay, ${new URL(world.sandbox.url).host}`);
	expect(form.html).toContain(`<a href="${terms}" target="_blank" rel="noreferrer">Terms</a>`);
	expect([...form.html.matchAll(/<svg data-brand="(.*?)"/g)].map(([, brand]) => brand)).toEqual(['Visa', 'Verve']);
	expect(form.html).not.toContain('>Refunds<');
	expect(form.html).toContain(`</span>${new URL(form.url).host}</p>`);
});

describe('a declined card', () => {
	test.each([
		['51', 'There is not enough money in the account.'],
		['54', 'The card has expired.'],
		['61', "The amount is over the card's limit."],
		['65', "The amount is over the card's limit."],
	])('for the code %s is told in plain words', (code, text) => {
		expect(languages.en.texts[declineReason(code)]).toBe(text);
	});

	test('is told why, where the history has the code', async () => {
		const otp = await (await activate()).submit(entries('insufficientFunds'));
		const declined = await otp.submit({ otp: OTP });
		expect(declined.html).toContain('There is not enough money in the account.');
		world.sandbox.configure({ hasHistory: false });
		const page = await declined.reload();
		expect([page.heading, page.html]).toEqual([declined.heading, expect.not.stringContaining('enough money')]);
	});
});

describe('after the payment', () => {
	const shopUrl = 'https://shop.example/thanks?from=n8n&outcome=mine#top';

	function isGenuine(address: string): boolean {
		const { reference, outcome, signature } = Object.fromEntries(new URL(address).searchParams);
		const key = Buffer.from(
			hkdfSync('sha256', world.sandbox.options.privateKey, 'n8n-nodes-card-payment', 'return-url', 32),
		);
		const expected = createHmac('sha256', key)
			.update(JSON.stringify(['https://shop.example/thanks', reference, outcome]))
			.digest('base64url');
		return signature === expected;
	}

	test('the receipt has a button back to the shop, with an outcome that the shop can check', async () => {
		const form = await activate({ shopUrl, merchantName: 'Lagoon Books' });
		const paid = await form.submit(entries('frictionless'));
		expect(paid.html).toContain('>Back to Lagoon Books</a>');
		const reference = lastCharge().merchantReference;
		const back = new URL(paid.link!);
		expect([back.origin, back.pathname, back.hash]).toEqual(['https://shop.example', '/thanks', '#top']);
		expect([...back.searchParams].slice(0, 3)).toEqual([
			['from', 'n8n'],
			['outcome', 'authorized'],
			['reference', reference],
		]);
		expect(isGenuine(paid.link!)).toBe(true);
		expect(isGenuine(paid.link!.replace('authorized', 'declined'))).toBe(false);
		expect(isGenuine(paid.link!.replace(reference, 'INV-7'))).toBe(false);
	});

	test('the browser goes back to the shop by itself', async () => {
		const form = await activate({ shopUrl });
		const paid = await form.submit(entries('frictionless'));
		expect(paid.refresh).toEqual({ seconds: 10, address: paid.link });
		expect(paid.html).toContain('You are being taken back to shop.example.');
		expect(isGenuine(paid.link!)).toBe(true);
	});

	test('a declined card leads back only when no other one may be tried, and under the reference of the link', async () => {
		const form = await activate({ shopUrl, options: { cardTries: 2 } });
		const first = await (await form.submit(entries('threeDSecure'))).decide('decline');
		expect([first.refresh, first.link]).toEqual([undefined, expect.not.stringContaining('shop.example')]);
		const reference = lastCharge().merchantReference;
		const again = await first.go(first.link!);
		const last = await (await again.submit(entries('threeDSecure'))).decide('decline');
		const { searchParams } = new URL(last.link!);
		expect([searchParams.get('outcome'), searchParams.get('reference')]).toEqual(['declined', reference]);
		expect([isGenuine(last.link!), last.refresh!.seconds]).toEqual([true, 10]);
	});

	test.each([
		[{ shopUrl: 'http://shop.example' }, "'Shop URL' does not begin with https://"],
		[{ shopUrl: 'javascript:alert(1)' }, "'Shop URL'"],
	])('with %j the page is not published, and after a start of n8n it is closed', async (parameters, message) => {
		await expect(activate(parameters)).rejects.toThrow(message);
		expect((await activate(parameters, { activation: 'init' })).status).toBe(503);
		expect(world.engine.logs.join('\n')).toContain(`Checkout cannot take payments: ${message}`);
	});

	test('nothing in a request changes where the browser goes', async () => {
		const form = await activate({ shopUrl });
		const evil = 'https://evil.example';
		const paid = await form.submit(entries('frictionless', { shopUrl: evil, redirect: evil, url: evil }));
		const other = await paid.go(`${paid.url}&shopUrl=${evil}&redirect=${evil}`);
		for (const page of [paid, other]) expect(new URL(page.refresh!.address).host).toBe('shop.example');
	});
});

test.each<[IDataObject, string]>([
	[{ currency: code('') }, "'Currency' is missing. Choose one, or set Default Currency in the credential."],
	[{ amount: '' }, "'Amount' is not a plain number. Write it like 10.50"],
	[
		{ options: { frames: "* 'unsafe-inline'; script-src *" } },
		"'Options > Sites That May Embed the Page' is not a list of addresses. Write them like https://shop.example",
	],
])('with %j it cannot be published, and after a start of n8n it is closed', async (parameters, message) => {
	await expect(activate(parameters)).rejects.toThrow(message);
	const page = await activate(parameters, { activation: 'init' });
	expect([page.status, page.heading]).toEqual([503, 'You cannot pay here right now']);
	expect(page.html).not.toContain(message);
	expect(world.engine.logs.join('\n')).toContain(`Checkout cannot take payments: ${message}`);
});

test('a page that is embedded says so in its frame when it cannot take payments', async () => {
	const parameters = { currency: code(''), options: { frames: 'https://shop.example' } };
	const form = await activate(parameters, { activation: 'init' });
	expect(form.response.headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/shop.example$/);
});

describe('a mistake in the looks', () => {
	test.each<[IDataObject, string]>([
		[
			{ logoUrl: 'http://shop.example/logo.png' },
			"'Logo URL' does not begin with https://. Give the secure address of your logo.",
		],
		[{ logoUrl: '={{ $json.logo }}' }, "'Logo URL' has an expression that returns nothing."],
		[{ accentColor: 'red;}' }, "'Accent Color' is not a color."],
	])('such as %j is left out, and never closes the page', async (parameters, reason) => {
		const page = await activate(parameters);
		expect([page.status, page.heading, page.html.includes(reason.replaceAll("'", '&#39;'))]).toEqual([
			200,
			'Card payment',
			false,
		]);
		expect(world.engine.logs).toContainEqual(
			expect.stringContaining(`Checkout leaves out a setting of the page: ${reason}`),
		);
		await checkout.deactivate();
		const test = await activate(parameters, { test: true });
		expect(test.html.replaceAll('&gt;', '>').replaceAll('&#39;', "'")).toContain(`Left out of this page: ${reason}`);
	});

	test('does not hide one that closes the page', async () => {
		await expect(activate({ logoUrl: 'x', amount: '' })).rejects.toThrow("'Amount' is not a plain number.");
		await activate();
	});
});

describe('at its test URL', () => {
	const HEADING = 'Your payment page cannot take payments yet';
	let credential: ICredentialDataDecryptedObject;
	beforeEach(() => (credential = world.engine.store.read(world.credentialId)));
	afterEach(() => world.engine.store.write(world.credentialId, credential));

	test('tells the builder what to set, in English and without the settings of the browser', async () => {
		await activate({}, { test: true });
		world.editCredential({ baseUrl: 'nowhere' });
		const page = await checkout.open(undefined, { 'accept-language': 'ar' });
		expect([page.status, page.heading]).toEqual([503, HEADING]);
		expect(page.html).toContain('<html lang="en">');
		expect(page.html).toContain('The credential&#39;s &#39;Base URL&#39; is not a web address.');
		expect(page.html).toContain('customers only read that they cannot pay here');
	});
});

test('with a private key that could be guessed from a link it is not published, and a card is still charged', async () => {
	const { privateKey } = world.sandbox.options;
	for (const short of ['sk4821', 'sk_live_4821']) {
		world.sandbox.configure({ privateKey: short });
		world.editCredential({ privateKey: short });
		await expect(activate()).rejects.toThrow(
			"The 'Private Key' of the credential is too short to sign links and pages",
		);
		const page = await activate({}, { activation: 'init' });
		expect([page.status, page.heading]).toEqual([503, 'You cannot pay here right now']);
		await checkout.deactivate();
		expect(await world.one('card', 'charge', chargeFields())).toMatchObject([{ json: { outcome: 'otp_required' } }]);
	}
	world.sandbox.configure({ privateKey });
	world.editCredential({ privateKey });
});

describe('odd requests are answered, and start nothing:', () => {
	const JSON_TYPE = 'application/json';
	const FORM_TYPE = 'application/x-www-form-urlencoded';
	test.each<[string, string, string | undefined, string | undefined]>([
		['POST', 'checkout', undefined, undefined],
		['POST', 'checkout', JSON_TYPE, 'null'],
		['POST', 'checkout', JSON_TYPE, '{"state":{"a":1}}'],
		['POST', 'checkout', FORM_TYPE, 'state=a&state=b'],
		['POST', 'checkout', FORM_TYPE, `state=${'x'.repeat(60_000)}`],
		['POST', 'checkout', 'text/plain', 'state'],
		['GET', 'checkout?state=%00&link=%ff', undefined, undefined],
		['GET', 'callback', undefined, undefined],
		['GET', 'callback?transactionReference=..', undefined, undefined],
		['POST', 'callback', FORM_TYPE, 'transactionReference=SBX-1'],
		['POST', 'notification', JSON_TYPE, '{"transactionReference":"SBX-1","status":2}'],
		['POST', 'notification?state=x', JSON_TYPE, '[]'],
	])('%s %s (%s)', async (method, path, type, body) => {
		await activate();
		const headers: Record<string, string> = type ? { 'content-type': type } : {};
		const answer = await fetch(new URL(path, checkout.url), {
			method,
			headers,
			body,
		});
		expect([400, 401]).toContain(answer.status);
		expect(await checkout.executions()).toEqual([]);
		expect(world.engine.logs.filter((line) => line.startsWith('error'))).toEqual([]);
	});
});

test.each([
	['checkout', 'application/x-www-form-urlencoded', (page: string) => `state=${page}&junk=`],
	['callback', 'application/x-www-form-urlencoded', () => 'junk='],
	['notification', 'application/json', () => '{"transactionReference":"SBX-1"}'],
	['notification', 'application/octet-stream', () => '{"transactionReference":"SBX-1"}'],
])('a request to its path %s of more than 64 KB as %s is refused', async (path, type, begin) => {
	const form = await activate();
	const body = begin(form.state).padEnd(64 * 1024 + 1);
	const init = { method: 'POST', headers: { 'content-type': type }, body };
	const before = world.sandbox.requests.length;
	const answer = await fetch(checkout.url.replace(/checkout$/, path), init);
	expect([answer.status, await answer.json()]).toEqual([413, { message: 'This request is too large' }]);
	expect(world.sandbox.requests).toHaveLength(before);
});
