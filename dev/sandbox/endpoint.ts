/** The endpoints of the service, by the names that faults and recorded requests have for them. */
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
] as const;

export type Endpoint = (typeof ENDPOINTS)[number];
