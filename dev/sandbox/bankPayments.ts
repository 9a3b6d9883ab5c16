import { randomInt } from 'node:crypto';
import { newId } from './newId';
import type { Settings } from './options';
import { foldReference } from './writes';

/** An account that was made for one payment. */
export interface BankPayment {
	/** The id that the caller chose. */
	requestId: string;
	paymentRequestId: string;
	/** The amount asked for, in minor units. */
	amountMinor: number;
	/** The amount paid, in minor units; null while nobody has paid. */
	paidMinor: number | null;
	accountNumber: string;
	status: string;
	createdAt: number;
}

/** The accounts for single payments, in memory, oldest first. */
export class BankPayments {
	readonly list: BankPayment[] = [];

	constructor(private readonly settings: Settings) {}

	/** Returns more than one only where the option `acceptsUsedReferences` lets a request id be used again. */
	allByRequestId(requestId: string): BankPayment[] {
		const { writes } = this.settings;
		const wanted = foldReference(requestId, writes);
		const found = this.list.filter((one) => foldReference(one.requestId, writes) === wanted);
		for (const one of found) this.#payWhereDue(one);
		return found;
	}

	/** Makes an account; `undefined` when its request id has been used. */
	open(requestId: string, amountMinor: number): BankPayment | undefined {
		if (!this.settings.acceptsUsedReferences && this.allByRequestId(requestId).length > 0) return undefined;
		const opened: BankPayment = {
			...{ requestId, amountMinor, paidMinor: null, status: 'PENDING', createdAt: Date.now() },
			paymentRequestId: newId('SBV'),
			accountNumber: String(randomInt(10 ** 9, 10 ** 10)),
		};
		this.list.push(opened);
		return opened;
	}

	/** Transfers an amount to the account, as the customer would. */
	pay(bankPayment: BankPayment, paidMinor = bankPayment.amountMinor): void {
		Object.assign(bankPayment, { paidMinor, status: 'COMPLETED' });
	}

	clear(): void {
		this.list.length = 0;
	}

	#payWhereDue(bankPayment: BankPayment): void {
		const { bankPaymentPaidMs } = this.settings;
		const isDue = bankPaymentPaidMs > 0 && Date.now() >= bankPayment.createdAt + bankPaymentPaidMs;
		if (isDue && bankPayment.status === 'PENDING') this.pay(bankPayment);
	}
}
