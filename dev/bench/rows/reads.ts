import { alternate, many, spreadOf } from '../alternate';
import type { Host } from '../host';
import { show, type Line } from '../report';
import { payments } from '../workflows';

const LATENCY = 50;
const ROUNDS = 5;
/** The least share of the arithmetic limit. */
const LEAST = 0.9;

/** Measures verifications of a list, when the service takes 50 ms for each answer. */
export async function reads(host: Host): Promise<Line[]> {
	const count = many(1000);
	const rate = (file: string) => async () => {
		await host.service.tell();
		const time = await host.time(file, payments(count));
		const { verifies } = await host.service.tell();
		if (verifies !== count) throw new Error(`${file}: ${verifies} verifications of ${count}`);
		return (count * 1000) / time;
	};
	await host.service.tell({ delay: LATENCY });
	const { at20, at50 } = await alternate(ROUNDS, {
		at20: rate('ours/reads-20-at-once'),
		at50: rate('ours/reads-50-at-once'),
	});
	await host.service.tell({ delay: 0 });
	return [againstLimit(at20, 20, count), againstLimit(at50, 50, count)];
}

/** Compares a rate with the arithmetic limit: so many requests at once, and 50 ms for each. */
function againstLimit(rates: readonly number[], atOnce: number, count: number): Line {
	const limit = (atOnce * 1000) / LATENCY;
	const share = spreadOf(rates.map((reached) => reached / limit));
	return {
		name: `reads, ${atOnce} at once`,
		job: `verify a list of ${count}, against what ${atOnce} requests of ${LATENCY} ms at once give`,
		ours: `${show(spreadOf(rates))} /s`,
		other: `${limit} /s`,
		ratio: show(share, 2),
		goal: `≥ ${LEAST}`,
		met: share.median >= LEAST,
	};
}
