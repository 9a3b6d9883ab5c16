import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { languages, LANGUAGES } from '../../../checkout/pages/languages';
import { TEST_CARD } from '../../../checkout/pages/testCard';
import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
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

/* Each page tells what is paid, as far as it is known, and what to do next. */

const CONTACT = 'mailto:help@shop.example';
const MINUTE = 60_000;
const { texts } = languages.en;

setUpCheckouts();
afterEach(resetClock);

let credential: ICredentialDataDecryptedObject;
beforeEach(() => (credential = world.engine.store.read(world.credentialId)));
afterEach(() => world.engine.store.write(world.credentialId, credential));

const activate = async (more: IDataObject = {}) =>
	await activatePage({ merchantName: 'Lagoon Books', shop: { contact: CONTACT }, ...more });

const link = async (changes: Parameters<typeof openLink>[0] = {}) =>
	await openLink({ description: 'A course', amount: '25000', ...changes });

/** The links of a page by their texts, and those of its foot apart. */
function linksOf({ html }: BrowserPage): Record<string, string> {
	const main = /<main.*<\/main>/s.exec(html)![0];
	const found = [...main.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
	return Object.fromEntries(found.map(([, address, text]) => [text, address!.replaceAll('&amp;', '&')]));
}

const decline = async (form: BrowserPage) => await (await form.submit(entries('threeDSecure'))).decide('decline');

async function unanswered(): Promise<BrowserPage> {
	for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind: 'status', status: 503, times: 9 });
	return await link();
}

async function lose(): Promise<BrowserPage> {
	world.sandbox.configure({ hasHistory: false });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	return await (await link()).submit(entries('frictionless'));
}

async function loseForLong(): Promise<BrowserPage> {
	await lose();
	setClock(Date.now() + 31 * MINUTE);
	return await link();
}

async function takeElsewhere(): Promise<BrowserPage> {
	await chargeAtSandbox(world, { reference: 'INV-7' });
	return await link();
}

async function refund(): Promise<BrowserPage> {
	const paid = await (await link()).submit(entries('frictionless'));
	world.sandbox.setStatus(lastCharge().transactionReference, 6);
	return await paid.reload();
}

async function refuse(): Promise<BrowserPage> {
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 402, when: 'before' });
	return await (await link({ tries: 1 })).submit(entries('frictionless'));
}

const { contactShop, tryAgain, anotherCard, redirectLink, checkAgain } = texts;

test.each<[string, () => Promise<BrowserPage>, string, string[]]>([
	['the card', link, 'Card payment', []],
	['an OTP', async () => await (await link()).submit(entries('otp')), texts.otpTitle, [checkAgain]],
	[
		'to the bank',
		async () => await (await link()).submit(entries('threeDSecure')),
		texts.redirectTitle,
		[redirectLink, contactShop],
	],
	['being checked', lose, texts.checkTitle, [contactShop]],
	['checked for long', loseForLong, texts.checkTitle, [contactShop]],
	['paid', async () => await (await link()).submit(entries('frictionless')), texts.paidTitle, []],
	['refunded', refund, texts.refundedTitle, []],
	['declined', async () => await decline(await link()), texts.declinedTitle, [anotherCard, contactShop]],
	['declined, the last', async () => await decline(await link({ tries: 1 })), texts.declinedTitle, [contactShop]],
	['refused, the last', refuse, texts.declinedTitle, [contactShop]],
	['expired', async () => await link({ expires: Date.now() - 1 }), texts.expiredTitle, [contactShop]],
	['the reference of another payment', takeElsewhere, texts.usedTitle, [contactShop]],
	['the service does not answer', unanswered, texts.closedTitle, [tryAgain, contactShop]],
])('the page of a link that is %s has the summary, and a next step', async (_, reach, heading, next) => {
	await activate({ amountFrom: 'link' });
	const page = await reach();
	expect(page.heading).toBe(heading);
	for (const part of ['Lagoon Books', 'A course', '₦25,000.00', 'Reference: INV-7<', 'data-copy="INV-7"'])
		expect(page.html).toContain(part);
	const links = linksOf(page);
	expect(Object.keys(links)).toEqual(next);
	if (next.includes(contactShop)) expect(links[contactShop]).toBe(CONTACT);
	// The page can be read in another language in every state.
	expect(page.html.match(/hreflang=/g)).toHaveLength(LANGUAGES.length);
});

test('a page with a fixed amount shows its own reference where it takes no cards, and leads to no other form', async () => {
	const form = await activate({ options: { refusedPerHour: 1 } });
	await decline(await checkout.open());
	const later = await form.submit(entries('frictionless'));
	const reference = new URL(form.url).searchParams.get('payment')!;
	expect([later.status, later.heading]).toEqual([429, texts.laterTitle]);
	for (const part of ['₦10.50', 'Order 1001', `data-copy="${reference}"`]) expect(later.html).toContain(part);
	const links = linksOf(later);
	// A form that is filled in now would be refused as well.
	expect(Object.keys(links)).toEqual([contactShop]);
});

test('where a page cannot be paid, the way back asks the service again', async () => {
	await activate({ amountFrom: 'link' });
	const closed = await unanswered();
	await world.sandbox.reset();
	const form = await closed.go(linksOf(closed)[tryAgain]!);
	expect(form.heading).toBe('Card payment');
	await form.submit(entries('frictionless'));
	expect((await closed.go(linksOf(closed)[tryAgain]!)).heading).toBe(texts.paidTitle);
});

test('where the credential cannot be used, a page with a fixed amount tells what is paid, and a link nothing that nobody can check', async () => {
	await activate();
	const address = (await link()).url;
	world.editCredential({ baseUrl: 'nowhere' });
	const [fixed, ofLink] = [await checkout.open(), await checkout.open(address)];
	for (const page of [fixed, ofLink]) {
		expect([page.status, page.heading, linksOf(page)]).toEqual([503, texts.closedTitle, { [contactShop]: CONTACT }]);
		expect(page.html).toContain('Lagoon Books');
	}
	expect(fixed.html).toContain('₦10.50');
	expect(fixed.html).toContain('Order 1001');
	expect(ofLink.html).not.toMatch(/25,000|A course|INV-7</);
});

test.each<[string, (bank: BrowserPage) => Promise<BrowserPage>]>([
	['the way back from the bank', async (bank) => await bank.decide('approve')],
	['a page of the payment', async (bank) => await bank.reload()],
])('where the credential cannot be used after a card was sent, %s does not say to pay again', async (_, go) => {
	const bank = await (await activate()).submit(entries('threeDSecure'));
	world.editCredential({ baseUrl: 'nowhere' });
	const page = await go(bank);
	expect([page.status, page.heading, linksOf(page)]).toEqual([503, texts.returnedTitle, { [contactShop]: CONTACT }]);
	expect(page.html).toContain(texts.returnedText);
});

test.each<[string, (address: string) => string, string]>([
	['an altered link', (address) => address.slice(0, -1), texts.linkTitle],
	['a way back from the bank that was cut', () => checkout.callbackUrl, texts.returnedTitle],
])('of %s nothing is shown but the shop and its contact', async (_, alter, heading) => {
	await activate({ amountFrom: 'link' });
	const page = await checkout.open(alter((await link()).url));
	expect([page.status, page.heading, linksOf(page)]).toEqual([400, heading, { [contactShop]: CONTACT }]);
	expect(page.html).toContain('Lagoon Books');
	expect(page.html).not.toMatch(/class="(amount|what|reference)"/);
});

describe('times', () => {
	const NOW = Date.UTC(2026, 11, 5, 15, 36);
	const timesOf = ({ html }: BrowserPage) =>
		[...html.matchAll(/<time datetime="(.*?)" data-precision="(.*?)">(.*?)<\/time>/g)].map(([, ...time]) => time);

	test('a link says until when it is valid, in every language, and a page with a fixed amount does not', async () => {
		const own = await activate();
		expect(timesOf(own)).toEqual([]);
		const form = await link({ expires: NOW + 300 * 24 * 60 * MINUTE });
		for (const language of LANGUAGES) {
			const page = await form.go(`${form.url}&lang=${language}`);
			expect(timesOf(page)).toMatchObject([['2027-10-01T15:36:00.000Z', 'both', expect.stringContaining('2027')]]);
			const [before] = languages[language].texts.linkValid.split('{time}');
			expect(page.html).toContain(`<p class="valid">${before}<time`);
		}
	});

	test('while a payment is checked, the page moves and says when it last asked', async () => {
		setClock(NOW);
		await activate({ amountFrom: 'link' });
		const page = await lose();
		expect(page.html).toContain('class="spinner"');
		expect(timesOf(page)).toMatchObject([['2026-12-05T15:36:00.000Z', 'clock', expect.stringMatching(/:36/)]]);
		setClock(NOW + 31 * MINUTE);
		const late = await page.reload();
		expect(late.html).not.toContain('class="spinner"');
		expect(timesOf(late)[0]![0]).toBe('2026-12-05T16:07:00.000Z');
	});

	test('the receipt has the time at which the card was entered', async () => {
		setClock(NOW);
		await activate({ amountFrom: 'link' });
		const paid = await (await link()).submit(entries('frictionless'));
		expect(timesOf(paid)[0]!.slice(0, 2)).toEqual(['2026-12-05T15:36:00.000Z', 'both']);
	});
});

test('who has confirmed with the bank reads that the bank has not, until it has', async () => {
	await activate({ options: { otpTries: 3 } });
	const otp = await (await link()).submit(entries('otp'));
	const address = linksOf(otp)[checkAgain]!;
	const again = await otp.go(address);
	expect([otp.notice, again.heading, again.notice]).toEqual([undefined, texts.otpTitle, texts.notConfirmed]);
	expect(linksOf(again)).toHaveProperty([checkAgain]);
	const wrong = await again.submit({ otp: '000000' });
	expect([wrong.notice, wrong.html.includes(texts.notConfirmed)]).toEqual([texts.otpError, false]);
	expect((await again.submit({ otp: '' })).notice).toBe(texts.otpMissing);
	world.sandbox.setStatus(lastCharge().transactionReference, 2);
	expect((await otp.go(address)).heading).toBe(texts.paidTitle);
});

test('who reads a mistake in another language need not enter the e-mail address and the name again', async () => {
	const form = await activate({ options: { asksName: true } });
	const entered = { firstName: 'Ada', lastName: 'Okafor' };
	const wrong = await form.submit(entries('frictionless', { ...entered, cvv: '1' }));
	const [, address] = /<a href="([^"]*)" lang="fr"/.exec(wrong.html)!;
	const french = await wrong.go(address!.replaceAll('&amp;', '&'));
	expect(french.html).toContain('<html lang="fr">');
	for (const value of ['ada@shop.example', 'Ada', 'Okafor']) expect(french.html).toContain(`value="${value}"`);
	expect(new URL(french.url).searchParams.get('payment')).toBe(new URL(form.url).searchParams.get('payment'));
	expect((await french.submit(entries('frictionless', entered))).html).toContain('<html lang="fr">');
});

describe('a test card', () => {
	const FILL = 'data-fill=';

	test('is offered with the credential of a test environment, and pays', async () => {
		world.editCredential({ environment: 'test' });
		const form = await activate();
		expect(form.html).toContain('Use a test card: <bdi dir="ltr">2223 0000 0000 0023</bdi>');
		expect(form.html).toContain(FILL);
		const paid = await form.submit({ email: 'ada@shop.example', ...TEST_CARD });
		expect(paid.heading).toBe(texts.paidTitle);
	});

	test.each([{ environment: 'live' }, { environment: undefined }, { environment: '' }])(
		'is never offered with %j',
		async (changes) => {
			world.editCredential(changes);
			const form = await activate();
			for (const page of [form, await form.submit(entries('otp', { cvv: '1' }))]) {
				expect(page.fields).toContain('cardNumber');
				expect(page.html).not.toMatch(/class="test|data-fill=".|2223 ?0000/);
			}
		},
	);
});

describe('a field', () => {
	const NAMES = ['email', 'firstName', 'lastName', 'cardNumber', 'expiry', 'cvv'] as const;
	const noteOf = ({ html }: BrowserPage, name: string) =>
		new RegExp(`<p class="note wrong" id="${name}-note"[^>]*>(.*?)</p>`).exec(html)?.[1];
	const WRONG = { email: 'a', firstName: '1', lastName: '1', cardNumber: '4', expiry: '1', cvv: '1' };

	test.each(LANGUAGES)(
		'in which nothing was entered is asked for, and one with a mistake to be checked (%s)',
		async (language) => {
			const form = await activate({ options: { asksName: true } });
			const page = await form.go(`${form.url}&lang=${language}`);
			const words = languages[language].texts;
			const [empty, wrong] = [await page.submit({}), await page.submit(WRONG)];
			for (const name of NAMES)
				expect([noteOf(empty, name), noteOf(wrong, name)]).toEqual([words[`${name}Missing`], words[`${name}Error`]]);
		},
	);

	test('of an OTP as well', async () => {
		const form = await (await activate()).submit(entries('otp'));
		expect(noteOf(await form.submit({ otp: ' ' }), 'otp')).toBe(texts.otpMissing);
		expect(noteOf(await form.submit({ otp: '000000' }), 'otp')).toBe(texts.otpError);
		expect((await form.submit({ otp: OTP })).heading).toBe(texts.paidTitle);
	});
});

test.each([
	[2, texts.cardsLeftOne],
	[3, 'You can try 2 more cards.'],
])('of %i cards, after a decline it says: %s', async (tries, left) => {
	await activate({ amountFrom: 'link' });
	expect((await decline(await link({ tries }))).html).toContain(`<p>${left}</p>`);
});
