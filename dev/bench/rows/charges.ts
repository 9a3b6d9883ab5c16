import { alternate, many } from '../alternate';
import type { Host } from '../host';
import { compareRates, type Line } from '../report';
import { payments } from '../workflows';

const LATENCY = 50;
const ROUNDS = 5;
/** Rounds of the slow rows: fewer, because each takes half a minute. */
const SLOW_ROUNDS = 3;

/** Measures charges of a list, one after another: what the nodes themselves cost, and with a look-up before each charge. */
export async function charges(host: Host): Promise<Line[]> {
	const rate =
		(file: string, count: number, lookUps = 0) =>
		async () => {
			await host.service.tell();
			const time = await host.time(file, payments(count));
			const sent = await host.service.tell();
			if (sent.charges !== count || sent.chargesAtOnce !== 1) {
				throw new Error(`${file}: ${sent.charges} charges of ${count}, ${sent.chargesAtOnce} at once`);
			}
			// A look-up that became too old is made again.
			if (lookUps === 0 ? sent.verifies > 0 : sent.verifies < lookUps) {
				throw new Error(`${file}: ${sent.verifies} look-ups of ${lookUps}`);
			}
			return (count * 1000) / time;
		};

	await host.checkReferences(false);
	const plain = await alternate(ROUNDS, {
		ours: rate('ours/charges', many(300)),
		peer: rate('peers/charges', many(300)),
	});
	await host.checkReferences(true);

	await host.service.tell({ delay: LATENCY });
	const careful = await alternate(SLOW_ROUNDS, {
		ours: rate('ours/charges', many(100), many(100)),
		peer: rate('peers/charges-none-twice', many(100), many(100)),
	});
	await host.service.tell({ delay: 0 });

	return [
		compareRates(
			{ name: 'charges', job: `charge a list of ${many(300)}, one after another; the service answers at once` },
			plain.ours,
			plain.peer,
		),
		compareRates(
			{
				name: 'charges, none twice',
				job: `the same of ${many(100)}, each reference looked up just before; the service takes ${LATENCY} ms`,
			},
			careful.ours,
			careful.peer,
		),
	];
}
