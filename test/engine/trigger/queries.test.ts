import { activate, headingOf, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { claimOf } from '../support/trigger';

/* Services write addresses in their own ways: the signed terms in them are read nevertheless. */

setUpTriggers();
beforeEach(async () => await activate({ options: { requireSignedUrl: true } }));

const CHANGES: Array<[string, (url: string) => string]> = [
	['with its own parameters behind another "?"', (url) => `${url}?reference=T-1&status=2`],
	['escaped for HTML', (url) => `${url}&status=2`.replaceAll('&', '&amp;')],
];

test.each(CHANGES)('a customer whom the service sends back %s starts the workflow', async (_, change) => {
	const paid = await payment();
	const answer = await fetch(change(signedCallback(paid)));
	expect(headingOf(await answer.text())).toBe('Payment received');
	expect(await trigger.started()).toMatchObject([{ outcome: 'authorized', reference: paid.reference }]);
});

test.each(CHANGES)('a notification at a signed address %s starts the workflow', async (_, change) => {
	const paid = await payment();
	const terms = { reference: paid.reference, amount: '10.50', currency: 'NGN' };
	const url = change(signUrl(trigger.notificationUrl, terms, world.sandbox.options.privateKey));
	expect((await trigger.notify(claimOf(paid), {}, url)).status).toBe(200);
	expect(await trigger.started()).toHaveLength(1);
});
