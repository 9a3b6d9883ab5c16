import type { Outcome } from './outcome';

/** What every operation on a payment outputs: flat, and the same everywhere. */
export interface Payment {
	outcome: Outcome;
	/** True for the outcome `authorized` alone. */
	authorized: boolean;
	/** The service's transaction status code, where it gave one. */
	status: number | null;
	statusName: string | null;
	/** The merchant's reference. */
	reference: string | null;
	/** The service's reference: authorize and verify ask for it. */
	transactionReference: string | null;
	authorizationType: string | null;
	/** In major units: 10.5 means 10.50. */
	amount: number | null;
	/** In minor units, exact: 1050 means 10.50. */
	amountMinor: number | null;
	currency: string | null;
	/** The service's words, or ours where the outcome is unknown. */
	message: string | null;
}

/** A payment with all its fields; what is not given is null. */
export function payment({ outcome, ...known }: { outcome: Outcome } & Partial<Omit<Payment, 'authorized'>>): Payment {
	return {
		outcome,
		authorized: outcome === 'authorized',
		status: null,
		statusName: null,
		reference: null,
		transactionReference: null,
		authorizationType: null,
		amount: null,
		amountMinor: null,
		currency: null,
		message: null,
		...known,
	};
}

/** The common part of a payment, without what an operation added. */
export function commonPart(paid: Payment): Payment {
	const fields = Object.keys(payment({ outcome: 'unknown' })) as Array<keyof Payment>;
	return Object.fromEntries(fields.map((field) => [field, paid[field]])) as unknown as Payment;
}
