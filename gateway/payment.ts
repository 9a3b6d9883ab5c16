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
	return payment({
		outcome: paid.outcome,
		status: paid.status,
		statusName: paid.statusName,
		reference: paid.reference,
		transactionReference: paid.transactionReference,
		authorizationType: paid.authorizationType,
		amount: paid.amount,
		amountMinor: paid.amountMinor,
		currency: paid.currency,
		message: paid.message,
	});
}
