import type { IDataObject } from 'n8n-workflow';

import { CANARY, secretsIn } from '../support/canary';
import { ActiveCheckout, entries, type BrowserPage } from '../support/checkout';
import { skipWaits } from '../support/clock';
import { World } from '../support/world';

const { cardNumber, cvv, shortPin, longPin, otp, shortWrongOtp, longWrongOtp, apiKey, privateKey } = CANARY;

skipWaits();
let world: World;
let checkout: ActiveCheckout;
const seen: string[] = [];
const SANDBOX = { echo: true, apiKey, privateKey, otp, webhooksEnabled: false };
const { previousPrivateKey } = CANARY;
beforeAll(async () => (world = await World.start(SANDBOX, { previousPrivateKey })));
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

const secretCard = (cardPin = shortPin) => entries('otp', { cardNumber, cvv, cardPin });

/** All that was left: in n8n's database, in its logs, in pages and addresses, and in what the service was told to call. */
async function left(): Promise<string> {
	const runs = (await checkout.executions()).map(({ serialized }) => serialized);
	const urls = world.sandbox.ledger.transactions.flatMap(({ callbackUrl, webhookURL }) => [callbackUrl, webhookURL]);
	const stored = JSON.stringify(checkout.staticData);
	return [...seen, ...runs, ...urls, stored, ...world.engine.logs].join('\n');
}

test.each([shortPin, longPin])(
	'a payment with the PIN %s, and with wrong and right OTPs, leaves no secret',
	async (pin) => {
		let page = see(await (await open()).submit(secretCard(pin)));
		for (const wrong of [shortWrongOtp, longWrongOtp]) page = see(await page.submit({ otp: wrong }));
		expect(see(await page.submit({ otp })).heading).toBe('Payment received');
		const traces = await left();
		expect(secretsIn(traces)).toEqual([]);
		expect(traces).toContain(world.sandbox.ledger.transactions[0]!.transactionReference);
		expect(await checkout.started()).toMatchObject([{ cardBrand: 'Visa', cardLast4: '6467' }]);
	},
);

test.each(['email', 'cardNumber', 'expiry', 'cvv', 'cardPin'])(
	'a form with a wrong %s does not repeat secrets',
	async (name) => {
		const page = see(await (await open()).submit({ ...secretCard(), [name]: 'x' }));
		expect(page.wrong).toEqual([name]);
		expect(secretsIn(await left())).toEqual([]);
	},
);

test('secrets in the wrong fields are not stored', async () => {
	const page = see(await (await open()).submit({ ...secretCard(), email: cardNumber }));
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
			see(await page.submit({ otp: shortWrongOtp }));
		}
		expect(secretsIn(await left())).toEqual([]);
	});
});
