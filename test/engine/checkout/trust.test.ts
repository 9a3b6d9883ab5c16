import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import { languages } from '../../../checkout/pages/languages';
import {
	activate as activatePage,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';
import { chargeAtSandbox } from '../support/trigger';

const DAY = 24 * 3_600_000;
const CHECKING = 'Your payment is being checked';

const { waits } = setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});
afterEach(resetClock);

const activate = async (parameters: IDataObject = {}, options: Parameters<typeof activatePage>[1] = {}) =>
	await activatePage({ amountFrom: 'link', ...parameters }, options);
const log = () => world.engine.logs.join('\n');
const charges = () => world.requestsTo('/charge').length;
const starts = async () => (await checkout.started()).length;

/** The page after a card was declined. */
const declined = async (form: BrowserPage) =>
	await (await form.submit(entries('insufficientFunds'))).submit({ otp: OTP });

async function notify(body: object): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	const { webhookURL } = lastCharge();
	return (await fetch(webhookURL, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

test('a payment elsewhere under a reference that looks like that of a second try is not taken for it', async () => {
	await activate();
	await chargeAtSandbox(world, { reference: 'INV-7-2' });
	const page = await declined(await openLink());
	const second = await page.go(page.link!);
	expect([second.fields[0], (await openLink()).heading]).toEqual(['email', 'Payment not completed']);
	expect(await starts()).toBe(0);
	expect((await second.submit(entries('frictionless'))).heading).toBe('Payment received');
	expect(lastCharge().merchantReference).toMatch(/^INV-7-2-[a-p]{12}$/);
	expect(await checkout.started()).toMatchObject([{ reference: 'INV-7', attempt: 2 }]);
});

describe('after a long time', () => {
	test('an old callback address shows the payment, and starts nothing again', async () => {
		await activate();
		const bank = await (await openLink()).submit(entries('threeDSecure'));
		await bank.decide('approve');
		const { callbackUrl } = lastCharge();
		setClock(Date.now() + 6 * DAY);
		const again = await checkout.open(callbackUrl);
		expect(again.heading).toBe('Payment received');
		setClock(Date.now() + 6 * DAY);
		expect((await again.reload()).heading).toBe('Payment received');
		expect(await notify({ status: 2 })).toBe(200);
		expect(await starts()).toBe(1);
	});

	test('a link that was paid with another amount than expected does not say that nothing was charged', async () => {
		await activate();
		await (await openLink()).submit(entries('frictionless'));
		const data = { requestedAmount: '7.00' };
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data }, times: 9 });
		const page = await openLink();
		expect([page.heading, page.fields]).toEqual([CHECKING, []]);
		expect(page.html).not.toContain('Nothing was charged');
	});
});

describe('cards that are refused', () => {
	const refuse = (status: number, times = 100) =>
		world.sandbox.fail({ on: 'charge', kind: 'status', when: 'before', status, times });

	test('with 402 count against the link, also from one form', async () => {
		await activate();
		const form = await openLink({ tries: 3 });
		refuse(402);
		const pages: BrowserPage[] = [];
		for (let count = 0; count < 6; count++) pages.push(await form.submit(entries('frictionless')));
		expect(charges()).toBe(3);
		expect([pages.at(-1)!.heading, pages.at(-1)!.fields]).toEqual(['Payment not completed', []]);
		expect([(await openLink({ tries: 3 })).heading, charges()]).toEqual(['Payment not completed', 3]);
	});

	test('are sent no faster than a person could enter them, also from a form that was opened long ago', async () => {
		setClock(Date.now());
		await activate();
		const form = await openLink();
		refuse(402);
		await form.submit(entries('frictionless'));
		setClock(Date.now() + 10_000);
		await form.submit(entries('frictionless'));
		expect(waits).toEqual([2000]);
		await form.submit(entries('frictionless'));
		expect([waits, charges()]).toEqual([[2000, 2000], 3]);
	});

	test.each([402])(
		'with %i without a record keep their try, are not said to be uncharged, and another card may be entered',
		async (status) => {
			await activate();
			const form = await openLink();
			refuse(status, 1);
			const again = await form.submit(entries('insufficientFunds'));
			expect([again.status, again.notice]).toEqual([422, languages.en.texts.notAccepted]);
			expect(again.html).not.toMatch(/(nothing|not) (was |been )?charged/i);
			expect((await again.submit(entries('frictionless'))).heading).toBe('Payment received');
			expect(lastCharge().merchantReference).toBe('INV-7');
			expect(await checkout.started()).toMatchObject([{ cardLast4: '0023' }]);
		},
	);

	test.each([402, 409])('with %i and recorded are followed by the next try', async (status) => {
		await activate();
		const form = await openLink();
		world.sandbox.fail({ on: 'charge', kind: 'status', status });
		const page = await form.submit(entries('frictionless', { cvv: '999' }));
		expect(page.heading).toBe('Payment not completed');
		expect((await openLink()).heading).toBe('Payment not completed');
		expect((await (await page.go(page.link!)).submit(entries('frictionless'))).heading).toBe('Payment received');
		expect(await checkout.started()).toMatchObject([{ outcome: 'authorized', attempt: 2 }]);
	});

	const LATER = [429, 'Please come back later'];
	/** A page that anybody can open. */
	const activatePublic = async (refusedPerHour: number) =>
		await activate({ amountFrom: 'node', options: { refusedPerHour } });
	const visits = async (count: number) => await Promise.all(Array.from({ length: count }, () => checkout.open()));

	test.each([402])(
		'with %i by the dozen close a page that anybody can open for a while, and the log says why',
		async (status) => {
			await activatePublic(3);
			refuse(status);
			const forms = await visits(12);
			const pages = await Promise.all(forms.map(async (form) => await form.submit(entries('frictionless'))));
			expect(charges()).toBe(3);
			expect(pages.filter((page) => page.status === 429)).toHaveLength(9);
			expect(log().match(/may be testing stolen cards/g)).toHaveLength(1);

			const later = await (await checkout.open()).submit(entries('frictionless'));
			expect([later.status, later.heading, later.html]).toEqual([
				...LATER,
				expect.stringContaining('Nothing was sent') as string,
			]);
			await world.sandbox.reset();
			// The holder of a signed link is no stranger.
			expect((await (await openLink()).submit(entries('frictionless'))).heading).toBe('Payment received');
			setClock(Date.now() + 3_700_000);
			expect((await (await checkout.open()).submit(entries('frictionless'))).heading).toBe('Payment received');
		},
	);

	test.each([401, 403])('are not cards that a refused key kept from the service: %i', async (status) => {
		await activatePublic(1);
		refuse(status, 2);
		const [one, other] = await visits(2);
		await one!.submit(entries('frictionless'));
		await (await openLink({ tries: 1 })).submit(entries('frictionless'));
		expect((await other!.submit(entries('frictionless'))).heading).toBe('Payment received');
		expect((await (await openLink({ tries: 1 })).submit(entries('frictionless'))).heading).toBe('Payment received');
	});

	test('without a record, after a decline with one, are not said to be uncharged either', async () => {
		await activate();
		const page = await declined(await openLink());
		expect(page.html).toContain('You have not been charged');
		const form = await page.go(page.link!);
		refuse(402);
		await form.submit(entries('frictionless'));
		const again = await openLink();
		expect([again.heading, again.html.includes(languages.en.texts.notAccepted)]).toEqual([
			'Payment not completed',
			true,
		]);
		const last = await (await again.go(again.link!)).submit(entries('frictionless'));
		expect([last.heading, last.link, charges()]).toEqual(['Payment not completed', undefined, 3]);
		for (const { html } of [again, last, await openLink()]) expect(html).not.toContain('You have not been charged');
	});
});

describe('somebody else who has the link', () => {
	const stranger = entries('otp', { email: 'mallory@shop.example' });

	test('does not get their e-mail address into the item', async () => {
		await activate();
		const [form, theirs] = [await openLink(), await openLink()];
		await form.submit(entries('threeDSecure'));
		const page = await theirs.submit(stranger);
		expect(page.heading).toBe('Your bank asks you to confirm');
		world.sandbox.setStatus(lastCharge().transactionReference, 2);
		const receipt = await page.reload();
		expect(receipt.heading).toBe('Payment received');
		expect(receipt.html).not.toContain('ada@');
		expect(await checkout.started()).toMatchObject([
			{ email: 'ada@shop.example', cardBrand: 'Visa', cardLast4: '0026', authorized: true },
		]);
		expect(JSON.stringify(checkout.staticData)).not.toContain('ada@');
	});

	test('does not start the workflow where nobody but the payer knows the charge any more', async () => {
		await activate();
		const [form, theirs] = [await openLink(), await openLink()];
		const bank = await form.submit(entries('threeDSecure'));
		const page = await theirs.submit(stranger);
		await checkout.deactivate();
		await activate();
		const { callbackUrl, transactionReference } = lastCharge();
		lastCharge().callbackUrl = '';
		world.sandbox.setStatus(transactionReference, 2);
		expect([(await page.reload()).heading, await starts()]).toEqual(['Payment received', 0]);
		expect(log()).toContain('its charge is not known any more');
		expect((await bank.go(`${callbackUrl}&transactionReference=${transactionReference}`)).heading).toBe(
			'Payment received',
		);
		expect(await checkout.started()).toMatchObject([{ email: 'ada@shop.example', cardLast4: '0026' }]);
	});

	test('does not see the e-mail address of who tried before', async () => {
		await activate();
		await declined(await openLink());
		const page = await openLink();
		const form = await page.go(page.link!);
		expect(form.fields).toContain('email');
		expect(form.html).not.toContain('ada@shop.example');
	});
});

test.each([
	...['2223000000000023@shop.example', 'ada+2223-0000-0000-0023@shop.example'],
	// The number of another card.
	'a+4539148803436467@shop.example',
])('a card number in the e-mail address is asked to be corrected, and goes nowhere: %s', async (email) => {
	await activate();
	const form = await openLink();
	const page = await form.submit(entries('frictionless', { email }));
	expect([page.status, page.wrong, charges()]).toEqual([422, ['email'], 0]);
	expect(page.html).not.toContain(email);
	expect((await page.submit(entries('frictionless'))).heading).toBe('Payment received');
});

describe('the private key is replaced while customers pay', () => {
	const NEW_KEY = 'the-new-private-key';
	let first: string;
	beforeEach(() => (first = world.sandbox.options.privateKey));
	afterEach(() => {
		world.sandbox.configure({ privateKey: first });
		world.editCredential({ privateKey: first, previousPrivateKey: '' });
	});

	function replaceKey(previousPrivateKey: string): void {
		world.sandbox.configure({ privateKey: NEW_KEY });
		world.editCredential({ privateKey: NEW_KEY, previousPrivateKey });
	}

	test('with the previous one, forms, links and the way back from the bank go on', async () => {
		await activate();
		const [form, link] = [await openLink(), await openLink({ reference: 'INV-8' })];
		const atBank = await (await openLink({ reference: 'INV-9' })).submit(entries('threeDSecure'));
		replaceKey(first);
		expect((await form.submit(entries('frictionless'))).heading).toBe('Payment received');
		expect((await checkout.open(link.url)).fields[0]).toBe('email');
		expect((await atBank.decide('approve')).heading).toBe('Payment received');
		expect(await starts()).toBe(2);
		// The new one makes everything from now on.
		replaceKey('');
		expect((await form.reload()).status).toBe(400);
	});

	test.each([
		['finds', true],
		['does not find', false],
	])('a second card is not charged again, where the service %s it by reference', async (_, knows) => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await activate();
		const page = await declined(await openLink());
		const second = await page.go(page.link!);
		expect((await second.submit(entries('frictionless'))).heading).toBe('Payment received');
		replaceKey(first);
		// Another process, which has not seen any of it.
		await checkout.deactivate();
		await activate({}, { staticData: {} });
		world.sandbox.configure({ verifyKnowsMerchantReference: knows, hasHistory: false });
		const again = await second.submit(entries('frictionless'));
		expect(again.heading).toBe(knows ? 'Payment received' : 'Card payment');
		expect(world.sandbox.ledger.transactions).toHaveLength(2);
	});

	test('of two forms of a second card, one from before and one from after, that come at once, one is charged', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		await activate();
		const page = await declined(await openLink());
		const before = await page.go(page.link!);
		replaceKey(first);
		const again = await openLink();
		const after = await again.go(again.link!);
		await Promise.all([before, after].map(async (form) => await form.submit(entries('frictionless'))));
		expect(charges()).toBe(2);
	});
});
