import fc from 'fast-check';

import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { entries, type BrowserPage } from '../support/checkout';
import { activate, checkout, lastCharge, setUpCheckouts, world } from '../support/checkoutTests';

/* An address that carries a part of what the package puts into its addresses is that link or a broken one, never the page with a fixed amount. */

setUpCheckouts();

const TERMS = {
	...{ reference: 'INVOICE-77', amount: '4500.00', currency: 'NGN', description: 'Invoice 77' },
	...{ expires: Date.now() + 3_600_000, tries: 3, customFields: { customer: 'A-17' } },
};
const FIXED = 'fixed';
const OPENED = 'opened';
const BROKEN = 'broken';

const linkOf = () => makeLink(checkout.url, TERMS, world.sandbox.options.privateKey);

/** The kind of page that an address opens: with the link's terms, with a fixed amount of 1.00, or neither. */
function kindOf({ html, status, heading }: BrowserPage): string {
	if (heading === 'This link does not work') return status === 400 ? BROKEN : `broken, but ${status}`;
	if (html.includes('₦4,500.00') && html.includes('INVOICE-77')) return OPENED;
	return html.includes('₦1.00') ? FIXED : `neither: ${heading}`;
}

const open = async (address: string) => kindOf(await checkout.open(address));
const activateFixed = async () => await activate({ amount: '1.00', description: 'A fixed price' });

test('a link that is cut anywhere opens its own terms or nothing, and never another price', async () => {
	await activateFixed();
	const link = linkOf();
	const begin = checkout.url.length;
	const kinds = [];
	for (let length = begin; length <= link.length; length++) kinds.push(await open(link.slice(0, length)));
	// Nothing of the link is left: it is the address of the page itself.
	expect(kinds.slice(0, 2)).toEqual([FIXED, FIXED]);
	expect(kinds.at(-1)).toBe(OPENED);
	expect([...new Set(kinds.slice(2, -1))]).toEqual([BROKEN]);
}, 120_000);

test('so does the address of a page that was opened', async () => {
	const { url } = await activateFixed();
	const begin = url.indexOf('?') + 1;
	const lengths = fc.integer({ min: begin + 1, max: url.length - 1 });
	const property = fc.asyncProperty(lengths, async (length) => expect(await open(url.slice(0, length))).toBe(BROKEN));
	await fc.assert(property, { numRuns: 60 });
	expect(await open(url)).toBe(FIXED);
});

/** Address changes by mail programs, chats and sites. */
const CHANGES: Array<[string, (link: string) => string, string]> = [
	['with "&amp;" for "&"', (link) => link.replaceAll('&', '&amp;'), OPENED],
	['with "&amp;amp;" for "&"', (link) => link.replaceAll('&', '&amp;amp;'), OPENED],
	['with parameters of another site behind another "?"', (link) => `${link}?utm_source=mail`, OPENED],
	['with parameters of another site', (link) => `${link}&utm_source=mail&fbclid=1`, OPENED],
	['without its signed part', (link) => link.replace(/&link=.*/, ''), BROKEN],
	['with its signed part under another name', (link) => link.replace('&link=', '&amp%3Blink='), BROKEN],
	['without its reference, and cut', (link) => link.replace(/payment=[^&]*&/, '').slice(0, -1), BROKEN],
	['with "&" and "=" escaped', (link) => link.replaceAll('&', '%26').replaceAll('=', '%3D'), BROKEN],
	['in capital letters', (link) => link.replace(/\?.*/, (query) => query.toUpperCase()), BROKEN],
	['with the return address of a payment', (link) => link.replace(/\?.*/, '?attempt=x'), BROKEN],
	['with the signed terms of a charge', (link) => link.replace(/\?.*/, '?signedReference=INVOICE-77'), BROKEN],
	['with nothing but parameters of other sites', (link) => link.replace(/\?.*/, '?utm_source=mail&fbclid=1'), FIXED],
	['with a foreign name that holds one of ours', (link) => link.replace(/\?.*/, '?payment_method=1&link_id=2'), FIXED],
	// An empty value is none that was cut.
	...['s=', 'p=', 'pay=', 'l=&utm_term=', 'utm_term=&l=', 'ref=x&at=', 'l&utm_source=mail', 'si&p=1'].map(
		(query): (typeof CHANGES)[number] => [
			`with "${query}" of another site alone`,
			(link) => link.replace(/\?.*/, `?${query}`),
			FIXED,
		],
	),
	...['p', 'utm_source=mail&lin', 'state=Lagos', 'link=newsletter'].map((query): (typeof CHANGES)[number] => [
		`with "${query}", which may be what is left of it`,
		(link) => link.replace(/\?.*/, `?${query}`),
		BROKEN,
	]),
	['with a language alone', (link) => link.replace(/\?.*/, '?lang=en'), FIXED],
];

test.each(CHANGES)('a link %s', async (_, change, kind) => {
	await activateFixed();
	expect(await open(change(linkOf()))).toBe(kind);
});

test('a link that mail programs have escaped is paid under its own reference', async () => {
	await activateFixed();
	const form = await checkout.open(linkOf().replaceAll('&', '&amp;'));
	expect((await form.submit(entries('frictionless'))).heading).toBe('Payment received');
	expect(lastCharge()).toMatchObject({ merchantReference: 'INVOICE-77', amountMinor: 450_000 });
	expect(await checkout.started()).toMatchObject([{ reference: 'INVOICE-77', amount: 4500 }]);
});

test('a language in an escaped address is the language of the page', async () => {
	await activateFixed();
	const page = await checkout.open(`${linkOf()}&lang=fr`.replaceAll('&', '&amp;'));
	expect(page.html).toContain('<html lang="fr"');
});

test.each([
	['with "&amp;" for "&"', (url: string) => url.replaceAll('&', '&amp;')],
	['with parameters of the service behind another "?"', (url: string) => `${url}?transactionReference=T-1&status=2`],
])('a customer comes back from the bank, and the service notifies, at an address %s', async (_, change) => {
	const bank = await (await activateFixed()).submit(entries('threeDSecure'));
	const { callbackUrl, webhookURL, transactionReference } = lastCharge();
	const body = JSON.stringify({ transactionReference, status: 1 });
	const headers = { 'content-type': 'application/json' };
	expect((await fetch(change(webhookURL), { method: 'POST', headers, body })).status).toBe(200);
	world.sandbox.setStatus(transactionReference, 2);
	expect((await bank.go(change(callbackUrl))).heading).toBe('Payment received');
	expect(await checkout.started()).toHaveLength(1);
});
