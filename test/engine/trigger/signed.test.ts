import type { IDataObject } from 'n8n-workflow';

import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import type { Transaction } from '../../../dev/sandbox';
import { rawRequest } from '../support/rawRequest';
import { ActiveTrigger, claimOf } from '../support/trigger';
import { CARDS, chargeFields, World } from '../support/world';

let world: World;
let trigger: ActiveTrigger;
beforeAll(async () => (world = await World.start()));
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	await activate({ options: { requireSignedUrl: true } });
});
afterEach(async () => {
	await trigger.deactivate();
	world.editCredential({ privateKey: world.sandbox.options.privateKey, previousPrivateKey: '' });
});

async function activate(
	parameters: IDataObject,
	options?: Parameters<typeof ActiveTrigger.activate>[2],
): Promise<void> {
	await trigger?.deactivate();
	trigger = await ActiveTrigger.activate(world, parameters, options);
}

/** Charges with our own node, which signs the URLs of the trigger, and waits until the sandbox has delivered. */
async function charge(changes: IDataObject = {}): Promise<Transaction> {
	const reference = String(changes.reference ?? `ORDER-${world.sandbox.ledger.transactions.length + 1}`);
	const notify = { notify: 'trigger', triggerUrl: trigger.notificationUrl, returnUrl: '' };
	await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference, ...notify, ...changes }));
	await world.sandbox.waitForDeliveries();
	return world.sandbox.ledger.byReference(reference)!;
}

/** A charge of which the sandbox has not told. */
async function quietCharge(changes: IDataObject = {}): Promise<Transaction> {
	world.sandbox.configure({ webhooksEnabled: false });
	const charged = await charge(changes);
	world.sandbox.configure({ webhooksEnabled: true });
	return charged;
}

const bodyFor = ({ transactionReference, merchantReference }: Transaction) =>
	claimOf({ transactionReference, reference: merchantReference });
const answers = () => world.sandbox.deliveries.map(({ status }) => status);
const queryOf = (url: string) => url.split('?')[1]!;

describe('the URLs that Card: Charge signs', () => {
	test.each([
		['from the notification URL', (): IDataObject => ({})],
		['from the callback URL', () => ({ triggerUrl: trigger.callbackUrl })],
		['with a reference of all kinds of characters', () => ({ reference: 'Größe 1+2/3&a=%20?#' })],
	])('bring the notification through, %s', async (_, changes) => {
		const { merchantReference: reference, transactionReference, ...charged } = await charge(changes());
		expect(answers()).toEqual([200]);
		expect(await trigger.started()).toMatchObject([
			{ reference, transactionReference, outcome: 'authorized', verified: true },
		]);
		expect(charged.webhookURL).toMatch(/\/webhook\/trigger-1\/notification\?signedReference=.+&signature=[\w-]{43}$/);
		expect(charged.callbackUrl).toMatch(/\/webhook\/trigger-1\/callback\?signedReference=.+&signature=[\w-]{43}$/);
	});

	test('bring the customer back', async () => {
		const { transactionReference } = await charge(CARDS.threeDSecure);
		const page = `${world.sandbox.url}/3ds/${transactionReference}`;
		const decision = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) };
		const answer = await fetch(page, { ...decision, redirect: 'follow' });
		expect(await answer.text()).toContain('Payment received');
		await world.sandbox.waitForDeliveries();
		expect(answers()).toEqual([200]);
		expect(await trigger.started()).toMatchObject([{ transactionReference, outcome: 'authorized' }]);
	});

	test('need a private key, and the URL of a trigger; else nothing is charged', async () => {
		const saying = (text: string) => ({ message: expect.stringContaining(text) as string });
		const elsewhere = charge({ triggerUrl: 'https://shop.example/hook' });
		await expect(elsewhere).rejects.toMatchObject(saying("'Trigger URL' is not the address of a Card Payment Trigger"));
		world.editCredential({ privateKey: '' });
		await expect(charge()).rejects.toMatchObject(saying("the credential has no 'Private Key'"));
		expect(world.sandbox.ledger.transactions).toEqual([]);
	});
});

describe('a URL is refused that is', () => {
	let foreign: ActiveTrigger;
	beforeEach(async () => {
		foreign = await ActiveTrigger.activate(
			world,
			{ options: { requireSignedUrl: true } },
			{ node: { webhookId: 'trigger-2' } },
		);
	});
	afterEach(async () => await foreign.deactivate());

	const change = (name: string, value: string) => (charged: Transaction) => {
		const url = new URL(charged.webhookURL);
		url.searchParams.set(name, value);
		return url.href;
	};
	const foreignCharge = async () => await quietCharge({ triggerUrl: foreign.notificationUrl });
	const terms = ({ merchantReference: reference }: Transaction) => ({ reference, amount: '10.5', currency: 'NGN' });

	test.each<[string, (charged: Transaction) => string | Promise<string>]>([
		['not signed', () => trigger.notificationUrl],
		['altered in its amount', change('signedAmount', '0.01')],
		['signed twice', ({ webhookURL }) => webhookURL.replace('?', '?signedReference=ORDER-2&')],
		['signed with another key', (charged) => signUrl(trigger.notificationUrl, terms(charged), 'another-private-key')],
		['signed for another trigger', ({ webhookURL }) => queryOf(webhookURL).replace(/^/, `${foreign.notificationUrl}?`)],
		[
			'signed by another trigger',
			async () => `${trigger.notificationUrl}?${queryOf((await foreignCharge()).webhookURL)}`,
		],
		['signed for another payment', async () => (await quietCharge()).webhookURL],
	])('%s', async (_, urlFor) => {
		const charged = await quietCharge();
		const answer = await trigger.notify(bodyFor(charged), {}, await urlFor(charged));
		expect(await trigger.result(answer)).toEqual([401, 0]);
		expect(await foreign.executions()).toEqual([]);
		expect(await trigger.result(trigger.notify(bodyFor(charged), {}, charged.webhookURL))).toEqual([200, 1]);
	});
	test('for the other path, when a customer comes back with it', async () => {
		const { transactionReference, webhookURL, callbackUrl } = await quietCharge();
		const stolen = webhookURL.replace('/notification', '/callback');
		expect(await trigger.result(trigger.callback({ transactionReference }, stolen))).toEqual([401, 0]);
		expect(await trigger.result(trigger.callback({ transactionReference }, callbackUrl))).toEqual([200, 1]);
	});
});

test('signed with the previous private key, where the credential has it', async () => {
	const charged = await quietCharge();
	const { privateKey } = world.sandbox.options;
	world.sandbox.configure({ privateKey: 'another-private-key' });
	for (const [previousPrivateKey, result] of [
		['', [401, 0]],
		['a-third-private-key', [401, 0]],
		[privateKey, [200, 1]],
	] as const) {
		world.editCredential({ privateKey: 'another-private-key', previousPrivateKey });
		await activate({ options: { requireSignedUrl: true } });
		expect(await trigger.result(trigger.notify(bodyFor(charged), {}, charged.webhookURL))).toEqual(result);
	}
	world.sandbox.configure({ privateKey });
});

describe('a signed URL stands for its payment', () => {
	test('also where the notification names none', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const { webhookURL, merchantReference } = await quietCharge();
		expect(await trigger.result(trigger.notify('', {}, webhookURL))).toEqual([200, 1]);
		expect(await trigger.started()).toMatchObject([{ reference: merchantReference, outcome: 'authorized' }]);
	});
});

test('a payment that the service does not find yet is asked for again, by the page of the customer too', async () => {
	const charged = await quietCharge();
	const { transactionReference, webhookURL, callbackUrl } = charged;
	const fields = { status: 'error', message: 'Transaction not found', data: undefined };
	// By each of two references, in each of two ways.
	const lag = () => {
		world.sandbox.fail({ on: 'verify', kind: 'altered', status: 404, fields, times: 2 });
		world.sandbox.fail({ on: 'history', kind: 'altered', status: 404, fields, times: 2 });
	};
	lag();
	expect(await trigger.result(trigger.notify(bodyFor(charged), {}, webhookURL))).toEqual([503, 0]);
	lag();
	const page = await trigger.callback({ transactionReference }, callbackUrl);
	expect(await trigger.result(page)).toEqual([503, 0]);
	expect(await page.text()).toContain('http-equiv="refresh" content="10;url=?');
	expect(await trigger.result(trigger.notify(bodyFor(charged), {}, webhookURL))).toEqual([200, 1]);
});

describe('what stands behind "#" in a request is no part of its address:', () => {
	test.each([{ options: { requireSignedUrl: true } }])(
		'a URL that was signed for another trigger is refused: %j',
		async (parameters) => {
			const { callbackUrl, transactionReference } = await charge();
			const { search } = new URL(callbackUrl);
			const options = { id: 'w2', node: { webhookId: 'trigger-2' } };
			const other = await ActiveTrigger.activate(world, parameters, options);
			const target = `/webhook/trigger-2/callback#/trigger-1/callback${search}&transactionReference=${transactionReference}`;
			expect(new URL(other.callbackUrl).pathname).toBe('/webhook/trigger-2/callback');
			expect(await rawRequest(other.callbackUrl, 'GET', target)).toBe(401);
			expect(await other.executions()).toEqual([]);
			await other.deactivate();
		},
	);
});

describe('the values from the signed URL', () => {
	describe.each([
		['are those of the payment', {}, null],
		['have another amount', { amountMinor: 1049 }, 'the amount is 10.49, not 10.5'],
	])('%s', (_, changes, mismatch) => {
		test.each([{ options: { requireSignedUrl: true } }, {}])('with %j', async (parameters) => {
			await activate(parameters);
			const charged = Object.assign(await quietCharge(), changes);
			world.sandbox.notify(charged.transactionReference);
			await world.sandbox.waitForDeliveries();
			expect(answers()).toEqual([200]);
			expect(await trigger.started()).toMatchObject(mismatch ? [] : [{ outcome: 'authorized', verified: true }]);
			if (mismatch) expect(world.engine.logs.join('\n')).toContain(`not the payment that was expected: ${mismatch}.`);
		});
	});
});
