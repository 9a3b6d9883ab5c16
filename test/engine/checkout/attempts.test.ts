import type { IDataObject } from 'n8n-workflow';

import { attemptReference } from '../../../gateway/values/attempt';
import { readExample } from '../../../dev/playground/examples';
import { behind, showLate } from '../support/behind';
import { entries, type BrowserPage } from '../support/checkout';
import { activate, checkout, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { CARDS, chargeFields } from '../support/world';

/* Payment links and Card: Charge share the attempts of an order. */

setUpCheckouts();
beforeEach(async () => {
	world.sandbox.configure({ acceptsUsedReferences: true });
	await activate({ amountFrom: 'link' });
});

const ORDER = 'INV-7';
const [, SECOND, THIRD] = [1, 2, 3].map((attempt) => attemptReference({ order: ORDER, attempt }));
const WRONG = { cvv: '999' };
const AGAIN = { options: { afterDecline: 'chargeAgain' } };

const references = () => world.sandbox.ledger.transactions.map(({ merchantReference }) => merchantReference);
const told = ({ outcome, reference, attempt }: IDataObject) => [outcome, reference, attempt];
const GOES_ON = { onError: 'continueRegularOutput' };

/** Opens the next form. A page that says why a card was declined has a button that leads to it. */
const nextForm = async (page: BrowserPage) => (page.fields.length > 0 ? page : await page.go(page.link!));

async function charge(changes: IDataObject = {}): Promise<IDataObject> {
	const fields = chargeFields({ ...CARDS.frictionless, reference: ORDER, ...changes });
	return (await world.run([world.node('Pay', 'card', 'charge', fields, GOES_ON)])).items('Pay')[0]!.json;
}

describe.each([true, false])('an order that is paid with the second card of a link (verify knows it: %p)', (knows) => {
	beforeEach(async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: knows });
		const declined = await (await openLink()).submit(entries('frictionless', WRONG));
		expect((await (await declined.go(declined.link!)).submit(entries('frictionless'))).heading).toBe(
			'Payment received',
		);
	});

	test('is paid for every operation that is asked about its number, and is not charged again', async () => {
		for (const operation of ['verify', 'waitForOutcome']) {
			const parameters = { transactionReference: ORDER, timeLimit: 5 };
			const [item] = await world.one('transaction', operation, parameters);
			expect(told(item!.json)).toEqual(['authorized', ORDER, 2]);
		}
		for (const changes of [{}, AGAIN]) {
			const used = { code: 'reference_used', outcome: 'authorized', charged: 'no' };
			expect(await charge(changes)).toMatchObject({ error: used });
		}
		const [shown] = [await charge({ options: { ifUsed: 'show' } })];
		expect([...told(shown), shown.duplicate]).toEqual(['authorized', ORDER, 2, true]);
		expect(references()).toEqual([ORDER, SECOND]);
	});

	test('starts its workflow as the order, by which the example names the deal in the CRM', async () => {
		const [started] = await checkout.started();
		expect(told(started!)).toEqual(['authorized', ORDER, 2]);
		const deal = readExample('add-payers-to-hubspot').nodes.find(({ name }) => name === 'Create Deal');
		expect(JSON.stringify(deal)).toContain("$('Payment Page').item.json.reference");
	});
});

test('a link takes the next attempt of an order whose charges were declined, whatever their amounts were', async () => {
	await charge({ ...WRONG, amount: '99.00' });
	await charge({ ...WRONG, ...AGAIN });
	const page = await nextForm(await openLink());
	expect((await page.submit(entries('frictionless'))).heading).toBe('Payment received');
	expect(references()).toEqual([ORDER, SECOND, THIRD]);
	expect((await checkout.started()).map(told)).toEqual([['authorized', ORDER, 3]]);
});

test('a charge takes the next attempt of an order whose card on a link was declined, and the link is paid then', async () => {
	const declined = await (await openLink()).submit(entries('frictionless', WRONG));
	expect(told(await charge(AGAIN))).toEqual(['authorized', ORDER, 2]);
	for (const page of [await openLink(), await declined.reload()]) expect(page.heading).toBe('Payment received');
	expect(references()).toEqual([ORDER, SECOND]);
});

test.each([1, 3])('a link takes as many cards as it says, whatever was declined elsewhere: %i', async (tries) => {
	for (let number = 1; number <= 3; number++) await charge({ ...WRONG, ...AGAIN });
	let page = await openLink({ tries });
	for (let number = 1; number <= tries; number++)
		page = await (await nextForm(page)).submit(entries('frictionless', WRONG));
	expect([page.heading, page.fields, page.link]).toEqual(['Payment not completed', [], undefined]);
	expect(references()).toHaveLength(3 + tries);
});

test('a charge that waits behind the second card of a link is none, while the service shows the first one', async () => {
	const declined = await (await openLink()).submit(entries('frictionless', WRONG));
	const form = await nextForm(declined);
	showLate(world.sandbox);
	const pay = async () => await form.submit(entries('frictionless'));
	const [page, { error }] = await behind(world.sandbox, 'charge', pay, async () => await charge(AGAIN));
	expect(page.heading).toBe('Payment received');
	expect(error).toMatchObject({ code: 'reference_used', outcome: 'authorized', charged: 'no' });
	expect(JSON.stringify(error)).not.toContain('declined');
	expect(references()).toEqual([ORDER, SECOND]);
});
