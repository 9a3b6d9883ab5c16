import { request } from 'node:http';

/** Sends a request with a target that browsers and `fetch` would not send, such as one with "#". Returns its status. */
export async function rawRequest(
	base: string,
	method: string,
	target: string,
	body = '',
	type = 'application/json',
): Promise<number> {
	const { hostname, port } = new URL(base);
	const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
	return await new Promise((resolve, reject) => {
		const sent = request({ hostname, port, method, path: target, headers }, (response) => {
			response.resume().on('end', () => resolve(response.statusCode!));
		});
		sent.on('error', reject).end(body);
	});
}
