/** The names of the status codes, by code. The specification gives only 2; the others are a provider's table. */
const STATUS_NAMES: readonly string[] = [
	'COMPLETED',
	'PENDING',
	'AUTHORIZED',
	'CAPTURED',
	'DECLINED',
	'CANCELED',
	'REFUNDED',
	'CHARGED_BACK',
	'IN_PROGRESS',
	'VOIDED',
	'PENDING_REVIEW',
	'PARTIALLY_REFUNDED',
	'UNDER_INVESTIGATION',
	'FAILED_TO_CAPTURE',
	'EXPIRED',
	'SUSPENDED',
	'TRANSFERRED',
	'SCHEDULED',
];

export const PENDING = 1;
export const AUTHORIZED = 2;
export const DECLINED = 4;
export const CANCELED = 5;
export const REFUNDED = 6;
export const PARTIALLY_REFUNDED = 11;

const PAID: readonly number[] = [0, AUTHORIZED, 3, 16];
const OPEN: readonly number[] = [PENDING, 8, 10, 12, 15, 17];

/** Names a status code; UNKNOWN for one outside the table. */
export function nameOf(status: number): string {
	return STATUS_NAMES[status] ?? 'UNKNOWN';
}

/** Says whether a status code is in the table. */
export function isKnown(status: number): boolean {
	return STATUS_NAMES[status] !== undefined;
}

/** Says whether the customer has paid a transaction in this status. */
export function isPaid(status: number): boolean {
	return PAID.includes(status);
}

/** Says whether a transaction in this status can still change by itself. */
export function isOpen(status: number): boolean {
	return OPEN.includes(status);
}
