import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { activate, checkout, lastCharge, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';

const MINUTE = 60_000;
const EXPIRED = 'This link has expired';
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
	await second.submit(entries('frictionless'));
	setClock(Date.now() + 12 * MINUTE);
	const pages = [
		await second.reload(),
		await declined.go(declined.link!),
		await declined.reload(),
		await link.reload(),
	];
	expect(headings(pages)).toEqual(pages.map(() => PAID));
});

test('a later try that waits for its OTP is found when the time of the link is over, and is paid', async () => {
	await activate({ amountFrom: 'link' });
	const expires = Date.now() + 10 * MINUTE;
	const declined = await (
		await (await openLink({ expires })).submit(entries('insufficientFunds'))
	).submit({ otp: OTP });
	await (await declined.go(declined.link!)).submit(entries('otp'));
	setClock(Date.now() + 12 * MINUTE);
	const otp = await openLink({ expires });
	expect(otp.heading).toBe('Confirm your payment');
	expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
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

test('an old form of a payment that has started the workflow makes no line in the log', async () => {
	await activate({ amountFrom: 'link' });
	const form = await openLink();
	await form.submit(entries('frictionless'));
	setClock(Date.now() + 9 * 24 * 60 * MINUTE);
	await (await openLink({ reference: 'INV-9' })).submit(entries('frictionless'));
	world.engine.logs.length = 0;
	for (let times = 0; times < 3; times++) await form.submit(entries('frictionless'));
	expect(world.engine.logs.filter((line) => line.includes('is older than what this node remembers'))).toEqual([]);
	expect(await checkout.started()).toHaveLength(2);
});

test('a form that comes too fast, and is held until the time is over, is not charged', async () => {
	await activate({ amountFrom: 'link', options: { minimumSeconds: 2 } });
	const form = await openLink({ expires: Date.now() + 1000 });
	expect((await form.submit(entries('frictionless'))).heading).toBe(EXPIRED);
	expect(world.requestsTo('/charge')).toEqual([]);
});

describe('an OTP', () => {
	/** A first try that waits for its OTP, and is shown as expired while the second one is charged. */
	async function replaced(second: Parameters<typeof entries>[0]) {
		await activate({ amountFrom: 'link' });
		const otp = await (await openLink()).submit(entries('otp'));
		const first = lastCharge();
		const waiting = first.status;
		first.status = 14;
		const later = await (await openLink()).submit(entries(second));
		first.status = waiting;
		return { otp, later };
	}

	test('is not sent where a later card of the link is paid', async () => {
		const { otp } = await replaced('frictionless');
		expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
		expect(world.requestsTo('/authorize')).toEqual([]);
		expect(await checkout.started()).toHaveLength(1);
	});

	test('is not sent where a later card of the link may be paid; that one is finished', async () => {
		const { otp, later } = await replaced('otp');
		const now = await otp.submit({ otp: OTP });
		expect(now.heading).toBe('Confirm your payment');
		expect(world.requestsTo('/authorize')).toEqual([]);
		expect((await later.submit({ otp: OTP })).heading).toBe(PAID);
		expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
		expect(world.requestsTo('/authorize')).toHaveLength(1);
		expect(await checkout.started()).toHaveLength(1);
	});

	test('is not sent where the service does not tell of a later card; that one is shown', async () => {
		const { otp } = await replaced('frictionless');
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 2 });
		const checked = await otp.submit({ otp: OTP });
		expect(checked.heading).toBe('Your payment is being checked');
		expect((await checked.wait()).heading).toBe(PAID);
		expect(world.requestsTo('/authorize')).toEqual([]);
	});

	test('of a second card is sent though the service does not tell of the first one, which was declined', async () => {
		await activate({ amountFrom: 'link' });
		await (await (await openLink()).submit(entries('insufficientFunds'))).submit({ otp: OTP });
		const otp = await (await openLink()).submit(entries('otp'));
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
		expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
	});
});

describe('a payment that is older than a payment may take', () => {
	const DAY = 24 * 60 * MINUTE;
	const CHECKED = 'Your payment is being checked';
	/** What a page says, and what it says when it has reloaded itself. */
	const shownFor = async (page: BrowserPage) => headings([page, await page.wait()]);

	test.each([
		['a link that has expired', MINUTE],
		['a link of a year', 365 * DAY],
	])('is shown from %s, its form and those of other cards', async (_, life) => {
		await activate({ amountFrom: 'link' });
		const expires = Date.now() + life;
		const link = await openLink({ expires });
		const declined = await (await link.submit(entries('insufficientFunds'))).submit({ otp: OTP });
		const second = await declined.go(declined.link!);
		await second.submit(entries('frictionless'));
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
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
		expect(await shownFor(await link.reload())).toEqual([CHECKED, PAID]);
		expect(world.requestsTo('/charge')).toHaveLength(2);
	});
});
