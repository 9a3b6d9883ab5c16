import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

import { entries } from '../support/checkout';
import { activate, checkout, lastCharge, setUpCheckouts, world } from '../support/checkoutTests';

setUpCheckouts();

/** Sends the form of the page as a browser does, with the headers that tell where it comes from. */
async function sendFrom(headersAt: (page: URL) => Record<string, string>): Promise<number> {
	const page = await activate();
	const headers = headersAt(new URL(page.url));
	const body = new URLSearchParams({ state: page.state, js: '', ...entries('frictionless') }).toString();
	const type = { 'content-type': 'application/x-www-form-urlencoded' };
	const sending = request(page.url, { method: 'POST', headers: { ...type, ...headers } }).end(body);
	const [answer] = (await once(sending, 'response')) as [IncomingMessage];
	await once(answer.resume(), 'end');
	return answer.statusCode!;
}

const OTHER = 'https://other.example';
const isCharged = () => world.requestsTo('/charge').length > 0;

describe('where the browser says whose form it is, that decides', () => {
	test.each([
		['same-origin', 'the form of the page'],
		['none', 'a person who sends it again'],
	])('%s: %s, whatever Host and Origin a proxy leaves of it', async (site) => {
		expect(await sendFrom(() => ({ 'sec-fetch-site': site, origin: OTHER, host: 'n8n.internal' }))).toBe(303);
		expect(isCharged()).toBe(true);
	});

	test.each([
		['cross-site', 'another site'],
		['same-site', 'another host of the same domain, which has no form of ours'],
	])('%s: %s is refused', async (site) => {
		world.engine.logs.length = 0;
		expect(await sendFrom(() => ({ 'sec-fetch-site': site }))).toBe(403);
		expect(isCharged()).toBe(false);
		expect(world.engine.logs.join('\n')).toContain('Checkout: a form that another site has sent was refused');
	});
});

describe('where it does not say so, its Origin does', () => {
	test.each([
		['of the page', ({ origin }: URL) => ({ origin })],
		['of the page by its public address, behind a proxy', ({ origin }: URL) => ({ origin, host: 'n8n.internal' })],
		[
			'of the page by the name that the browser has asked for',
			() => ({ origin: 'https://pay.shop.example', host: 'pay.shop.example' }),
		],
		['missing: no browser has sent it', () => ({})],
	])('%s', async (_, headers) => {
		expect(await sendFrom(headers)).toBe(303);
		expect(isCharged()).toBe(true);
	});

	test.each([
		['of another site', () => OTHER],
		['hidden', () => 'null'],
		['of another port', ({ origin }: URL) => origin.replace(/\d+$/, '1')],
		['no address', () => 'x'],
	])('%s: it is refused', async (_, origin) => {
		expect(await sendFrom((page) => ({ origin: origin(page) }))).toBe(403);
		expect(isCharged()).toBe(false);
	});
});

test('another site cannot read the page, although n8n would let it', async () => {
	const page = await activate();
	for (const [url, status] of [
		[page.url, 200],
		[checkout.url, 303],
		[checkout.callbackUrl, 400],
	] as const) {
		const answer = await fetch(url, { headers: { origin: OTHER }, redirect: 'manual' });
		expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
	}
});

test('a customer whom the bank sends back with a form comes from another site, and is not refused', async () => {
	const bank = await (await activate()).submit(entries('threeDSecure'));
	expect(bank.refresh).toBeDefined();
	const headers = { 'sec-fetch-site': 'cross-site', origin: OTHER };
	const answer = await fetch(lastCharge().callbackUrl, { method: 'POST', headers, redirect: 'manual' });
	expect(answer.status).toBe(303);
});
