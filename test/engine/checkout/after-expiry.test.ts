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
	const pages = [await waiting.wait(), await form.reload()];
	expect(headings(pages)).toEqual([PAID, PAID]);
	expect(await checkout.started()).toHaveLength(1);
});

test('an old form of a payment that has started the workflow makes one line in the log at most', async () => {
	await activate({ amountFrom: 'link' });
	const form = await openLink();
	await form.submit(entries('frictionless'));
	setClock(Date.now() + 9 * 24 * 60 * MINUTE);
	await (await openLink({ reference: 'INV-9' })).submit(entries('frictionless'));
	world.engine.logs.length = 0;
	for (let times = 0; times < 3; times++) await form.submit(entries('frictionless'));
	expect(world.engine.logs.filter((line) => line.includes('is older than what this node remembers'))).toHaveLength(1);
	expect(await checkout.started()).toHaveLength(2);
});

test('a link under which nothing was charged has expired, whatever else was', async () => {
	await activate({ amountFrom: 'link' });
	const form = await openLink({ expires: Date.now() + 10 * MINUTE });
	await (await openLink({ reference: 'INV-8' })).submit(entries('frictionless'));
	setClock(Date.now() + 12 * MINUTE);
	expect(headings([await form.submit(entries('frictionless')), await form.reload()])).toEqual([EXPIRED, EXPIRED]);
	expect(await checkout.started()).toHaveLength(1);
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

	test('is not sent where an earlier card of the link is paid after all', async () => {
		const { later } = await replaced('otp');
		const [first] = world.sandbox.ledger.transactions;
		first!.status = 2;
		expect((await later.submit({ otp: OTP })).heading).toBe(PAID);
		expect(world.requestsTo('/authorize')).toEqual([]);
	});

	test('is not sent where the service does not tell of a later card; that one is shown', async () => {
		const { otp } = await replaced('frictionless');
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 2 });
		const checked = await otp.submit({ otp: OTP });
		expect(checked.heading).toBe('Your payment is being checked');
		expect((await checked.wait()).heading).toBe(PAID);
		expect(world.requestsTo('/authorize')).toEqual([]);
	});

	describe('and another card are never both paid, where a look-up takes long', () => {
		const soon = async () => await new Promise((resolve) => setTimeout(resolve, 50));
		/** Sends a form. The answer to its look-up says what is true now, and comes only after something else has happened. */
		async function slowly(send: () => Promise<BrowserPage>, meanwhile: () => Promise<unknown>) {
			const isOver = new AbortController();
			world.sandbox.requests.length = 0;
			world.sandbox.fail({ on: 'verify', kind: 'delay', ms: 60_000, until: isOver.signal });
			const sent = send();
			while (!world.sandbox.requests.some(({ endpoint }) => endpoint === 'verify')) await soon();
			await soon();
			await meanwhile();
			isOver.abort();
			return await sent;
		}
		const paid = () => world.sandbox.ledger.transactions.filter(({ status }) => status === 2);

		/** A card that waits for its OTP, and the form of the next one, from when this one was shown as declined. */
		async function withNextForm() {
			const otp = await (await openLink()).submit(entries('otp'));
			const charge = lastCharge();
			const waiting = charge.status;
			charge.status = 14;
			return { otp, charge, waiting, form: await openLink() };
		}

		test('of the card form, and the OTP is taken meanwhile', async () => {
			await activate({ amountFrom: 'link' });
			const { otp, charge, waiting, form } = await withNextForm();
			const shown = await slowly(
				async () => await form.submit(entries('frictionless')),
				async () => {
					charge.status = waiting;
					expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
				},
			);
			expect([shown.heading, paid().length, world.requestsTo('/charge').length]).toEqual([PAID, 1, 0]);
		});

		test('of the card form, and the OTP is under way when it ends', async () => {
			await activate({ amountFrom: 'link' });
			const { otp, charge, waiting, form } = await withNextForm();
			let sent: Promise<BrowserPage> | undefined;
			const isAnswered = new AbortController();
			await slowly(
				async () => await form.submit(entries('frictionless')),
				async () => {
					charge.status = waiting;
					world.sandbox.fail({ on: 'authorize', kind: 'delay', when: 'before', ms: 60_000, until: isAnswered.signal });
					sent = otp.submit({ otp: OTP });
					while (world.requestsTo('/authorize').length === 0) await soon();
				},
			);
			isAnswered.abort();
			expect((await sent!).heading).toBe(PAID);
			expect([paid().length, world.requestsTo('/charge').length]).toEqual([1, 0]);
		});

		test('of the OTP, and the form of the next card is sent meanwhile', async () => {
			await activate({ amountFrom: 'link' });
			await (await (await openLink()).submit(entries('insufficientFunds'))).submit({ otp: OTP });
			const { otp, charge, waiting, form } = await withNextForm();
			const shown = await slowly(
				async () => await otp.submit({ otp: OTP }),
				async () => {
					await form.submit(entries('frictionless'));
					charge.status = waiting;
				},
			);
			expect([shown.heading, paid().length, world.requestsTo('/charge').length]).toEqual([PAID, 1, 0]);
		});

		test('of the OTP, and that of the next card is sent meanwhile', async () => {
			const { otp, later } = await replaced('otp');
			const next = lastCharge();
			const waiting = next.status;
			next.status = 14;
			const shown = await slowly(
				async () => await otp.submit({ otp: OTP }),
				async () => {
					next.status = waiting;
					await later.submit({ otp: OTP });
				},
			);
			// Each of them has led to the other.
			expect([shown.heading, paid()]).toEqual(['Confirm your payment', []]);
			expect((await later.submit({ otp: OTP })).heading).toBe(PAID);
			expect((await otp.submit({ otp: OTP })).heading).toBe(PAID);
			expect([paid().length, world.requestsTo('/authorize').length]).toEqual([1, 1]);
		});
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
	])('is not gone on with from %s', async (_, life) => {
		await activate({ amountFrom: 'link' });
		const link = await openLink({ expires: Date.now() + life });
		await link.submit(entries('otp'));
		setClock(Date.now() + 6.9 * DAY);
		const otp = await link.reload();
		expect(otp.heading).toBe('Confirm your payment');
		setClock(Date.now() + 0.2 * DAY);
		expect((await otp.submit({ otp: OTP })).heading).toBe(EXPIRED);
		expect(await shownFor(await link.reload())).toEqual([CHECKED, CHECKED]);
		expect(world.requestsTo('/authorize')).toEqual([]);
	});

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
