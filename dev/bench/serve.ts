/**
 * The service that the contenders call, in a process of its own: as little work per request as possible, so that it is
 * never what is measured. It answers at once, or after a delay, with the shapes of the specification.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the benchmark tells the service. */
export interface Order {
	/** Milliseconds before each answer. */
	delay?: number;
	/** Invalidates every token issued so far. */
	revoke?: boolean;
}

/** The requests that the service has counted since it started. */
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

const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const [status, body] = answer(request, Buffer.concat(chunks).toString());
		if (delay === 0) send(response, status, body);
		else setTimeout(() => send(response, status, body), delay);
	});
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

function answer({ method, url = '', headers }: IncomingMessage, body: string): [status: number, body: object] {
	if (url === '/uaa/api/auth') return token();
	if (url.startsWith('/transaction/verify/')) return verification(url.split('/').at(-1)!);
	if (headers.authorization !== `Bearer ${accessToken()}`) return [401, { message: 'The token is not valid' }];
	return method === 'POST' ? charge(body) : banks();
}

function token(): ReturnType<typeof answer> {
	counts.tokens += 1;
	return [200, { accessToken: accessToken(), refreshToken: 'refresh' }];
}

/** Section 2.3, for a card that needs an OTP. */
function charge(body: string): ReturnType<typeof answer> {
	counts.charges += 1;
	const { reference } = JSON.parse(body) as { reference: string };
	const otp = { authorizationType: 'OTP', otpMessage: 'Enter the OTP', otpMessageSupport: 'Dial *000#' };
	return [200, envelope({ status: 200, ...otp, reference: `T-${reference}` })];
}

/** Section 2.6, whichever transaction is asked for. */
function verification(transactionReference: string): ReturnType<typeof answer> {
	// A trigger is published only where the service knows no such reference.
	if (transactionReference.startsWith('credential-test-')) return notFound();
	counts.verifies += 1;
	const record = {
		merchant: 'Shop',
		transactionReference,
		merchantRef: `M-${transactionReference}`,
		grossAmount: 10.5,
		requestedAmount: 10.5,
		transactionFee: 0.1,
		settlementAmount: 10.4,
		customerId: 'Ada Lovelace ada@shop.example',
		currencyCode: 'NGN',
		callbackUrl: 'https://shop.example/paid',
		authorizationType: 'OPEN',
		paymentRequestor: 'Shop',
		// An old payment would start nothing.
		transactionDate: new Date().toISOString().slice(0, -1),
		status: 2,
	};
	return [200, envelope(record)];
}

/** Section 7. */
function notFound(): ReturnType<typeof answer> {
	return [404, { status: 'error', message: 'There is no such transaction' }];
}

function banks(): ReturnType<typeof answer> {
	counts.banks += 1;
	return [200, { content: [{ id: 1, code: '001', name: 'Bank', logoUrl: '' }], totalPages: 1, number: 0, last: true }];
}

function envelope(data: object): object {
	return { status: 200, message: 'Successful', data, errors: [] };
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
