import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { serveOtpPage } from '../../../nodes/CardPayment/otpPage/otpRequest';

const CREDENTIAL = {
	baseUrl: 'https://service.example',
	apiKey: 'api-key',
	clientId: 'client',
	privateKey: 'the-private-key-1',
};
const WAITING = { transactionReference: 'T-1', timedOut: true };
const RECORD = { data: { transactionReference: 'T-1', merchantRef: 'R-1', status: 1 } };

interface Request {
	items?: IDataObject[];
	query?: IDataObject;
	body?: IDataObject;
	/** The number of bytes that the request announces. */
	size?: number;
	credential?: IDataObject;
	/** The service's answer when it is asked for the payment. */
	verify?: [statusCode: number, body: object] | ((url: string) => [statusCode: number, body: object]);
}

let waits = 0;
let sent: string[];
/** The last page that was sent. */
let page: string;
/** The data that the execution goes on with, if it does. */
let resumedWith: unknown;
beforeEach(() => {
	waits++;
	sent = [];
	page = '';
});

/** Returns what the page of a waiting execution answers; each test has a wait of its own. */
async function visit({
	items = [WAITING],
	query = { transaction: 'T-1' },
	body,
	size = 0,
	credential = CREDENTIAL,
	verify = [200, RECORD],
}: Request): Promise<string> {
	const response = {
		removeHeader: () => response,
		status: () => response,
		set: () => response,
		type: () => response,
		send: (html: string) => (page = html),
		json: ({ message }: { message: string }) => (page = `<h1>${message}</h1>`),
	};
	const context = {
		getCredentials: () => Promise.resolve(credential),
		getNodeParameter: (_: string, fallback: unknown) => fallback,
		getMode: () => 'webhook',
		getTimezone: () => 'Africa/Lagos',
		getNode: () => ({ id: 'node-1', name: 'Collect' }),
		getQueryData: () => query,
		getBodyData: () => body ?? {},
		getRequestObject: () => ({
			method: body ? 'POST' : 'GET',
			originalUrl: '/webhook-waiting/7/card-payment-otp',
			path: '/webhook-waiting/7/card-payment-otp',
			headers: { 'content-length': String(size) },
			readRawBody: () => Promise.resolve(),
			query,
			acceptsLanguages: () => 'en',
		}),
		getResponseObject: () => response,
		evaluateExpression: (code: string) => (code.includes('$input') ? items.map((json) => ({ json })) : `wait-${waits}`),
		logger: { warn: () => undefined },
		helpers: {
			httpRequestWithAuthentication: (_: string, { url }: { url: string }) => {
				sent.push(url);
				const refused = { statusCode: 400, body: { message: 'Invalid OTP' } };
				const [statusCode, body] = typeof verify === 'function' ? verify(url) : verify;
				const found = { statusCode, body };
				return Promise.resolve(url.endsWith('/authorize') ? refused : found);
			},
		},
	};
	resumedWith = (await serveOtpPage(context as unknown as IWebhookFunctions)).workflowData;
	return /<h1>(.*)<\/h1>/.exec(page)![1]!;
}

test('an address without a payment is not that of an item which failed', async () => {
	const items = [{ error: 'not verified' }, WAITING];
	expect(await visit({ items, query: {} })).toBe('This link does not work');
	expect(sent).toEqual([]);
	expect(await visit({ items })).toBe('Confirm your payment');
});

test('where the credential cannot be used, the page still tells what is paid', async () => {
	const items = [{ ...WAITING, amount: 10.5, currency: 'NGN', reference: 'R-1' }];
	expect(await visit({ items, credential: { ...CREDENTIAL, baseUrl: 'nowhere' } })).toBe(
		'You cannot pay here right now',
	);
	for (const part of ['₦10.50', 'data-copy="R-1"']) expect(page).toContain(part);
	expect(sent).toEqual([]);
});

test('the form counts refused OTPs, until none is accepted any more', async () => {
	const headings = [];
	for (const otp of ['111111', '222222', '333333']) {
		const state = /name="state" value="([^"]+)"/.exec(page)?.[1] ?? '';
		headings.push(await visit({ body: { otp, state } }));
	}
	expect(headings).toEqual(['Confirm your payment', 'Confirm your payment', 'Payment not completed']);
	// A link that is opened again starts over.
	expect(await visit({})).toBe('Confirm your payment');
});

test('while nobody can tell what became of the payment, no further OTP is asked for', async () => {
	const verify: Request['verify'] = [403, { status: 'error', message: 'Forbidden' }];
	expect(await visit({ body: { otp: '111111' }, verify })).toBe('Your payment is being checked');
});

describe('the record of another payment does not finish an item', () => {
	const waiting = { ...WAITING, outcome: 'unknown', reference: 'R-1', amount: 10.5, currency: 'NGN' };
	const own = {
		transactionReference: 'T-1',
		merchantRef: 'R-1',
		requestedAmount: 10.5,
		currencyCode: 'NGN',
		status: 2,
	};

	test.each([{ merchantRef: 'SOMEBODY' }, { requestedAmount: 1 }, { currencyCode: 'USD' }])('%j', async (other) => {
		const verify: Request['verify'] = [200, { data: { ...own, ...other } }];
		expect(await visit({ items: [waiting], verify })).toBe('Confirm your payment');
	});

	test('nor does an OTP that the service refuses', async () => {
		const verify: Request['verify'] = [200, { data: { ...own, requestedAmount: 1 } }];
		expect(await visit({ items: [waiting], verify, body: { otp: '123456' } })).toBe('Confirm your payment');
		expect(resumedWith).toBeUndefined();
	});

	test.each([waiting, WAITING])('its own does: %j', async (item) => {
		expect(await visit({ items: [item], verify: [200, { data: own }] })).toBe('Payment received');
	});
});
