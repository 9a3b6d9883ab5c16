import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { activate, checkout, lastCharge, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';

const MINUTE = 60_000;
const PAID = 'Payment received';

const headings = (pages: BrowserPage[]) => pages.map(({ heading }) => heading);

setUpCheckouts();
afterEach(resetClock);

/** Opens a page whose time is over in an hour. */
const WAYS: Array<[string, () => Promise<BrowserPage>]> = [
	['a page of a fixed amount', async () => await activate()],
	[
		'a payment link',
		async () => {
			await activate({ amountFrom: 'link' });
			return await openLink({ expires: Date.now() + 60 * MINUTE });
		},
	],
];

describe.each(WAYS)('a payment of %s that began before the time was over', (_, open) => {
	test('is finished by the OTP', async () => {
		const form = await open();
		await form.submit(entries('otp'));
		setClock(Date.now() + 61 * MINUTE);
		const otp = await form.reload();
		expect(otp.heading).toBe('Confirm your payment');
		expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
		expect(await checkout.started()).toHaveLength(1);
	});

	test('is shown where its form is sent again', async () => {
		const form = await open();
		setClock(Date.now() + 59.5 * MINUTE);
		const bank = await form.submit(entries('threeDSecure'));
		setClock(Date.now() + 2 * MINUTE);
		expect((await form.submit(entries('frictionless'))).heading).toBe(bank.heading);
		await bank.decide('approve');
		expect(headings([await form.submit(entries('frictionless')), await form.reload()])).toEqual([PAID, PAID]);
		expect(world.requestsTo('/charge')).toHaveLength(1);
	});

	test('is looked for where its answer was lost', async () => {
		const form = await open();
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		setClock(Date.now() + 59.9 * MINUTE);
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 1 });
		await form.submit(entries('frictionless'));
		setClock(Date.now() + MINUTE);
		expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
		expect(world.requestsTo('/charge')).toHaveLength(1);
	});
});

test('pages of an earlier try lead to the later one that was paid, also when the time of the link is over', async () => {
	await activate({ amountFrom: 'link' });
	const link = await openLink({ expires: Date.now() + 10 * MINUTE });
	const declined = await (await link.submit(entries('insufficientFunds'))).submit({ otp: OTP });
	const second = await declined.go(declined.link!);
	expect((await second.submit(entries('frictionless'))).heading).toBe(PAID);
	setClock(Date.now() + 12 * MINUTE);
	const pages = [
		await second.reload(),
		await declined.go(declined.link!),
		await declined.reload(),
		await link.reload(),
	];
	expect(headings(pages)).toEqual(pages.map(() => PAID));
});

test('a payment that n8n has forgotten, because it was killed, is gone on with and starts the workflow', async () => {
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	const form = await activate();
	const before = structuredClone(checkout.staticData);
	await form.submit(entries('threeDSecure'));
	await checkout.deactivate();
	await activate({}, { staticData: before });
	const waiting = await form.reload();
	setClock(Date.now() + 61 * MINUTE);
	lastCharge().status = 2;
	const pages = [await waiting.reload(), await form.reload()];
	expect(headings(pages)).toEqual([PAID, PAID]);
	expect(await checkout.started()).toHaveLength(1);
});

describe('a payment that is older than a payment may take', () => {
	const DAY = 24 * 60 * MINUTE;
	const CHECKED = 'Your payment is being checked';
	/** The headings of a page, now and when it is reloaded. */
	const shownFor = async (page: BrowserPage) => headings([page, await page.reload()]);

	test.each([
		['a link that has expired', MINUTE],
		['a link of a year', 365 * DAY],
	])('is shown from %s, its form and those of other cards', async (_, life) => {
		await activate({ amountFrom: 'link' });
		const expires = Date.now() + life;
		const link = await openLink({ expires });
		const declined = await (await link.submit(entries('insufficientFunds'))).submit({ otp: OTP });
		const second = await declined.go(declined.link!);
		expect((await second.submit(entries('frictionless'))).heading).toBe(PAID);
		setClock(Date.now() + 8 * DAY);
		const card = entries('frictionless');
		const pages = [
			await link.reload(),
			await openLink({ expires, tries: 1 }),
			await link.submit(card),
			await second.reload(),
			await second.submit(card),
		];
		expect(headings(pages)).toEqual(pages.map(() => PAID));
		for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind: 'status', status: 503, times: 2 });
		expect(await shownFor(await link.reload())).toEqual([CHECKED, PAID]);
		expect(world.requestsTo('/charge')).toHaveLength(2);
	});
});
