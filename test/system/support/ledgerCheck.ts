import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { EngineRun } from '../../../dev/engine';
import { PUBLISHED } from '../../publishedStatuses';
import type { Booking } from './orders';

/** The state of an order at the service. */
export type State = 'absent' | 'open' | 'authorized' | 'declined' | 'refunded';

/** n8n's word about one item: an outcome, what was not done, or nothing at all. */
export interface Claim {
	itemIndex: number;
	said: string;
	/** The output, unless the item failed. */
	item?: IDataObject;
}

export const NOTHING_SAID = 'nothing';

/** Words that say that nobody knows, or that it may be a repeat. They are never wrong. */
const DOUBT = /^(unknown|outcome not known.*|not \w+ by this (call|try))$/;

/** The states for which a word is true. */
const TRUE_FOR: Readonly<Record<string, readonly State[]>> = {
	authorized: ['authorized'],
	declined: ['declined'],
	refunded: ['refunded'],
	pending: ['open'],
	otp_required: ['open'],
	redirect_required: ['open'],
	// In the words of an error.
	'waits for an OTP': ['open'],
	"waits for the customer's browser": ['open'],
};

/** The meanings of the sandbox's statuses of transfers. */
const TRANSFER_STATES: Readonly<Record<string, State>> = {
	PENDING: 'open',
	AWAITING_REVIEW: 'open',
	COMPLETE: 'authorized',
	FAILED: 'declined',
};

export function stateOf(booking: Booking | undefined): State {
	if (!booking) return 'absent';
	// A refund that was taken is one, also while the service's record does not show it.
	if ('refunds' in booking && booking.refunds.length > 0) return 'refunded';
	const { status } = booking;
	if (typeof status === 'string') return TRANSFER_STATES[status]!;
	const outcome = PUBLISHED.find(([code]) => code === status)![2];
	return outcome === 'pending' ? 'open' : (outcome as State);
}

export function isDoubt({ said }: Claim): boolean {
	return DOUBT.test(said);
}

/**
 * Says whether the ledger proves a claim wrong.
 * @param untouched the state of an order that this operation has not acted on
 */
export function isContradicted(claim: Claim, state: State, untouched: State): boolean {
	if (isDoubt(claim) || claim.said === NOTHING_SAID) return false;
	return !(TRUE_FOR[claim.said] ?? [untouched]).includes(state);
}

/** Says whether what was returned is of another payment than what is booked for the order. */
export function isAboutAnother({ item }: Claim, booking: Booking | undefined): boolean {
	if (!item || !booking) return false;
	const { transactionReference = null, amountMinor = null } = item;
	const booked = 'transactionReference' in booking ? booking.transactionReference : booking.reference;
	return (
		(transactionReference !== null && transactionReference !== booked) ||
		(amountMinor !== null && amountMinor !== booking.amountMinor)
	);
}

/** Says whether an item says that its request was not carried out, so that its user may ask again. */
export function isNotDone(claim: Claim): boolean {
	return !isDoubt(claim) && !Object.hasOwn(TRUE_FOR, claim.said) && claim.said !== NOTHING_SAID;
}

/** Returns the claims of a run about each of its input items: by its output, or by the error that stopped it. */
export function claimsOf(run: Pick<EngineRun, 'error' | 'items'>, node: string, items: number): Claim[] {
	const told = run.error ? fromError(run.error) : run.items(node).map(fromItem);
	return Array.from({ length: items }, (_, itemIndex) => {
		const claims = told.filter((claim) => claim.itemIndex === itemIndex);
		return claims.length === 1 ? claims[0]! : { itemIndex, said: NOTHING_SAID };
	});
}

function fromItem({ json, pairedItem }: INodeExecutionData): Claim {
	// A failed item has a plain number.
	const item = typeof pairedItem === 'number' ? pairedItem : (pairedItem as { item: number }).item;
	return typeof json.outcome === 'string'
		? { itemIndex: item, said: json.outcome, item: json }
		: { itemIndex: item, said: saidBy(json.error as ItemError) };
}

/** The part of a failed item that says what it means for the money. */
interface ItemError {
	charged: 'no' | 'unknown';
	/** Of the payment that was made under the reference before. */
	outcome?: string;
}

const saidBy = ({ charged, outcome }: ItemError) => outcome ?? (charged === 'no' ? 'not done' : 'unknown');

/** Reads the claims in the error of a stopped run about every item, or about the only one. */
function fromError({ message, description }: { message: string; description?: string | null }): Claim[] {
	const lines = (description ?? '').split('<br>');
	const told = lines.flatMap((line) => {
		const [, itemIndex, said] = /^Item (\d+)(?:, \S+)?: (?:used before, and )?(\w[^.;]+)\.$/.exec(line) ?? [];
		return said ? [{ itemIndex: Number(itemIndex), said }] : [];
	});
	return told.length > 0 ? told : [{ itemIndex: 0, said: saidIn(message) }];
}

/** Reads the claim in the headline of an error about the only item. */
function saidIn(message: string): string {
	const [, before] = / was used before, and its (?:payment|transfer) is (\w+)\.$/.exec(message) ?? [];
	if (before !== undefined) return before;
	if (/^Nothing was refunded now: .* was refunded before\b/.test(message)) return 'refunded';
	if (/^It is not known whether |(again|by this (call|try))\b/.test(message)) return 'unknown';
	return /^The \w+ was (not \w+): /.exec(message)?.[1] ?? NOTHING_SAID;
}
