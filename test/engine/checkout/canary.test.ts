import type { IDataObject } from 'n8n-workflow';

import { ActiveCheckout, entries, type BrowserPage } from '../support/checkout';
import { World } from '../support/world';

/** Secrets that no other text has by chance. The sandbox approves any card that it does not know, after an OTP. */
const CANARY = {
	cardNumber: '4539148803436467',
	cvv: '7391',
	cardPin: '482617',
	otp: '918273',
	apiKey: 'canary-api-key-7f3a9c51',
	privateKey: 'canary-private-key-e84b20d6',
};
const { cardNumber, cvv, cardPin, otp, apiKey, privateKey } = CANARY;

let world: World;
let checkout: ActiveCheckout;
const seen: string[] = [];
beforeAll(async () => (world = await World.start({ echo: true, apiKey, privateKey, webhooksEnabled: false })));
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.engine.logs.length = 0;
	seen.length = 0;
});
afterEach(async () => await checkout?.deactivate());

async function open(parameters: IDataObject = {}): Promise<BrowserPage> {
	checkout = await ActiveCheckout.activate(world, parameters);
	return see(await checkout.open());
}

function see(page: BrowserPage): BrowserPage {
	seen.push(page.url, page.html, JSON.stringify([...page.response.headers]));
	return page;
}

const secretCard = () => entries('otp', { cardNumber, cvv, cardPin });

/** All that was left: in n8n's database, in its logs, in pages and addresses, and in what the service was told to call. */
async function left(): Promise<string> {
	const runs = (await checkout.executions()).map(({ serialized }) => serialized);
	const urls = world.sandbox.ledger.transactions.flatMap(({ callbackUrl, webhookURL }) => [callbackUrl, webhookURL]);
	const states = [...seen.join('\n').matchAll(/[\w-]{100,}/g)].map(([state]) =>
		Buffer.from(state, 'base64url').toString('latin1'),
	);
	const stored = JSON.stringify(checkout.staticData);
	return [...seen, ...runs, ...urls, ...states, stored, ...world.engine.logs].join('\n');
}

function secretsIn(text: string): string[] {
	return Object.values(CANARY).filter((secret) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text));
}

test('the search finds what is there', () => {
	expect(secretsIn(Object.values(CANARY).join(' '))).toEqual(Object.values(CANARY));
});

test('a payment with wrong and right OTPs leaves no secret', async () => {
	const page = see(await (await open()).submit(secretCard()));
	const again = see(await page.submit({ otp }));
	expect(see(await again.submit({ otp: '123456' })).heading).toBe('Payment received');
	const traces = await left();
	expect(secretsIn(traces)).toEqual([]);
	expect(traces).toContain(world.sandbox.ledger.transactions[0]!.transactionReference);
	expect(await checkout.started()).toMatchObject([{ cardLast4: '6467', cardBrand: 'Visa' }]);
});

test.each(['cardNumber', 'expiry', 'cvv', 'cardPin', 'email'])(
	'a form with a wrong %s does not repeat secrets',
	async (name) => {
		const page = see(await (await open()).submit({ ...secretCard(), [name]: 'x' }));
		expect(page.wrong).toEqual([name]);
		expect(secretsIn(await left())).toEqual([]);
	},
);

test('secrets in the wrong fields are not stored', async () => {
	const page = see(await (await open()).submit({ ...secretCard(), email: cardNumber, website: cvv }));
	expect(page.status).toBe(422);
	expect(await checkout.executions()).toEqual([]);
	expect(secretsIn(world.engine.logs.join('\n') + JSON.stringify(checkout.staticData))).toEqual([]);
});

describe.each(['charge', 'authorize', 'verify'] as const)('while %s fails and the service repeats its input:', (on) => {
	test.each([
		['status', 400],
		['status', 403],
		['status', 500],
		['html', 502],
		['reset', undefined],
		['brokenJson', undefined],
	] as const)('%s %s', async (kind, status) => {
		const form = await open({ outcomes: ['authorized', 'declined'] });
		if (on !== 'authorize') world.sandbox.fail({ on, kind, status, times: 3 });
		const page = see(await form.submit(secretCard()));
		if (on === 'authorize') {
			world.sandbox.fail({ on, kind, status });
			see(await page.submit({ otp }));
		}
		expect(secretsIn(await left())).toEqual([]);
	});
});
