import type { IDataObject } from 'n8n-workflow';

import { entries } from '../support/checkout';
import {
	activate as activatePage,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { CARDS, chargeFields } from '../support/world';

/* A payment of the order that is open and was made elsewhere, such as on a hosted page, asks nothing of the person who opens the link. */

const CHECKING = 'Your payment is being checked';
const OTP_FORM = 'Confirm your payment';
const ORDER = 'INV-7';

setUpCheckouts();
const activate = async () => await activatePage({ amountFrom: 'link' });
const currency: IDataObject = { __rl: true, mode: 'list', value: 'NGN' };

/** An open payment of the order, by an operation. */
const ELSEWHERE: Array<[string, () => Promise<unknown>]> = [
	[
		'a hosted page',
		async () => {
			const fields = { amount: '10.50', currency, email: 'ada@shop.example', reference: ORDER };
			const more = { notify: 'urls', returnUrl: 'https://shop.example/', callbackUrl: 'https://shop.example/' };
			return await world.one('payment', 'createHostedCheckout', { ...fields, ...more });
		},
	],
	[
		'a charge that waits for its OTP',
		async () => await world.one('card', 'charge', chargeFields({ ...CARDS.otp, reference: ORDER })),
	],
];

describe.each(ELSEWHERE)('while %s of the order is open', (_, create) => {
	beforeEach(async () => {
		await activate();
		world.editCredential({ publicApiKey: world.sandbox.options.publicKey });
	});

	test('its link asks for no OTP and for no card, also when it is opened again', async () => {
		const before = await openLink();
		await create();
		const pages = [await openLink(), await openLink(), await before.reload(), await before.submit(entries('otp'))];
		expect(pages.map(({ heading, fields }) => [heading, fields])).toEqual(pages.map(() => [CHECKING, []]));
		expect(world.sandbox.ledger.transactions).toHaveLength(1);
		world.sandbox.setStatus(lastCharge().transactionReference, 2);
		expect((await openLink()).heading).toBe('Payment received');
	});

	test('an OTP that somebody sends for it all the same goes nowhere', async () => {
		await create();
		const page = await openLink();
		const state = new URLSearchParams(page.refresh!.address.slice(1)).get('state')!;
		const answer = await fetch(page.url, { method: 'POST', body: new URLSearchParams({ state, otp: '123456' }) });
		expect(await answer.text()).toContain(CHECKING);
		expect(world.requestsTo('/authorize')).toEqual([]);
	});
});

describe('a card that this page has sent', () => {
	test.each([
		['whose address the service repeats', {}],
		['whose address the service does not repeat', { callbackUrl: '' }],
	])('and %s asks whoever has the link for its OTP', async (_, charge) => {
		await activate();
		await (await openLink()).submit(entries('otp'));
		Object.assign(lastCharge(), charge);
		for (const page of [await openLink(), await openLink()]) expect(page.heading).toBe(OTP_FORM);
		await checkout.restart();
		expect((await openLink()).heading).toBe(OTP_FORM);
	});

	test('and that the service refused is not one that waits for an OTP', async () => {
		await activate();
		world.sandbox.configure({ acceptsUsedReferences: true });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 402, when: 'before' });
		const again = await (await openLink()).submit(entries('otp'));
		expect(again.fields[0]).toBe('email');
		await world.one('card', 'charge', chargeFields({ ...CARDS.otp, reference: ORDER }));
		expect((await openLink()).heading).toBe(CHECKING);
	});
});

test('the address of the bank is remembered only while the payment is open', async () => {
	await activate();
	const bank = await (await openLink()).submit(entries('threeDSecure'));
	const stored = () => JSON.stringify(checkout.staticData);
	expect(stored()).toContain('/3ds/');
	await checkout.restart();
	expect((await openLink()).link).toBe(bank.link);
	world.sandbox.setStatus(lastCharge().transactionReference, 2);
	expect((await openLink()).heading).toBe('Payment received');
	expect(stored()).not.toContain('/3ds/');
});
