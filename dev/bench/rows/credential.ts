import { setTimeout as wait } from 'node:timers/promises';

import { alternate } from '../alternate';
import type { Host } from '../host';
import { compareRates, type Line } from '../report';
import { forgedRate, trigger } from './notifications';

const TRIGGERS = 40;
const ROUNDS = 4;
/** For so long a trigger keeps its credential (`recentCredential.ts`), in milliseconds, and a little longer. */
const KEPT_FOR = 11_000;

/** Row h again: what it gives that a burst of notifications shares one credential. Its peer is a burst to as many triggers. */
export async function credential(host: Host): Promise<Line> {
	const node = { ...trigger, parameters: { requireSignedUrl: true } };
	const urls: string[] = [];
	for (let index = 0; index < TRIGGERS; index++) {
		urls.push((await host.publish(node, (id) => `${id}/notification`)).url);
	}
	const { shared, apart } = await alternate(ROUNDS, {
		shared: async () => await forgedRate(Array.from(urls, () => urls[0]!)),
		async apart() {
			await wait(KEPT_FOR);
			return await forgedRate(urls);
		},
	});
	const work = 'forged notifications that share a credential, against each with its own, legacy';
	return compareRates({ row: 'h', work }, shared, apart, 1.2);
}
