/** Rows e and k alone, which need no n8n: `npx tsx dev/bench/measureOwn.ts` after `npm run build`. */
import { table } from './report';
import { doors } from './rows/doors';
import { own } from './rows/own';

async function main(): Promise<void> {
	const lines = [...(await own()), ...(await doors())];
	const rows = lines.map(({ work, ours, ratio, met }) => [work, ours, ratio, met ? 'yes' : '**no**']);
	console.log(table(['work', 'ours', 'ratio', 'met'], rows));
}

void main();
