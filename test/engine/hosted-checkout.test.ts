import type { IDataObject } from 'n8n-workflow';

import type { INodeJson } from '../../dev/engine';
import type { Fault, SandboxOptions } from '../../dev/sandbox';
import { failure, only } from './spec/helpers';
import { LOSSES } from './support/losses';
import { adviceOf, checkSetup, failedChecks, follow } from './support/setup';
import { ActiveTrigger } from './support/trigger';
import { setUpWorld, world } from './support/worldTests';

/* Payment: Create Hosted Checkout, in the form that providers publish. */

setUpWorld();
beforeEach(() => {
	world.editCredential({
		...{ publicApiKey: world.sandbox.options.publicKey, hostedCheckoutAuthentication: 'authorization' },
		...{ hostedCheckoutPath: '', checkReferences: true, findPaymentsWith: 'both' },
	});
});

let orders = 0;
const fields = (changes: IDataObject = {}) => ({
	...{ amount: '10.50', currency: { __rl: true, mode: 'list', value: 'NGN' }, email: 'ada@shop.example' },
	reference: `ORD-H${++orders}`,
	returnUrl: 'https://shop.example/thanks',
	...changes,
});
const create = async ({ options, ...changes }: IDataObject = {}) =>
	await only(world, 'payment', 'createHostedCheckout', {
		...fields(changes),
		options: { simplify: true, ...(options as IDataObject) },
	});
const refusal = async (changes: IDataObject = {}) =>
	await failure(world, 'payment', 'createHostedCheckout', fields(changes));
const node = (more: Partial<INodeJson> = {}, changes: IDataObject = {}) =>
	world.node('Checkout', 'payment', 'createHostedCheckout', fields(changes), more);
const requests = () => world.sandbox.requests.filter(({ endpoint }) => endpoint === 'hostedCheckout');
const sent = () => requests()[0]!.body as IDataObject;
const transactions = () => world.sandbox.ledger.transactions;
const GOES_ON = { onError: 'continueRegularOutput' };
const pay = async (url: unknown, channel = 'card') =>
	await fetch(String(url), { method: 'POST', body: new URLSearchParams({ channel }), redirect: 'manual' });

describe('a page', () => {
	test('is asked for once, with the public key, after the service was asked about the reference', async () => {
		const item = await create({ reference: 'ORD-P' });
		const [transaction] = transactions();
		expect(item).toEqual({
			outcome: 'redirect_required',
			authorized: false,
			message: 'Nothing is paid yet. Send the customer to checkoutUrl.',
			amount: 10.5,
			currency: 'NGN',
			reference: 'ORD-P',
			transactionReference: transaction!.transactionReference,
			checkoutUrl: `${world.sandbox.url}/checkout/${transaction!.transactionReference}`,
		});
		expect(requests()).toHaveLength(1);
		expect(requests()[0]).toMatchObject({ method: 'POST', url: '/transaction/initialize' });
		expect(sent()).toEqual({
			...{ amount: 1050, currency: 'NGN', reference: 'ORD-P', email: 'ada@shop.example' },
			...{ bearer: 1, channels: [], callbackUrl: 'https://shop.example/thanks' },
		});
		const asked = world.sandbox.requests.map(({ endpoint }) => endpoint);
		expect(asked.indexOf('history')).toBeLessThan(asked.indexOf('hostedCheckout'));
	});

	test('has the fee, the channels, the callback and the metadata that were set', async () => {
		const field = [
			{ name: 'order', value: '1001' },
			{ name: 'shop', value: '' },
		];
		await create({
			...{ bearer: 'customer', channels: ['card'], metadata: { field } },
			...{ returnUrl: 'https://shop.example/paid' },
		});
		expect(sent()).toMatchObject({
			...{ bearer: 2, channels: ['card'], metadata: { order: '1001', shop: '' } },
			callbackUrl: 'https://shop.example/paid',
		});
		expect(sent()).not.toHaveProperty('webhookURL');
	});

	test.each(['authorizationUrl', 'both'] as const)(
		'whose address is %s is paid, and verified by its own reference',
		async (checkoutAnswer) => {
			world.sandbox.configure({ checkoutAnswer });
			const { checkoutUrl, transactionReference, reference } = await create({ bearer: 'customer' });
			expect(await (await fetch(String(checkoutUrl))).text()).toContain('NGN 10.50');
			const verify = async (which: unknown) =>
				await only(world, 'transaction', 'verify', { transactionReference: which });
			expect(await verify(transactionReference)).toMatchObject({ outcome: 'pending', channel: null });
			await pay(checkoutUrl, 'bank');
			for (const which of [transactionReference, reference]) {
				expect(await verify(which)).toMatchObject({
					...{ outcome: 'authorized', amount: 10.5, reference, transactionReference },
					grossAmount: 10.66,
				});
			}
			expect(await verify(transactionReference)).toMatchObject({ channel: 'BANK' });
		},
	);

	const lost: Array<[string, Omit<Fault, 'on'>]> = [
		...LOSSES.map(([name, fault]): [string, Omit<Fault, 'on'>] => [name, { ...fault, when: 'after' }]),
		['resets the connection before it acts', { kind: 'reset', when: 'before' }],
	];
	test.each(lost)('whose answer is lost is asked about, and not made again: the service %s', async (_, fault) => {
		world.sandbox.fail({ on: 'hostedCheckout', ...fault });
		const item = await create({ options: { timeout: 3 } });
		expect(item).toMatchObject({ outcome: fault.when === 'after' ? 'pending' : 'unknown', amount: 10.5 });
		expect(item).not.toHaveProperty('checkoutUrl');
		expect(requests()).toHaveLength(1);
	});

	test.each([
		['without an address', { authorizationUrl: null }],
		['with an address that is none', { authorizationUrl: 'javascript:alert(1)' }],
		['about another payment', { reference: 'ORD-OTHER' }],
	])('whose answer comes %s is not given out', async (_, data) => {
		world.sandbox.fail({ on: 'hostedCheckout', kind: 'altered', fields: { data } });
		const item = await create();
		expect(item).toMatchObject({ outcome: 'pending', transactionReference: transactions()[0]!.transactionReference });
		expect(item).not.toHaveProperty('checkoutUrl');
	});

	test('has the service’s answer where Simplify is off, and no secret in it', async () => {
		world.sandbox.configure({ moreInAnswers: { key: world.sandbox.options.publicKey, publicKey: 'pk' } });
		const { response } = await create({ options: { simplify: false } });
		expect(response).toMatchObject({ status: 200, key: world.sandbox.options.publicKey, publicKey: '[hidden]' });
	});
});

describe('no page is made', () => {
	test.each<[string, IDataObject, string]>([
		['an e-mail address that is none', { email: 'ada' }, "'Customer Email' is not an e-mail address"],
		['no e-mail address', { email: '={{ "" }}' }, "'Customer Email' is missing"],
		['no reference', { reference: '' }, "'Reference' is missing"],
		['an unknown channel', { channels: ['card', 'cash'] }, "'Channels > 2' has a value that cannot be used"],
		['a callback that is none', { returnUrl: 'shop' }, "'Return URL' is not a web address"],
	])('for %s, and nothing is sent', async (_, changes, message) => {
		const error = await refusal(changes);
		expect(error.message).toContain('The hosted checkout was not created: ');
		expect(error.message).toContain(message);
		expect(world.sandbox.requests).toEqual([]);
	});

	test.each([
		[
			1,
			/^Nothing was created now: Reference ORD-\S+ was used before, and its payment is pending\.$/,
			/could be paid as well/,
		],
		[
			2,
			/^Nothing was created now: .* is authorized\.$/,
			/^For another payment, use another reference\. To get the first payment as the result, set 'If the Reference.* The service has 10\.50 NGN, authorized, /,
		],
		[
			4,
			/^Nothing was created now: .* is declined\.$/,
			/The customer can try again on the page or the payment link of this order\./,
		],
	])('under a reference that has a payment in status %i', async (status, message, description) => {
		const { reference, transactionReference } = await create();
		world.sandbox.setStatus(String(transactionReference), status, 'Declined');
		const error = await refusal({ reference });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(requests()).toHaveLength(1);
	});
});

describe('under a reference that was used before, Show the First Payment', () => {
	const SHOW = { options: { ifUsed: 'show' } };

	test.each([
		[2, 'authorized'],
		[4, 'declined'],
		[6, 'refunded'],
	])('shows a payment in status %i', async (status, outcome) => {
		const { reference, transactionReference } = await create();
		world.sandbox.setStatus(String(transactionReference), status);
		const item = await create({ reference, ...SHOW });
		expect(item).toMatchObject({ outcome, reference, transactionReference, amount: 10.5, duplicate: true });
		expect(item.message).toMatch(/before/);
		expect(requests()).toHaveLength(1);
	});

	test.each([1, 8])('fails where the page is open: status %i', async (status) => {
		const { reference, transactionReference } = await create();
		world.sandbox.setStatus(String(transactionReference), status);
		const error = await refusal({ reference, ...SHOW });
		expect(error.description).toMatch(/The customer has the address of its page, .*: verify the payment later/);
		expect(requests()).toHaveLength(1);
	});

	test('leads on an order whose execution was killed before it could send the address', async () => {
		const { reference, checkoutUrl } = await create();
		await pay(checkoutUrl);
		const retried = node({}, { reference, options: { ifUsed: 'show' } });
		const [item] = (await world.run([retried])).items('Checkout');
		expect(item!.json).toMatchObject({ outcome: 'authorized', authorized: true, duplicate: true });
	});

	test('fails where it is another payment', async () => {
		const { reference } = await create({ amount: '7.25' });
		expect((await refusal({ reference, ...SHOW })).message).toMatch(/belongs to another payment/);
	});
});

describe('a service that refuses', () => {
	test.each([400, 403])('with %i has made nothing, so that it may be sent again', async (status) => {
		world.sandbox.fail({ on: 'hostedCheckout', kind: 'status', status, when: 'before' });
		const [item] = (await world.run([node(GOES_ON, { reference: 'ORD-R' })])).items('Checkout');
		expect(item!.json.error).toMatchObject({ code: 'refused', charged: 'no' });
		expect(await create({ reference: 'ORD-R' })).toMatchObject({ outcome: 'redirect_required' });
	});

	test('names no key, even where it repeats the request', async () => {
		world.sandbox.configure({ echo: true });
		world.sandbox.fail({ on: 'hostedCheckout', kind: 'status', status: 400 });
		const run = await world.run([node(GOES_ON)]);
		expect(JSON.stringify([run.items('Checkout'), run.error])).not.toContain(world.sandbox.options.publicKey);
	});
});

describe.each<[NonNullable<SandboxOptions['checkoutAuth']>, string, string]>([
	['authorization', 'authorization', 'Public Key'],
	['publicKeyHeader', 'x-public-key', 'Public Key in X-Public-Key'],
])('a service that takes the public key as %s', (checkoutAuth, header, name) => {
	beforeEach(() => world.sandbox.configure({ checkoutAuth }));
	const other = checkoutAuth === 'authorization' ? 'publicKeyHeader' : 'authorization';

	test('gets it in that form alone, and no other key', async () => {
		world.editCredential({ hostedCheckoutAuthentication: checkoutAuth });
		expect(await create()).toMatchObject({ outcome: 'redirect_required' });
		const { publicKey, privateKey, apiKey } = world.sandbox.options;
		const { headers } = requests()[0]!;
		expect(Object.keys(headers).filter((one) => headers[one] === publicKey)).toEqual([header]);
		expect(JSON.stringify(headers)).not.toMatch(new RegExp(`${privateKey}|${apiKey}`));
	});

	test('is found out by Check Setup, which makes no page', async () => {
		world.editCredential({ hostedCheckoutAuthentication: other });
		const items = await checkSetup(world);
		expect(failedChecks(items)).toEqual(['Hosted Checkout']);
		expect(adviceOf(items, 'Hosted Checkout')).toBe(
			`In the credential, set Hosted Checkout Authentication to ${name}.`,
		);
		follow(world, items);
		expect(failedChecks(await checkSetup(world))).toEqual([]);
		expect(transactions()).toEqual([]);
	});
});

test.each<[SandboxOptions, IDataObject, RegExp, RegExp]>([
	[{}, { publicApiKey: '' }, /^Not used: there is no Public Key/, /^Nothing to do/],
	[{ hasHostedCheckout: false }, {}, /^There is no hosted checkout at/, /^Ask your provider/],
	[{}, {}, /^The service reads a hosted checkout that has the public key/, /^Nothing to do/],
	[
		{},
		{ publicApiKey: 'wrong' },
		/^The service does not accept the public key \(status 401\)/,
		/^Check the Public Key/,
	],
])('Check Setup at %j with %j', async (options, credential, found, whatToDo) => {
	world.sandbox.configure(options);
	world.editCredential(credential);
	const item = (await checkSetup(world)).find(({ check }) => check === 'Hosted Checkout')!;
	expect(item.found).toMatch(found);
	expect(item.whatToDo).toMatch(whatToDo);
	expect(transactions()).toEqual([]);
});

describe('Card Payment Trigger', () => {
	test('reads the record of a hosted checkout: its browser comes back, and its notification is verified', async () => {
		const trigger = await ActiveTrigger.activate(world, { options: { requireSignedUrl: true } });
		const { checkoutUrl, reference, transactionReference } = await create({
			notify: 'trigger',
			triggerUrl: trigger.callbackUrl,
			returnUrl: '',
		});
		const { headers } = await pay(checkoutUrl);
		const page = await fetch(headers.get('location')!);
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Payment received')]);
		const paid = { outcome: 'authorized', reference, transactionReference, amount: 10.5, channel: 'CARD' };
		expect(await trigger.started()).toMatchObject([{ ...paid, verified: true }]);
		await trigger.deactivate();
	});

	test.each(['authorized', 'declined'])('is started once by the URL of the dashboard: %s', async (outcome) => {
		const trigger = await ActiveTrigger.activate(world, { outcomes: ['authorized', 'declined'] });
		world.sandbox.configure({
			...{ webhooksEnabled: true, notificationCopies: 2, dashboardWebhookUrl: trigger.notificationUrl },
		});
		const { checkoutUrl, reference } = await create();
		await pay(checkoutUrl, outcome === 'authorized' ? 'card' : '');
		await world.sandbox.waitForDeliveries();
		expect(await trigger.started()).toMatchObject([{ outcome, reference, verified: true }]);
		await trigger.deactivate();
	});
});
