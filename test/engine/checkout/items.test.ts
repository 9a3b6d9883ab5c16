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
import { FIRST_FIELDS } from '../support/world';

/* The workflow's start items. */

setUpCheckouts();

const activate = async (simplify: boolean, more: IDataObject = {}) =>
	await activatePage({ amountFrom: 'link', options: { simplify, ...more } });

const item = async () => (await checkout.started())[0]!;

describe('with Simplify on, an item', () => {
	const ALWAYS = ['email', 'cardBrand', 'cardLast4', 'transactionDate', 'notificationId'];

	test('has the fields that people need, flat, so that a sheet maps them by itself', async () => {
		await activate(true);
		await (await openLink()).submit(entries('threeDSecure')).then(async (bank) => await bank.decide('approve'));
		expect(Object.keys(await item())).toEqual([...FIRST_FIELDS, ...ALWAYS]);
		expect(await item()).toMatchObject({ cardBrand: 'Visa', cardLast4: '0026' });
		for (const value of Object.values(await item())) expect(typeof value).not.toBe('object');
	});

	test('has more only where it has a value', async () => {
		await activate(true, { asksName: true });
		const form = await openLink({ description: 'Invoice 7', customFields: { order: 'A' } });
		await form.submit(entries('frictionless', { firstName: 'Ada', lastName: 'Okafor' }));
		const more = ['email', 'firstName', 'lastName', 'cardBrand', 'cardLast4', 'description', 'customFields'];
		expect(Object.keys(await item())).toEqual([...FIRST_FIELDS, ...more, 'transactionDate', 'notificationId']);
		expect(await item()).toMatchObject({ description: 'Invoice 7', customFields: { order: 'A' } });
	});
});

describe('with Simplify off, an item', () => {
	test('has the whole answer of the service, and what is sealed in it nowhere', async () => {
		await activate(false);
		const bank = await (await openLink({ customFields: { order: 'A' } })).submit(entries('threeDSecure'));
		const { callbackUrl, webhookURL } = lastCharge();
		const [sealed, other] = [callbackUrl, webhookURL].map((url) => new URL(url).searchParams.get('attempt')!);
		const moreInAnswers = {
			note: `Notify\n${webhookURL}\n${sealed}`,
			[callbackUrl]: [{ [`attempt=${other}`]: encodeURIComponent(webhookURL) }],
			id: 'x'.repeat(300),
		};
		world.sandbox.configure({ moreInAnswers });
		await bank.decide('approve');
		// A value is random, and "-" or "_" at either end of it may stay.
		const json = JSON.stringify(await item()).replace(/[-_]*\[hidden\][-_]*/g, '[hidden]');
		expect(JSON.parse(json)).toMatchObject({
			callbackUrl: '[hidden]',
			customFields: { order: 'A' },
			verified: true,
			response: {
				data: { callbackUrl: '[hidden]', currencyCode: 'NGN' },
				note: `Notify\n${checkout.callbackUrl.replace(/callback$/, 'notification')}?attempt=[hidden]&payment=INV-7\n[hidden]`,
				id: moreInAnswers.id,
			},
		});
		for (const token of [sealed!, other!]) expect(json).not.toContain(token);
	});

	test('of the transaction history alone has that answer', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		world.editCredential({ findPaymentsWith: 'history' });
		await activate(false);
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		await (await openLink()).submit(entries('frictionless'));
		world.editCredential({ findPaymentsWith: 'both' });
		expect(JSON.stringify((await item()).response)).toContain(lastCharge().transactionReference);
	});
});
