/**
 * The service that the contenders call, in a process of its own: as little work per request as possible, so that it is
 * never what is measured. It answers at once, or after a delay, with the shapes of the specification, and refuses what lacks a key or
 * a field, so that no contender saves the work for it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { makeChargeAnswer, isKnown, NO_PAYMENTS, UNKNOWN, makeVerifyAnswer } from './answers';
import { KEYS } from './keys';

/** The benchmark's order to the service. */
export interface Order {
	/** Milliseconds before each answer. */
	delay?: number;
}

/** The service's counts since it was last asked. */
export interface Counts {
	charges: number;
	verifies: number;
	/** The most charges that were waiting for their answers at the same time. */
	chargesAtOnce: number;
}

const CHARGE_FIELDS = [
	...['cardNumber', 'expiryYear', 'expiryMonth', 'cvv', 'amount', 'currency'],
	...['reference', 'callbackUrl', 'webhookURL'],
];

const NO_COUNTS: Readonly<Counts> = { charges: 0, verifies: 0, chargesAtOnce: 0 };
const counts: Counts = { ...NO_COUNTS };
const waiting = { charges: 0, verifies: 0 };
let delay = 0;

process.on('message', (order: Order) => {
	delay = order.delay ?? delay;
	process.send!(counts);
	Object.assign(counts, NO_COUNTS);
});

// The service stops when the benchmark does, even if the benchmark crashes.
process.on('disconnect', () => process.exit());

const server = createServer(handle);
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

function handle(request: IncomingMessage, response: ServerResponse): void {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const [status, body, kind] = answer(request, Buffer.concat(chunks).toString());
		if (kind) {
			counts[kind] += 1;
			waiting[kind] += 1;
			counts.chargesAtOnce = Math.max(counts.chargesAtOnce, waiting.charges);
		}
		const end = () => {
			if (kind) waiting[kind] -= 1;
			send(response, status, body);
		};
		if (delay === 0) end();
		else setTimeout(end, delay);
	});
}

type Answer = [status: number, body: object, kind?: 'charges' | 'verifies'];

const UNAUTHORIZED: Answer = [401, { status: 'error', message: 'A key is missing or not valid' }];

function answer({ url = '', headers }: IncomingMessage, body: string): Answer {
	if (url === '/uaa/api/auth') {
		const isRight = headers['x-api-key'] === KEYS.apiKey && headers['x-client-id'] === KEYS.clientId;
		return isRight ? [200, { accessToken: ACCESS_TOKEN, refreshToken: 'refresh' }] : UNAUTHORIZED;
	}
	if (url === '/transaction/charge') {
		return headers.authorization === `Bearer ${ACCESS_TOKEN}` ? charge(body) : UNAUTHORIZED;
	}
	if (headers.authorization !== KEYS.privateKey) return UNAUTHORIZED;
	// No payment has a reference that is looked up before a charge.
	if (url.startsWith('/transaction/history')) return [200, NO_PAYMENTS];
	const reference = url.split('/').at(-1)!;
	// A trigger is published only where the service knows no such reference, and a charge is sent only then.
	return isKnown(reference) ? [200, makeVerifyAnswer(reference), 'verifies'] : [404, UNKNOWN, 'verifies'];
}

function charge(body: string): Answer {
	const fields = JSON.parse(body) as Record<string, unknown>;
	const missing = CHARGE_FIELDS.filter((name) => fields[name] === undefined);
	if (missing.length > 0) return [400, { message: `Invalid Request: no ${missing.join(', ')}` }];
	return [200, makeChargeAnswer(fields.reference as string), 'charges'];
}

// The token claims to be valid for ever, so that it is never renewed.
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
const ACCESS_TOKEN = [part({ alg: 'none' }), part({ iat: 0, exp: 9_999_999_999 }), 'signature'].join('.');

function send(response: ServerResponse, status: number, body: object): void {
	const text = JSON.stringify(body);
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
	response.end(text);
}
