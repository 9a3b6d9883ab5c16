import type { IDataObject } from 'n8n-workflow';

import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import { Engine, type EngineOptions } from '../../../dev/engine';
import { WITHOUT_ISOLATES } from './expressions';
import { ActiveTrigger, chargeWithStatus } from './trigger';
import { World } from './world';

/** The world of a test file, and the trigger of the test that runs. Importers see each new one. */
export let world: World;
export let trigger: ActiveTrigger;

/** Sets up the world of a test file, and a fresh sandbox for each test. The trigger that a test has activated ends with it. */
export function setUpTriggers(options: EngineOptions = WITHOUT_ISOLATES): void {
	beforeAll(async () => (world = await World.start({}, {}, await Engine.start(options))));
	afterAll(async () => await world.stop());
	beforeEach(async () => await world.sandbox.reset());
	afterEach(async () => await trigger.deactivate());
}

/** Activates the trigger of a test. */
export async function activate(
	parameters: IDataObject = {},
	options?: Parameters<typeof ActiveTrigger.activate>[2],
): Promise<void> {
	trigger = await ActiveTrigger.activate(world, parameters, options);
}

/** A payment in a status, which the sandbox has told nobody of. */
export const payment = async (status = 2, changes?: IDataObject) => await chargeWithStatus(world, status, changes);

export const headingOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1];

/** The callback URL as Card: Charge signs it for a payment. */
export function signedCallback({ reference }: { reference: string }): string {
	const terms = { reference, amount: '', currency: '' };
	return signUrl(trigger.callbackUrl, terms, world.sandbox.options.privateKey);
}
