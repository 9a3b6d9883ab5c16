import type { Flow, Decision } from './cards';
import { newId } from './newId';
import type { Settings } from './options';
import { isOpen, isPaid, nameOf, PENDING, REFUNDED } from './statuses';
import { foldReference } from './writes';

/** The sandbox's record of a charge: never the card number, the CVV, the PIN or the OTP. */
export interface Transaction {
	merchantReference: string;
	transactionReference: string;
	paymentReference: string;
	amountMinor: number;
	currency: string;
	/** The decimals with which the service counted the currency when it was charged. */
	decimals: number;
	/** The integer code; see statuses.ts. */
	status: number;
	errorCode: string;
	errorMessage: string;
	flow: Flow;
	last4: string;
	/** The refunds to the customer, oldest first. */
	refunds: Refund[];
	/** The number of times that money was charged or initiated here. */
	chargeCount: number;
	otpTries: number;
	/** The answer of the card's bank once the customer has proved who they are. */
	decision: Decision;
	createdAt: string;
	callbackUrl: string;
	webhookURL: string;
	customerId: string;
	email?: string;
	/**
	 * The state of a hosted page: what the customer may pay with, and what it was in the end; who pays the fee; what the merchant gave;
	 * whether it was opened.
	 */
	hosted?: {
		channels: Channel[];
		channel: Channel | null;
		feeBearer: 'merchant' | 'customer';
		metadata: object | null;
		isOpened: boolean;
	};
}

/** The means by which a customer pays on a hosted page. */
export type Channel = 'card' | 'bank';

/** Money that went back to the customer. */
export interface Refund {
	refundId: string;
	amountMinor: number;
	timestamp: string;
	/** False while the refund was accepted and not carried out. */
	isMade: boolean;
}

type NewTransaction = Pick<
	Transaction,
	| 'merchantReference'
	| 'amountMinor'
	| 'currency'
	| 'decimals'
	| 'flow'
	| 'last4'
	| 'decision'
	| 'callbackUrl'
	| 'webhookURL'
	| 'customerId'
	| 'email'
	| 'hosted'
>;

/** The transactions, in memory, oldest first. */
export class Ledger {
	duplicatesRefused = 0;
	private readonly list: Transaction[] = [];
	/** The refunds that were accepted, and are carried out later. */
	private readonly taken = new Map<Refund, Transaction>();

	/** `onFinal` is called for every transaction that reaches a final state. */
	constructor(
		private readonly settings: Settings,
		private readonly onFinal: (transaction: Transaction) => void,
	) {}

	/** All of them, as they are now. */
	get transactions(): Transaction[] {
		const due = Date.now() - this.settings.refundLagMs;
		for (const [refund, transaction] of this.taken) {
			if (Date.parse(refund.timestamp) <= due) this.carryOut(refund, transaction);
		}
		return this.list;
	}

	/** Finds a transaction. Of several, a paid one goes before an open one, and that before any other. */
	byReference(merchantReference: string): Transaction | undefined {
		return this.allByReference(merchantReference).sort((one, other) => rankOf(one) - rankOf(other))[0];
	}

	/** Returns more than one only where the option `acceptsUsedReferences` lets a reference be used again. */
	allByReference(merchantReference: string): Transaction[] {
		return this.transactions.filter((transaction) => this.isOf(transaction, merchantReference));
	}

	/** Says whether a transaction has the merchant's reference, as the service compares it. */
	isOf(transaction: Transaction, merchantReference: string): boolean {
		const { writes } = this.settings;
		return foldReference(transaction.merchantReference, writes) === foldReference(merchantReference, writes);
	}

	/** Says whether the service has a record of a transaction to show. */
	hasRecord({ hosted }: Transaction): boolean {
		return this.settings.showsUnopenedPages || !hosted || hosted.isOpened;
	}

	byTransactionReference(transactionReference: string): Transaction | undefined {
		return this.transactions.find((transaction) => transaction.transactionReference === transactionReference);
	}

	/**
	 * Counts how many times money was charged or initiated under the merchant's reference; above 1 (section 8, rule 3) only with the option
	 * `acceptsUsedReferences`.
	 */
	chargesOf(merchantReference: string): number {
		return this.allByReference(merchantReference).reduce((total, { chargeCount }) => total + chargeCount, 0);
	}

	/** Opens a transaction in PENDING; `undefined` when its reference has been used (section 8, rule 3). */
	open(details: NewTransaction): Transaction | undefined {
		if (!this.settings.acceptsUsedReferences && this.byReference(details.merchantReference)) {
			this.duplicatesRefused += 1;
			return undefined;
		}
		const transaction: Transaction = {
			...details,
			transactionReference: newId('SBX'),
			paymentReference: newId('PAY'),
			status: PENDING,
			errorCode: '',
			errorMessage: 'Waiting for the customer',
			refunds: [],
			chargeCount: 1,
			otpTries: 0,
			createdAt: new Date().toISOString(),
		};
		this.list.push(transaction);
		return transaction;
	}

	/** Pays back a part of a transaction, or all that is left of it: at once, or later. */
	refund(transaction: Transaction, amountMinor: number): Refund {
		const refund = this.payBack(transaction, amountMinor);
		if (this.settings.refundLagMs > 0) this.taken.set(refund, transaction);
		else this.carryOut(refund, transaction);
		return refund;
	}

	private carryOut(refund: Refund, transaction: Transaction): void {
		this.taken.delete(refund);
		refund.isMade = true;
		const isWhole = sumOfRefunds(transaction) >= transaction.amountMinor;
		const status = isWhole ? REFUNDED : this.settings.partialRefundStatus;
		this.setStatus(transaction, { status, errorCode: '', errorMessage: nameOf(status) });
	}

	private payBack(transaction: Transaction, amountMinor: number): Refund {
		const timestamp = new Date().toISOString();
		const refund = { refundId: newId('RFD'), amountMinor, timestamp, isMade: false };
		transaction.refunds.push(refund);
		return refund;
	}

	/** Moves a transaction to another status. */
	setStatus(transaction: Transaction, decision: Decision): void {
		Object.assign(transaction, decision);
		if (decision.status === REFUNDED && transaction.refunds.length === 0)
			this.payBack(transaction, transaction.amountMinor).isMade = true;
		if (!isOpen(transaction.status)) this.onFinal(transaction);
	}

	clear(): void {
		this.list.length = 0;
		this.taken.clear();
		this.duplicatesRefused = 0;
	}
}

/** Adds up how much of a transaction was paid back, in minor units, without refunds that were only accepted so far. */
export function sumOfRefunds({ refunds }: Pick<Transaction, 'refunds'>): number {
	return refunds.reduce((total, { amountMinor, isMade }) => total + (isMade ? amountMinor : 0), 0);
}

function rankOf({ status }: Transaction): number {
	if (isPaid(status)) return 0;
	return isOpen(status) ? 1 : 2;
}
