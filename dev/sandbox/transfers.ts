import { newId } from './newId';
import type { Settings } from './options';
import { foldReference } from './writes';

/** The result of a transfer, in the words that providers document. */
export interface Decision {
	status: string;
	responseCode: string;
	responseMessage: string;
}

export interface Transfer extends Decision {
	/** The id that the caller chose. */
	requestId: string;
	reference: string;
	amountMinor: number;
	bankCode: string;
	accountNumber: string;
	holder: string;
	narration: string;
	/** The status that a pending transfer takes later. */
	later: Decision | undefined;
	/** Milliseconds since 1970. */
	createdAt: number;
}

type NewTransfer = Omit<Transfer, 'reference' | 'createdAt'>;

const DAY = 24 * 60 * 60 * 1000;

/** The transfers, in memory, oldest first, and what they leave on the merchant's account. */
export class Transfers {
	readonly list: Transfer[] = [];
	duplicatesRefused = 0;

	constructor(private readonly settings: Settings) {}

	/** The balance in minor units. The amounts of failed transfers have been returned. */
	get balance(): number {
		return this.settings.transferBalance - sumOf(this.list);
	}

	/** The amount that may still be transferred today (UTC), in minor units. */
	get leftToday(): number {
		const today = Math.floor(Date.now() / DAY);
		return (
			this.settings.transferDailyLimit -
			sumOf(this.list.filter(({ createdAt }) => Math.floor(createdAt / DAY) === today))
		);
	}

	/** Finds a transfer. Of several, a complete one goes before an open one, and that before a failed one. */
	byRequestId(requestId: string): Transfer | undefined {
		return this.allByRequestId(requestId).sort((one, other) => rankOf(one) - rankOf(other))[0];
	}

	/** Returns more than one only where the option `acceptsUsedReferences` lets a request id be used again. */
	allByRequestId(requestId: string): Transfer[] {
		const { writes } = this.settings;
		const wanted = foldReference(requestId, writes);
		return this.list
			.filter((transfer) => foldReference(transfer.requestId, writes) === wanted)
			.map((transfer) => this.#asOfNow(transfer));
	}

	byReference(reference: string): Transfer | undefined {
		const found = this.list.find((transfer) => transfer.reference === reference);
		return found && this.#asOfNow(found);
	}

	/** Counts the transfers under a request id; more than 1 only with the option `acceptsUsedReferences`. */
	transfersOf(requestId: string): number {
		return this.allByRequestId(requestId).length;
	}

	/** Counts how many times money was sent under a request id and was not returned by a failure. */
	timesSent(requestId: string): number {
		return this.allByRequestId(requestId).filter(({ status }) => status !== 'FAILED').length;
	}

	/** Records a transfer; `undefined` when its request id has been used. */
	open(details: NewTransfer): Transfer | undefined {
		if (!this.settings.acceptsUsedReferences && this.transfersOf(details.requestId) > 0) {
			this.duplicatesRefused += 1;
			return undefined;
		}
		const transfer = { ...details, reference: newId('SBT'), createdAt: Date.now() };
		this.list.push(transfer);
		return transfer;
	}

	/** Moves a transfer to another status, for good. */
	setStatus(transfer: Transfer, decision: Decision): void {
		Object.assign(transfer, decision, { later: undefined });
	}

	clear(): void {
		this.list.length = 0;
		this.duplicatesRefused = 0;
	}

	#asOfNow(transfer: Transfer): Transfer {
		const isDue = Date.now() >= transfer.createdAt + this.settings.transferPendingMs;
		if (isDue && transfer.later) this.setStatus(transfer, transfer.later);
		return transfer;
	}
}

function rankOf({ status }: Transfer): number {
	if (status === 'COMPLETE') return 0;
	return status === 'FAILED' ? 2 : 1;
}

function sumOf(transfers: readonly Transfer[]): number {
	return transfers
		.filter(({ status }) => status !== 'FAILED')
		.reduce((total, { amountMinor }) => total + amountMinor, 0);
}
