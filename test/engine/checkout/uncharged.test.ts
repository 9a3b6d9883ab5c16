import type { IDataObject } from 'n8n-workflow';

import { languages } from '../../../checkout/pages/languages';
import { entries, type BrowserPage } from '../support/checkout';
import { activate as activatePage, checkout, openLink, setUpCheckouts, world } from '../support/checkoutTests';
import { chargeAtSandbox } from '../support/trigger';

/* "You have not been charged." is said only where the page has sent every card of the link, and the service has a decline of each. */

const { declinedText, declinedReason, notAccepted, anotherCard, tryAgain } = languages.en.texts;
const DECLINED = 5;

setUpCheckouts();

const activate = async (more: IDataObject = {}) => await activatePage({ amountFrom: 'link', ...more });
const next = async (page: BrowserPage) => (page.fields.length > 0 ? page : await page.go(page.link!));
const decline = async (page: BrowserPage) =>
	await (await (await next(page)).submit(entries('threeDSecure'))).decide('decline');

/** A card that the service refuses, of which it has no record. */
async function refuse(page: BrowserPage): Promise<BrowserPage> {
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 402, when: 'before' });
	return await (await next(page)).submit(entries('frictionless'));
}

/** A card that a node has sent, or somebody else. */
async function declineElsewhere(): Promise<void> {
	const { transactionReference } = await chargeAtSandbox(world, { reference: 'INV-7' });
	world.sandbox.setStatus(transactionReference, DECLINED);
}

/** n8n is restored, and has lost what it had stored. */
async function restore(): Promise<void> {
	await checkout.deactivate();
	await activate();
}

const RECORD = [declinedReason, anotherCard];

test.each<[string, () => Promise<unknown>, boolean, string[]]>([
	['two declines', async () => await decline(await decline(await openLink())), true, RECORD],
	[
		'a refusal after a decline',
		async () => await refuse(await decline(await openLink())),
		false,
		[notAccepted, tryAgain],
	],
	[
		'a decline after a refusal',
		async () => await decline(await refuse(await openLink())),
		false,
		[notAccepted, tryAgain],
	],
	['a decline elsewhere', declineElsewhere, false, RECORD],
	[
		'a decline elsewhere and a refusal',
		async () => {
			await declineElsewhere();
			await refuse(await openLink());
		},
		false,
		[notAccepted, tryAgain],
	],
	[
		'a decline elsewhere, a refusal and a decline',
		async () => {
			await declineElsewhere();
			await decline(await refuse(await openLink({ tries: 5 })));
		},
		false,
		[notAccepted, tryAgain],
	],
	[
		'a decline and a refusal, of which n8n has lost the news',
		async () => {
			await refuse(await decline(await openLink()));
			await restore();
		},
		false,
		RECORD,
	],
])('after %s', async (_, happen, isSaid, words) => {
	await activate();
	await happen();
	const { html } = await openLink({ tries: 5 });
	expect(html.includes(declinedText)).toBe(isSaid);
	for (const text of words) expect(html).toContain(text);
});

test.each([
	['the last card', async () => await decline(await openLink({ tries: 1 })), true],
	[
		'the last card, after a decline elsewhere',
		async () => {
			await declineElsewhere();
			return await decline(await openLink({ tries: 1 }));
		},
		false,
	],
])('%s leads back to the shop with its reason', async (_, reach, isSaid) => {
	await activate({ shopUrl: 'https://shop.example/thanks' });
	const page = await reach();
	expect([page.heading, new URL(page.link!).searchParams.get('outcome')]).toEqual([
		'Payment not completed',
		'declined',
	]);
	expect(page.html).toContain(declinedReason);
	expect(page.html.includes(declinedText)).toBe(isSaid);
});
