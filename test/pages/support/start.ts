import type { Browser } from 'playwright-core';

import { startBrowser } from '../../e2e/support/browser';
import { World } from '../../engine/support/world';
import { collectStates } from './states';

/** A browser to look at the pages of every state with. */
export interface Pages {
	browser: Browser;
	stop(): Promise<void>;
}

/** In milliseconds: how long the states may take to collect. */
export const COLLECTING = 300_000;

/** Collects the page of every state, and starts a browser. */
export async function startPages(): Promise<Pages> {
	const world = await World.start({ webhooksEnabled: false }, { environment: 'test' });
	const browser = await startBrowser();
	await collectStates(world);
	const stop = async () => {
		await browser.close();
		await world.stop();
	};
	return { browser, stop };
}
