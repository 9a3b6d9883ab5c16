/** `npm run bench`: measures this package against its peers, prints the results and writes them to dev/bench/RESULTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { PLAYGROUND_N8N, pathInN8n } from '../n8n';
import { Host } from './host';
import { table, type Line } from './report';
import { doors } from './rows/doors';
import { growth } from './rows/growth';
import { withCheck, withLatency, withoutLatency } from './rows/items';
import { list, memory } from './rows/memory';
import { notifications } from './rows/notifications';
import { own } from './rows/own';
import { size } from './rows/package';
import { page } from './rows/page';
import { tokens } from './rows/tokens';
import { Service } from './service';

const RESULTS = join(__dirname, 'RESULTS.md');
const HEAD = ['', 'work', 'ours', 'peer', 'ratio', 'target', 'met'];

async function main(): Promise<void> {
	const start = Date.now();
	const lines: Line[] = [];
	const add = (more: Line[]) => {
		for (const line of more) console.log(cellsOf(line).join('   '));
		lines.push(...more);
	};

	add(size());
	add(await own());
	add(await doors());
	const service = await Service.start();
	add(await memory(service));
	add(await list(service));
	const { tokens: earlier } = await service.tell({});
	const host = await Host.start(service, 'vm');
	add(await withoutLatency(host, service));
	add(await withLatency(host, service));
	add(await withCheck(host, service));
	add(await tokens(host, service, earlier));
	add(await notifications(host, 'vm'));
	add(await page(host, 'vm'));
	const grown = await growth(host, service);
	console.log(grown);
	await host.stop();
	const legacy = await Host.start(service, 'legacy');
	add(await notifications(legacy, 'legacy'));
	add(await page(legacy, 'legacy'));
	await legacy.stop();
	service.stop();

	const minutes = Math.ceil((Date.now() - start) / 60_000);
	const sorted = lines.toSorted((one, other) => one.row.localeCompare(other.row));
	writeFileSync(RESULTS, results(table(HEAD, sorted.map(cellsOf)), grown, minutes));
}

function cellsOf({ row, work, ours, peer, ratio, target, met }: Line): string[] {
	return [row, work, ours, peer, ratio, target, met === undefined ? '–' : met ? 'yes' : '**no**'];
}

function results(lines: string, grown: string, minutes: number): string {
	const version = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
	const [cpu] = cpus();
	return `# Results

Made by \`npm run bench\` in ${minutes} minutes. Each figure is the median of several rounds, with the smallest and the largest;
contenders took turns in each round, and the ratio is the median of the rounds' ratios. What is compared, and what limits
it, is told in [README.md](README.md).

${lines}

How the time for an item grows, one run each:

${grown}

Machine: ${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}. Node ${process.versions.node},
n8n ${PLAYGROUND_N8N}, n8n-core ${version(pathInN8n(PLAYGROUND_N8N, 'n8n-core/package.json'))}, this package ${version(join(__dirname, '../../package.json'))}.
`;
}

main().catch((error: Error) => {
	console.error(error);
	// Otherwise this process would wait for n8n and the service, which stop only when it exits.
	process.exit(1);
});
