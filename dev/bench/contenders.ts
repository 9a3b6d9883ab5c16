import type { INodeJson } from '../engine';

/** Payments as an earlier node might have put them out. */
export function payments(count: number): Array<Record<string, string | number>> {
	// References are unique (specification 8.3).
	const run = Date.now().toString(36);
	return Array.from({ length: count }, (_, index) => ({
		card: '5060990580000217499',
		month: '03',
		year: '50',
		code: '111',
		amount: 1050,
		currency: 'NGN',
		order: `${run}-${index}`,
		transaction: `T-${run}-${index}`,
		back: 'https://shop.example/paid',
	}));
}

/** The node that is measured; in a loop its last one. */
export const NODE = 'Node';
/** The node that hands over one item after another. */
export const LOOP = 'Loop';

const HOOK = 'https://shop.example/hook';

const BODY = `={{ {
	cardNumber: $json.card, expiryMonth: $json.month, expiryYear: $json.year, cvv: $json.code, amount: $json.amount,
	currency: $json.currency, reference: $json.order, callbackUrl: $json.back, webhookURL: '${HOOK}'
} }}`;

const EIGHT_FIELDS = {
	cardNumber: '={{ $json.card }}',
	expiry: '={{ $json.month }}/{{ $json.year }}',
	cvv: '={{ $json.code }}',
	amount: '={{ $json.amount }}',
	currency: '={{ $json.currency }}',
	reference: '={{ $json.order }}',
	returnUrl: '={{ $json.back }}',
	webhookURL: HOOK,
};

/** Card: Charge. */
function charge(fields: typeof EIGHT_FIELDS): INodeJson {
	return ours('card', 'charge', {
		...fields,
		currency: { __rl: true, mode: 'code', value: fields.currency },
		notify: 'url',
		options: { amountUnit: 'minor' },
	});
}

/** Our node. */
function ours(resource: string, operation: string, parameters: object): INodeJson {
	return {
		name: NODE,
		type: 'n8n-nodes-card-payment.cardPayment',
		parameters: { resource, operation, ...parameters },
	};
}

/** n8n's HTTP Request node with the same credential. */
function httpRequest(method: 'GET' | 'POST', url: string, parameters: object = {}): INodeJson {
	return {
		name: NODE,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method,
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'cardPaymentApi',
			options: {},
			...parameters,
		},
	};
}

/** A node written like n8n's Stripe node, with the same credential. */
function sequential(parameters: object): INodeJson {
	return { name: NODE, type: 'n8n-nodes-bench-sequential.sequential', parameters };
}

/** Nodes that run in a loop, one behind the other, for one item after another. */
export interface Loop {
	nodes: INodeJson[];
}

/**
 * How somebody builds it who charges no order twice with HTTP Request nodes: each item is verified by its reference, and charged
 * when that has been answered.
 */
function verifyThenCharge(url: string): Loop {
	const item = `$('${LOOP}').item.json`;
	// That the service knows no such payment is the usual answer.
	const known = { options: { response: { response: { neverError: true } } } };
	return {
		nodes: [
			{ ...httpRequest('GET', `=${url}/transaction/verify/{{ $json.order }}`, known), name: 'Verify' },
			httpRequest('POST', `${url}/transaction/charge`, {
				sendBody: true,
				specifyBody: 'json',
				jsonBody: BODY.replaceAll('$json', item),
			}),
		],
	};
}

/** The nodes that are compared, for a service at `url`. */
export function contenders(url: string) {
	return {
		postJson: httpRequest('POST', `${url}/transaction/charge`, { sendBody: true, specifyBody: 'json', jsonBody: BODY }),
		chargeByFields: charge(EIGHT_FIELDS),
		verifyThenCharge: verifyThenCharge(url),
		chargeSequentially: sequential({ operation: 'charge', url, ...EIGHT_FIELDS }),
		verify: (requestsAtOnce?: number) =>
			ours('transaction', 'verify', {
				transactionReference: '={{ $json.transaction }}',
				options: requestsAtOnce === undefined ? {} : { requestsAtOnce },
			}),
		getRecord: httpRequest('GET', `=${url}/transaction/verify/{{ $json.transaction }}`),
		verifySequentially: sequential({ operation: 'verify', url, transactionReference: '={{ $json.transaction }}' }),
		listPayments: (limit: number) =>
			ours('transaction', 'getMany', { returnAll: false, limit, from: '2026-11-24', until: '2026-11-25' }),
		listBanks: ours('bank', 'getMany', { options: { requestsAtOnce: 100 } }),
	};
}
