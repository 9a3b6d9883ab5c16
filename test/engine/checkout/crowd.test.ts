import { entries } from '../support/checkout';
import { activate, checkout, openLink, setUpCheckouts, world } from '../support/checkoutTests';

const CUSTOMERS = 60;

setUpCheckouts();

test.each([
	['a page that anybody can open', 'node', async () => await checkout.open()],
	['payment links', 'link', async (index: number) => await openLink({ reference: `INV-${index}` })],
])('sixty customers of %s at once, and a service that takes three seconds: sixty pay', async (_, amountFrom, open) => {
	await activate({ amountFrom, options: { timeout: 30 } });
	const forms = await Promise.all(Array.from({ length: CUSTOMERS }, async (__, index) => await open(index)));
	world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 3_000, times: CUSTOMERS });
	const pages = await Promise.all(forms.map(async (form) => await form.submit(entries('frictionless'))));
	expect(pages.map(({ heading }) => heading)).toEqual(Array(CUSTOMERS).fill('Payment received'));
	expect(world.requestsTo('/charge')).toHaveLength(CUSTOMERS);
	expect(await checkout.started()).toHaveLength(CUSTOMERS);
});
