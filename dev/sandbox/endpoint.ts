/** The names that faults and recorded requests use for the service's endpoints. */
export const ENDPOINTS = [
	'token',
	'refresh',
	'banks',
	'name',
	'transfer',
	'transferStatus',
	'charge',
	'authorize',
	'verify',
	'history',
	'refund',
	'hostedCheckout',
	'bankPayment',
	'bankPaymentStatus',
	'balance',
] as const;

export type Endpoint = (typeof ENDPOINTS)[number];
