import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { entries } from '../support/checkout';
import { activate, checkout, setUpCheckouts, world } from '../support/checkoutTests';

setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const HOSTILE = `</title></style><script>alert("1")</script> & 'more'`;

test('its policy allows its own style and script, forms to itself and the logo, and nothing else', async () => {
	const form = await activate({ logoUrl: 'https://cdn.shop.example/logo.png', merchantName: 'Shop' });
	const [style, script] = [/<style>(.*)<\/style>/s, /<script>(.*)<\/script>/s].map((part) => part.exec(form.html)![1]!);
	expect(form.response.headers.get('content-security-policy')).toBe(
		[
			...["default-src 'none'", `style-src ${hash(style!)}`, `script-src ${hash(script!)}`],
			...['img-src https://cdn.shop.example', "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
		].join('; '),
	);
	for (const [name, value] of [
		['cache-control', 'no-store'],
		['referrer-policy', 'no-referrer'],
		['x-content-type-options', 'nosniff'],
		['content-type', 'text/html; charset=utf-8'],
	] as const) {
		expect(form.response.headers.get(name)).toBe(value);
	}
	expect(form.html).toContain('<img src="https://cdn.shop.example/logo.png" alt="Shop">');
	expect(form.html).not.toMatch(/<link|style=|\son\w+=/);
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
	['de,pt-BR;q=0.8,en;q=0.2', 'Número do cartão', 'pt"'],
	['ar', 'رقم البطاقة', 'ar" dir="rtl"'],
	['de', 'Card number', 'en"'],
	['', 'Card number', 'en"'],
])('in the language "%s" it asks for "%s"', async (language, label, html) => {
	const form = await activate({}, { headers: language ? { 'accept-language': language } : {} });
	expect(form.html).toContain(`<html lang="${html}>`);
	expect(form.html).toContain(`<label for="cardNumber">${label}`);
	expect(form.html).toMatch(/NGN|₦|ن/);
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

test.each([
	['#0b5cad', 'color:#fff;background:#0b5cad'],
	['#ffdd00', 'color:#000;background:#ffdd00'],
])('what is written on the accent color %s can be read', async (accentColor, css) => {
	expect((await activate({ accentColor })).html).toContain(css);
});

test('tells browsers and screen readers what each field is', async () => {
	const form = await activate();
	for (const [name, attributes] of Object.entries({
		cardNumber: 'inputmode="numeric" dir="ltr" autocomplete="cc-number"',
		expiry: 'inputmode="numeric" dir="ltr" autocomplete="cc-exp"',
		cvv: 'inputmode="numeric" dir="ltr" autocomplete="cc-csc"',
		email: 'type="email" dir="ltr" autocomplete="email"',
		cardPin: 'type="password" inputmode="numeric"',
	})) {
		expect(form.html).toContain(`<input id="${name}" name="${name}" ${attributes}`);
		expect(form.html).toContain(`<label for="${name}">`);
	}
	expect((await form.submit(entries('otp'))).html).toContain('autocomplete="one-time-code"');
});

test('has no field for a PIN where none is asked for', async () => {
	expect((await activate({ options: { asksPin: false } })).fields).not.toContain('cardPin');
});

test('sends the service what it knows of the browser', async () => {
	const form = await activate();
	await form.submit({ ...entries('frictionless'), js: '1' });
	expect(world.requestsTo('/charge')[0]!.body).toMatchObject({
		email: 'ada@shop.example',
		browserDetails: { acceptHeader: '*/*', javaScriptEnabled: true, ipAddress: expect.any(String) as string },
	});
});

test.each<[IDataObject, string]>([
	[{ accentColor: 'red;}' }, 'Accent Color must be a color'],
	[{ logoUrl: 'http://shop.example/logo.png' }, 'Logo URL must begin with https://'],
	[{ currency: '' }, 'Currency is required'],
	[{ currency: 'KWD' }, 'Amount is in KWD, whose minor units providers count in different ways'],
	[{ options: { frames: "* 'unsafe-inline'; script-src *" } }, 'Options > Framed By must be addresses'],
])('with %j it is closed, and the log says why', async (parameters, message) => {
	const page = await activate(parameters);
	expect([page.status, page.heading]).toEqual([503, 'You cannot pay here just now']);
	expect(world.engine.logs.join('\n')).toContain(`Checkout cannot take payments: ${message}`);
});

describe('odd requests are answered, and start nothing:', () => {
	const JSON_TYPE = 'application/json';
	const FORM_TYPE = 'application/x-www-form-urlencoded';
	test.each<[string, string, string | undefined, string | undefined]>([
		['POST', 'checkout', undefined, undefined],
		['POST', 'checkout', JSON_TYPE, 'null'],
		['POST', 'checkout', JSON_TYPE, '{"state":{"a":1}}'],
		['POST', 'checkout', JSON_TYPE, '["state"]'],
		['POST', 'checkout', FORM_TYPE, 'state=a&state=b'],
		['POST', 'checkout', FORM_TYPE, `state=${'x'.repeat(60_000)}`],
		['POST', 'checkout', 'text/plain', 'state'],
		['GET', 'checkout?state=%00&link=%ff', undefined, undefined],
		['GET', 'checkout?link=a.b&state', undefined, undefined],
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

test('reads an expiry with any number of spaces in it', async () => {
	const form = await activate();
	const [month, year] = entries('frictionless').expiry!.split('/');
	const tooMany = await form.submit(entries('frictionless', { expiry: `${month}${' '.repeat(30_000)}x` }));
	expect(tooMany.wrong).toEqual(['expiry']);
	const paid = await tooMany.submit(
		entries('frictionless', { expiry: ` ${month}  ${' '.repeat(30_000)} /  ${year} ` }),
	);
	expect(paid.heading).toBe('Payment received');
});
