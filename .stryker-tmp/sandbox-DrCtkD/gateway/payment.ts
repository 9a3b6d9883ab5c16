// @ts-nocheck
import type { Outcome } from './outcome';

/** The fields that every operation on a payment outputs. */
export interface Payment {
	outcome: Outcome;
	/** True for the outcome `authorized` alone. */
	authorized: boolean;
	/** The service's transaction status code, if it gave one. */
	status: number | null;
	statusName: string | null;
	/** The merchant's reference. */
	reference: string | null;
	/** The service's reference, which authorize and verify require. */
	transactionReference: string | null;
	authorizationType: string | null;
	/** In major units: 10.5 means 10.50. */
	amount: number | null;
	/** In minor units, exact: 1050 means 10.50. */
	amountMinor: number | null;
	currency: string | null;
	/** The service's message, or ours when the outcome is unknown. */
	message: string | null;
}

/** A payment with all its fields. Those that are not given are null. */
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

/** The common fields of a payment, without those that an operation added. */
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
