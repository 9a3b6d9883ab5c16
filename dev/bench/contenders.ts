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
		back: 'https://shop.example/paid',
	}));
}

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
	callbackUrl: '={{ $json.back }}',
	webhookURL: HOOK,
};

/** The same fields, written so that each is evaluated by itself: only an expression with nothing around it is read with others. */
const FIELDS_APART = Object.fromEntries(
	Object.entries(EIGHT_FIELDS).map(([name, value]) => [name, value.startsWith('=') ? `${value}{{ '' }}` : value]),
) as typeof EIGHT_FIELDS;

/** Card: Charge. */
function charge(fields: typeof EIGHT_FIELDS): INodeJson {
	return ours('card', 'charge', {
		...fields,
		currency: { __rl: true, mode: 'code', value: fields.currency },
		notify: 'urls',
		options: { amountUnit: 'minor' },
	});
}

/** Our node. */
function ours(resource: string, operation: string, parameters: object): INodeJson {
	return {
		name: 'Node',
		type: 'n8n-nodes-card-payment.cardPayment',
		parameters: { resource, operation, ...parameters },
	};
}

/** n8n's HTTP Request node with the same credential. */
function httpRequest(method: 'GET' | 'POST', url: string, parameters: object = {}): INodeJson {
	return {
		name: 'Node',
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
	return { name: 'Node', type: 'n8n-nodes-bench-sequential.sequential', parameters };
}

/** The nodes that are compared, for a service at `url`. */
export function contenders(url: string) {
	return {
		chargeByJson: ours('card', 'chargeFromJson', { charge: BODY }),
		postJson: httpRequest('POST', `${url}/transaction/charge`, { sendBody: true, specifyBody: 'json', jsonBody: BODY }),
		chargeByFields: charge(EIGHT_FIELDS),
		chargeByFieldsApart: charge(FIELDS_APART),
		chargeSequentially: sequential({ operation: 'charge', url, ...EIGHT_FIELDS }),
		verify: (requestsAtOnce?: number) =>
			ours('transaction', 'verify', {
				transactionReference: '={{ $json.order }}',
				options: requestsAtOnce === undefined ? {} : { requestsAtOnce },
			}),
		getRecord: httpRequest('GET', `=${url}/transaction/verify/{{ $json.order }}`),
		verifySequentially: sequential({ operation: 'verify', url, transactionReference: '={{ $json.order }}' }),
		listBanks: ours('bank', 'getMany', { options: { requestsAtOnce: 100 } }),
	};
}
