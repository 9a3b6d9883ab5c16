import { n8nWorkflow } from '../../../dev/engine/n8n';
import { entries } from '../support/checkout';
import { activate, checkout, lastCharge, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { failPages } from '../support/failures';

/* What a payment starts, it starts whatever becomes of the page. */

setUpCheckouts();

const outcomes = async () => (await checkout.started()).map(({ outcome }) => outcome);

describe('in a time zone that nobody knows, which n8n does not check,', () => {
	const before = n8nWorkflow.getGlobalState();
	beforeEach(() => n8nWorkflow.setGlobalState({ defaultTimezone: 'UTC+1' }));
	afterEach(() => n8nWorkflow.setGlobalState(before));

	test('a page says that it is paid, and the workflow starts', async () => {
		const paid = await (await activate()).submit(entries('frictionless'));
		expect(paid.heading).toBe('Payment received');
		expect(paid.html).toMatch(/<time [^>]*>[^<]* UTC<\/time>/);
		expect(await outcomes()).toEqual(['authorized']);
	});

	test('a link opens', async () => {
		await activate({ amountFrom: 'link' });
		expect((await openLink()).heading).toBe('Card payment');
	});
});

describe.each([1, Infinity])('where so many pages cannot be made: %d,', (times) => {
	test.each([
		['authorized', 2, 'Payment received'],
		['declined', 4, 'Payment not completed'],
	])('a payment that is %s starts the workflow', async (outcome, status, heading) => {
		const bank = await (await activate({ outcomes: ['authorized', 'declined'] })).submit(entries('threeDSecure'));
		world.sandbox.setStatus(lastCharge().transactionReference, status);
		const spy = failPages(times);
		expect((await bank.reload()).status).toBe(503);
		spy.mockRestore();
		expect(await outcomes()).toEqual([outcome]);
		expect((await bank.reload()).heading).toBe(heading);
		expect(await outcomes()).toEqual([outcome]);
	});
});
