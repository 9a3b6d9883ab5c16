/**
 * The service that the contenders call, in a process of its own: as little work per request as possible, so that it is
 * never what is measured. It answers at once, or after a delay, with the shapes of the specification.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { charged, isKnown, listed, NO_PAYMENTS, UNKNOWN, verified } from './answers';

/** What the benchmark tells the service. */
export interface Order {
	/** Milliseconds before each answer. */
	delay?: number;
	/** Invalidates every token issued so far. */
	revoke?: boolean;
}

/** What the service has counted since it started. */
export interface Counts {
	tokens: number;
	charges: number;
	verifies: number;
	banks: number;
}

const HOUR = 3600;

const counts: Counts = { tokens: 0, charges: 0, verifies: 0, banks: 0 };
let delay = 0;
let generation = 0;

process.on('message', (order: Order) => {
	delay = order.delay ?? delay;
	if (order.revoke) generation += 1;
	process.send!(counts);
});

// The service stops when the benchmark does, even if the benchmark crashes.
process.on('disconnect', () => process.exit());

const server = createServer(handle);
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

function handle(request: IncomingMessage, response: ServerResponse): void {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const [status, body] = answer(request, Buffer.concat(chunks).toString());
		if (delay === 0) send(response, status, body);
		else setTimeout(() => send(response, status, body), delay);
	});
}

function answer({ method, url = '', headers }: IncomingMessage, body: string): [status: number, body: object] {
	if (url === '/uaa/api/auth') return token();
	if (url.startsWith('/transaction/verify/')) return verification(url.split('/').at(-1)!);
	if (url.startsWith('/transaction/history')) return history(new URL(url, 'http://service').searchParams);
	if (headers.authorization !== `Bearer ${accessToken()}`) return [401, { message: 'The token is not valid' }];
	return method === 'POST' ? charge(body) : banks();
}

function token(): ReturnType<typeof answer> {
	counts.tokens += 1;
	return [200, { accessToken: accessToken(), refreshToken: 'refresh' }];
}

function charge(body: string): ReturnType<typeof answer> {
	counts.charges += 1;
	return [200, charged((JSON.parse(body) as { reference: string }).reference)];
}

function verification(transactionReference: string): ReturnType<typeof answer> {
	// A trigger is published only where the service knows no such reference, and a charge is sent only then.
	if (!isKnown(transactionReference)) return [404, UNKNOWN];
	counts.verifies += 1;
	return [200, verified(transactionReference)];
}

/** No payment has a reference that somebody asks about before a charge; a list has all payments. */
function history(query: URLSearchParams): ReturnType<typeof answer> {
	const isList = !query.has('reference');
	return [200, isList ? listed(Number(query.get('page')), Number(query.get('size'))) : NO_PAYMENTS];
}

function banks(): ReturnType<typeof answer> {
	counts.banks += 1;
	return [200, { content: [{ id: 1, code: '001', name: 'Bank', logoUrl: '' }], totalPages: 1, number: 0, last: true }];
}

// The token claims to be valid for ever, so that it is renewed only when it is revoked.
function accessToken(): string {
	const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
	return [part({ alg: 'none' }), part({ generation, iat: 0, exp: 9_999_999_999 - HOUR }), 'signature'].join('.');
}

function send(response: ServerResponse, status: number, body: object): void {
	const text = JSON.stringify(body);
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
	response.end(text);
}
