import { contenders, payments } from '../contenders';
import { Host } from '../host';
import type { Line } from '../report';
import { Service } from '../service';

const ITEMS = 1000;

/** Row l: how many connections are opened over TLS, and in how many of them a key is agreed on. */
export async function connections(): Promise<Line[]> {
	const service = await Service.startWithTls();
	const host = await Host.start(service, 'vm');
	const { chargeByFields, postJson, verify, getRecord } = contenders(service.url);
	const count = async (node: Parameters<Host['time']>[0]) => {
		const before = await service.tell();
		await host.time(node, payments(ITEMS));
		const after = await service.tell();
		return { connections: after.connections - before.connections, handshakes: after.handshakes - before.handshakes };
	};
	const line = async (work: string, ours: Parameters<typeof count>[0], peer: typeof ours): Promise<Line> => {
		const [opened, openedByPeer] = [await count(ours), await count(peer)];
		const words = (of: typeof opened) => `${of.connections}, ${of.handshakes} handshakes`;
		return {
			row: 'l',
			work: `connections over TLS for ${ITEMS.toLocaleString('en')} ${work}, against HTTP Request`,
			ours: words(opened),
			peer: words(openedByPeer),
			ratio: (opened.connections / openedByPeer.connections).toFixed(2),
			target: '–',
		};
	};
	// The token comes over a connection of its own.
	await host.time(chargeByFields, payments(1));
	const lines = [await line('charges', chargeByFields, postJson), await line('verifies', verify(), getRecord)];
	await host.stop();
	service.stop();
	return lines;
}
