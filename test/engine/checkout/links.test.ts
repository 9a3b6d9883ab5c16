import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { LinkTerms } from '../../../checkout/attempt';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { OTP } from '../../../dev/sandbox';
import { entries } from '../support/checkout';
import { activate, checkout, setUpCheckouts, world } from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';

setUpCheckouts();
beforeEach(async () => await activate({ amountFrom: 'link' }));
afterEach(resetClock);

const FIELDS = {
	amount: '10.50',
	currency: { __rl: true, mode: 'code', value: 'NGN' },
	reference: 'ORDER-1',
	description: 'Order 1 <b>',
};

async function create(changes: IDataObject = {}): Promise<INodeExecutionData[]> {
	return await world.one('paymentLink', 'create', { ...FIELDS, checkoutUrl: checkout.url, ...changes });
}

const urlOf = async (changes: IDataObject = {}) => String((await create(changes))[0]!.json.url);
const customFields = (fields: Record<string, string>) => ({
	field: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

describe('Payment Link: Create', () => {
	test('returns the link and what is in it', async () => {
		const now = Date.now();
		setClock(now);
		const [item] = await create({ expiresAfter: 2, tries: 4, customFields: customFields({ customer: 'A-17' }) });
		expect(item!.json).toEqual({
			url: expect.stringMatching(/\/webhook\/checkout-1\/checkout\?payment=[\w-]+&link=[\w-]+\.[\w-]{43}$/),
			amount: 10.5,
			currency: 'NGN',
			reference: 'ORDER-1',
			description: 'Order 1 <b>',
			tries: 4,
			customFields: { customer: 'A-17' },
			expiresAt: new Date(now + 7_200_000).toISOString(),
		});
		expect(Object.keys(item!.json).slice(0, 4)).toEqual(['url', 'amount', 'currency', 'reference']);
		expect(item!.binary).toBeUndefined();
		expect(world.requestsTo('/charge')).toEqual([]);
	});

	test.each([
		['png', 'image/png', '89504e470d0a1a0a'],
		['svg', 'image/svg+xml', Buffer.from('<svg').toString('hex')],
	])('makes a QR code as %s', async (qrCode, mimeType, beginning) => {
		const [item] = await create({ qrCode, binaryProperty: 'qr' });
		const file = item!.binary!.qr!;
		expect(file).toMatchObject({ mimeType, fileName: `payment-link.${qrCode}`, fileExtension: qrCode });
		expect(Buffer.from(file.data, 'base64').toString('hex')).toMatch(new RegExp(`^${beginning}`));
	});

	test.each<[IDataObject, string]>([
		[
			{ checkoutUrl: 'https://n8n.example/webhook/1/notification' },
			"'Checkout URL' is not the address of a payment page",
		],
		[
			{ currency: { __rl: true, mode: 'code', value: 'KWD' } },
			"'Amount' is in KWD, which providers count in different ways",
		],
		[{ tries: 11 }, "'Card Tries' is too large"],
		[{ reference: '' }, "'Reference' is missing"],
		[{ reference: 'x'.repeat(101) }, "'Reference' is too long"],
		[{ reference: '4012 0000 3333 0026' }, "'Reference' has a card number in it"],
		[{ description: 'Card 4012 0000 3333 0026' }, "'Description' has what looks like a card number in it"],
		[
			{ customFields: customFields({ card: '4012-0000-3333-0026' }) },
			"'Custom Fields' has what looks like a card number in it",
		],
	])('with %j is refused', async (changes, message) => {
		await expect(create(changes)).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
	});

	test.each([
		[{ customFields: customFields({ '4012000033330026': '1' }) }],
		[{ customFields: { field: [{ name: 'card', value: 4012000033330026 }] } }],
	])('refuses the number of a card alone as it does among words: %j', async (changes) => {
		await expect(create(changes)).rejects.toMatchObject({
			message: expect.stringContaining('has what looks like a card number in it') as string,
		});
	});

	test.each([
		['https://n8n.example/webhook/1/checkout', []],
		[
			'https://n8n.example/webhook-test/1/checkout',
			["'Checkout URL' is a test URL, which answers only while you test"],
		],
		[
			'http://localhost:5678/webhook/1/checkout',
			["'Checkout URL' leads to localhost:5678, which cannot be reached from the internet"],
		],
		[
			'https://192.168.1.7/webhook/1/checkout',
			["'Checkout URL' leads to 192.168.1.7, which cannot be reached from the internet"],
		],
		['http://n8n.example/webhook/1/checkout', ["'Checkout URL' begins with http://, so others can read card numbers"]],
	])('to %s says what keeps customers from paying: %j', async (checkoutUrl, hints) => {
		const node = world.node('Link', 'paymentLink', 'create', {
			...FIELDS,
			reference: '=ORDER-{{ $itemIndex }}',
			checkoutUrl,
		});
		const run = await world.run([node], [{}, {}]);
		const told = (run.run.data.resultData.runData.Link![0]!.hints ?? []).map(({ message }) => message);
		expect(told).toEqual(hints.map((hint) => expect.stringContaining(hint) as string));
	});

	test.each([
		['', "The credential has no 'Private Key'"],
		['sk4821', "The 'Private Key' of the credential is too short to sign links and pages"],
	])('needs a private key that cannot be guessed from a link, and not "%s"', async (privateKey, message) => {
		world.editCredential({ privateKey });
		await expect(create()).rejects.toMatchObject({ message: expect.stringContaining(message) as string });
		world.editCredential({ privateKey: world.sandbox.options.privateKey });
	});
});

describe('a link', () => {
	test('is paid as it says, and its fields come out', async () => {
		const form = await checkout.open(await urlOf({ customFields: customFields({ customer: 'A-17', note: 'é"<' }) }));
		expect(form.html).toContain('<p class="what">Order 1 &lt;b&gt;</p>');
		const paid = await (await form.submit(entries('otp'))).submit({ otp: OTP });
		expect(paid.heading).toBe('Payment received');
		expect(world.sandbox.ledger.transactions).toMatchObject([
			{ merchantReference: 'ORDER-1', amountMinor: 1050, currency: 'NGN', chargeCount: 1 },
		]);
		expect(await checkout.started()).toMatchObject([
			{ reference: 'ORDER-1', amount: 10.5, customFields: { customer: 'A-17', note: 'é"<' }, outcome: 'authorized' },
		]);
	});

	test('with the reference of another payment is not taken for paid', async () => {
		await (await checkout.open(await urlOf({ amount: '1.00' }))).submit(entries('frictionless'));
		const other = await checkout.open(await urlOf({ amount: '100.00' }));
		expect([other.status, other.heading, other.fields]).toEqual([409, 'This link cannot be used', []]);
		expect(await checkout.started()).toMatchObject([{ amount: 1 }]);
		expect(world.engine.logs.join('\n')).toMatch(/is not the one that was expected: the amount is 1, not 100.00/);
	});

	test('that has expired says so, also where its page was opened before', async () => {
		const expired = { status: 410, heading: 'This link has expired', fields: [] };
		const form = await checkout.open(await urlOf({ expiresAfter: 1 }));
		expect(form.fields).toContain('cardNumber');
		setClock(Date.now() + 2 * 3_600_000);
		expect(await form.submit(entries('frictionless'))).toMatchObject(expired);
		expect(await form.reload()).toMatchObject(expired);
		expect(world.requestsTo('/charge')).toEqual([]);
	});

	const terms: LinkTerms = {
		reference: 'ORDER-1',
		amount: '10.50',
		currency: 'NGN',
		description: '',
		tries: 3,
		customFields: {},
		expires: Date.now() + 3_600_000,
	};
	const cheaper = { ...terms, amount: '0.01' };
	test.each([
		['altered', async () => (await urlOf()).replace(/link=(.)/, (_, first) => `link=${first === 'W' ? 'V' : 'W'}`)],
		['with another signature', async () => `${(await urlOf()).slice(0, -3)}abc`],
		['of another key', async () => makeLink(checkout.url, cheaper, 'another-private-key-1')],
		['empty', async () => `${checkout.url}?link=`],
	])('that is %s does not work', async (_, made) => {
		const url = await made();
		const page = await checkout.open(`${checkout.url}${new URL(url).search}`);
		expect([page.status, page.heading]).toEqual([400, 'This link does not work']);
	});
});
