import { contenders, payments } from '../contenders';
import type { Host } from '../host';
import { table } from '../report';
import type { Service } from '../service';

const SIZES = [100, 1000, 10_000];

/** How the time per item grows with the number of items when the service answers at once. */
export async function growth(host: Host, service: Service): Promise<string> {
	const { postJson, chargeByFields, chargeSequentially, verify, getRecord } = contenders(service.url);
	const nodes = {
		'HTTP Request, POST': postJson,
		'Card: Charge, 8 expressions': chargeByFields,
		'the Stripe way, 8 expressions': chargeSequentially,
		'Transaction: Verify': verify(),
		'HTTP Request, GET': getRecord,
	};
	const rows: string[][] = [];
	for (const [name, node] of Object.entries(nodes)) {
		const cells: string[] = [];
		for (const size of SIZES) cells.push(((await host.time(node, payments(size))) / size).toFixed(2));
		rows.push([name, ...cells]);
	}
	return table(['ms per item', ...SIZES.map((size) => `${size.toLocaleString('en')} items`)], rows);
}
