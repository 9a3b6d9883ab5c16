/**
 * `npm run bench`: measures this package against its peers, prints the results and writes them to dev/bench/RESULTS.md. Arguments
 * name the rows, such as `charges reads`; with `--quick` they are run once and briefly. Then nothing is written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

import { PLAYGROUND_N8N, pathInN8n } from '../n8n';
import { QUICK } from './alternate';
import { Host } from './host';
import { table, type Line } from './report';
import { charges } from './rows/charges';
import { doors } from './rows/doors';
import { notifications } from './rows/notifications';
import { page } from './rows/page';
import { reads } from './rows/reads';
import { Service } from './service';

const RESULTS = join(__dirname, 'RESULTS.md');
const HEAD = ['name', 'job', 'ours', 'peer or limit', 'ratio', 'goal', 'met'];

/** The rows that run in n8n, by when it makes isolates: `eager` is its default. Only requests to webhooks differ, so those rows run with both. */
const IN_N8N = {
	eager: { charges, reads, notifications, page },
	lazy: { notifications, page },
};

async function main(): Promise<void> {
	const start = Date.now();
	const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
	const isAsked = (row: string) => named.length === 0 || named.includes(row);
	const lines: Line[] = [];
	const add = (more: Line[]) => {
		for (const line of more) console.log(cellsOf(line).join('   '));
		lines.push(...more);
	};

	const service = await Service.start();
	for (const isolates of ['eager', 'lazy'] as const) {
		const rows = Object.entries(IN_N8N[isolates]).filter(([row]) => isAsked(row));
		if (rows.length === 0) continue;
		const host = await Host.start(service, isolates);
		for (const [, measure] of rows) add(await measure(host));
		await host.stop();
	}
	service.stop();
	if (isAsked('doors')) add(await doors());

	const minutes = Math.ceil((Date.now() - start) / 60_000);
	if (QUICK || named.length > 0) console.log(`Nothing is written. It took ${minutes} minutes.`);
	else writeFileSync(RESULTS, results(table(HEAD, lines.map(cellsOf)), minutes));
}

function cellsOf({ name, job, ours, other, ratio, goal, met }: Line): string[] {
	return [name, job, ours, other, ratio, goal, met ? 'yes' : '**no**'];
}

function results(lines: string, minutes: number): string {
	const version = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
	const [cpu] = cpus();
	return `# Results

Made by \`npm run bench\` in ${minutes} minutes. Each figure is the median of several rounds, with the smallest and the largest;
contenders took turns in each round, and the ratio is the median of the rounds' ratios. What is compared, and what limits
it, is told in [README.md](README.md).

${lines}

Machine: ${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}. Node ${process.versions.node},
n8n ${PLAYGROUND_N8N}, n8n-core ${version(pathInN8n(PLAYGROUND_N8N, 'n8n-core/package.json'))}, this package ${version(join(__dirname, '../../package.json'))}.
`;
}

main().catch((error: Error) => {
	console.error(error);
	// Otherwise this process would wait for n8n and the service, which stop only when it exits.
	process.exit(1);
});
