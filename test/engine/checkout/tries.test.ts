import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../dev/playground/rest';
import { languages } from '../../../checkout/pages/languages';
import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { activate as activatePage, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { WITH_ISOLATES } from '../support/expressions';

const PAID = 'Payment received';
const CHECKING = 'Your payment is being checked';

setUpCheckouts(WITH_ISOLATES);

const activate = async (parameters: IDataObject = {}) => await activatePage({ amountFrom: 'link', ...parameters });
const charges = () => world.requestsTo('/charge').length;
const refuse = (status: number, more: object = {}) =>
	world.sandbox.fail({ on: 'charge', kind: 'status', status, ...more });

const next = async (page: BrowserPage) => await page.go(page.link!);

describe('while another try of the link is paid or open, each page of a declined one leads there:', () => {
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
		await activate({ options: { timeout: 3 } });
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
});

test.each([
	[401, 0],
	[401, 1],
	[429, 3],
])(
	'a card that was refused with %i, for no fault of its own, does not count (and %i look-ups)',
	async (status, times) => {
		await activate();
		const form = await openLink({ tries: 1 });
		for (let number = 1; number <= 3; number++) {
			refuse(status, { when: 'before' });
			for (const on of ['verify', 'history'] as const)
				world.sandbox.fail({ on, kind: 'status', status, skip: 1, times });
			const page = await form.submit(entries('frictionless'));
			expect([page.fields[0], page.notice]).toEqual(['email', languages.en.texts.pressAgain]);
			expect(page.html).not.toContain('charged');
		}
		expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
	},
);
