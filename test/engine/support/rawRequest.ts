import { request } from 'node:http';

/**
 * Sends a request that browsers and `fetch` would not send, such as one with "#" in its target. Returns its status.
 * @param length what it announces: a server that refuses so much answers, and then breaks the connection
 */
export async function rawRequest(
	base: string,
	method: string,
	target: string,
	body = '',
	type = 'application/json',
	length = Buffer.byteLength(body),
): Promise<number> {
	const { hostname, port } = new URL(base);
	const headers = { 'content-type': type, 'content-length': length };
	return await new Promise((resolve, reject) => {
		const sent = request({ hostname, port, method, path: target, headers }, (response) => {
			response.resume().on('end', () => resolve(response.statusCode!));
		});
		sent.on('error', reject).end(body);
	});
}
