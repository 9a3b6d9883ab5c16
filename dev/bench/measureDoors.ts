/** Row k alone, which needs no n8n: `npx tsx dev/bench/measureDoors.ts` after `npm run build`. */
import { table } from './report';
import { doors } from './rows/doors';

async function main(): Promise<void> {
	const lines = await doors();
	const rows = lines.map(({ work, ours, ratio, met }) => [work, ours, ratio, met ? 'yes' : '**no**']);
	console.log(table(['work', 'ours', 'ratio', 'met'], rows));
}

void main();
