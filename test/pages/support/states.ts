import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import type { LinkTerms } from '../../../checkout/attempt';
import { LANGUAGES, type LanguageCode } from '../../../checkout/pages/languages';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { ActiveCheckout, entries, type BrowserPage } from '../../engine/support/checkout';
import { resetClock, setClock } from '../../engine/support/clock';
import { chargeAtSandbox } from '../../engine/support/trigger';
import type { World } from '../../engine/support/world';

// The pages of every state of a payment, as n8n's engine answers with them over HTTP.

const MINUTE = 60_000;

/** A page as it was sent. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}
type State = Partial<Record<LanguageCode, Answer>>;

let world: World;
let checkout: ActiveCheckout;

/** The states that were reached, by their names. */
export const states = new Map<string, State>();

/** The heading of each state, in English. */
export const HEADINGS = {
	card: 'Card payment',
	'a mistake': 'Card payment',
	mistakes: 'Card payment',
	'card and name': 'Card payment',
	'no name': 'Card payment',
	OTP: 'Confirm your payment',
	'OTP refused': 'Confirm your payment',
	paid: 'Payment received',
	'already paid': 'Already paid',
	'declined, not enough money': 'Payment not completed',
	'to the bank': 'Your bank asks you to confirm',
	declined: 'Payment not completed',
	'declined, the last': 'Payment not completed',
	refunded: 'Payment refunded',
	expired: 'This link has expired',
	altered: 'This link does not work',
	checking: 'Your payment is being checked',
	'checked for long': 'Your payment is being checked',
	'another payment': 'This link cannot be used',
	later: 'Please come back later',
	'back to the shop': 'Payment received',
	closed: 'You cannot pay here right now',
};

async function activate(parameters: IDataObject = {}, activation: 'activate' | 'init' = 'activate'): Promise<void> {
	const branding = { merchantName: 'Lagoon Books', description: 'A course in book binding, March 2027' };
	const shop = { contact: 'mailto:help@lagoon.example' };
	checkout = await ActiveCheckout.activate(world, { ...branding, shop, ...parameters }, { activation });
}

async function activateAgain(...changes: Parameters<typeof activate>): Promise<void> {
	await checkout.deactivate();
	await activate(...changes);
}

function linkTo(reference: string, changes: Partial<LinkTerms> = {}): string {
	const terms: LinkTerms = {
		...{ reference, amount: '25000', currency: 'NGN', description: 'A course in book binding, March 2027' },
		...{ expires: Date.now() + 60 * MINUTE, tries: 3, customFields: {} },
		...changes,
	};
	return makeLink(checkout.url, terms, world.sandbox.options.privateKey);
}

const open = async (reference: string, changes: Partial<LinkTerms> = {}) =>
	await checkout.open(linkTo(reference, changes));

/** Keeps a page in each language: what the same request answers with. */
async function keep(name: string, { url }: { url: string }, body?: Record<string, string>): Promise<void> {
	const state: State = {};
	for (const language of LANGUAGES) {
		const init = {
			headers: { 'accept-language': language },
			...(body && { method: 'POST', body: new URLSearchParams(body) }),
		};
		const answer = await fetch(url, init);
		state[language] = {
			status: answer.status,
			headers: Object.fromEntries(answer.headers),
			body: await answer.text(),
		};
	}
	states.set(name, state);
}

/** Goes through every state of a payment. */
export async function collectStates(served: World): Promise<void> {
	world = served;
	await activate();
	const card = await open('INV-1001');
	await keep('card', card);
	await keep('a mistake', card, { state: card.state, ...entries('otp', { cvv: '1' }) });
	await keep('mistakes', card, { state: card.state, ...entries('otp', { cardNumber: '4111', cvv: '1' }) });
	const otp = await card.submit(entries('otp'));
	await keep('OTP', otp);
	const wrong = await otp.submit({ otp: '000000' });
	await keep('OTP refused', wrong);
	await keep('paid', await wrong.submit({ otp: OTP }));
	await keep('already paid', { url: linkTo('INV-1001') });
	const poor = await (await open('INV-1012')).submit(entries('insufficientFunds'));
	await keep('declined, not enough money', await poor.submit({ otp: OTP }));
	await keep('to the bank', await (await open('INV-1002')).submit(entries('threeDSecure')));
	await keep('declined', await declined(await open('INV-1003')));
	await keep('declined, the last', await declined(await open('INV-1004', { tries: 1 })));
	const refunded = await (await open('INV-1005')).submit(entries('frictionless'));
	world.sandbox.setStatus(world.sandbox.ledger.transactions.at(-1)!.transactionReference, 6);
	await keep('refunded', refunded);
	await keep('expired', { url: linkTo('INV-1006', { expires: Date.now() - 1 }) });
	await keep('altered', { url: linkTo('INV-1006').slice(0, -1) });
	world.sandbox.configure({ historyLagMs: 3_600_000 });
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const checking = await (await open('INV-1007')).submit(entries('frictionless'));
	await keep('checking', checking);
	setClock(Date.now() + 31 * MINUTE);
	await keep('checked for long', checking);
	resetClock();
	world.sandbox.configure({ historyLagMs: 0 });
	await chargeAtSandbox(world, { reference: 'INV-1008' });
	await keep('another payment', { url: linkTo('INV-1008') });
	await activateAgain({ options: { asksName: true } });
	const named = await open('INV-1013');
	const name = { firstName: 'Adéyẹmí', lastName: 'Okafor' };
	await keep('card and name', named);
	await keep('no name', named, { state: named.state, ...entries('otp', { ...name, lastName: '' }) });
	await activateAgain({ options: { refusedPerHour: 1 } });
	// A link is never closed by what others do.
	const form = await checkout.open();
	await declined(await checkout.open());
	await keep('later', form, { state: form.state, ...entries('frictionless') });
	await activateAgain({ shopUrl: 'https://shop.example/thanks' });
	await keep('back to the shop', await (await open('INV-1011')).submit(entries('frictionless')));
	await checkout.deactivate();
	// Such a page cannot be published, but n8n may find it so when it starts.
	await activate({ currency: '' }, 'init');
	await keep('closed', checkout);
	await activateAgain();
}

const declined = async (form: BrowserPage) => await (await form.submit(entries('threeDSecure'))).decide('decline');
