import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox';

/* A client of the sandbox, for its own tests: it asks as the documents say. */

export type Json = Record<string, unknown>;
type Headers = Record<string, string>;

export const KEYS = { 'x-api-key': 'sandbox-api-key', 'x-client-id': 'sandbox-client-id' };
const PRIVATE_KEY = { authorization: 'sandbox-private-key' };
export const CARDS = {
	otp: { cardNumber: '5060990580000217499', expiryMonth: '03', expiryYear: '50', cvv: '111' },
	frictionless: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123' },
	refused: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '999' },
	threeDSecure: { cardNumber: '4012000033330026', expiryMonth: '03', expiryYear: '50', cvv: '111' },
};

/** The sandbox of the test that runs. Importers see each new one. */
export let sandbox: Sandbox;

export const start = async (options?: SandboxOptions) => {
	sandbox = await startSandbox({ webhooksEnabled: false, ...options });
};

export async function call(method: 'GET' | 'POST' | 'PUT', path: string, headers: Headers, body?: unknown) {
	const answer = await fetch(new URL(path, sandbox.url), {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const bytes = Buffer.from(await answer.arrayBuffer());
	const text = bytes.toString();
	const json = (/^{.*}$/s.test(text) ? JSON.parse(text) : {}) as Json;
	return { status: answer.status, contentType: answer.headers.get('content-type'), bytes, text, json };
}

export const CHARGE: Json = {
	...CARDS.otp,
	amount: 1033,
	currency: 'NGN',
	reference: 'order-1',
	callbackUrl: 'https://shop.example/back?cart=7',
	webhookURL: 'http://127.0.0.1:9/hook',
};
export const charge = (changes: Json = {}) =>
	call('POST', '/transaction/charge', KEYS, { ...CHARGE, email: 'ada@shop.example', ...changes });
export const authorize = (changes: Json) =>
	call('POST', '/transaction/charge/authorize', KEYS, { otp: '123456', authorizationType: 'OTP', ...changes });
export const verify = (reference: string) =>
	call('GET', `/transaction/verify/${encodeURIComponent(reference)}`, PRIVATE_KEY);
export const history = (query = '') => call('GET', `/transaction/history?${query}`, PRIVATE_KEY);
export const historyOf = async (query = '') => (await history(query)).json.data as Json & { content: Json[] };
export const refund = (transactionReference: string, refundAmount: number) =>
	call(
		'PUT',
		`/transaction/refund/${transactionReference}`,
		{ authorization: `Bearer ${PRIVATE_KEY.authorization}` },
		{ transactionReference, refundAmount },
	);
async function bearer(): Promise<Headers> {
	const { json } = await call('POST', '/uaa/api/auth', KEYS);
	return { authorization: `Bearer ${String(json.accessToken)}` };
}
const BANKS = '/paas/bank/transfer/v1';
export const transfer = async (changes: Json = {}) =>
	await call('POST', `${BANKS}/transfer-funds`, await bearer(), {
		amount: 10.5,
		bankCode: '011',
		recipientAccountNumber: '0123456789',
		narration: 'Invoice 1001',
		requestId: 'PAYOUT-1',
		...changes,
	});
export const banks = async (query: string) => (await call('GET', `${BANKS}/banks?${query}`, await bearer())).json;
export async function chargedReference(changes?: Json): Promise<string> {
	const { ref, reference } = (await charge(changes)).json.data as Json;
	return String(ref ?? reference);
}
