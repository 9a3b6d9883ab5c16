/** Row n alone: `npx tsx dev/bench/measureCheck.ts` after `npm run build`. */
import { Host } from './host';
import { table } from './report';
import { withCheck } from './rows/items';
import { Service } from './service';

async function main(): Promise<void> {
	const service = await Service.start();
	const host = await Host.start(service, 'vm');
	const lines = await withCheck(host, service);
	const rows = lines.map(({ work, ours, peer, ratio, met }) => [work, ours, peer, ratio, met ? 'yes' : '**no**']);
	console.log(table(['work', 'ours', 'peer', 'ratio', 'met'], rows));
	await host.stop();
	service.stop();
}

main().catch((error: Error) => {
	console.error(error);
	// Otherwise this process would wait for n8n and the service, which stop only when it exits.
	process.exit(1);
});
