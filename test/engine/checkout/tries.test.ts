import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../dev/playground/rest';
import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { activate as activatePage, checkout, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { WITH_ISOLATES } from '../support/expressions';

const PAID = 'Payment received';
const CHECKING = 'Your payment is being checked';
const CLOSED = 'You cannot pay here right now';

setUpCheckouts(WITH_ISOLATES);

const activate = async (parameters: IDataObject = {}) => await activatePage({ amountFrom: 'link', ...parameters });
const starts = async () => (await checkout.started()).length;
const charges = () => world.requestsTo('/charge').length;
const refuse = (status: number, more: object = {}) =>
	world.sandbox.fail({ on: 'charge', kind: 'status', status, ...more });

/** The page after a card was declined. */
const declined = async (form: BrowserPage) =>
	await (await form.submit(entries('insufficientFunds'))).submit({ otp: OTP });
const next = async (page: BrowserPage) => await page.go(page.link!);

describe('while another try of the link is paid or open, each page of a declined one leads there:', () => {
	test('each page of the first two, once the third is paid', async () => {
		await activate();
		const first = await openLink();
		const pages = [await declined(first)];
		const second = await next(pages[0]!);
		pages.push(await declined(second));
		const third = await next(pages[1]!);
		expect((await third.submit(entries('frictionless'))).heading).toBe(PAID);
		for (const page of pages) expect((await page.reload()).heading).toBe(PAID);
		for (const form of [first, second, third]) expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
		expect([charges(), await starts()]).toEqual([3, 1]);
	});

	test('and while the last card waits for its OTP', async () => {
		await activate({ afterPayment: 'button', returnUrl: 'https://shop.example/back' });
		const first = await openLink({ tries: 2 });
		const page = await declined(first);
		const otp = await (await next(page)).submit(entries('otp'));
		const shown = [await first.submit(entries('frictionless')), await page.reload(), await openLink({ tries: 2 })];
		expect(shown.map(({ heading }) => heading)).toEqual(Array(3).fill(otp.heading));
	});

	test.each([2, 3])('and where the service refuses declined cards, with %i tries', async (tries) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await activate();
		const first = await openLink({ tries });
		let form = first;
		for (let number = 1; number < tries; number++) {
			refuse(402);
			form = await next(await form.submit(entries('frictionless', { cvv: '999' })));
		}
		const otp = await form.submit(entries('otp'));
		expect((await first.submit(entries('frictionless'))).heading).toBe(otp.heading);
		expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
		expect((await first.submit(entries('frictionless'))).heading).toBe(PAID);
		expect(charges()).toBe(tries);
	});

	test('and while the last card is being charged', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await activate();
		const first = await openLink({ tries: 2 });
		refuse(402);
		const last = await next(await first.submit(entries('frictionless', { cvv: '999' })));
		const isCharged = new AbortController();
		world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 60_000, until: isCharged.signal });
		const paying = last.submit(entries('frictionless'));
		await until(() => charges() === 2, 'the second charge');
		expect([CHECKING, PAID]).toContain((await first.submit(entries('frictionless'))).heading);
		isCharged.abort();
		expect((await paying).heading).toBe(PAID);
		expect(charges()).toBe(2);
	});

	test.each([500, 429])('and nothing is charged while the service does not tell (%i)', async (status) => {
		await activate();
		const bank = await (await openLink()).submit(entries('threeDSecure'));
		const form = await next(await bank.decide('decline'));
		world.sandbox.fail({ on: 'history', kind: 'status', status });
		const asked = await form.submit(entries('frictionless'));
		expect([asked.fields[0], asked.notice]).toEqual(['email', expect.stringContaining('Nothing was charged')]);
		expect((await asked.submit(entries('frictionless'))).heading).toBe(PAID);
		expect(charges()).toBe(2);
	});

	test('and nobody is told of a decline while the service does not tell', async () => {
		await activate();
		const page = await declined(await openLink({ tries: 2 }));
		await (await next(page)).submit(entries('frictionless'));
		world.sandbox.fail({ on: 'verify', kind: 'status' });
		expect((await page.reload()).heading).toBe(CHECKING);
		expect((await page.reload()).heading).toBe(PAID);
	});
});

test.each([401, 429])('a card that was refused with %i, for no fault of its own, does not count', async (status) => {
	await activate();
	const form = await openLink();
	for (let number = 1; number <= 4; number++) {
		refuse(status, { when: 'before' });
		const page = await form.submit(entries('frictionless'));
		expect([page.heading, page.html]).toEqual([CLOSED, expect.not.stringContaining('charged')]);
	}
	expect((await openLink()).fields[0]).toBe('email');
	expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
});

test.each([401, 429])('nor does it where look-ups are refused with %i as well', async (status) => {
	await activate();
	const form = await openLink({ tries: 1 });
	refuse(status, { when: 'before' });
	for (const on of ['verify', 'history'] as const)
		world.sandbox.fail({ on, kind: 'status', status, skip: 1, times: status === 429 ? 3 : 1 });
	expect((await form.submit(entries('frictionless'))).heading).toBe(CLOSED);
	expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
});

test('a link with nine declined cards asks for the last one and the next, and the service twice for each', async () => {
	await activate();
	let form = await openLink({ tries: 10 });
	for (let number = 1; number <= 9; number++) form = await next(await declined(form));
	world.sandbox.requests.length = 0;
	await openLink({ tries: 10 });
	const asked = world.sandbox.requests.map(({ endpoint }) => endpoint);
	expect(asked.filter((endpoint) => endpoint === 'verify')).toHaveLength(3);
	expect(asked.filter((endpoint) => endpoint === 'history')).toHaveLength(2);
});
