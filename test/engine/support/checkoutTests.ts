import type { IDataObject } from 'n8n-workflow';

import { Engine, type EngineOptions } from '../../../dev/engine';
import type { LinkTerms } from '../../../checkout/attempt';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { seal, unseal } from '../../../nodes/shared/signing/sealed';
import { ActiveCheckout, type BrowserPage } from './checkout';
import { skipWaits } from './clock';
import { WITHOUT_ISOLATES } from './expressions';
import { World } from './world';

const DAY = 24 * 3_600_000;

/** The world of a test file, and the checkout of the test that runs. Importers see each new one. */
export let world: World;
export let checkout: ActiveCheckout;

/** Sets up the world of a test file, and a fresh sandbox for each test. The checkout that a test has activated ends with it. */
export function setUpCheckouts(options: EngineOptions = WITHOUT_ISOLATES): { waits: number[] } {
	beforeAll(async () => (world = await World.start({ webhooksEnabled: false }, {}, await Engine.start(options))));
	afterAll(async () => await world.stop());
	beforeEach(async () => await world.sandbox.reset());
	afterEach(async () => await checkout.deactivate());
	return { waits: skipWaits() };
}

/** Activates the checkout of a test, and opens its page. */
export async function activate(
	parameters: IDataObject = {},
	{ headers, ...options }: { headers?: Record<string, string> } & Parameters<typeof ActiveCheckout.activate>[2] = {},
): Promise<BrowserPage> {
	checkout = await ActiveCheckout.activate(world, parameters, options);
	return await checkout.open(undefined, headers);
}

/** The page that a payment link opens. */
export async function openLink(changes: Partial<LinkTerms> = {}): Promise<BrowserPage> {
	const terms: LinkTerms = {
		reference: 'INV-7',
		amount: '10.50',
		currency: 'NGN',
		description: '',
		expires: Date.now() + 300 * DAY,
		tries: 3,
		customFields: {},
		...changes,
	};
	return await checkout.open(makeLink(checkout.url, terms, world.sandbox.options.privateKey));
}

/** The last charge that the sandbox has taken. */
export const lastCharge = () => world.sandbox.ledger.transactions.at(-1)!;

/** The address of a checkout session, as if its stage had begun some seconds before. */
export function aged(address: string, seconds: number): string {
	const use = { purpose: 'checkout-session', scope: 'checkout-1', privateKey: world.sandbox.options.privateKey };
	const session = unseal<{ since: number }>(address.split('state=')[1]!, use)!;
	return `?state=${seal({ ...session, since: session.since - seconds * 1000 }, use)}`;
}
