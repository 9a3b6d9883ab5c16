import { alternate, spreadOf } from '../alternate';
import { contenders, payments } from '../contenders';
import type { Host } from '../host';
import { compareRates, show, type Line } from '../report';
import type { Service } from '../service';

const ITEMS = 1000;
const CHARGES = 200;
const LATENCY = 50;
const ROUNDS = 5;
/** Fewer rounds, because the sequential nodes take a minute for each. */
const SLOW_ROUNDS = 2;

/** Rows a and b: the service answers at once. */
export async function withoutLatency(host: Host, service: Service): Promise<Line[]> {
	await service.tell({ delay: 0 });
	const nodes = contenders(service.url);
	const rate = async (node: Parameters<Host['time']>[0]) => (ITEMS * 1000) / (await host.time(node, payments(ITEMS)));
	const { ours, httpRequest, sequential } = await alternate(ROUNDS, {
		ours: async () => await rate(nodes.chargeByFields),
		httpRequest: async () => await rate(nodes.postJson),
		sequential: async () => await rate(nodes.chargeSequentially),
	});
	return [
		compareRates({ row: 'a', work: 'charges by 8 expressions, against HTTP Request' }, ours, httpRequest, 1.25),
		compareRates({ row: 'b', work: 'the same, against the Stripe way' }, ours, sequential, 1.25),
	];
}

/**
 * Row n: what it costs to ask about each reference before a charge, one charge after another, when the service takes 50 ms for
 * each answer; and whoever asks with HTTP Request nodes.
 */
export async function withCheck(host: Host, service: Service): Promise<Line[]> {
	await service.tell({ delay: LATENCY });
	const nodes = contenders(service.url);
	const rate = async (...[contender, checking]: [Parameters<Host['time']>[0], Parameters<Host['time']>[2]]) =>
		(CHARGES * 1000) / (await host.time(contender, payments(CHARGES), checking));
	const { checked, unchecked, peer } = await alternate(ROUNDS, {
		checked: async () => await rate(nodes.chargeByFields, 'checked'),
		unchecked: async () => await rate(nodes.chargeByFields, 'unchecked'),
		peer: async () => await rate(nodes.verifyThenCharge, 'unchecked'),
	});
	await service.tell({ delay: 0 });
	const longer = spreadOf(unchecked).median / spreadOf(checked).median;
	return [
		{
			row: 'n',
			work: `charges at ${LATENCY} ms, each reference asked about before, against those that are not; how much longer`,
			ours: `${show(spreadOf(checked), 1)} /s`,
			peer: `${show(spreadOf(unchecked), 1)} /s`,
			ratio: longer.toFixed(2),
			target: '≤ 1.15',
			met: longer <= 1.15,
		},
		compareRates(
			{ row: 'n', work: 'the same, against HTTP Request nodes that verify, then charge' },
			checked,
			peer,
			2,
			1,
		),
	];
}

/** Rows c and d: the service takes 50 ms for each answer. */
export async function withLatency(host: Host, service: Service): Promise<Line[]> {
	await service.tell({ delay: LATENCY });
	const nodes = contenders(service.url);
	const rate = async (node: Parameters<Host['time']>[0]) => (ITEMS * 1000) / (await host.time(node, payments(ITEMS)));
	const { at20, at50 } = await alternate(ROUNDS, {
		at20: async () => await rate(nodes.verify()),
		at50: async () => await rate(nodes.verify(50)),
	});
	const d = await alternate(SLOW_ROUNDS, {
		ours: async () => await rate(nodes.verify()),
		peer: async () => await rate(nodes.verifySequentially),
	});
	await service.tell({ delay: 0 });
	return [
		againstLimit(at20, 20),
		againstLimit(at50, 50),
		compareRates({ row: 'd', work: 'verifies at 50 ms, against sequential nodes' }, d.ours, d.peer, 15),
	];
}

/** Compares a rate with the arithmetic limit: so many requests at once, and 50 ms for each. */
function againstLimit(rates: readonly number[], atOnce: number): Line {
	const limit = (atOnce * 1000) / LATENCY;
	const share = spreadOf(rates.map((reached) => reached / limit));
	return {
		row: 'c',
		work: `verifies at ${LATENCY} ms, ${atOnce} in flight, against the arithmetic limit`,
		ours: `${show(spreadOf(rates))} /s`,
		peer: `${limit} /s`,
		ratio: show(share, 2),
		target: '≥ 0.95',
		met: share.median >= 0.95,
	};
}
