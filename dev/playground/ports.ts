import { createServer } from 'node:net';

/** Returns the wanted port, or the next one that is free. */
export async function freePort(wanted: number): Promise<number> {
	const isFree = await new Promise<boolean>((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)));
	});
	if (isFree) return wanted;
	return await freePort(wanted + 1);
}
