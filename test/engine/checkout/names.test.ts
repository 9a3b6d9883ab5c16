import type { IDataObject } from 'n8n-workflow';

import { languages, LANGUAGES } from '../../../checkout/pages/languages';
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

/* The option "Ask for the Name". */

setUpCheckouts();

const NAME = { firstName: 'Adéyẹmí', lastName: "O'Brien" };
const named = (card: Parameters<typeof entries>[0], changes: Record<string, string> = {}) =>
	entries(card, { ...NAME, ...changes });
const activate = async ({ options, ...parameters }: IDataObject = {}) =>
	await activatePage({ ...parameters, options: { asksName: true, ...(options as object) } });
const charged = () => world.requestsTo('/transaction/charge').at(-1)?.body as IDataObject | undefined;

const valueOf = ({ html }: BrowserPage, name: string) =>
	new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1];

test('the page asks for it only where that is wanted, and takes no other', async () => {
	const form = await activatePage();
	expect(form.fields).toEqual(['email', 'cardNumber', 'expiry', 'cvv', 'cardPin']);
	await form.submit(named('frictionless'));
	expect(charged()).not.toHaveProperty('customer');
	expect(await checkout.started()).toMatchObject([{ firstName: null, lastName: null }]);
});

test('it reaches the service with the charge, and the workflow with the payment', async () => {
	const form = await activate({ options: { simplify: true } });
	expect(form.fields).toEqual(['email', 'firstName', 'lastName', 'cardNumber', 'expiry', 'cvv', 'cardPin']);
	expect(form.html).toMatch(/id="firstName"[^>]* autocomplete="given-name"/);
	expect(form.html).toMatch(/id="lastName"[^>]* autocomplete="family-name"/);
	// Marks of direction, which are copied along, are no part of it.
	const paid = await form.submit(named('frictionless', { firstName: '  Adé\u200byẹmí\u202e ' }));
	expect(paid.heading).toBe('Payment received');
	expect(charged()).toMatchObject({ email: 'ada@shop.example', customer: NAME });
	const [item] = await checkout.started();
	expect(item).toMatchObject({ ...NAME, cardBrand: 'Mastercard', cardLast4: '0023' });
	expect(Object.keys(item!)).not.toContain('card');
});

test('it comes with a payment that only a notification tells of', async () => {
	await (await activate()).submit(named('threeDSecure'));
	const { webhookURL, transactionReference } = lastCharge();
	world.sandbox.setStatus(transactionReference, 2);
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ transactionReference, status: 2 });
	expect((await fetch(webhookURL, { method: 'POST', headers, body })).status).toBe(200);
	expect(await checkout.started()).toMatchObject([NAME]);
});

/** The page of a form whose names are not taken: nothing was sent, and what was right stays. */
async function refused(changes: Record<string, string>, wrong: string[]): Promise<BrowserPage> {
	const form = await activate();
	const again = await form.submit(named('frictionless', changes));
	expect([again.status, again.wrong, charged()]).toEqual([422, wrong, undefined]);
	for (const name of ['firstName', 'lastName', 'email']) {
		const entered = { email: 'ada@shop.example', ...NAME }[name]!.replace("'", '&#39;');
		expect(valueOf(again, name)).toBe(wrong.includes(name) ? '' : entered);
	}
	return again;
}

test.each([
	[{ firstName: '' }, ['firstName']],
	[{ lastName: '  ' }, ['lastName']],
	[{ lastName: ' - ' }, ['lastName']],
	[{ firstName: '', lastName: '', cvv: 'x' }, ['firstName', 'lastName', 'cvv']],
	// The numbers of this card, and of another one.
	[{ firstName: '2223000000000023' }, ['firstName']],
	[{ lastName: 'Okafor 4539 1488 0343 6467' }, ['lastName']],
	// The security code.
	[{ lastName: '111' }, ['lastName']],
	[{ firstName: 'Ada\u0007', lastName: 'Okafor 111' }, ['firstName', 'lastName']],
	[{ firstName: 'Ada\0Obi', lastName: '\u3164' }, ['firstName', 'lastName']],
	[{ email: `${'a'.repeat(250)}@shop.example` }, ['email']],
])('%j has to be corrected, and what was right stays', async (changes: Record<string, string>, wrong) => {
	const again = await refused(changes, wrong);
	expect((await again.submit(named('frictionless'))).heading).toBe('Payment received');
	const [item] = await checkout.started();
	expect(item).toMatchObject({ ...NAME, email: 'ada@shop.example' });
});

test.each(LANGUAGES)('what is wrong is said in the language of the page: %s', async (language) => {
	await activate();
	const form = await checkout.open(undefined, { 'accept-language': language });
	for (const name of ['firstName', 'lastName'] as const) {
		const again = await (await form.go(`${form.url}&lang=${language}`)).submit(named('frictionless', { [name]: 'A1' }));
		expect([again.wrong, again.notice]).toEqual([[name], languages[language].texts[`${name}Error`]]);
	}
});

test.each(['名', '\u{20000}'])('a long one is not cut, and the longest keep addresses short: %s', async (letter) => {
	const form = await refused({ firstName: letter.repeat(51) }, ['firstName']);
	const long = letter.repeat(50);
	await form.submit(
		named('frictionless', { firstName: long, lastName: long, email: `${'a'.repeat(60)}@shop.example` }),
	);
	expect((charged()!.customer as IDataObject).firstName).toBe(long);
	for (const url of [lastCharge().callbackUrl, lastCharge().webhookURL]) expect(url.length).toBeLessThan(2000);
});

test('it is kept for the next card of the same customer, and nobody else reads it', async () => {
	await activate({ amountFrom: 'link' });
	const declined = await (await (await openLink()).submit(named('insufficientFunds'))).submit({ otp: OTP });
	const next = await declined.go(declined.link!);
	expect([valueOf(next, 'firstName'), valueOf(next, 'email')]).toEqual([NAME.firstName, 'ada@shop.example']);
	const theirs = await openLink();
	const form = await theirs.go(theirs.link!);
	for (const page of [theirs, form]) expect(page.html).not.toContain(NAME.firstName);
	expect(valueOf(form, 'firstName')).toBe('');
});

test.each(LANGUAGES)('its labels are in the language of the page: %s', async (language) => {
	await activate();
	const { html } = await checkout.open(undefined, { 'accept-language': language });
	const { firstName, lastName } = languages[language].texts;
	for (const [name, label] of Object.entries({ firstName, lastName }))
		expect(html).toContain(`<label for="${name}">${label}</label>`);
});
