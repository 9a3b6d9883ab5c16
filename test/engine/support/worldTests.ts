import type { IDataObject } from 'n8n-workflow';

import { ProcessedItems } from '../../../dev/engine/processed';
import type { SandboxOptions } from '../../../dev/sandbox';
import { World } from './world';

/** The world of a test file. Importers see it once its tests run. */
export let world: World;

/** Sets up the world of a test file, and for each test a fresh sandbox, which notifies nobody unless it is told to, and an n8n that has noted nothing. */
export function setUpWorld(options: SandboxOptions = {}, credential: IDataObject = {}): void {
	beforeAll(async () => (world = await World.start({ webhooksEnabled: false, ...options }, credential)));
	afterAll(async () => await world.stop());
	beforeEach(async () => await world.sandbox.reset());
	beforeEach(async () => await new ProcessedItems().install());
}

/** Gets the token that a reset takes back, so that a test sees its own requests only, and a transfer is sent at once. */
export async function logIn(): Promise<void> {
	await world.one('bank', 'getMany', { limit: 1 });
	world.sandbox.requests.length = 0;
}
