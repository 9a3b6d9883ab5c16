import { setTimeout as wait } from 'node:timers/promises';

import { alternate } from '../alternate';
import type { Host } from '../host';
import { compareRates, type Line } from '../report';
import { forgedRate, trigger } from './notifications';

const TRIGGERS = 200;
const ROUNDS = 11;
/** For so long a trigger keeps its credential (`recentCredential.ts`), in milliseconds, and a little longer. */
const KEPT_FOR = 11_000;

/** Row h again: what it gives that a burst of notifications shares one credential. Its peer is a burst that has to open them. */
export async function credential(host: Host): Promise<Line> {
	const node = { ...trigger, parameters: { requireSignedUrl: true } };
	const urls: string[] = [];
	for (let index = 0; index <= TRIGGERS; index++) {
		urls.push((await host.publish(node, (id) => `${id}/notification`)).url);
	}
	const [another, ...triggers] = urls as [string, ...string[]];
	// Both with the same triggers, because n8n reads the workflow of each, and after as many other notifications.
	const { kept, opened } = await alternate(ROUNDS, {
		async kept() {
			await forgedRate(triggers);
			return await forgedRate(triggers);
		},
		async opened() {
			await wait(KEPT_FOR);
			await forgedRate(triggers.map(() => another));
			return await forgedRate(triggers);
		},
	});
	const work = 'forged notifications whose credential is kept, against opening it, legacy';
	return compareRates({ row: 'h', work }, kept, opened, 1.2);
}
